import { unflow } from "#shared/mail/flowed.ts";
import { uuencodedIn } from "./attachments.ts";
import type { BodyParts } from "./body-parts.ts";
import { htmlToText } from "./html-text.ts";
import { partText } from "./part-content.ts";
import type { Part } from "./structure.ts";
import type { UuencodedFile } from "./uuencode.ts";

export interface TextLimits {
	/** Encoded bytes read of each part. */
	bytes: number;
	/** Of the whole text. */
	characters: number;
	/** Joins soft line breaks (RFC 3676), for reading; search and storage keep lines as sent. */
	joinsSoftLines?: boolean;
}

/** The plain text of a whole body: text parts as they are, HTML turned to text where it has no plain form. */
export function bodyText(raw: Buffer, sorted: BodyParts, limits: TextLimits): { text: string; problems: string[] } {
	const read = joinTexts(raw, sorted.text, limits);
	if (read.text.trim() !== "" || !sorted.html.some((part) => part.type === "text/html")) return read;
	// The plain form is there but empty: newsletters do that.
	const fromHtml = joinTexts(raw, sorted.html, limits);
	return { text: fromHtml.text, problems: [...read.problems, ...fromHtml.problems] };
}

/** The HTML of a whole body, plain parts between HTML ones as preformatted blocks; null when there is no HTML. */
export function bodyHtml(raw: Buffer, sorted: BodyParts, mostBytes: number): string | null {
	if (!sorted.html.some((part) => part.type === "text/html")) return null;
	return sorted.html
		.map((part) => {
			const { text } = partText(raw, part, mostBytes);
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
	if (part.type === "text/enriched" || part.type === "text/richtext") return text.replace(/<[^<>]{1,200}>/g, "");
	const files = text.includes("begin ") ? uuencodedIn(raw, part) : [];
	const plain = files.length > 0 ? withoutFiles(text, files) : text;
	if (!limits.joinsSoftLines || part.params.format?.toLowerCase() !== "flowed") return plain;
	return unflow(plain, part.params.delsp?.toLowerCase() === "yes");
}

/** Takes uuencoded files out of a text: they are attachments. */
function withoutFiles(text: string, files: UuencodedFile[]): string {
	let out = text;
	for (const file of files) {
		const start = out.search(/^begin [0-7]{3,4} +\S/m);
		if (start < 0) break;
		const end = /^end[ \t]*$/m.exec(out.slice(start));
		out =
			file.isComplete && end
				? out.slice(0, start) + out.slice(start + end.index + end[0].length + 1)
				: out.slice(0, start);
	}
	return out;
}

function escapeHtml(text: string): string {
	return text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
}
