import type { Socket } from "node:net";
import { AppError } from "../../errors.ts";
import { secure, type TlsOptions, type TlsSession } from "./tls.ts";

export interface TcpLimits {
	/** Milliseconds without data from the server. */
	silenceMs: number;
	/** Bytes received in total, before and after STARTTLS. */
	maxBytes: number;
}

export interface TcpConnection {
	/** The address that was checked and connected to. */
	readonly remoteAddress: string;
	readonly remotePort: number;
	/** Null before TLS. */
	readonly tls: TlsSession | null;
	/** The next bytes; null at the end. @throws AppError, or the signal's reason */
	read(): Promise<Buffer | null>;
	/** The next line without its line break; null at the end. @throws AppError, or the signal's reason */
	readLine(): Promise<string | null>;
	/** Resolves when the bytes are handed to the operating system. @throws AppError, or the signal's reason */
	write(bytes: string | Uint8Array): Promise<void>;
	/**
	 * Upgrades to TLS after the server agreed (STARTTLS, RFC 3207).
	 * @throws AppError `tls-failed`, also when there is unread plaintext: it may be injected by a man in the middle
	 */
	startTls(options: TlsOptions): Promise<TlsSession>;
	/** Also releases the slot. */
	close(): void;
}

interface ConnectionOptions {
	host: string;
	limits: TcpLimits;
	signal: AbortSignal;
	onClose(): void;
}

/** Wraps a connected socket. */
export function tcpConnection(plain: Socket, { host, limits, signal, onClose }: ConnectionOptions): TcpConnection {
	const remoteAddress = plain.remoteAddress ?? "";
	const remotePort = plain.remotePort ?? 0;
	let socket = plain;
	let session: TlsSession | null = null;
	let arrived = Buffer.alloc(0);
	let received = 0;
	let hasEnded = false;
	let failure: unknown = null;
	let wake = (): void => undefined;

	const fail = (cause: unknown): void => {
		failure ??= cause;
		close();
	};
	const stop = (): void => fail(abortReason(signal, host));
	const listeners = {
		data(bytes: Buffer) {
			received += bytes.length;
			arrived = Buffer.concat([arrived, bytes]);
			if (received > limits.maxBytes)
				return fail(new AppError(502, "too-large", `${host} sent more than ${limits.maxBytes} bytes.`));
			wake();
		},
		end() {
			hasEnded = true;
			wake();
		},
		error: (cause: unknown) => fail(closed(host, cause)),
		close: () => fail(closed(host)),
		timeout: () => fail(new AppError(504, "timed-out", `${host} didn't respond in time.`)),
	};
	const listen = (): void => {
		socket.setTimeout(limits.silenceMs);
		for (const [event, listener] of Object.entries(listeners)) socket.on(event, listener);
	};
	function close(): void {
		signal.removeEventListener("abort", stop);
		failure ??= closed(host);
		socket.destroy();
		onClose();
		wake();
	}
	/** Waits for data. @returns false at the end */
	async function more(): Promise<boolean> {
		if (hasEnded) return false;
		if (failure !== null) throw failure;
		const { promise, resolve } = Promise.withResolvers<void>();
		wake = resolve;
		await promise;
		if (failure !== null && !hasEnded) throw failure;
		return true;
	}

	if (signal.aborted) stop();
	else signal.addEventListener("abort", stop, { once: true });
	listen();
	return {
		remoteAddress,
		remotePort,
		get tls() {
			return session;
		},
		async read() {
			while (arrived.length === 0) if (!(await more())) return null;
			const bytes = arrived;
			arrived = Buffer.alloc(0);
			return bytes;
		},
		async readLine() {
			for (let from = 0; ; ) {
				const end = arrived.indexOf(0x0a, from);
				if (end >= 0) {
					const line = arrived.toString("utf8", 0, end).replace(/\r$/, "");
					arrived = arrived.subarray(end + 1);
					return line;
				}
				from = arrived.length;
				if (!(await more())) return null;
			}
		},
		write(bytes) {
			return new Promise((resolve, reject) => {
				if (failure !== null) return reject(failure);
				socket.write(bytes, (cause) => (cause ? reject(failure ?? closed(host, cause)) : resolve()));
			});
		},
		async startTls(options) {
			if (failure !== null) throw failure;
			if (arrived.length > 0) {
				arrived = Buffer.alloc(0);
				fail(new AppError(502, "tls-failed", `${host} sent data before TLS was established.`));
				throw failure;
			}
			for (const [event, listener] of Object.entries(listeners)) socket.removeListener(event, listener);
			socket.setTimeout(0);
			// The TLS socket reports the errors.
			socket.on("error", () => undefined);
			const handshake = setTimeout(() => socket.destroy(), limits.silenceMs);
			try {
				({ socket, session } = await secure(socket, options, host));
			} catch (cause) {
				fail(new AppError(502, "tls-failed", `TLS with ${host} failed: ${(cause as Error).message}`, { cause }));
				throw failure;
			} finally {
				clearTimeout(handshake);
			}
			listen();
			return session;
		},
		close,
	};
}

function closed(host: string, cause?: unknown): AppError {
	return new AppError(502, "connection-closed", `${host} closed the connection.`, { cause });
}

function abortReason(signal: AbortSignal, host: string): unknown {
	const reason: unknown = signal.reason;
	if (!(reason instanceof DOMException && reason.name === "TimeoutError")) return reason;
	return new AppError(504, "timed-out", `${host} didn't respond in time.`, { cause: reason });
}
