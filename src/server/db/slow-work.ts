/** A statement or a whole transaction of the embedded database, during which it served no other client. */
export interface SlowWork {
	milliseconds: number;
	/** Of a transaction: milliseconds that its slowest statement took. */
	slowestMilliseconds: number;
	/** The statement, or the transaction's slowest; without its parameters. */
	statement: string;
	isTransaction: boolean;
	/** Requests of other clients that waited for it to end. */
	waiting: number;
}

/** Work that takes this long is reported. */
const SLOW_MS = 100;
const MAX_CHARACTERS = 300;

export interface Stopwatch {
	/** A unit of messages begins to run, see `PieceReader`. */
	began(piece: Buffer): void;
	/** It ended. @param isOpen a transaction is open now @param waiting requests of other clients */
	ended(isOpen: boolean, waiting: number): void;
}

/** Times what the embedded database runs, and reports what took long. @param now milliseconds */
export function createStopwatch(onSlow: (work: SlowWork) => void, now = () => performance.now()): Stopwatch {
	let slowest: { piece: Buffer; milliseconds: number } | null = null;
	let current: Buffer | null = null;
	let begunAt = 0;
	let heldSince = 0;
	let isTransaction = false;
	return {
		began(piece) {
			current = piece;
			begunAt = now();
			if (!isTransaction) heldSince = begunAt;
		},
		ended(isOpen, waiting) {
			const endedAt = now();
			if (current !== null && (slowest === null || endedAt - begunAt > slowest.milliseconds))
				slowest = { piece: current, milliseconds: endedAt - begunAt };
			isTransaction ||= isOpen;
			if (isOpen || slowest === null) return;
			const milliseconds = endedAt - heldSince;
			const { piece, milliseconds: slowestMilliseconds } = slowest;
			if (milliseconds >= SLOW_MS)
				onSlow({ milliseconds, slowestMilliseconds, statement: textOf(piece), isTransaction, waiting });
			slowest = null;
			isTransaction = false;
		},
	};
}

const TYPE_PARSE = "P".charCodeAt(0);
const TYPE_QUERY = "Q".charCodeAt(0);
/** Type byte and length. */
const HEAD = 5;

/** The SQL of a unit that begins with Parse or Query (PostgreSQL frontend/backend protocol 3.0). */
function textOf(piece: Buffer): string {
	if (piece[0] !== TYPE_PARSE && piece[0] !== TYPE_QUERY) return "a prepared statement";
	const begin = piece[0] === TYPE_QUERY ? HEAD : piece.indexOf(0, HEAD) + 1;
	const text = piece.subarray(begin, piece.indexOf(0, begin)).toString("utf8").replace(/\s+/g, " ").trim();
	return text.length <= MAX_CHARACTERS ? text : `${text.slice(0, MAX_CHARACTERS)}…`;
}
