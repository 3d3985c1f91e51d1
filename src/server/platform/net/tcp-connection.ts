import type { Socket } from "node:net";
import { AppError } from "../../errors.ts";
import { abortReason, closed } from "./connection-errors.ts";
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

type Listeners = Record<"end" | "close" | "timeout", () => void> & {
	data(bytes: Buffer): void;
	error(cause: unknown): void;
};

/** What changes on a connection. */
interface State extends ConnectionOptions {
	/** The plain socket, then the one with TLS. */
	socket: Socket;
	session: TlsSession | null;
	arrived: Buffer;
	received: number;
	hasEnded: boolean;
	failure: unknown;
	wake(): void;
	stop(): void;
	listeners: Listeners;
}

/** Wraps a connected socket. */
export function tcpConnection(plain: Socket, options: ConnectionOptions): TcpConnection {
	const remoteAddress = plain.remoteAddress ?? "";
	const remotePort = plain.remotePort ?? 0;
	const state = createState(plain, options);
	if (state.signal.aborted) state.stop();
	else state.signal.addEventListener("abort", state.stop, { once: true });
	listen(state);
	return {
		remoteAddress,
		remotePort,
		get tls() {
			return state.session;
		},
		read: () => read(state),
		readLine: () => readLine(state),
		write(bytes) {
			return new Promise((resolve, reject) => {
				if (state.failure !== null) return reject(state.failure);
				const sent = (cause?: Error | null): void =>
					cause ? reject(state.failure ?? closed(state.host, cause)) : resolve();
				state.socket.write(bytes, sent);
			});
		},
		startTls: (tls) => startTls(state, tls),
		close: () => close(state),
	};
}

function createState(socket: Socket, options: ConnectionOptions): State {
	const state: State = {
		...options,
		socket,
		session: null,
		arrived: Buffer.alloc(0),
		received: 0,
		hasEnded: false,
		failure: null,
		wake: () => undefined,
		stop: () => fail(state, abortReason(options.signal, options.host)),
		listeners: listenersOf(() => state, options),
	};
	return state;
}

function listenersOf(get: () => State, { host, limits }: ConnectionOptions): Listeners {
	return {
		data(bytes) {
			const state = get();
			state.received += bytes.length;
			state.arrived = Buffer.concat([state.arrived, bytes]);
			if (state.received <= limits.maxBytes) state.wake();
			else fail(state, new AppError(502, "too-large", `${host} sent more than ${limits.maxBytes} bytes.`));
		},
		end() {
			const state = get();
			state.hasEnded = true;
			state.wake();
		},
		error: (cause) => fail(get(), closed(host, cause)),
		close: () => fail(get(), closed(host)),
		timeout: () => fail(get(), new AppError(504, "timed-out", `${host} didn't respond in time.`)),
	};
}

function listen({ socket, limits, listeners }: State): void {
	socket.setTimeout(limits.silenceMs);
	for (const [event, listener] of Object.entries(listeners)) socket.on(event, listener);
}

function fail(state: State, cause: unknown): void {
	state.failure ??= cause;
	close(state);
}

function close(state: State): void {
	state.signal.removeEventListener("abort", state.stop);
	state.failure ??= closed(state.host);
	state.socket.destroy();
	state.onClose();
	state.wake();
}

/** Waits for data. @returns false at the end */
async function more(state: State): Promise<boolean> {
	if (state.hasEnded) return false;
	if (state.failure !== null) throw state.failure;
	const { promise, resolve } = Promise.withResolvers<void>();
	state.wake = resolve;
	await promise;
	if (state.failure !== null && !state.hasEnded) throw state.failure;
	return true;
}

async function read(state: State): Promise<Buffer | null> {
	while (state.arrived.length === 0) if (!(await more(state))) return null;
	const bytes = state.arrived;
	state.arrived = Buffer.alloc(0);
	return bytes;
}

async function readLine(state: State): Promise<string | null> {
	for (let from = 0; ; ) {
		const end = state.arrived.indexOf(0x0a, from);
		if (end >= 0) {
			const line = state.arrived.toString("utf8", 0, end).replace(/\r$/, "");
			state.arrived = state.arrived.subarray(end + 1);
			return line;
		}
		from = state.arrived.length;
		if (!(await more(state))) return null;
	}
}

async function startTls(state: State, options: TlsOptions): Promise<TlsSession> {
	const { host, limits, listeners, socket: plain } = state;
	if (state.failure !== null) throw state.failure;
	if (state.arrived.length > 0) {
		state.arrived = Buffer.alloc(0);
		fail(state, new AppError(502, "tls-failed", `${host} sent data before TLS was established.`));
		throw state.failure;
	}
	for (const [event, listener] of Object.entries(listeners)) plain.removeListener(event, listener);
	plain.setTimeout(0);
	// The TLS socket reports the errors.
	plain.on("error", () => undefined);
	const handshake = setTimeout(() => plain.destroy(), limits.silenceMs);
	try {
		const { socket, session } = await secure(plain, options, host);
		state.socket = socket;
		state.session = session;
	} catch (cause) {
		fail(state, new AppError(502, "tls-failed", `TLS with ${host} failed: ${(cause as Error).message}`, { cause }));
		throw state.failure;
	} finally {
		clearTimeout(handshake);
	}
	listen(state);
	return state.session;
}
