import { isSeparator } from "./separator.ts";

/** The stream so far and its current message. All positions are offsets in the stream. */
export interface SplitState {
	/** Maximum bytes stored per message. */
	limit: number;
	buffer: Buffer;
	/** Bytes in the buffer. */
	length: number;
	/** Stream offset of buffer[0]. */
	base: number;
	ended: boolean;

	/** The current message: its separator line, the start of its content, and the scan position. */
	start: number;
	contentStart: number;
	separator: string | null;
	inside: boolean;
	scan: number;
	/** Start of the body, and its end by Content-Length; -1 unknown, -2 none. */
	bodyStart: number;
	statedEnd: number;
	quotes: number[];
	/** A body line begins with an unquoted "From ". */
	unquoted: boolean;
	/** The first `limit` bytes of a message that exceeds the limit. */
	cut: Buffer | null;

	/** Start of the first line that is not blank; -1 while unknown. */
	firstLine: number;
	/** The file's separators have no date (`From alice`), so none is required. */
	undated: boolean;
}

export const LF = 10;
export const CR = 13;
/** A longer line is not a separator. */
export const LINE_LIMIT = 2048;
const FIRST_CAPACITY = 64 * 1024;

/** The start of a stream. */
export function createState(limit: number): SplitState {
	return {
		limit,
		buffer: Buffer.allocUnsafe(FIRST_CAPACITY),
		length: 0,
		base: 0,
		ended: false,
		start: 0,
		contentStart: 0,
		separator: null,
		inside: false,
		scan: 0,
		bodyStart: -1,
		statedEnd: -1,
		quotes: [],
		unquoted: false,
		cut: null,
		firstLine: -1,
		undated: false,
	};
}

/** Adds bytes, keeping those that the current message and its scan still need. */
export function push(state: SplitState, chunk: Uint8Array): void {
	const retainFrom =
		state.cut || !state.inside ? Math.max(state.base, state.start, state.scan - LINE_LIMIT) : state.start;
	const retained = limitOffset(state) - retainFrom;
	if (state.length + chunk.length > state.buffer.length) {
		const needed = retained + chunk.length;
		// If it fits, compact; if too small, or grown by one long message, reallocate.
		const target = Math.max(FIRST_CAPACITY, 2 ** Math.ceil(Math.log2(needed)));
		const next = target === state.buffer.length ? state.buffer : Buffer.allocUnsafeSlow(target);
		state.buffer.copy(next, 0, retainFrom - state.base, state.length);
		state.buffer = next;
		state.base = retainFrom;
		state.length = retained;
	}
	state.buffer.set(chunk, state.length);
	state.length += chunk.length;
}

/** The end of the bytes so far. */
export function limitOffset({ base, length }: SplitState): number {
	return base + length;
}

/** The byte at `offset`; -1 when there is none. */
export function at({ buffer, base, length }: SplitState, offset: number): number {
	return offset < base + length ? (buffer[offset - base] ?? -1) : -1;
}

/** The line at `offset` and the start of the next; null while incomplete. */
export function lineAt(state: SplitState, offset: number): { text: string; next: number } | null {
	const from = offset - state.base;
	const stop = state.buffer.subarray(0, state.length).indexOf(LF, from);
	if (stop < 0 && !state.ended && state.length - from <= LINE_LIMIT) return null;
	const end = stop < 0 ? state.length : stop;
	const text = state.buffer.toString("latin1", from, Math.min(end, from + LINE_LIMIT)).replace(/\r$/, "");
	return { text, next: state.base + (stop < 0 ? state.length : stop + 1) };
}

/** A message begins with the separator line at `offset`. */
export function begin(state: SplitState, offset: number): void {
	const line = lineAt(state, offset);
	if (offset === state.firstLine && line) state.undated = !isSeparator(line.text);
	state.start = offset;
	state.separator = line ? line.text : "";
	state.contentStart = line ? line.next : offset;
	state.inside = true;
	state.scan = state.contentStart;
	state.bodyStart = -1;
	state.statedEnd = -1;
	state.quotes = [];
	state.unquoted = false;
	state.cut = null;
}
