import { escapeHtml } from "#shared/escape-html.ts";
import { unflow } from "#shared/mail/flowed.ts";
import { withoutUnseenLetters } from "#shared/mail/unseen-letters.ts";
import { htmlToText } from "../shown/html-text.ts";
import { uuencodedIn } from "./attachments.ts";
import type { BodyParts } from "./body-parts.ts";
import { partText } from "./part-content.ts";
import type { Part } from "./structure.ts";
import type { UuencodedFile } from "./uuencode.ts";

export interface TextLimits {
	/** Encoded bytes read per part. */
	bytes: number;
	/** Of the whole text. */
	characters: number;
	/** Joins soft line breaks (RFC 3676) for reading; search and storage keep lines as sent. */
	joinsSoftLines?: boolean;
}

/** The plain text of a whole body: text parts unchanged, HTML converted where there is no plain form. */
export function bodyText(raw: Buffer, parts: BodyParts, limits: TextLimits): { text: string; problems: string[] } {
	const read = joinTexts(raw, parts.text, limits);
	const length = wordsLength(read.text);
	const mayStandIn = length === 0 || (length <= MAX_POINTER_LENGTH && LINK.test(read.text));
	if (!mayStandIn || !parts.html.some((part) => part.type === "text/html")) return read;
	// In some newsletters the plain form is empty, or only a link to the page.
	const fromHtml = joinTexts(raw, parts.html, limits);
	if (length > 0 && wordsLength(fromHtml.text) < length * TIMES_LONGER) return read;
	return { text: fromHtml.text, problems: [...read.problems, ...fromHtml.problems] };
}

const LINK = /https?:\/\//i;
/** Longest text, without its links, that may only point to the page: "Read the email online here: … Unsubscribe: …". */
const MAX_POINTER_LENGTH = 160;
/** How many times longer the HTML form is then; a person's short message is as long in both. */
const TIMES_LONGER = 4;

/** Length of a text without links and spaces; of a long text, that it is long. */
function wordsLength(text: string): number {
	return text.slice(0, MAX_EXAMINED_LENGTH).replace(/https?:\/\/\S+|[\s\p{Cf}]+/giu, "").length;
}
const MAX_EXAMINED_LENGTH = 4_000;

/** The HTML of a whole body, with plain parts as preformatted blocks; null if there is no HTML. */
export function bodyHtml(raw: Buffer, parts: BodyParts, maxBytes: number): string | null {
	if (!parts.html.some((part) => part.type === "text/html")) return null;
	return parts.html
		.map((part) => {
			const { text } = partText(raw, part, maxBytes);
			return part.type === "text/html" ? text : `<div style="white-space:pre-wrap">${escapeHtml(text)}</div>`;
		})
		.join("\n");
}

function joinTexts(raw: Buffer, parts: Part[], limits: TextLimits): { text: string; problems: string[] } {
	const problems: string[] = [];
	const texts: string[] = [];
	let length = 0;
	for (const part of parts) {
		if (length >= limits.characters) break;
		const read = partText(raw, part, limits.bytes);
		problems.push(...read.problems);
		const text = plainForm(raw, part, read.text, { ...limits, characters: limits.characters - length });
		texts.push(text);
		length += text.length;
	}
	const joined = texts.length === 1 ? (texts[0] as string) : texts.join("\n");
	return { text: joined.length > limits.characters ? joined.slice(0, limits.characters) : joined, problems };
}

function plainForm(raw: Buffer, part: Part, text: string, limits: TextLimits): string {
	if (part.type === "text/html") return htmlToText(text, limits.characters);
	const shown = withoutUnseenLetters(text);
	if (part.type === "text/enriched" || part.type === "text/richtext") return shown.replace(/<[^<>]{1,200}>/g, "");
	const files = shown.includes("begin ") ? uuencodedIn(raw, part) : [];
	const plain = files.length > 0 ? withoutFiles(shown, files) : shown;
	if (!limits.joinsSoftLines || part.params.format?.toLowerCase() !== "flowed") return plain;
	return unflow(plain, part.params.delsp?.toLowerCase() === "yes");
}

/** Removes uuencoded files from a text, because they are attachments. One pass over the text. */
function withoutFiles(text: string, files: readonly UuencodedFile[]): string {
	let out = "";
	let at = 0;
	for (const file of files) {
		const start = lineMatching(text, at, BEGIN_LINE, MAX_BEGIN_LENGTH);
		if (start < 0) break;
		out += text.slice(at, start);
		const end = file.isComplete ? lineMatching(text, start, END_LINE, MAX_END_LENGTH) : -1;
		if (end < 0) return out;
		const newline = text.indexOf("\n", end);
		at = newline < 0 ? text.length : newline + 1;
	}
	return out + text.slice(at);
}

const BEGIN_LINE = /^begin [0-7]{3,4} +\S/;
const END_LINE = /^end[ \t]*$/;
/** Characters examined of such a line. */
const MAX_BEGIN_LENGTH = 200;
const MAX_END_LENGTH = 80;

/** Start of the first line at or after `from` that matches the pattern; -1 if there is none. */
function lineMatching(text: string, from: number, pattern: RegExp, maxLength: number): number {
	let line = from;
	while (line < text.length) {
		const newline = text.indexOf("\n", line);
		const end = newline < 0 ? text.length : newline;
		if (pattern.test(text.slice(line, Math.min(end, line + maxLength)))) return line;
		line = end + 1;
	}
	return -1;
}
