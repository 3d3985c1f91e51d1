import { connect as connectPlain, type Socket } from "node:net";
import { type ConnectionOptions, connect as connectTls } from "node:tls";
import { NoSieve, readLine, type Token } from "./responses.ts";

/** Milliseconds. */
const CONNECT_MS = 10_000;
const SILENCE_MS = 60_000;

/** Of the answer to one command, and of the greeting. */
export interface AnswerLimits {
	maxBytes: number;
	/** Milliseconds. */
	maxMs: number;
}

/** More than the longest script, see `readLine`, or the names of thousands. */
const LIMITS: AnswerLimits = { maxBytes: 8_000_000, maxMs: 120_000 };

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
export async function openConnection(
	host: string,
	port: number,
	signal: AbortSignal,
	limits: AnswerLimits = LIMITS,
): Promise<SieveConnection> {
	signal.throwIfAborted();
	let socket: Socket = connectPlain({ host, port, timeout: CONNECT_MS });
	let arrived: Buffer = Buffer.alloc(0);
	let failure: Error | null = null;
	let wake = (): void => undefined;

	const fail = (cause: Error): void => {
		answer.end();
		failure ??= cause;
		socket.destroy();
		wake();
	};
	const answer = limitAnswers(limits, fail);
	const stop = (): void => fail(signal.reason as Error);
	const listen = (): void => {
		socket.on("data", (bytes: Buffer) => {
			answer.count(bytes.length);
			if (failure !== null) return;
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
		write(text) {
			answer.begin();
			socket.write(text);
		},
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
			fail(new Error("The connection was closed"));
		},
	};
}

/** Ends the connection when the answer to a command is too long or takes too long. Begins with the greeting. */
function limitAnswers({ maxBytes, maxMs }: AnswerLimits, fail: (cause: Error) => void) {
	const late = (): void => fail(Object.assign(new Error("The answer does not end"), { code: "ETIMEDOUT" }));
	let timer = setTimeout(late, maxMs);
	let size = 0;
	return {
		begin() {
			size = 0;
			clearTimeout(timer);
			timer = setTimeout(late, maxMs);
		},
		count(bytes: number) {
			size += bytes;
			if (size > maxBytes) fail(new NoSieve("The server sent more data than requested"));
		},
		end: () => clearTimeout(timer),
	};
}
