import { decodeHTML } from "entities";
import { attributesOf } from "./attributes.ts";
import { tagEnd } from "./tokens.ts";

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

/** Parses `<a …>`: its `href`, decoded, and its length; null if it does not end or has no address. */
export function readAnchor(markup: string): { href: string; length: number } | null {
	const nameEnd = "<a".length;
	const quoted = tagEnd(markup, nameEnd, markup.length);
	const end = quoted < 0 ? markup.indexOf(">") : quoted;
	const href = attributesOf(markup.slice(nameEnd, Math.max(nameEnd, end))).get("href");
	return href === undefined ? null : { href, length: end + 1 };
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
