import { decodeRawHeader, decodeWords } from "./encoded-words.ts";

export interface HeaderField {
	/** Lower case. */
	name: string;
	/** Unfolded and trimmed, one code unit a byte, encoded words untouched. */
	raw: string;
}

/**
 * Characters of one field's value that are read. Longer fields are cut at a blank or comma, so that no address or id is
 * halved. Real ones are shorter: 64 kB hold more than a thousand addresses or message ids.
 */
export const LONGEST_FIELD = 65_536;
/** The same for fields that list addresses, of which a mailing to 100,000 people has 3 MB. */
export const LONGEST_ADDRESS_FIELD = 4 * 1024 * 1024;
const ADDRESS_FIELDS = new Set(["from", "to", "cc", "bcc", "reply-to", "sender"]);
/** Where a cut looks for a blank or comma. */
const CUT_WITHIN = 1_000;
/** Characters before the colon; longer "names" are text that lost its way. */
const LONGEST_NAME = 200;

/**
 * Splits a header section (RFC 5322 §2.2) into its fields, in order.
 * Lines that are neither a field nor a continuation are left out and counted; a leading mbox `From ` line is no loss.
 * @param block one code unit a byte, up to (not including) the empty line
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
		// Continuation lines begin with a blank (RFC 5322 §2.2.3).
		while (at < block.length && isBlank(block.charCodeAt(at))) {
			end = lineEnd(block, at);
			at = end + 1;
		}
		const colon = start + block.slice(start, Math.min(end, start + LONGEST_NAME)).indexOf(":");
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

/** The value between two positions, no longer than its field may be. */
function cutField(name: string, block: string, start: number, end: number): string {
	const longest = ADDRESS_FIELDS.has(name.toLowerCase()) ? LONGEST_ADDRESS_FIELD : LONGEST_FIELD;
	if (end - start <= longest) return block.slice(start, end);
	// The newest ids come last (RFC 5322 §3.6.4), and threading needs those.
	if (name.toLowerCase() === "references") return block.slice(end - LONGEST_FIELD, end);
	const kept = block.slice(start, start + longest);
	const last = Math.max(kept.lastIndexOf(","), kept.lastIndexOf(" "), kept.lastIndexOf("\n"));
	return last >= longest - CUT_WITHIN ? kept.slice(0, last) : kept;
}

/** Removes the line breaks of folding and outer blanks. */
export function unfold(value: string): string {
	if (!value.includes("\n")) return value.trim();
	// Line by line: a pattern for blanks around line breaks is quadratic in runs of blanks.
	return value
		.split("\n")
		.map((line) => trimBlanks(line))
		.join(" ")
		.trim();
}

/** Header text as a person reads it: raw 8-bit text, encoded words and control characters dealt with. */
export function headerText(raw: string): string {
	const text = decodeWords(decodeRawHeader(raw));
	// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what we take out
	return /[\x00-\x1f\x7f]/.test(text) ? text.replace(/[\x00-\x1f\x7f]+/g, " ").trim() : text;
}

/** Without blanks, tabs and carriage returns around it. */
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
