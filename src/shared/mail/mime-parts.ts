import { binaryString, bytesOfBinary, decodeCharset } from "./charsets.ts";
import { type HeaderField, parseHeaderBlock } from "./headers.ts";
import { parseParameters } from "./parameters.ts";
import { decodeBase64, decodeQuotedPrintable } from "./transfer-encoding.ts";

/** A part without parts of its own. Attached messages are parts of type `message/rfc822`. */
export interface MimePart {
	fields: HeaderField[];
	/** Lower case; `text/plain` when there is none. */
	type: string;
	params: Record<string, string>;
	/** As written, one code unit per byte. */
	body: string;
}

interface Limits {
	parts: number;
	/** Of parts within parts: what is deeper is one part. */
	depth: number;
}

const LIMITS: Limits = { parts: 100, depth: 8 };

/** The first value of a field; empty when there is none. @param name lower case */
export function fieldOf(fields: readonly HeaderField[], name: string): string {
	return fields.find((field) => field.name === name)?.raw ?? "";
}

/** Splits a message or part at its first empty line. @param raw one code unit per byte */
export function splitHeader(raw: string): { header: string; body: string } {
	const [end, length] = [raw.indexOf("\r\n\r\n"), raw.indexOf("\n\n")];
	if (end < 0 && length < 0) return { header: raw, body: "" };
	if (length < 0 || (end >= 0 && end < length)) return { header: raw.slice(0, end + 2), body: raw.slice(end + 4) };
	return { header: raw.slice(0, length + 1), body: raw.slice(length + 2) };
}

/** The leaf parts of a message in order, at most 100 (RFC 2046 §5.1). @param raw one code unit per byte */
export function mimeParts(raw: string, limits = LIMITS): MimePart[] {
	const parts: MimePart[] = [];
	collect(raw, parts, 0, limits);
	return parts;
}

function collect(raw: string, parts: MimePart[], depth: number, limits: Limits): void {
	if (parts.length >= limits.parts) return;
	const { header, body } = splitHeader(raw);
	const { fields } = parseHeaderBlock(header);
	const { value, params } = parseParameters(fieldOf(fields, "content-type"));
	const type = value === "" ? "text/plain" : value;
	const boundary = params.boundary ?? "";
	if (!type.startsWith("multipart/") || boundary === "" || depth >= limits.depth) {
		parts.push({ fields, type, params, body });
		return;
	}
	for (const inner of partsBetween(body, boundary, limits.parts)) collect(inner, parts, depth + 1, limits);
}

function partsBetween(body: string, boundary: string, limit: number): string[] {
	const found: string[] = [];
	const mark = `--${boundary}`;
	let start = -1;
	for (let at = body.startsWith(mark) ? 0 : next(body, mark, 0); at >= 0; at = next(body, mark, at + mark.length)) {
		if (start >= 0) found.push(body.slice(start, at));
		if (found.length >= limit || body.startsWith("--", at + mark.length)) return found;
		const line = body.indexOf("\n", at);
		start = line < 0 ? body.length : line + 1;
	}
	if (start >= 0) found.push(body.slice(start));
	return found;
}

function next(body: string, mark: string, from: number): number {
	const at = body.indexOf(`\n${mark}`, from);
	return at < 0 ? -1 : at + 1;
}

/** The part's body without its transfer encoding, one code unit per byte. */
export function decodedBody({ fields, body }: MimePart): string {
	const encoding = fieldOf(fields, "content-transfer-encoding").trim().toLowerCase();
	if (encoding === "base64") return binaryString(decodeBase64(body));
	return encoding === "quoted-printable" ? binaryString(decodeQuotedPrintable(bytesOfBinary(body))) : body;
}

/** The part's text, of at most this many characters. */
export function textOf(part: MimePart, maxLength = Number.POSITIVE_INFINITY): string {
	const cut = { ...part, body: part.body.slice(0, maxLength * 4) };
	return decodeCharset(bytesOfBinary(decodedBody(cut)), part.params.charset).text.slice(0, maxLength);
}
