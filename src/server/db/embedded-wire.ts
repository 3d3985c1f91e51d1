import { createServer, type Server, type Socket } from "node:net";

/** The part of PGlite that speaks PostgreSQL's protocol. */
export interface ProtocolEngine {
	execProtocolRawStream(
		message: Uint8Array,
		options: { syncToFs?: boolean; onRawData: (data: Uint8Array) => void },
	): Promise<void>;
	isInTransaction(): boolean;
}

/**
 * Lets many connections share PGlite's one session (PostgreSQL frontend/backend protocol 3.0).
 *
 * Whatever a client sends up to a Sync or a simple Query runs as one piece. That matters: statements and portals
 * without a name belong to the session, so between one client's Parse and its Execute nobody else may come, not even
 * when a long Bind arrives in several parts. While a client has a transaction open, only its messages are served.
 *
 * Not offered, because nobody here needs it: COPY, cancel requests (they are ignored), names of prepared statements
 * that two connections share.
 */
export function createWireServer(engine: ProtocolEngine, onFailure: (cause: unknown) => void): Server {
	const waiting: { socket: Socket; piece: Buffer }[] = [];
	/** Whose transaction is open. */
	let holder: Socket | null = null;
	let isRunning = false;

	async function run(socket: Socket, piece: Buffer): Promise<void> {
		socket.cork();
		await engine.execProtocolRawStream(piece, {
			syncToFs: false,
			onRawData: (data) => {
				// PGlite writes its next reply over this one.
				if (socket.writable) socket.write(Buffer.from(data));
			},
		});
		socket.uncork();
		holder = engine.isInTransaction() ? socket : null;
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
			// The session is in an unknown state: the process starts anew rather than answer from it.
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
		// A client that went away: `close` follows, and there is nobody to tell.
		socket.on("error", () => undefined);
		socket.on("close", () => {
			if (holder === socket) waiting.push({ socket, piece: ROLLBACK });
			void work();
		});
	});
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

/** Cuts what a client sends into pieces that can run by themselves, without copying long messages more than once. */
export class PieceReader {
	/** Chunks of the piece that is being read. */
	private chunks: Buffer[] = [];
	private head = Buffer.alloc(HEAD);
	private headBytes = 0;
	/** Bytes left of the message whose head has been read. */
	private left = 0;
	private hasStarted = false;

	/** @returns the pieces that `data` completes; `SSL_REQUEST` and `END` stand for themselves */
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
			if (this.left === 0) {
				const taken = Math.min(HEAD - this.headBytes, rest.length - at);
				rest.copy(this.head, this.headBytes, at, at + taken);
				this.headBytes += taken;
				at += taken;
				if (this.headBytes < HEAD) break;
				this.left = this.head.readInt32BE(1) - 4;
			} else {
				const taken = Math.min(this.left, rest.length - at);
				this.left -= taken;
				at += taken;
			}
			if (this.left > 0) continue;
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

	/** Before the session: packets that begin with their length and have no type. */
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
