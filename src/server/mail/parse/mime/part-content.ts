import { isAscii, isUtf8 } from "node:buffer";
import { canonicalCharset, decodeCharset, windows1252FromBinary } from "#shared/mail/charsets.ts";
import { decodeBase64, decodeQuotedPrintable } from "#shared/mail/transfer-encoding.ts";
import type { Part } from "./structure.ts";
import { decodeUuencode, findUuencoded } from "./uuencode.ts";

export interface Content {
	bytes: Buffer;
	/** As text; null if the content is intact. */
	problem: string | null;
}

const IS_BASE64 = new Uint8Array(256);
for (const c of "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/") IS_BASE64[c.charCodeAt(0)] = 1;

/** The body of a part, still encoded. */
export function encodedBytes(raw: Buffer, { bytes, start, end }: Part): Buffer {
	return (bytes ?? raw).subarray(start, end);
}

/** Decodes a part's transfer encoding. Unknown encodings leave the bytes unchanged and set `problem`. */
export function partContent(raw: Buffer, part: Part): Content {
	const body = encodedBytes(raw, part);
	switch (part.encoding) {
		case "base64":
			return isBase64(body) ? base64Content(body) : { bytes: body, problem: "Content is not base64 as it says" };
		case "quoted-printable":
			return { bytes: asBuffer(body.includes(61) ? decodeQuotedPrintable(body) : body), problem: null };
		case "x-uuencode":
		case "x-uue":
		case "uuencode": {
			const file = findUuencoded(body)[0];
			if (!file) return { bytes: body, problem: "Uuencoded content without its beginning" };
			return {
				bytes: decodeUuencode(body, file),
				problem: file.isComplete ? null : "Uuencoded content without its end",
			};
		}
		default:
			return {
				bytes: body,
				problem: isPlainEncoding(part.encoding) ? null : `Unknown encoding "${part.encoding.slice(0, 40)}"`,
			};
	}
}

/** A part whose content can be streamed from the message's bytes. */
export interface StreamablePart {
	encoding: "identity" | "base64";
	/** Range of the encoded bytes: `start` inclusive, `end` exclusive. */
	start: number;
	end: number;
}

/** How to stream a part instead of holding it in memory; null if `partContent` needs the whole of it. */
export function streamablePart(raw: Buffer, part: Part): StreamablePart | null {
	const { start, end, encoding } = part;
	if (part.bytes !== null) return null;
	const body = raw.subarray(start, end);
	const identityPart: StreamablePart = { encoding: "identity", start, end };
	if (encoding === "quoted-printable") return body.includes(61) ? null : identityPart;
	if (/^(?:x-uuencode|x-uue|uuencode)$/.test(encoding)) return null;
	if (encoding !== "base64" || !isBase64(body)) return identityPart;
	const padding = body.indexOf(61);
	if (padding < 0) return { ...identityPart, encoding: "base64" };
	return hasMoreBase64(body, padding) ? null : { encoding: "base64", start, end: start + padding };
}

/**
 * Decoded size of a part in bytes. Base64 is counted instead of decoded, which is several times cheaper; most bytes of
 * a mailbox are attachments.
 */
export function partSize(raw: Buffer, part: Part): number {
	if (part.encoding !== "base64") return partContent(raw, part).bytes.length;
	const body = encodedBytes(raw, part);
	if (!isBase64(body)) return body.length;
	const padding = body.indexOf(61);
	const end = padding < 0 ? body.length : padding;
	if (padding >= 0 && hasMoreBase64(body, padding)) return base64Content(body).bytes.length;
	let count = 0;
	for (let i = 0; i < end; i++) count += IS_BASE64[body[i] as number] as number;
	return Math.floor((count * 3) / 4);
}

/** Detects plain text mislabeled as base64, by spaces within its lines or many characters outside the alphabet. */
function isBase64(body: Buffer): boolean {
	const sample = /^\s*([^\r\n]*)/.exec(body.toString("latin1", 0, 400))?.[1] ?? "";
	if (/[^\s=] +[^\s=]/.test(sample)) return false;
	return (sample.match(/[^A-Za-z0-9+/=\s]/g)?.length ?? 0) * 5 <= sample.length;
}

function base64Content(body: Buffer): Content {
	const padding = body.indexOf(61);
	if (padding < 0) {
		const bytes = decodeClean(body);
		return { bytes, problem: bytes.length === 0 && body.length > 4 ? "Base64 content cannot be read" : null };
	}
	// A mailing list's footer below the data is not data.
	if (!hasMoreBase64(body, padding)) {
		const rest = body
			.subarray(padding)
			.toString("latin1")
			.replace(/^[=\s]+/, "");
		return { bytes: decodeClean(body.subarray(0, padding)), problem: rest === "" ? null : "Text below base64 content" };
	}
	return { bytes: asBuffer(decodeBase64(body.toString("latin1"))), problem: null };
}

/** Whether the first `=` padding is followed by more base64 and nothing else. */
function hasMoreBase64(body: Buffer, padding: number): boolean {
	if (body.length - padding < 8) return false;
	const rest = body.toString("latin1", padding).replace(/^=+/, "");
	return /[A-Za-z0-9+/]/.test(rest) && /^[A-Za-z0-9+/=\s]+$/.test(rest) && !/[^\s] [^\s]/.test(rest);
}

/** Node's decoder skips line breaks but accepts `-` and `_` as data, which partSize does not count. */
function decodeClean(body: Buffer): Buffer {
	if (body.includes(45) || body.includes(95)) {
		return Buffer.from(body.toString("latin1").replace(/[^A-Za-z0-9+/]+/g, ""), "base64");
	}
	return Buffer.from(body.toString("latin1"), "base64");
}

function isPlainEncoding(encoding: string): boolean {
	return encoding === "" || /^(?:7|8)-?bits?$|^binary$|^none$|^us-ascii$|^text$|^\dbit/.test(encoding);
}

interface PartText {
	text: string;
	problems: string[];
}

/** Cache of decoded parts: text, links and images of a part are extracted one after another. */
const decodedParts = new WeakMap<Part, PartText & { maxBytes: number }>();

/**
 * Decodes the text of a part: transfer encoding, character set, line ends to `
 * `.
 * @param maxBytes maximum number of encoded bytes to read
 */
export function partText(raw: Buffer, part: Part, maxBytes: number): PartText {
	let decoded = decodedParts.get(part);
	if (decoded?.maxBytes !== maxBytes) {
		decoded = { ...decodePart(raw, part, maxBytes), maxBytes };
		decodedParts.set(part, decoded);
	}
	return decoded;
}

function decodePart(raw: Buffer, part: Part, maxBytes: number): PartText {
	const isCut = part.end - part.start > maxBytes;
	const { bytes, problem } = partContent(raw, isCut ? { ...part, end: part.start + maxBytes } : part);
	let charset = part.params.charset ?? "";
	if (part.type === "text/html" && canonicalCharset(charset) === "") charset = htmlCharset(bytes) ?? charset;
	const decoded = decodeText(bytes, charset);
	const text = decoded.text.includes("\r") ? decoded.text.replace(/\r\n?/g, "\n") : decoded.text;
	return {
		text: text.includes("\0") ? text.replaceAll("\0", "") : text,
		problems: [problem, decoded.problem].filter((p) => p !== null),
	};
}

/** Like `decodeCharset`, with fast paths for what most mail uses: ASCII, UTF-8 and Latin-1. */
export function decodeText(bytes: Buffer, charset: string): { text: string; problem: string | null } {
	const name = canonicalCharset(charset);
	if (isAscii(bytes) && !/^(?:utf-?(?:7|16|32)|iso-2022|hz|unicode)/.test(name))
		return { text: bytes.toString("latin1"), problem: null };
	if ((name === "windows-1252" || name === "iso-8859-1") && !isUtf8(bytes) && !hasMark(bytes))
		return { text: windows1252FromBinary(bytes.toString("latin1")), problem: null };
	if ((name === "utf-8" || name === "") && isUtf8(bytes)) {
		const text = bytes.toString("utf8");
		return { text: text.charCodeAt(0) === 0xfeff ? text.slice(1) : text, problem: null };
	}
	return decodeCharset(bytes, name);
}

/** Whether it begins with the byte-order mark of UTF-16. */
function hasMark(bytes: Buffer): boolean {
	const [first = 0, second = 0] = bytes;
	return first >= 0xfe && second >= 0xfe && first !== second;
}

/** The character set that an HTML page declares in its first 2 kB. */
function htmlCharset(bytes: Buffer): string | null {
	return /<meta[^<>]{0,200}charset\s*=[\s"']*([\w:.-]{1,40})/i.exec(bytes.toString("latin1", 0, 2048))?.[1] ?? null;
}

function asBuffer(bytes: Uint8Array): Buffer {
	return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
