import { parseHeaderBlock } from "#shared/mail/headers.ts";
import { fieldOf, splitHeader } from "#shared/mail/mime-parts.ts";
import { parseParameters } from "#shared/mail/parameters.ts";
import { decodeQuotedPrintable } from "#shared/mail/transfer-encoding.ts";

/** A file taken out of a message. */
export interface DetachedFile {
	name: string;
	contentType: string;
	/** Without angle brackets; null: none. */
	contentId: string | null;
	isInline: boolean;
	bytes: Buffer;
}

/** A part that is a file, with its delimiter line. */
interface FilePart {
	start: number;
	end: number;
	header: string;
	body: string;
}

const MAX_DEPTH = 8;

/**
 * Takes files out of a message (RFC 2046), the largest first, until the rest has at most `limit` bytes.
 * @returns null when the rest would still be larger
 */
export function detachFiles(raw: Uint8Array, limit: number): { rest: Buffer; files: DetachedFile[] } | null {
	const text = Buffer.from(raw).toString("latin1");
	const parts: FilePart[] = [];
	collect(text, 0, text.length, parts, 0);
	let size = text.length;
	const detached: FilePart[] = [];
	for (const part of parts.sort((a, b) => b.end - b.start - (a.end - a.start))) {
		if (size <= limit) break;
		detached.push(part);
		size -= part.end - part.start;
	}
	if (size > limit) return null;
	detached.sort((a, b) => a.start - b.start);
	let rest = "";
	let at = 0;
	for (const { start, end } of detached) {
		rest += text.slice(at, start);
		at = end;
	}
	return { rest: Buffer.from(rest + text.slice(at), "latin1"), files: detached.map(fileOf) };
}

function collect(text: string, start: number, end: number, parts: FilePart[], depth: number): void {
	const { header, body } = splitHeader(text.slice(start, end));
	const { value, params } = parseParameters(fieldOf(parseHeaderBlock(header).fields, "content-type"));
	const { boundary = "" } = params;
	if (!/^multipart\/(?:mixed|related|alternative)$/.test(value) || boundary === "" || depth >= MAX_DEPTH) return;
	const delimiters = delimitersIn(text, end - body.length, end, `--${boundary}`);
	for (const [index, { at, next, isLast }] of delimiters.entries()) {
		if (isLast) break;
		const until = delimiters[index + 1]?.at ?? end;
		const part = splitHeader(text.slice(next, until));
		if (isFile(part.header)) parts.push({ start: at, end: until, ...part });
		else collect(text, next, until, parts, depth + 1);
	}
}

/** Delimiter lines: where they begin, and where the line after begins. */
function delimitersIn(text: string, start: number, end: number, mark: string) {
	const found: { at: number; next: number; isLast: boolean }[] = [];
	for (let at = text.indexOf(mark, start); at >= 0 && at < end; at = text.indexOf(mark, at + mark.length)) {
		if (at > start && text[at - 1] !== "\n") continue;
		const line = text.indexOf("\n", at);
		const next = line < 0 ? end : line + 1;
		found.push({ at, next, isLast: text.startsWith("--", at + mark.length) });
	}
	return found;
}

function isFile(header: string): boolean {
	const { fields } = parseHeaderBlock(header);
	const disposition = parseParameters(fieldOf(fields, "content-disposition"));
	const type = parseParameters(fieldOf(fields, "content-type")).value;
	if (type.startsWith("multipart/")) return false;
	return disposition.value === "attachment" || disposition.params.filename !== undefined || type.startsWith("image/");
}

function fileOf({ header, body }: FilePart): DetachedFile {
	const { fields } = parseHeaderBlock(header);
	const disposition = parseParameters(fieldOf(fields, "content-disposition"));
	const type = parseParameters(fieldOf(fields, "content-type"));
	const contentId = fieldOf(fields, "content-id").trim().replace(/^<|>$/g, "");
	const encoding = fieldOf(fields, "content-transfer-encoding").trim().toLowerCase();
	// The line break before the next delimiter belongs to that (RFC 2046 §5.1.1).
	const content = body.replace(/\r?\n$/, "");
	return {
		name: disposition.params.filename ?? type.params.name ?? "attachment",
		contentType: type.value || "application/octet-stream",
		contentId: contentId || null,
		isInline: disposition.value === "inline",
		bytes:
			encoding === "base64"
				? Buffer.from(content, "base64")
				: encoding === "quoted-printable"
					? Buffer.from(decodeQuotedPrintable(Buffer.from(content, "latin1")))
					: Buffer.from(content, "latin1"),
	};
}
