/**
 * Splits an mbox stream into messages, holding at most the current one in memory.
 *
 * Reads mboxo, mboxrd, mboxcl and mboxcl2 with LF or CRLF without configuration: a separator line starts a message, one `>`
 * is removed from `>From ` lines of the body, and Content-Length counts only when it leads exactly to the next separator or
 * to the end of the file. Damage never stops it: it is reported with the message.
 */

import { judge, landing, nextCandidate, openPreamble } from "./split-boundaries.ts";
import { cutLong, emit, findBody, type MboxItem } from "./split-message.ts";
import { begin, createState, limitOffset, push, type SplitState } from "./split-state.ts";

/** Maximum bytes stored per message; a longer one is truncated and reported. */
export const MESSAGE_LIMIT = 100 * 1024 * 1024;

export interface Splitter {
	/** Adds the next bytes of the stream; read `items` before the next push. */
	push(chunk: Uint8Array): void;
	/** The items that are complete so far. */
	items(): Generator<MboxItem>;
	/**
	 * The remaining items at the end of the stream.
	 * @param damage why the stream was truncated, if it was; reported with the last message
	 */
	finish(damage?: string): Generator<MboxItem>;
}

/** @param options.limit maximum bytes stored per message */
export function createSplitter(options: { limit?: number } = {}): Splitter {
	const state = createState(options.limit ?? MESSAGE_LIMIT);
	return {
		push: (chunk) => push(state, chunk),
		items: () => run(state),
		finish(damage) {
			state.ended = true;
			return run(state, damage);
		},
	};
}

/** The messages that are complete, and at the end of the stream the last one. */
function* run(state: SplitState, damage?: string): Generator<MboxItem> {
	if (!openPreamble(state)) return;
	for (;;) {
		const candidate = nextCandidate(state);
		cutLong(state);
		if (candidate < 0) break;
		const verdict = judge(state, candidate);
		if (verdict === "unknown") {
			state.scan = candidate;
			return;
		}
		if (verdict === "text") {
			state.unquoted = true;
			continue;
		}
		let next = candidate;
		let exactEnd: number | null = null;
		if (state.inside && !state.cut) {
			if (state.bodyStart < 0) findBody(state, candidate);
			if (state.statedEnd >= 0) {
				const landed = landing(state, state.statedEnd);
				if (landed === "unknown") {
					state.scan = candidate;
					return;
				}
				if (landed >= candidate) {
					next = landed;
					exactEnd = state.statedEnd;
				}
			}
		}
		// Unquoted lines within the stated length: mboxcl2, where ">From " is original text.
		const item = emit(state, next, exactEnd, next === candidate && !(state.unquoted && exactEnd !== null));
		if (item) yield item;
		if (next === limitOffset(state)) {
			state.inside = false;
			state.start = next;
			return;
		}
		begin(state, next);
	}
	if (!state.ended) return;
	const end = limitOffset(state);
	if (end === state.start) return;
	if (state.bodyStart < 0 && state.inside && !state.cut) findBody(state, end);
	const exact =
		state.inside && state.statedEnd >= 0 && landing(state, state.statedEnd) === end ? state.statedEnd : null;
	const item = emit(state, end, exact, !(state.unquoted && exact !== null), damage);
	state.start = end;
	state.inside = false;
	if (item) yield item;
}
