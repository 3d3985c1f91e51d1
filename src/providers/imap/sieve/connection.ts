import { connect as connectPlain, type Socket } from "node:net";
import { type ConnectionOptions, connect as connectTls } from "node:tls";
import { NoSieve, readLine, type Token } from "./responses.ts";

/** Milliseconds. */
const CONNECT_MS = 10_000;
const SILENCE_MS = 60_000;

/** A line-based connection to a ManageSieve server. */
export interface SieveConnection {
	/** @throws NoSieve, or the connection's error */
	read(): Promise<Token[]>;
	write(text: string): void;
	/** Upgrades to TLS. Unread data received before it is an error and closes the connection. */
	secure(options: ConnectionOptions): Promise<void>;
	close(): void;
}

/** @throws socket errors */
export async function openConnection(host: string, port: number, signal: AbortSignal): Promise<SieveConnection> {
	signal.throwIfAborted();
	let socket: Socket = connectPlain({ host, port, timeout: CONNECT_MS });
	let arrived: Buffer = Buffer.alloc(0);
	let failure: Error | null = null;
	let wake = (): void => undefined;

	const fail = (cause: Error): void => {
		failure ??= cause;
		socket.destroy();
		wake();
	};
	const stop = (): void => fail(signal.reason as Error);
	const listen = (): void => {
		socket.on("data", (bytes: Buffer) => {
			arrived = Buffer.concat([arrived, bytes]);
			wake();
		});
		socket.on("error", fail);
		socket.on("close", () => fail(new Error("The ManageSieve server closed the connection")));
		socket.on("timeout", () => fail(Object.assign(new Error("No answer"), { code: "ETIMEDOUT" })));
	};
	const until = async (event: "connect" | "secureConnect"): Promise<void> => {
		const { promise, resolve } = Promise.withResolvers<void>();
		wake = resolve;
		socket.once(event, resolve);
		await promise;
		if (failure !== null) throw failure;
	};

	signal.addEventListener("abort", stop, { once: true });
	listen();
	await until("connect");
	socket.setTimeout(SILENCE_MS);
	return {
		async read() {
			for (;;) {
				const line = readLine(arrived);
				if (line !== null) {
					arrived = arrived.subarray(line.bytes);
					return line.tokens;
				}
				if (failure !== null) throw failure;
				const { promise, resolve } = Promise.withResolvers<void>();
				wake = resolve;
				await promise;
			}
		},
		write: (text) => void socket.write(text),
		async secure(options) {
			// Possibly injected by a man in the middle (RFC 5804 §2.2).
			if (arrived.length > 0) throw new NoSieve("The server sent data before the TLS handshake");
			socket.removeAllListeners();
			const plain = socket;
			plain.setTimeout(0);
			socket = connectTls({ ...options, socket: plain });
			socket.setTimeout(SILENCE_MS);
			listen();
			await until("secureConnect");
		},
		close() {
			signal.removeEventListener("abort", stop);
			failure ??= new Error("The connection was closed");
			socket.destroy();
		},
	};
}
