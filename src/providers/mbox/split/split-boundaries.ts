/** Where messages begin and end. */

import { isBareSeparator, isDashSeparator, isSeparator, mayBeSeparator } from "./separator.ts";
import { headerAt } from "./split-header.ts";
import { at, CR, LF, LINE_LIMIT, limitOffset, lineAt, type SplitState } from "./split-state.ts";

const QUOTE = 62;
const FROM = Buffer.from("From ");
/** Blank bytes skipped before the first line. */
const PREAMBLE_LIMIT = 64 * 1024;
const HEADER_FIELD = /^(?:[!-9;-~]{1,100}[ \t]*:|>From )/;

/** Classification of a "From " at the start of a line; `unknown` until more bytes arrive. */
type Verdict = "separator" | "text" | "unknown";

/** Whether the "From " at `offset` is a separator. */
export function judge(state: SplitState, offset: number): Verdict {
	const line = lineAt(state, offset);
	if (!line) return "unknown";
	if (line.text.length >= LINE_LIMIT) return "text";
	// The file's first line is the separator of what follows.
	if (offset === state.firstLine && isSeparator(line.text)) return "separator";
	const blank = blankBefore(state, offset);
	const dated = isSeparator(line.text);
	const bare =
		isDashSeparator(line.text) || (blank && (offset === state.firstLine || isBareSeparator(line.text, state.undated)));
	if (!dated && !bare && !(blank && mayBeSeparator(line.text))) return "text";
	const following = headerAt(state, line.next);
	if (following === "unknown") return "unknown";
	if (following === "mail") return "separator";
	if (following === "fields") return dated || bare ? "separator" : "text";
	// A message that was cut to its separator: it is counted.
	return dated && blank && following === "empty" ? "separator" : "text";
}

/** Whether the line before `offset` is blank or does not exist. */
function blankBefore(state: SplitState, offset: number): boolean {
	if (offset === state.contentStart || offset === state.firstLine) return true;
	let before = offset - 1;
	if (at(state, before) !== LF) return false;
	if (at(state, before - 1) === CR) before--;
	return before - 1 < state.base || at(state, before - 1) === LF;
}

/** Start of the entry after `offset` if a message really ends at `offset`; -1 otherwise. */
export function landing(state: SplitState, offset: number): number | "unknown" {
	if (offset > limitOffset(state)) return state.ended ? -1 : "unknown";
	let next = offset;
	for (let blank = 0; blank < 2; blank++) {
		if (at(state, next) === LF) next += 1;
		else if (at(state, next) === CR && at(state, next + 1) === LF) next += 2;
	}
	const rest = limitOffset(state) - next;
	if (state.ended && rest === 0) return next;
	if (rest < FROM.length) return state.ended ? -1 : "unknown";
	if (state.buffer.compare(FROM, 0, FROM.length, next - state.base, next - state.base + FROM.length) !== 0) return -1;
	if (at(state, next - 1) !== LF) return -1;
	const verdict = judge(state, next);
	if (verdict === "unknown") return "unknown";
	return verdict === "separator" ? next : -1;
}

/** Before the first separator there may be blank lines, garbage, or a message without a separator. */
export function openPreamble(state: SplitState): boolean {
	if (state.firstLine >= 0) return true;
	let first = at(state, 0) === 0xef && at(state, 1) === 0xbb && at(state, 2) === 0xbf ? 3 : 0;
	while (first < limitOffset(state) && [LF, CR, 32, 9].includes(at(state, first))) first++;
	const line = lineAt(state, first);
	if (!line && limitOffset(state) < PREAMBLE_LIMIT) return false;
	state.firstLine = first;
	if (!line) return true;
	if (!line.text.startsWith("From ") && HEADER_FIELD.test(line.text)) {
		state.start = first;
		state.contentStart = first;
		state.inside = true;
		state.scan = first;
	}
	return true;
}

/** The next "From " at the start of a line, recording quoted ones on the way; -1 when there is none yet. */
export function nextCandidate(state: SplitState): number {
	const view = state.buffer.subarray(0, state.length);
	for (;;) {
		const hit = view.indexOf(FROM, state.scan - state.base);
		if (hit < 0) {
			state.scan = Math.max(state.scan, limitOffset(state) - FROM.length + 1);
			return -1;
		}
		const offset = state.base + hit;
		state.scan = offset + 1;
		if (offset === state.firstLine || offset === state.contentStart || view[hit - 1] === LF) return offset;
		if (view[hit - 1] !== QUOTE || !state.inside || state.cut) continue;
		let mark = hit - 1;
		while (mark > state.contentStart - state.base && view[mark - 1] === QUOTE) mark--;
		if (view[mark - 1] === LF) state.quotes.push(state.base + mark);
	}
}
