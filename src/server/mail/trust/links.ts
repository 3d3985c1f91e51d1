import { getDomain } from "tldts";
import { trimEndOf } from "#shared/trim.ts";
import { anchorOffsets, readAnchor, wordsOf } from "../html/anchors.ts";

/** What the links of a page pretend. */

/** Links examined per message, from its beginning. */
const MAX_LINKS = 500;
const MAX_TAG_LENGTH = 4_000;
const MAX_TEXT_LENGTH = 1_500;

/** Hosts that security products put before every link, and shorteners: the text shows where the link leads in the end. */
export const REDIRECTING: readonly string[] = [
	"protection.outlook.com",
	"urldefense.com",
	"urldefense.us",
	"urldefense.proofpoint.com",
	"mimecastprotect.com",
	"mimecast.com",
	"cudasvc.com",
	"fireeye.com",
	"trendmicro.com",
	"sophos.com",
	"google.com",
	"facebook.com",
	"t.co",
	"lnkd.in",
	"bit.ly",
];

/** A text that is an address or a host, as far as its host. */
const SHOWN_HOST = /^(?:https?:\/\/)?((?:[\p{L}\p{N}-]+\.)+\p{L}{2,24})(?::\d{1,5})?(?:[/?#]\S*)?$/u;
const NUMERIC_HOST = /^\d{1,3}(?:\.\d{1,3}){3}$/;

/** A link of a page. */
export interface PageLink {
	url: URL;
	/** What the reader sees. */
	text: string;
	/** The host that the text names, where it belongs to another organization; null: it does not pretend. */
	shown: string | null;
	/** It leads to a numeric address. */
	isNumeric: boolean;
}

/** The web links of a page, the first 500, in linear time. */
export function* linksOf(html: string): Generator<PageLink> {
	const offsets = anchorOffsets(html).slice(0, MAX_LINKS);
	for (const [i, start] of offsets.entries()) {
		const tag = readAnchor(html.slice(start, start + MAX_TAG_LENGTH));
		const url = URL.parse((tag?.href ?? "").trim());
		if (tag === null || url === null || !/^https?:$/.test(url.protocol)) continue;
		const inside = start + tag.length;
		const markup = html.slice(inside, Math.min(offsets[i + 1] ?? html.length, inside + MAX_TEXT_LENGTH));
		const text = wordsOf(markup.split(/<\/a\b/i)[0] ?? "");
		const named = SHOWN_HOST.exec(text)?.[1];
		const shown = named !== undefined && pretends(named, url) ? named : null;
		yield { url, text, shown, isNumeric: NUMERIC_HOST.test(url.hostname) };
	}
}

/** The web links that a plain text spells out, without the punctuation after them, in linear time. */
export function* textLinks(text: string): Generator<PageLink> {
	for (const [found] of text.matchAll(/https?:\/\/[^\s<>"]{1,2000}/gi)) {
		const shown = trimEndOf(found, ".,;:!?)]}'’”");
		const url = URL.parse(shown);
		if (url !== null) yield { url, text: shown, shown: null, isNumeric: NUMERIC_HOST.test(url.hostname) };
	}
}

function pretends(shown: string, url: URL): boolean {
	const named = getDomain(shown);
	// A file name, or a host of a suffix that does not exist.
	if (named === null) return false;
	const host = url.hostname;
	if (getDomain(host) === named) return false;
	if (REDIRECTING.some((one) => host === one || host.endsWith(`.${one}`))) return false;
	// A redirect that carries its destination.
	return !url.href.toLowerCase().includes(named.toLowerCase());
}
