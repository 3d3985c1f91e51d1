import { decodeRawHeader, decodeWords } from "./encoded-words.ts";

export interface HeaderField {
	/** Lower case. */
	name: string;
	/** Unfolded and trimmed, one code unit per byte, encoded words not decoded. */
	raw: string;
}

/**
 * Maximum characters read of one field's value. Longer fields are cut at a space or comma, so that no address or id
 * is split. Real ones are shorter: 64 kB hold more than a thousand addresses or message ids.
 */
export const MAX_FIELD_LENGTH = 65_536;
/** The same for fields that list addresses, of which a mailing to 100,000 people has 3 MB. */
export const MAX_ADDRESS_FIELD_LENGTH = 4 * 1024 * 1024;
const ADDRESS_FIELDS = new Set(["from", "to", "cc", "bcc", "reply-to", "sender"]);
/** How far from the limit to look for a space or comma. */
const CUT_WITHIN = 1_000;
/** Maximum characters before the colon; longer "names" are stray text. */
const MAX_NAME_LENGTH = 200;

/**
 * Splits a header section (RFC 5322 §2.2) into its fields, in order.
 * Lines that are neither a field nor a continuation are skipped and counted; a leading mbox `From ` line is not counted.
 * @param block one code unit per byte, up to (not including) the empty line
 */
export function parseHeaderBlock(block: string): { fields: HeaderField[]; strayLines: number } {
	const fields: HeaderField[] = [];
	let strayLines = 0;
	let at = 0;
	let first = true;
	while (at < block.length) {
		const start = at;
		let end = lineEnd(block, at);
		at = end + 1;
		// Continuation lines start with whitespace (RFC 5322 §2.2.3).
		while (at < block.length && isBlank(block.charCodeAt(at))) {
			end = lineEnd(block, at);
			at = end + 1;
		}
		const colon = start + block.slice(start, Math.min(end, start + MAX_NAME_LENGTH)).indexOf(":");
		const name = colon > start ? block.slice(start, colon).trim() : "";
		if (name === "" || !isFieldName(name)) {
			if (end > start && !(first && /^>?From /.test(block.slice(start, start + 6)))) strayLines++;
		} else {
			fields.push({ name: name.toLowerCase(), raw: unfold(cutField(name, block, colon + 1, end)) });
		}
		first = false;
	}
	return { fields, strayLines };
}

/** The value between two indexes, at most as long as its field may be. */
function cutField(name: string, block: string, start: number, end: number): string {
	const longest = ADDRESS_FIELDS.has(name.toLowerCase()) ? MAX_ADDRESS_FIELD_LENGTH : MAX_FIELD_LENGTH;
	if (end - start <= longest) return block.slice(start, end);
	// The newest ids come last (RFC 5322 §3.6.4), and threading needs those.
	if (name.toLowerCase() === "references") return block.slice(end - MAX_FIELD_LENGTH, end);
	const head = block.slice(start, start + longest);
	const last = Math.max(head.lastIndexOf(","), head.lastIndexOf(" "), head.lastIndexOf("\n"));
	return last >= longest - CUT_WITHIN ? head.slice(0, last) : head;
}

/** Removes folding line breaks and surrounding whitespace. */
export function unfold(value: string): string {
	if (!value.includes("\n")) return value.trim();
	// Line by line: a regular expression for whitespace around line breaks is quadratic in runs of spaces.
	return value
		.split("\n")
		.map((line) => trimBlanks(line))
		.join(" ")
		.trim();
}

/** Header text for display: raw 8-bit text and encoded words decoded, control characters removed. */
export function headerText(raw: string): string {
	const text = decodeWords(decodeRawHeader(raw));
	// biome-ignore lint/suspicious/noControlCharactersInRegex: removes control characters
	return /[\x00-\x1f\x7f]/.test(text) ? text.replace(/[\x00-\x1f\x7f]+/g, " ").trim() : text;
}

/** Trims spaces, tabs and carriage returns. */
function trimBlanks(line: string): string {
	let start = 0;
	let end = line.length;
	while (start < end && isBlank(line.charCodeAt(start))) start++;
	while (end > start && (isBlank(line.charCodeAt(end - 1)) || line.charCodeAt(end - 1) === 13)) end--;
	return line.slice(start, end);
}

function lineEnd(block: string, at: number): number {
	const newline = block.indexOf("\n", at);
	return newline < 0 ? block.length : newline;
}

function isBlank(code: number): boolean {
	return code === 32 || code === 9;
}

function isFieldName(name: string): boolean {
	for (let i = 0; i < name.length; i++) {
		const code = name.charCodeAt(i);
		if (code <= 32 || code >= 127) return false;
	}
	return true;
}
