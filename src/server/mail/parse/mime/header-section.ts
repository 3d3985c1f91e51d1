import { type HeaderField, parseHeaderBlock } from "#shared/mail/headers.ts";

/** Bytes read of one header section; the rest of a longer one is reported and skipped. */
const MAX_HEADER_BYTES = 2 * 1024 * 1024;

export interface HeaderSection {
	fields: HeaderField[];
	/** Lines that could not be parsed. */
	strayLines: number;
	/** Start of the body, in bytes. */
	bodyStart: number;
	/** Whether it was cut at `MOST_HEADER_BYTES`. */
	isCut: boolean;
}

/**
 * Reads the header section at `start`, up to its empty line, or to where the body starts without one in malformed mail.
 */
export function readHeaderSection(raw: Buffer, start: number): HeaderSection {
	const { end, bodyStart } = headerEnd(raw, start);
	const isCut = end - start > MAX_HEADER_BYTES;
	// PostgreSQL cannot store NUL in text, and no header needs it.
	const block = raw.toString("latin1", start, isCut ? start + MAX_HEADER_BYTES : end).replaceAll("\0", "");
	const { fields, strayLines } = parseHeaderBlock(block);
	return { fields, strayLines, bodyStart, isCut };
}

/** The first field of that name, raw; empty if missing. */
export function field(fields: HeaderField[], name: string): string {
	for (const entry of fields) if (entry.name === name) return entry.raw;
	return "";
}

/** The offset after the line that contains `at`. */
export function afterLine(raw: Buffer, at: number): number {
	const newline = raw.indexOf(10, at);
	return newline < 0 ? raw.length : newline + 1;
}

/** A single line without a field name between fields is treated as a badly folded one. */
function headerEnd(raw: Buffer, start: number): { end: number; bodyStart: number } {
	let line = start;
	while (line < raw.length) {
		const first = raw[line];
		if (first === 10) return { end: line, bodyStart: line + 1 };
		if (first === 13 && raw[line + 1] === 10) return { end: line, bodyStart: line + 2 };
		const next = afterLine(raw, line);
		if (first === 32 || first === 9) {
			// A line of whitespace ends the headers unless another field follows.
			if (isBlankLine(raw, line, next) && !goesOn(raw, next)) return { end: line, bodyStart: next };
		} else if (!isFieldLine(raw, line, next)) {
			const isDelimiter = first === 45 && raw[line + 1] === 45;
			if (isDelimiter || !goesOn(raw, next)) return { end: line, bodyStart: line };
		}
		line = next;
	}
	return { end: raw.length, bodyStart: raw.length };
}

/** Whether the headers continue here, with another field or a continuation line. */
function goesOn(raw: Buffer, line: number): boolean {
	if (line >= raw.length) return false;
	const next = afterLine(raw, line);
	if (raw[line] === 32 || raw[line] === 9) return !isBlankLine(raw, line, next);
	return isFieldLine(raw, line, next);
}

function isBlankLine(raw: Buffer, line: number, next: number): boolean {
	for (let at = line; at < next; at++) if ((raw[at] as number) > 32) return false;
	return true;
}

/**
 * Printable characters without spaces, then a colon (RFC 5322 §2.2); spaces before the colon are allowed as in §4.5.
 */
function isFieldLine(raw: Buffer, line: number, next: number): boolean {
	for (let at = line; at < next; at++) {
		const code = raw[at] as number;
		if (code === 58) return at > line;
		if (code === 32 || code === 9) {
			while (raw[at] === 32 || raw[at] === 9) at++;
			return raw[at] === 58 && at > line;
		}
		if (code < 33 || code > 126) return false;
	}
	return false;
}
