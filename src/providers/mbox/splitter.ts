/**
 * Splits an mbox stream into messages, holding at most the current one in memory.
 *
 * Reads mboxo, mboxrd, mboxcl and mboxcl2 with LF or CRLF without configuration: a separator line starts a message, one `>`
 * is removed from `>From ` lines of the body, and Content-Length counts only when it leads exactly to the next separator or
 * to the end of the file. Damage never stops it: it is reported with the message.
 */

import { isBareSeparator, isDashSeparator, isSeparator } from "./separator.ts";

/** Maximum bytes stored per message; a longer one is truncated and reported. */
export const MESSAGE_LIMIT = 100 * 1024 * 1024;

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

const LF = 10;
const CR = 13;
const QUOTE = 62;
const FROM = Buffer.from("From ");
/** A longer line is not a separator. */
const LINE_LIMIT = 2048;
/** Blank bytes skipped before the first line. */
const PREAMBLE_LIMIT = 64 * 1024;
const HEADER_FIELD = /^(?:[!-9;-~]{1,100}[ \t]*:|>From )/;
const CONTENT_LENGTH = /(?:^|\n)content-length[ \t]*:[ \t]*(\d{1,15})[ \t]*\r?(?=\n|$)/i;
const FIRST_CAPACITY = 64 * 1024;

/** Classification of a "From " at the start of a line; `unknown` until more bytes arrive. */
type Verdict = "separator" | "text" | "unknown";

/** @param options.limit maximum bytes stored per message */
export function createSplitter(options: { limit?: number } = {}): Splitter {
	const limit = options.limit ?? MESSAGE_LIMIT;
	let buffer = Buffer.allocUnsafe(FIRST_CAPACITY);
	let length = 0;
	/** Stream offset of buffer[0]; all positions below are stream offsets. */
	let base = 0;
	let ended = false;

	/** The current message: its separator line, the start of its content, and the scan position. */
	let start = 0;
	let contentStart = 0;
	let separator: string | null = null;
	let inside = false;
	let scan = 0;
	/** Start of the body, and its end by Content-Length; -1 unknown, -2 none. */
	let bodyStart = -1;
	let statedEnd = -1;
	let quotes: number[] = [];
	/** A body line begins with an unquoted "From ". */
	let unquoted = false;
	/** The first `limit` bytes of a message that exceeds the limit. */
	let cut: Buffer | null = null;

	/** Start of the first line that is not blank; -1 while unknown. */
	let firstLine = -1;
	/** The file's separators have no date (`From alice`), so none is required. */
	let undated = false;

	const limitOffset = (): number => base + length;
	const at = (offset: number): number => (offset < base + length ? (buffer[offset - base] ?? -1) : -1);

	function push(chunk: Uint8Array): void {
		const retainFrom = cut || !inside ? Math.max(base, start, scan - LINE_LIMIT) : start;
		const retained = limitOffset() - retainFrom;
		if (length + chunk.length > buffer.length) {
			const needed = retained + chunk.length;
			// If it fits, compact; if too small, or grown by one long message, reallocate.
			const target = Math.max(FIRST_CAPACITY, 2 ** Math.ceil(Math.log2(needed)));
			const next = target === buffer.length ? buffer : Buffer.allocUnsafeSlow(target);
			buffer.copy(next, 0, retainFrom - base, length);
			buffer = next;
			base = retainFrom;
			length = retained;
		}
		buffer.set(chunk, length);
		length += chunk.length;
	}

	/** The line at `offset` and the start of the next; null while incomplete. */
	function lineAt(offset: number): { text: string; next: number } | null {
		const from = offset - base;
		const stop = buffer.subarray(0, length).indexOf(LF, from);
		if (stop < 0 && !ended && length - from <= LINE_LIMIT) return null;
		const end = stop < 0 ? length : stop;
		const text = buffer.toString("latin1", from, Math.min(end, from + LINE_LIMIT)).replace(/\r$/, "");
		return { text, next: base + (stop < 0 ? length : stop + 1) };
	}

	/** Whether the line before `offset` is blank or does not exist. */
	function blankBefore(offset: number): boolean {
		if (offset === contentStart || offset === firstLine) return true;
		let before = offset - 1;
		if (at(before) !== LF) return false;
		if (at(before - 1) === CR) before--;
		return before - 1 < base || at(before - 1) === LF;
	}

	function judge(offset: number): Verdict {
		const line = lineAt(offset);
		if (!line) return "unknown";
		if (line.text.length >= LINE_LIMIT) return "text";
		const dated = isSeparator(line.text);
		const blank = blankBefore(offset);
		if (dated && blank) return "separator";
		const bare = isDashSeparator(line.text) || (blank && (offset === firstLine || isBareSeparator(line.text, undated)));
		if (!dated && !bare) return "text";
		// An undated separator: a header field has to follow.
		const following = lineAt(line.next);
		if (!following) return "unknown";
		return HEADER_FIELD.test(following.text) ? "separator" : "text";
	}

	/** Finds the end of the header; `to` bounds the search. */
	function findBody(to: number): void {
		const view = buffer.subarray(0, to - base);
		let from = contentStart - base;
		if (at(contentStart) === LF) bodyStart = contentStart + 1;
		else if (at(contentStart) === CR && at(contentStart + 1) === LF) bodyStart = contentStart + 2;
		while (bodyStart < 0) {
			const line = view.indexOf(LF, from);
			if (line < 0) break;
			if (view[line + 1] === LF) bodyStart = base + line + 2;
			else if (view[line + 1] === CR && view[line + 2] === LF) bodyStart = base + line + 3;
			from = line + 1;
		}
		if (bodyStart < 0) return;
		const stated = CONTENT_LENGTH.exec(buffer.toString("latin1", contentStart - base, bodyStart - base));
		statedEnd = stated ? bodyStart + Number(stated[1]) : -2;
		if (statedEnd > contentStart + limit) statedEnd = -2;
	}

	/** Start of the entry after `offset` if a message really ends at `offset`; -1 otherwise. */
	function landing(offset: number): number | "unknown" {
		if (offset > limitOffset()) return ended ? -1 : "unknown";
		let next = offset;
		for (let blank = 0; blank < 2; blank++) {
			if (at(next) === LF) next += 1;
			else if (at(next) === CR && at(next + 1) === LF) next += 2;
		}
		const rest = limitOffset() - next;
		if (ended && rest === 0) return next;
		if (rest < FROM.length) return ended ? -1 : "unknown";
		if (buffer.compare(FROM, 0, FROM.length, next - base, next - base + FROM.length) !== 0) return -1;
		if (at(next - 1) !== LF) return -1;
		const verdict = judge(next);
		if (verdict === "unknown") return "unknown";
		return verdict === "separator" ? next : -1;
	}

	function begin(offset: number): void {
		const line = lineAt(offset);
		if (offset === firstLine && line) undated = !isSeparator(line.text);
		start = offset;
		separator = line ? line.text : "";
		contentStart = line ? line.next : offset;
		inside = true;
		scan = contentStart;
		bodyStart = -1;
		statedEnd = -1;
		quotes = [];
		unquoted = false;
		cut = null;
	}

	/** A copy of [from, to) with the body's quoting removed. */
	function copy(from: number, to: number, unquote: boolean): Buffer {
		const drop = unquote && bodyStart >= 0 ? quotes.filter((quote) => quote >= bodyStart && quote < to) : [];
		const raw = Buffer.allocUnsafeSlow(to - from - drop.length);
		let written = 0;
		let position = from;
		for (const quote of [...drop, to]) {
			buffer.copy(raw, written, position - base, quote - base);
			written += quote - position;
			position = quote + 1;
		}
		return raw;
	}

	/** The message from `start`; `exactEnd` when Content-Length gave it, else the blank line before the next is dropped. */
	function emit(next: number, exactEnd: number | null, unquote: boolean, damage?: string): MboxItem | null {
		let to = exactEnd ?? next;
		if (exactEnd === null && at(to - 1) === LF) {
			const line = at(to - 2) === CR ? to - 2 : to - 1;
			if (line > contentStart && at(line - 1) === LF) to = line;
		}
		if (!inside) {
			return start < base || /[^\s\xef\xbb\xbf]/.test(buffer.toString("latin1", start - base, next - base))
				? { offset: start, end: next, reason: `${next - start} bytes before the first message are not mail` }
				: null;
		}
		if (!cut && to <= contentStart) {
			return { offset: start, end: next, reason: "A separator line with no message after it" };
		}
		const tooLong = cut !== null || to - contentStart > limit;
		const problems = [
			separator === null ? "The separator line before this message is missing" : null,
			tooLong ? `Longer than ${limit} bytes: only the first ${limit} are kept` : null,
			damage ?? null,
		].filter((problem) => problem !== null);
		const raw = cut ?? copy(contentStart, Math.min(to, contentStart + limit), unquote);
		const message: MboxMessage = { offset: start, end: next, separator, raw };
		if (problems.length > 0) message.damage = problems.join("; ");
		return message;
	}

	/** Keeps the beginning of a message that exceeds the limit and discards the rest. */
	function cutLong(): void {
		if (!inside || cut || limitOffset() - contentStart <= limit + LINE_LIMIT) return;
		if (scan < contentStart + limit) return;
		if (bodyStart < 0) findBody(scan);
		cut = copy(contentStart, contentStart + limit, true);
		quotes = [];
		statedEnd = -2;
	}

	/** Before the first separator there may be blank lines, garbage, or a message without a separator. */
	function openPreamble(): boolean {
		if (firstLine >= 0) return true;
		let first = at(0) === 0xef && at(1) === 0xbb && at(2) === 0xbf ? 3 : 0;
		while (first < limitOffset() && [LF, CR, 32, 9].includes(at(first))) first++;
		const line = lineAt(first);
		if (!line && limitOffset() < PREAMBLE_LIMIT) return false;
		firstLine = first;
		if (!line) return true;
		if (!line.text.startsWith("From ") && HEADER_FIELD.test(line.text)) {
			start = first;
			contentStart = first;
			inside = true;
			scan = first;
		}
		return true;
	}

	/** The next "From " at the start of a line, recording quoted ones on the way; -1 when there is none yet. */
	function nextCandidate(): number {
		const view = buffer.subarray(0, length);
		for (;;) {
			const hit = view.indexOf(FROM, scan - base);
			if (hit < 0) {
				scan = Math.max(scan, limitOffset() - FROM.length + 1);
				return -1;
			}
			const offset = base + hit;
			scan = offset + 1;
			if (offset === firstLine || offset === contentStart || view[hit - 1] === LF) return offset;
			if (view[hit - 1] !== QUOTE || !inside || cut) continue;
			let mark = hit - 1;
			while (mark > contentStart - base && view[mark - 1] === QUOTE) mark--;
			if (view[mark - 1] === LF) quotes.push(base + mark);
		}
	}

	function* run(damage?: string): Generator<MboxItem> {
		if (!openPreamble()) return;
		for (;;) {
			const candidate = nextCandidate();
			cutLong();
			if (candidate < 0) break;
			const verdict = judge(candidate);
			if (verdict === "unknown") {
				scan = candidate;
				return;
			}
			if (verdict === "text") {
				unquoted = true;
				continue;
			}
			let next = candidate;
			let exactEnd: number | null = null;
			if (inside && !cut) {
				if (bodyStart < 0) findBody(candidate);
				if (statedEnd >= 0) {
					const landed = landing(statedEnd);
					if (landed === "unknown") {
						scan = candidate;
						return;
					}
					if (landed >= candidate) {
						next = landed;
						exactEnd = statedEnd;
					}
				}
			}
			// Unquoted lines within the stated length: mboxcl2, where ">From " is original text.
			const item = emit(next, exactEnd, next === candidate && !(unquoted && exactEnd !== null));
			if (item) yield item;
			if (next === limitOffset()) {
				inside = false;
				start = next;
				return;
			}
			begin(next);
		}
		if (!ended) return;
		const end = limitOffset();
		if (end === start) return;
		if (bodyStart < 0 && inside && !cut) findBody(end);
		const exact = inside && statedEnd >= 0 && landing(statedEnd) === end ? statedEnd : null;
		const item = emit(end, exact, !(unquoted && exact !== null), damage);
		start = end;
		inside = false;
		if (item) yield item;
	}

	return {
		push,
		items: () => run(),
		finish(damage) {
			ended = true;
			return run(damage);
		},
	};
}
