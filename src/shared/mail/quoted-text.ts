import { attributionLines, attributionOffset, isEllipsis } from "./attribution.ts";
import { isListFooter } from "./list-footer.ts";
import { patchEnd } from "./patches.ts";
import { isHeaderBlock, isHeaderField, isNotesHead, isRule, isSeparator } from "./quote-headers.ts";
import { isSentFrom, signatureByClosing, signatureByName } from "./signature.ts";

/** Separates a message's new text from quotes and the signature, so that the reader can collapse them. */

export interface TextSegment {
	kind: "fresh" | "quoted" | "signature";
	/** Lines joined with `\n`; all segments joined with `\n` reproduce the text. */
	text: string;
}

const MAX_FIELDS_ABOVE = 4;
/** Lines of an introduction at most. */
const MAX_INTRODUCTION = 8;

/**
 * Splits plain text into new text, quotes and signature, in order and without losing a character.
 * @param text plain text with `\n` line endings
 * @param senderName used to find a signature without a delimiter; optional
 */
export function splitQuotedText(text: string, senderName = ""): TextSegment[] {
	const lines = text.split("\n");
	return joined(lines, kindsOfLines(lines, { senderName }));
}

/**
 * What each line of a text is.
 * @param options.senderName used to find a signature without a delimiter
 * @param options.wraps whether a mail program may have wrapped the lines
 */
export function kindsOfLines(
	lines: string[],
	{ senderName = "", wraps = true }: { senderName?: string; wraps?: boolean } = {},
): TextSegment["kind"][] {
	const kinds: TextSegment["kind"][] = [];
	let inSignature = false;
	for (let i = 0; i < lines.length; ) {
		const line = lines[i] as string;
		if (isQuoteMark(line)) {
			kinds.fill("quoted", fieldsAbove(lines, i), i);
			kinds[i++] = "quoted";
			inSignature = false;
			continue;
		}
		const patch = patchEnd(lines, i);
		if (patch > i) {
			while (i < patch) kinds[i++] = "fresh";
			inSignature = false;
			continue;
		}
		// The answer may stand in front of the attribution, on the same line.
		const offset = attributionOffset(lines, i, isQuoteMark);
		const introduced = introductionEnd(lines, i, offset);
		if (introduced > i) {
			const end = introducedEnd(lines, introduced);
			kinds.fill("quoted", fieldsAbove(lines, i), i);
			if (offset > 0) kinds[i++] = "fresh";
			while (i < end) kinds[i++] = "quoted";
			inSignature = false;
			continue;
		}
		if (isSeparator(line) || isHeaderBlock(lines, i) || isNotesHead(lines, i)) {
			let first = i;
			for (let above = i - 1; above >= 0 && (isRule(lines[above] as string) || isBlank(lines[above])); above--) {
				if (!isBlank(lines[above])) first = above;
			}
			kinds.fill("quoted", first, i);
			while (i < lines.length) kinds[i++] = "quoted";
			break;
		}
		if (!inSignature && isSignatureStart(lines, i)) inSignature = true;
		kinds[i++] = inSignature ? "signature" : "fresh";
	}
	if (wraps) markWrappedTails(lines, kinds);
	if (!kinds.includes("signature")) signWithoutMark(lines, kinds, senderName);
	return kinds;
}

/** Where the quote ends that was introduced by the lines before `from`. */
function introducedEnd(lines: string[], from: number): number {
	const next = nextWritten(lines, from);
	if (next >= lines.length) return lines.length;
	if (isQuoteMark(lines[next] as string)) return next;
	// After `[...]` the sender's own words follow.
	if (isEllipsis(lines[next] as string)) return next + 1;
	const otherMarks = otherMarksEnd(lines, next);
	if (otherMarks !== null) return otherMarks;
	// Without marks the end of the quote is unknown: it extends to the end. But marks further down that nothing else
	// introduces are what was introduced here, and the words above them are the sender's.
	for (let i = next; i < lines.length; i++) {
		const line = lines[i] as string;
		if (isQuoteMark(line)) return from;
		if (introductionEnd(lines, i) > i || isSeparator(line) || isHeaderBlock(lines, i)) break;
	}
	return lines.length;
}

/** Where a rule and a few header fields above an attribution begin, as Yandex writes; `at` if there are none. */
function fieldsAbove(lines: string[], at: number): number {
	let above = at - 1;
	while (above >= 0 && at - above <= MAX_FIELDS_ABOVE && isHeaderField(lines[above] as string)) above--;
	return above >= 0 && above < at - 1 && isRule(lines[above] as string) ? above : at;
}

/** Returns the tail of a quoted line that a mail program wrapped without a mark to its quote. */
function markWrappedTails(lines: string[], kinds: TextSegment["kind"][]): void {
	for (let i = 1; i < lines.length - 1; i++) {
		if (kinds[i] !== "fresh" || kinds[i - 1] !== "quoted" || kinds[i + 1] !== "quoted") continue;
		const before = (lines[i - 1] as string).trimEnd();
		// An answer in lower case follows what was asked.
		if (before.length >= 60 && !/[?!:;…？！][\p{Pe}\p{Pf}"']*$/u.test(before) && /^\p{Ll}/u.test(lines[i] as string))
			kinds[i] = "quoted";
	}
}

/** Finds a signature without a delimiter: by the sender's name, or by the words that close a letter. */
function signWithoutMark(lines: string[], kinds: TextSegment["kind"][], senderName: string): void {
	// The last of the sender's own lines: a quote may follow them, and empty lines may follow that.
	const end = kinds.findLastIndex((kind, i) => kind === "fresh" && !isBlank(lines[i])) + 1;
	const start = kinds.lastIndexOf("quoted", end - 1) + 1;
	const own = lines.slice(start, end);
	const named = senderName === "" ? -1 : signatureByName(own, senderName);
	const at = named >= 0 ? named : signatureByClosing(own);
	if (at >= 0) kinds.fill("signature", start + at, end);
}

function isBlank(line: string | undefined): boolean {
	return (line ?? "").trim() === "";
}

/** What the sender wrote this time; empty if that is nothing. */
export function ownWords(text: string, senderName = ""): string {
	const lines = text.split("\n");
	const kinds = kindsOfLines(lines, { senderName });
	const own = lines.map((line, i) => {
		const at = kinds[i] === "fresh" ? attributionOffset(lines, i, isQuoteMark) : 0;
		return at > 0 ? line.slice(0, at).trimEnd() : line;
	});
	return joined(own, kinds)
		.filter((segment) => segment.kind === "fresh")
		.map((segment) => segment.text)
		.join("\n");
}

/** Only what the sender wrote this time, trimmed; the whole text if nothing else is left. */
export function freshText(text: string, senderName = ""): string {
	const fresh = ownWords(text, senderName).trim();
	return fresh === "" ? text.trim() : fresh;
}

function isQuoteMark(line: string): boolean {
	return /^\s{0,3}(?:>|\|\s*>)/.test(line);
}

/** Marks that few mail programs use: `| `, `# `, and initials as in `AS> `. */
const OTHER_MARK = /^(?:[|#](?= |$)|[A-Z]{1,4}>)/;

/** Where a quote ends whose lines have another mark than `>`; null: fewer than two lines have the same one. */
function otherMarksEnd(lines: string[], from: number): number | null {
	const mark = OTHER_MARK.exec(lines[from] ?? "")?.[0];
	if (mark === undefined) return null;
	let end = from;
	while (end < lines.length && (lines[end] as string).startsWith(mark)) end++;
	return end - from < 2 ? null : end;
}

function nextWritten(lines: string[], from: number): number {
	let at = from;
	while (at < lines.length && (lines[at] as string).trim() === "") at++;
	return at;
}

/** Index after the lines from here that introduce a quote; `at` if none do. */
function introductionEnd(lines: string[], at: number, offset = attributionOffset(lines, at, isQuoteMark)): number {
	const from = offset > 0 ? [(lines[at] as string).slice(offset), ...lines.slice(at + 1, at + MAX_INTRODUCTION)] : null;
	const found = from === null ? attributionLines(lines, at, isQuoteMark) : attributionLines(from, 0, isQuoteMark);
	if (found === null) return at;
	const end = at + found.count;
	if (found.kind === "sure") return end;
	const next = nextWritten(lines, end);
	return next < lines.length && (isQuoteMark(lines[next] as string) || isEllipsis(lines[next] as string)) ? end : at;
}

function isSignatureStart(lines: string[], at: number): boolean {
	const line = lines[at] as string;
	if (isListFooter(lines, at)) return true;
	// RFC 3676 §4.3; mail programs lose the trailing space.
	if (line.trimEnd() === "--") return lines.length - at <= 60;
	// "Sent from my phone" on its own line: below it is the unmarked original message.
	return isSentFrom(line) && isBlank(lines[at - 1]) && (isBlank(lines[at + 1]) || isQuoteStart(lines, at + 1));
}

function isQuoteStart(lines: string[], at: number): boolean {
	const line = lines[at] as string;
	return (
		isQuoteMark(line) ||
		introductionEnd(lines, at) > at ||
		isSeparator(line) ||
		isRule(line) ||
		isHeaderBlock(lines, at) ||
		isSentFrom(line) ||
		line.trimEnd() === "--"
	);
}

function joined(lines: string[], kinds: TextSegment["kind"][]): TextSegment[] {
	const segments: TextSegment[] = [];
	let start = 0;
	for (let i = 1; i <= lines.length; i++) {
		// Blank lines belong to the preceding segment.
		if (i < lines.length && (kinds[i] === kinds[start] || (kinds[i] === "fresh" && (lines[i] as string).trim() === "")))
			continue;
		segments.push({ kind: kinds[start] as TextSegment["kind"], text: lines.slice(start, i).join("\n") });
		start = i;
	}
	return segments;
}
