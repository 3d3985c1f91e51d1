import { decodeHTML } from "entities";

/** Links of a page (`<a href>`), found in linear time without building a document. */

/** Offsets of the page's `<a` tags, ascending. */
export function anchorOffsets(html: string): number[] {
	return [...anchors(html, "<a"), ...anchors(html, "<A")].sort((a, b) => a - b);
}

/** Searching for a string is several times as fast as for a pattern. */
function anchors(html: string, open: string): number[] {
	const found: number[] = [];
	for (let at = html.indexOf(open); at >= 0; at = html.indexOf(open, at + 2)) {
		if (html.charCodeAt(at + 2) <= 32) found.push(at);
	}
	return found;
}

/** Parses `<a …>` in one pass: its first `href` and its length; null if it does not end or has no address. */
export function readAnchor(markup: string): { href: string; length: number } | null {
	let href: string | null = null;
	let at = "<a".length;
	while (at < markup.length) {
		const c = markup[at] as string;
		if (c === ">") return href === null ? null : { href, length: at + 1 };
		if (c <= " " || c === "/" || c === "=" || c === '"' || c === "'") {
			at++;
			continue;
		}
		const [name = ""] = ATTRIBUTE_NAME.exec(markup.slice(at)) ?? [];
		at += name.length;
		const equals = skipBlanks(markup, at);
		if (markup[equals] !== "=") continue;
		const [value, next] = readValue(markup, skipBlanks(markup, equals + 1));
		if (href === null && name.toLowerCase() === "href") href = value;
		at = next;
	}
	return null;
}

const ATTRIBUTE_NAME = /^[^\s"'=<>/]+|^./s;

/** An attribute's value, quoted or up to the next whitespace. @returns the value and the offset after it */
function readValue(markup: string, at: number): [value: string, next: number] {
	const quote = markup[at];
	const close = quote === '"' || quote === "'" ? markup.indexOf(quote, at + 1) : -1;
	if (close >= 0) return [markup.slice(at + 1, close), close + 1];
	let end = at;
	while (end < markup.length && (markup[end] as string) > " " && markup[end] !== ">") end++;
	return [markup.slice(at, end), end];
}

function skipBlanks(markup: string, at: number): number {
	let end = at;
	while (end < markup.length && (markup[end] as string) <= " ") end++;
	return end;
}

/** Text of a piece of markup, which may begin or end within a tag; images count by their alternative text. */
export function wordsOf(markup: string): string {
	const text = markup
		.replace(/^[^<>]*>/, "")
		.replace(/<[^<>]*\balt\s*=\s*(?:"([^"<>]*)"|'([^'<>]*)')[^<>]*>/gi, " $1$2 ")
		.replace(/<[^<>]*(?:>|$)/g, " ");
	return oneLine(text.includes("&") ? decodeHTML(text) : text);
}

/** In lower case; whitespace and invisible characters become single spaces. */
export function oneLine(text: string): string {
	return text
		.replace(/(?:\s|\u00ad|\u034f|[\u200b-\u200d]|\ufeff)+/g, " ")
		.trim()
		.toLowerCase();
}
