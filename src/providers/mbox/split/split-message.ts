import { at, CR, LF, LINE_LIMIT, limitOffset, type SplitState } from "./split-state.ts";

export interface MboxMessage {
	/** Start of the separator line, in bytes from the start of the (unpacked) stream. */
	offset: number;
	/** Start of the next entry. */
	end: number;
	/** The separator line without its line ending; null when there was none. */
	separator: string | null;
	/** The message, unquoted, in its own memory. */
	raw: Buffer;
	/** A description of the damage. */
	damage?: string;
}

/** Bytes that belong to no message. */
export interface MboxGap {
	offset: number;
	end: number;
	reason: string;
}

export type MboxItem = MboxMessage | MboxGap;

const CONTENT_LENGTH = /(?:^|\n)content-length[ \t]*:[ \t]*(\d{1,15})[ \t]*\r?(?=\n|$)/i;

/** Finds the end of the header; `to` bounds the search. */
export function findBody(state: SplitState, to: number): void {
	const view = state.buffer.subarray(0, to - state.base);
	let from = state.contentStart - state.base;
	if (at(state, state.contentStart) === LF) state.bodyStart = state.contentStart + 1;
	else if (at(state, state.contentStart) === CR && at(state, state.contentStart + 1) === LF)
		state.bodyStart = state.contentStart + 2;
	while (state.bodyStart < 0) {
		const line = view.indexOf(LF, from);
		if (line < 0) break;
		if (view[line + 1] === LF) state.bodyStart = state.base + line + 2;
		else if (view[line + 1] === CR && view[line + 2] === LF) state.bodyStart = state.base + line + 3;
		from = line + 1;
	}
	if (state.bodyStart < 0) return;
	const stated = CONTENT_LENGTH.exec(
		state.buffer.toString("latin1", state.contentStart - state.base, state.bodyStart - state.base),
	);
	state.statedEnd = stated ? state.bodyStart + Number(stated[1]) : -2;
	if (state.statedEnd > state.contentStart + state.limit) state.statedEnd = -2;
}

/** The message from `start`; `exactEnd` when Content-Length gave it, else the blank line before the next is dropped. */
export function emit(
	state: SplitState,
	next: number,
	exactEnd: number | null,
	unquote: boolean,
	damage?: string,
): MboxItem | null {
	let to = exactEnd ?? next;
	if (exactEnd === null && at(state, to - 1) === LF) {
		const line = at(state, to - 2) === CR ? to - 2 : to - 1;
		if (line > state.contentStart && at(state, line - 1) === LF) to = line;
	}
	if (!state.inside) {
		return state.start < state.base ||
			/[^\s\xef\xbb\xbf]/.test(state.buffer.toString("latin1", state.start - state.base, next - state.base))
			? { offset: state.start, end: next, reason: `${next - state.start} bytes before the first message are not mail` }
			: null;
	}
	if (!state.cut && to <= state.contentStart) {
		return { offset: state.start, end: next, reason: "A separator line with no message after it" };
	}
	const tooLong = state.cut !== null || to - state.contentStart > state.limit;
	const problems = [
		state.separator === null ? "The separator line before this message is missing" : null,
		tooLong ? `Longer than ${state.limit} bytes: only the first ${state.limit} are kept` : null,
		damage ?? null,
	].filter((problem) => problem !== null);
	const raw = state.cut ?? copy(state, state.contentStart, Math.min(to, state.contentStart + state.limit), unquote);
	const message: MboxMessage = { offset: state.start, end: next, separator: state.separator, raw };
	if (problems.length > 0) message.damage = problems.join("; ");
	return message;
}

/** Keeps the beginning of a message that exceeds the limit and discards the rest. */
export function cutLong(state: SplitState): void {
	if (!state.inside || state.cut || limitOffset(state) - state.contentStart <= state.limit + LINE_LIMIT) return;
	if (state.scan < state.contentStart + state.limit) return;
	if (state.bodyStart < 0) findBody(state, state.scan);
	state.cut = copy(state, state.contentStart, state.contentStart + state.limit, true);
	state.quotes = [];
	state.statedEnd = -2;
}

/** A copy of [from, to) with the body's quoting removed. */
function copy(state: SplitState, from: number, to: number, unquote: boolean): Buffer {
	const drop =
		unquote && state.bodyStart >= 0 ? state.quotes.filter((quote) => quote >= state.bodyStart && quote < to) : [];
	const raw = Buffer.allocUnsafeSlow(to - from - drop.length);
	let written = 0;
	let position = from;
	for (const quote of [...drop, to]) {
		state.buffer.copy(raw, written, position - state.base, quote - state.base);
		written += quote - position;
		position = quote + 1;
	}
	return raw;
}
