import { safeHref } from "./html/links.ts";

export interface TextPart {
	text: string;
	/** Where it leads; null for words. */
	href: string | null;
}

const linkLike = /\bhttps?:\/\/[^\s<>"']+|\bwww\.[^\s<>"']+\.[^\s<>"']+|\b[\w.+-]+@(?:[\w-]+\.)+[a-z]{2,}\b/giu;

/** Splits plain text into words and links. Full stops and brackets behind an address stay words. */
export function linkify(text: string): TextPart[] {
	const parts: TextPart[] = [];
	let from = 0;
	for (const match of text.matchAll(linkLike)) {
		const link = trimEnd(match[0]);
		const href = safeHref(link.includes("://") ? link : link.includes("@") ? `mailto:${link}` : `https://${link}`);
		if (href === null) continue;
		if (match.index > from) parts.push({ text: text.slice(from, match.index), href: null });
		parts.push({ text: link, href });
		from = match.index + link.length;
	}
	if (from < text.length) parts.push({ text: text.slice(from), href: null });
	return parts;
}

function trimEnd(link: string): string {
	let end = link.length;
	for (; end > 0; end--) {
		const sign = link[end - 1] ?? "";
		if (".,;:!?*_".includes(sign)) continue;
		// A bracket belongs to the address only when it was opened inside it.
		if (sign === ")" && !link.slice(0, end).includes("(")) continue;
		if (sign === "]" && !link.slice(0, end).includes("[")) continue;
		break;
	}
	return link.slice(0, end);
}
