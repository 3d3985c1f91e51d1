import { budget } from "#web/lib/mail-html/base/budget.ts";
import { safeHref } from "#web/lib/mail-html/links.ts";

export interface TextPart {
	text: string;
	/** Target URL; null for plain text. */
	href: string | null;
}

/** Where a link may begin. No part of it repeats, so the search is linear. */
const beginning = /\bhttps?:\/\/|\bwww\.|@/gi;
/** Ends a URL in running text. */
const delimiter = /[\s<>"']/g;
const localPart = /[\w.+-]/;
/** RFC 5321 §4.5.3.1: 64 octets before the @, 255 after it. */
const longestLocal = 64;
const domain = /(?:[\w-]{1,63}\.)+[a-z]{2,63}\b/iy;
const longestDomain = 255;

/**
 * Splits plain text into text and links, in linear time. Trailing periods and brackets stay text.
 * @param maxLinks maximum number of links; the rest stays text
 */
export function linkify(text: string, maxLinks: number = budget.textLinks): TextPart[] {
	const parts: TextPart[] = [];
	let from = 0;
	let links = 0;
	const search = new RegExp(beginning);
	for (let match = search.exec(text); match !== null && links < maxLinks; match = search.exec(text)) {
		const found = match[0] === "@" ? emailAt(text, match.index, from) : addressAt(text, match.index);
		if (!found) continue;
		search.lastIndex = found.next;
		if (found.href === null) continue;
		if (found.start > from) parts.push({ text: text.slice(from, found.start), href: null });
		parts.push({ text: text.slice(found.start, found.end), href: found.href });
		from = found.end;
		links++;
	}
	if (from < text.length) parts.push({ text: text.slice(from), href: null });
	return parts;
}

interface Found {
	start: number;
	end: number;
	/** Where to continue the search. */
	next: number;
	/** Null: it looks like an address but must not be linked. */
	href: string | null;
}

/** @param start where `http://`, `https://` or `www.` begins */
function addressAt(text: string, start: number): Found | null {
	delimiter.lastIndex = start;
	const next = delimiter.exec(text)?.index ?? text.length;
	const isBare = text[start]?.toLowerCase() === "w";
	if (isBare) {
		// A host name needs one more dot, with a label on both sides.
		const dot = text.indexOf(".", start + 5);
		if (dot < 0 || dot + 1 >= next) return null;
	}
	const end = start + lengthWithoutMarks(text.slice(start, next));
	const link = text.slice(start, end);
	const href = link.length > budget.linkLength ? null : safeHref(isBare ? `https://${link}` : link);
	return { start, end, next, href };
}

/**
 * @param at index of the @
 * @param from no address begins before it
 */
function emailAt(text: string, at: number, from: number): Found | null {
	let start = at;
	while (start > from && at - start <= longestLocal && localPart.test(text[start - 1] ?? "")) start--;
	if (at - start > longestLocal) return null;
	while (start < at && /[.+-]/.test(text[start] ?? "")) start++;
	if (start === at) return null;
	const behind = text.slice(at + 1, at + 1 + longestDomain);
	domain.lastIndex = 0;
	const host = domain.exec(behind)?.[0];
	if (host === undefined) return null;
	const end = at + 1 + host.length;
	return { start, end, next: end, href: safeHref(`mailto:${text.slice(start, end)}`) };
}

/** The length of an address without the punctuation of the sentence around it. */
function lengthWithoutMarks(link: string): number {
	// A bracket belongs to the address only when it was opened inside it. Not by `indexOf`: V8 moves that into the loop,
	// because only the loop needs it, which makes the search quadratic once the function is optimized.
	const round = link.search(/\(/);
	const square = link.search(/\[/);
	let end = link.length;
	for (; end > 0; end--) {
		const sign = link[end - 1] ?? "";
		const isClosing = (sign === ")" && (round < 0 || round >= end)) || (sign === "]" && (square < 0 || square >= end));
		if (!isClosing && !".,;:!?*_".includes(sign)) break;
	}
	return end;
}
