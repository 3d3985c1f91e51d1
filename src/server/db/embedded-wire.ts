import { createServer, type Server, type Socket } from "node:net";
import type { Stopwatch } from "./slow-work.ts";

/** The part of PGlite that handles PostgreSQL's wire protocol. */
export interface ProtocolEngine {
	execProtocolRawStream(
		message: Uint8Array,
		options: { syncToFs?: boolean; onRawData: (data: Uint8Array) => void },
	): Promise<void>;
	isInTransaction(): boolean;
}

/** A statement was not completed: the session is in an unknown state and answers nothing more. */
class Incomplete extends Error {}

/**
 * Multiplexes many connections onto PGlite's single session (PostgreSQL frontend/backend protocol 3.0).
 * Everything a client sends up to a Sync or a simple Query runs as one unit: unnamed statements and portals belong to
 * the session, so no other client may run between one client's Parse and its Execute, even when a long Bind arrives
 * in several chunks. While a client has a transaction open, only its messages are processed.
 * Not supported, because nothing here needs it: COPY, cancel requests (ignored), and prepared statement names shared
 * by two connections.
 * @param panic why the engine has failed, as far as it knows; null while it works
 */
export function createWireServer(
	engine: ProtocolEngine,
	panic: () => string | null,
	onFailure: (cause: unknown) => void,
	stopwatch: Stopwatch,
): Server {
	const waiting: { socket: Socket; piece: Buffer }[] = [];
	/** The client with an open transaction. */
	let holder: Socket | null = null;
	let isRunning = false;

	async function run(socket: Socket, piece: Buffer): Promise<void> {
		socket.cork();
		stopwatch.began(piece);
		let end: Buffer = Buffer.alloc(0);
		await engine.execProtocolRawStream(piece, {
			syncToFs: false,
			onRawData: (data) => {
				// PGlite reuses this buffer for its next response.
				const bytes = Buffer.from(data);
				end = lastBytes(end, bytes);
				if (socket.writable) socket.write(bytes);
			},
		});
		const failed = panic() ?? (isReady(end) ? null : "a statement was not completed");
		if (failed !== null) throw new Incomplete(failed);
		socket.uncork();
		holder = engine.isInTransaction() ? socket : null;
		stopwatch.ended(holder !== null, waiting.length);
		if (holder?.destroyed) await run(holder, ROLLBACK);
	}

	async function work(): Promise<void> {
		if (isRunning) return;
		isRunning = true;
		try {
			for (;;) {
				const index = holder === null ? 0 : waiting.findIndex(({ socket }) => socket === holder);
				const [next] = index < 0 ? [] : waiting.splice(index, 1);
				if (next === undefined) break;
				if (!next.socket.destroyed || next.socket === holder) await run(next.socket, next.piece);
			}
		} catch (cause) {
			// The session is in an unknown state: restart the process rather than answer from it.
			onFailure(cause);
		} finally {
			isRunning = false;
		}
	}

	return createServer((socket) => {
		const reader = new PieceReader();
		socket.setNoDelay(true);
		socket.on("data", (data) => {
			for (const piece of reader.read(data)) {
				if (piece === SSL_REQUEST) socket.write("N");
				else if (piece === END) socket.end();
				else waiting.push({ socket, piece });
			}
			void work();
		});
		// The client disconnected: `close` follows, and there is no one to report to.
		socket.on("error", () => undefined);
		socket.on("close", () => {
			if (holder === socket) waiting.push({ socket, piece: ROLLBACK });
			void work();
		});
	});
}

/** ReadyForQuery, with which every unit is answered: type, length, and a byte for the state of the transaction. */
const READY_FOR_QUERY = Buffer.from("Z\0\0\0\u0005");
const READY_BYTES = READY_FOR_QUERY.length + 1;

function lastBytes(before: Buffer, bytes: Buffer): Buffer {
	return bytes.length >= READY_BYTES
		? bytes.subarray(-READY_BYTES)
		: Buffer.concat([before, bytes]).subarray(-READY_BYTES);
}

function isReady(end: Buffer): boolean {
	return end.length === READY_BYTES && end.subarray(0, -1).equals(READY_FOR_QUERY);
}

const SSL_REQUEST = Buffer.from("ssl");
const END = Buffer.from("end");
const SSL_REQUEST_CODE = 80_877_103;
const CANCEL_REQUEST_CODE = 80_877_102;

const ROLLBACK = simpleQuery("rollback");

function simpleQuery(text: string): Buffer {
	const message = Buffer.alloc(6 + text.length);
	message.write("Q");
	message.writeInt32BE(5 + text.length, 1);
	message.write(text, 5);
	return message;
}

/** Type byte and length. */
const HEAD = 5;
const TYPE_QUERY = "Q".charCodeAt(0);
const TYPE_SYNC = "S".charCodeAt(0);
const TYPE_TERMINATE = "X".charCodeAt(0);

/**
 * Splits a client's byte stream into units that can run on their own, without copying long messages more than once.
 */
export class PieceReader {
	/** Chunks of the current unit. */
	private chunks: Buffer[] = [];
	private head = Buffer.alloc(HEAD);
	private headBytes = 0;
	/** Bytes left of the message whose header has been read. */
	private remaining = 0;
	private hasStarted = false;

	/** @returns the units that `data` completes; `SSL_REQUEST` and `END` are units of their own */
	read(data: Buffer): Buffer[] {
		const pieces: Buffer[] = [];
		let rest = data;
		while (!this.hasStarted && rest.length > 0) {
			const { packet, after } = this.readStartup(rest);
			if (packet === null) return pieces;
			pieces.push(packet);
			rest = after;
		}
		let begin = 0;
		let at = 0;
		while (at < rest.length) {
			if (this.remaining === 0) {
				const consumed = Math.min(HEAD - this.headBytes, rest.length - at);
				rest.copy(this.head, this.headBytes, at, at + consumed);
				this.headBytes += consumed;
				at += consumed;
				if (this.headBytes < HEAD) break;
				this.remaining = this.head.readInt32BE(1) - 4;
			} else {
				const consumed = Math.min(this.remaining, rest.length - at);
				this.remaining -= consumed;
				at += consumed;
			}
			if (this.remaining > 0) continue;
			this.headBytes = 0;
			const type = this.head[0];
			if (type === TYPE_TERMINATE) return [...pieces, END];
			if (type !== TYPE_QUERY && type !== TYPE_SYNC) continue;
			pieces.push(this.joined(rest.subarray(begin, at)));
			begin = at;
		}
		if (begin < rest.length) this.chunks.push(rest.subarray(begin));
		return pieces;
	}

	/** Reads startup packets, which begin with their length and have no type byte. */
	private readStartup(data: Buffer): { packet: Buffer | null; after: Buffer } {
		const all = this.joined(data);
		if (all.length < 8 || all.length < all.readInt32BE(0)) {
			this.chunks = [all];
			return { packet: null, after: all };
		}
		const length = all.readInt32BE(0);
		const after = all.subarray(length);
		const code = all.readInt32BE(4);
		if (code === SSL_REQUEST_CODE) return { packet: SSL_REQUEST, after };
		if (code === CANCEL_REQUEST_CODE) return { packet: END, after };
		this.hasStarted = true;
		return { packet: all.subarray(0, length), after };
	}

	private joined(last: Buffer): Buffer {
		if (this.chunks.length === 0) return last;
		const all = Buffer.concat([...this.chunks, last]);
		this.chunks = [];
		return all;
	}
}
