/** Composes messages as RFC 5322 and MIME (RFC 2045–2047, 2231) bytes. */

import { type Charset, encodeText, isAscii } from "./charsets.ts";
import { hash32 } from "./prng.ts";

export interface Mailbox {
	name: string;
	email: string;
}

export interface TextPart {
	text: string;
	/** Subtype of `text/`; plain when absent. */
	subtype?: "plain" | "html" | "calendar" | "rfc822-headers";
	charset?: Charset;
	encoding?: "7bit" | "8bit" | "quoted-printable" | "base64";
	params?: Record<string, string>;
}

export interface FilePart {
	type: string;
	name: string;
	bytes: () => Uint8Array;
	/** Content-ID without angle brackets: displayed inside the HTML. */
	cid?: string;
	/** Instead of base64, for parts that must not be encoded, such as `message/rfc822`. */
	encoding?: "7bit";
	params?: Record<string, string>;
}

export interface MultiPart {
	multipart: "mixed" | "alternative" | "related" | "report";
	params?: Record<string, string>;
	parts: Part[];
}

export type Part = TextPart | FilePart | MultiPart;

/** Encoded words of at most 75 characters (RFC 2047 §2), each complete in its charset. */
export function encodedWords(text: string, charset: Charset = "utf-8"): string {
	const quoted = charset === "iso-8859-1";
	const room = 75 - `=?${charset}?B??=`.length;
	const encode = (piece: string): string => {
		const bytes = encodeText(piece, charset);
		if (!quoted) return bytes.toString("base64");
		return Array.from(bytes, (byte) =>
			byte === 0x20
				? "_"
				: /[A-Za-z0-9!*+/-]/.test(String.fromCharCode(byte))
					? String.fromCharCode(byte)
					: `=${byte.toString(16).toUpperCase().padStart(2, "0")}`,
		).join("");
	};
	const encoded: string[] = [];
	let piece = "";
	for (const character of text) {
		if (encode(piece + character).length > room) {
			encoded.push(encode(piece));
			piece = "";
		}
		piece += character;
	}
	encoded.push(encode(piece));
	return encoded.map((one) => `=?${charset}?${quoted ? "Q" : "B"}?${one}?=`).join(" ");
}

/** Header text: unchanged when ASCII, else encoded words. */
export function headerText(text: string, charset: Charset = "utf-8"): string {
	return isAscii(text) ? text : encodedWords(text, charset);
}

/** `Name <address>`, the name quoted or encoded where required. */
export function mailbox({ name, email }: Mailbox, charset: Charset = "utf-8"): string {
	if (name === "") return email;
	if (!isAscii(name)) return `${encodedWords(name, charset)} <${email}>`;
	return /^[\w !#$%&'*+/=?^`{|}~-]+$/.test(name)
		? `${name} <${email}>`
		: `"${name.replaceAll(/["\\]/g, "\\$&")}" <${email}>`;
}

/** One header field with CRLF, folded at spaces to 78 columns where possible (RFC 5322 §2.2.3). */
export function headerLine(name: string, value: string): string {
	let line = `${name}:`;
	const lines: string[] = [];
	for (const word of value.split(" ")) {
		if (line.length + word.length + 1 > 78 && line.trim() !== "" && line !== `${name}:` && word !== "") {
			lines.push(line);
			line = "";
		}
		line += ` ${word}`;
	}
	return `${[...lines, line].join("\r\n")}\r\n`;
}

/** Quoted-printable (RFC 2045 §6.7) with lines of at most 76 characters; line endings become CRLF. */
export function quotedPrintable(bytes: Uint8Array): string {
	const lines: string[] = [];
	let line = "";
	const push = (token: string): void => {
		if (line.length + token.length > 75) {
			lines.push(`${line}=`);
			line = "";
		}
		line += token;
	};
	for (let i = 0; i < bytes.length; i++) {
		const byte = bytes[i] as number;
		const ends = bytes[i + 1] === 0x0a || i + 1 === bytes.length;
		if (byte === 0x0a) {
			lines.push(line);
			line = "";
		} else if ((byte >= 0x21 && byte <= 0x7e && byte !== 0x3d) || ((byte === 0x20 || byte === 0x09) && !ends)) {
			push(String.fromCharCode(byte));
		} else push(`=${byte.toString(16).toUpperCase().padStart(2, "0")}`);
	}
	return [...lines, line].join("\r\n");
}

/** Base64 in lines of 76 characters (RFC 2045 §6.8), written into a single buffer because files are large. */
export function base64Lines(bytes: Uint8Array): Buffer {
	const block = 57 * 4096;
	const encodedLength = Math.ceil(bytes.length / 3) * 4;
	const out = Buffer.allocUnsafe(encodedLength + Math.ceil(encodedLength / 76) * 2);
	let at = 0;
	for (let start = 0; start < bytes.length; start += block) {
		const size = Math.min(block, bytes.length - start);
		const text = Buffer.from(bytes.buffer, bytes.byteOffset + start, size).toString("base64");
		for (let from = 0; from < text.length; from += 76) {
			at += out.write(text.slice(from, from + 76), at, "latin1");
			out[at++] = 0x0d;
			out[at++] = 0x0a;
		}
	}
	return out.subarray(0, at);
}

const crlf = (text: string): string => text.replaceAll(/\r?\n/g, "\r\n");

/** A parameter (RFC 2045 §5.1), in RFC 2231 form when it is not ASCII. */
function parameter(name: string, value: string): string {
	if (isAscii(value)) return `${name}="${value.replaceAll(/["\\]/g, "\\$&")}"`;
	return `${name}*=UTF-8''${encodeURIComponent(value).replaceAll(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16)}`)}`;
}

function contentType(type: string, params: Record<string, string> = {}): string {
	const list = Object.entries(params).map(([name, value]) =>
		/^[\w.-]+$/.test(value) ? `${name}=${value}` : parameter(name, value),
	);
	return headerLine("Content-Type", [type, ...list].join("; "));
}

function textPart(part: TextPart): Buffer[] {
	const charset = part.charset ?? (isAscii(part.text) ? "us-ascii" : "utf-8");
	const longest = part.text.split("\n").reduce((max, line) => Math.max(max, line.length), 0);
	const plain = longest < 900 && (charset === "us-ascii" || charset === "iso-2022-jp");
	const encoding = part.encoding ?? (plain ? "7bit" : "quoted-printable");
	const type = contentType(`text/${part.subtype ?? "plain"}`, { charset, ...part.params });
	const head = `${type}Content-Transfer-Encoding: ${encoding}\r\n\r\n`;
	const bytes = encodeText(part.text, charset);
	if (encoding === "base64") return [Buffer.from(head), base64Lines(encodeText(crlf(part.text), charset))];
	if (encoding === "quoted-printable") return [Buffer.from(`${head}${quotedPrintable(bytes)}\r\n`)];
	return [Buffer.from(head), encodeText(`${crlf(part.text)}\r\n`, charset)];
}

function filePart(part: FilePart): Buffer[] {
	const disposition = part.cid
		? `inline; ${parameter("filename", part.name)}`
		: `attachment; ${parameter("filename", part.name)}`;
	const head = [
		contentType(part.type, { ...(isAscii(part.name) ? { name: part.name } : {}), ...part.params }),
		`Content-Transfer-Encoding: ${part.encoding ?? "base64"}\r\n`,
		headerLine("Content-Disposition", disposition),
		part.cid ? `Content-ID: <${part.cid}>\r\n` : "",
		"\r\n",
	].join("");
	const bytes = part.bytes();
	const body = part.encoding === "7bit" ? Buffer.concat([bytes, Buffer.from("\r\n")]) : base64Lines(bytes);
	return [Buffer.from(head), body];
}

/** A part with its own header fields. `key` identifies the message, so that boundaries are stable and unique. */
export function composePart(part: Part, key: string): Buffer[] {
	if ("text" in part) return textPart(part);
	if ("bytes" in part) return filePart(part);
	const boundary = `=_${hash32(key).toString(16).padStart(8, "0")}_${hash32(`${key}/${part.multipart}`).toString(36)}`;
	const chunks: Buffer[] = [
		Buffer.from(`${contentType(`multipart/${part.multipart}`, { ...part.params, boundary })}\r\n`),
	];
	part.parts.forEach((child, index) => {
		chunks.push(Buffer.from(`--${boundary}\r\n`), ...composePart(child, `${key}/${index}`));
	});
	chunks.push(Buffer.from(`--${boundary}--\r\n`));
	return chunks;
}
