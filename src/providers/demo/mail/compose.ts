/** Composes messages as RFC 5322 and MIME (RFC 2045–2047, 2231) bytes. */

import { type Charset, encodeText, isAscii } from "./charsets.ts";
import { hash32, slug } from "./prng.ts";

export interface Mailbox {
	name: string;
	email: string;
}

export interface TextPart {
	text: string;
	/** Of `text/`; plain when absent. */
	subtype?: string;
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
	encoding?: string;
}

interface MultiPart {
	multipart: "mixed" | "alternative" | "related" | "report";
	params?: Record<string, string>;
	parts: Part[];
}

export type Part = TextPart | FilePart | MultiPart;

const hexByte = (byte: number): string => `=${byte.toString(16).toUpperCase().padStart(2, "0")}`;

/** Encoded words of at most 75 characters (RFC 2047 §2), each complete in its charset. */
export function encodedWords(text: string, charset: Charset = "utf-8"): string {
	const form = charset === "iso-8859-1" ? "Q" : "B";
	const encode = (piece: string): string => {
		const bytes = encodeText(piece, charset);
		if (form === "B") return bytes.toString("base64");
		const escaped = bytes.toString("latin1").replaceAll(/[^A-Za-z0-9!*+/ -]/g, (sign) => hexByte(sign.charCodeAt(0)));
		return escaped.replaceAll(" ", "_");
	};
	const pieces = [""];
	for (const character of text) {
		const longer = pieces.at(-1) + character;
		if (encode(longer).length > 75 - `=?${charset}?B??=`.length) pieces.push(character);
		else pieces[pieces.length - 1] = longer;
	}
	return pieces.map((piece) => `=?${charset}?${form}?${encode(piece)}?=`).join(" ");
}

/** Header text: unchanged when ASCII, else encoded words. */
export const headerText = (text: string, charset?: Charset): string =>
	isAscii(text) ? text : encodedWords(text, charset);

/** `Name <address>`, the name quoted or encoded where required. */
export function mailbox({ name, email }: Mailbox, charset?: Charset): string {
	if (name === "") return email;
	const isPlain = !isAscii(name) || /^[\w !#$%&'*+/=?^`{|}~-]+$/.test(name);
	return `${isPlain ? headerText(name, charset) : quoted(name)} <${email}>`;
}

const quoted = (text: string): string => `"${text.replaceAll(/["\\]/g, "\\$&")}"`;

/** One header field with CRLF, folded at spaces to 78 columns where possible (RFC 5322 §2.2.3). */
export function headerLine(name: string, value: string): string {
	const lines = [`${name}:`];
	for (const word of value.split(" ")) {
		const line = lines.at(-1) as string;
		const fits = line.length + word.length < 78 || word === "" || line === `${name}:` || line.trim() === "";
		if (fits) lines[lines.length - 1] = `${line} ${word}`;
		else lines.push(` ${word}`);
	}
	return `${lines.join("\r\n")}\r\n`;
}

/** Quoted-printable (RFC 2045 §6.7) with lines of at most 76 characters; line endings become CRLF. */
export function quotedPrintable(bytes: Uint8Array): string {
	const escaped = Buffer.from(bytes)
		.toString("latin1")
		.replaceAll(/[^\t\n -<>-~]|[\t ](?=\n|$)/g, (sign) => hexByte(sign.charCodeAt(0)));
	return escaped.split("\n").map(softBreaks).join("\r\n");
}

function softBreaks(line: string): string {
	let [broken, start] = ["", 0];
	while (line.length - start > 75) {
		const encoded = line.lastIndexOf("=", start + 74);
		const end = encoded > start + 72 ? encoded : start + 75;
		broken += `${line.slice(start, end)}=\r\n`;
		start = end;
	}
	return broken + line.slice(start);
}

/** Base64 in lines of 76 characters (RFC 2045 §6.8), in blocks because files are large. */
export function base64Lines(bytes: Uint8Array): Buffer {
	const blocks: Buffer[] = [];
	for (let start = 0; start < bytes.length; start += 57 * 4096) {
		const block = Buffer.from(bytes.subarray(start, start + 57 * 4096)).toString("base64");
		blocks.push(Buffer.from(block.replaceAll(/.{1,76}/g, "$&\r\n"), "latin1"));
	}
	return Buffer.concat(blocks);
}

const crlf = (text: string): string => text.replaceAll(/\r?\n/g, "\r\n");

/** A parameter (RFC 2045 §5.1), in RFC 2231 form when it is not ASCII. */
function parameter(name: string, value: string): string {
	if (/^[\w.-]+$/.test(value) && name !== "filename") return `${name}=${value}`;
	if (isAscii(value)) return `${name}=${quoted(value)}`;
	const escaped = encodeURIComponent(value).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
	return `${name}*=UTF-8''${escaped}`;
}

function contentType(type: string, params: Record<string, string> = {}): string {
	const list = Object.entries(params).map(([name, value]) => parameter(name, value));
	return headerLine("Content-Type", [type, ...list].join("; "));
}

function textPart({ text, subtype = "plain", params, ...part }: TextPart): Buffer[] {
	const charset = part.charset ?? (isAscii(text) ? "us-ascii" : "utf-8");
	const isShort = text.split("\n").every(({ length }) => length < 900);
	const isPlain = isShort && (charset === "us-ascii" || charset === "iso-2022-jp");
	const encoding = part.encoding ?? (isPlain ? "7bit" : "quoted-printable");
	const head = `${contentType(`text/${subtype}`, { charset, ...params })}Content-Transfer-Encoding: ${encoding}\r\n\r\n`;
	if (encoding === "base64") return [Buffer.from(head), base64Lines(encodeText(crlf(text), charset))];
	if (encoding === "quoted-printable") return [Buffer.from(`${head}${quotedPrintable(encodeText(text, charset))}\r\n`)];
	return [Buffer.from(head), encodeText(`${crlf(text)}\r\n`, charset)];
}

function filePart({ type, name, bytes, cid, encoding = "base64" }: FilePart): Buffer[] {
	const head = [
		contentType(type, isAscii(name) ? { name } : {}),
		`Content-Transfer-Encoding: ${encoding}\r\n`,
		headerLine("Content-Disposition", `${cid ? "inline" : "attachment"}; ${parameter("filename", name)}`),
		cid ? `Content-ID: <${cid}>\r\n\r\n` : "\r\n",
	];
	const body = encoding === "7bit" ? Buffer.concat([bytes(), Buffer.from("\r\n")]) : base64Lines(bytes());
	return [Buffer.from(head.join("")), body];
}

/** A part with its own header fields. `key` identifies the message, so that boundaries are stable and unique. */
export function composePart(part: Part, key: string): Buffer[] {
	if ("text" in part) return textPart(part);
	if ("bytes" in part) return filePart(part);
	const boundary = `=_${hash32(key).toString(16).padStart(8, "0")}_${slug(`${key}/${part.multipart}`)}`;
	return [
		Buffer.from(`${contentType(`multipart/${part.multipart}`, { ...part.params, boundary })}\r\n`),
		...part.parts.flatMap((child, index) => [
			Buffer.from(`--${boundary}\r\n`),
			...composePart(child, `${key}/${index}`),
		]),
		Buffer.from(`--${boundary}--\r\n`),
	];
}
