import { anchorOffsets, oneLine, readAnchor, wordsOf } from "../html/anchors.ts";
import { PREFERENCES_ADDRESS, PREFERENCES_WORDS, UNSUBSCRIBE_ADDRESS, UNSUBSCRIBE_WORDS } from "./unsubscribe-words.ts";

/** Maximum number of links returned per message. */
const MAX_LINKS = 5;
/** Unsubscribe links are among the first or the last links of a message. */
const FIRST = 10;
const LAST = 40;
const MAX_ADDRESS_LENGTH = 2_000;
/** Characters of markup or text examined before, within and after a link. */
const BEFORE = 500;
const WITHIN = 1_500;
const BEHIND = 200;
/** A link text of more characters than this is judged without the words around it. */
const SPEAKS = 40;

/** A link with the words around it. */
interface Link {
	/** Offset of its start. */
	at: number;
	address: string;
	before: string;
	words: string;
	behind: string;
}

/**
 * Links of a page by which its sender offers to unsubscribe or to change preferences, recognized by their text, the
 * words right next to them, or their address. Unsubscribe links come first. Links in quoted mail are ignored.
 * @param html the page, links written as `<a href>`
 * @returns distinct http(s) addresses, at most five
 */
export function unsubscribeLinksInHtml(html: string): string[] {
	return chosen(htmlLinks(html), () => {
		const quotes = QUOTES.map((mark) => html.indexOf(mark)).filter((at) => at >= 0);
		return Math.min(html.length, ...quotes);
	});
}

/** The same for plain text, where an address is next to its words. */
export function unsubscribeLinksInText(text: string): string[] {
	return chosen(textLinks(text), () => text.length);
}

/** @param own returns the offset where quoted mail begins; called only if there are links */
function chosen(links: Iterable<Link>, own: () => number): string[] {
	const found: { at: number; address: string; isUnsubscribe: boolean }[] = [];
	for (const link of links) {
		const kind = kindOf(link);
		if (kind !== null && URL.canParse(link.address)) found.push({ ...link, isUnsubscribe: kind === "unsubscribe" });
	}
	if (found.length === 0) return [];
	const end = own();
	const addressesOf = (isUnsubscribe: boolean) =>
		found.filter((link) => link.isUnsubscribe === isUnsubscribe && link.at < end).map(({ address }) => address);
	return [...new Set([...addressesOf(true), ...addressesOf(false)])].slice(0, MAX_LINKS);
}

function kindOf({ address, before, words, behind }: Link): "unsubscribe" | "preferences" | null {
	const path = address.slice(address.indexOf("/", 8));
	if (UNSUBSCRIBE_WORDS.test(words) || UNSUBSCRIBE_ADDRESS.test(path)) return "unsubscribe";
	if (PREFERENCES_WORDS.test(words) || PREFERENCES_ADDRESS.test(path)) return "preferences";
	// `To leave, click <here>.` and `<Click here> to leave.`
	if (words.length > SPEAKS) return null;
	const around = `${before} ${behind}`;
	return UNSUBSCRIBE_WORDS.test(around) ? "unsubscribe" : PREFERENCES_WORDS.test(around) ? "preferences" : null;
}

/** What mail programs put before the quoted or forwarded message. */
const QUOTES = ["gmail_quote", "divRplyFwdMsg", "appendonsend", 'type="cite"', "type=cite"];
/** Tags that end the words next to a link. */
const BLOCK = /<\/?(?:p|div|td|th|tr|li|ul|ol|h[1-6]|table|center|section|hr)\b[^>]*>/i;

function* htmlLinks(html: string): Generator<Link> {
	const at = anchorOffsets(html);
	for (const i of ends(at.length)) {
		const start = at[i] as number;
		const tag = readAnchor(html.slice(start, start + MAX_ADDRESS_LENGTH * 2));
		const address = addressOf(tag?.href ?? "");
		if (tag === null || address === null) continue;
		const inside = start + tag.length;
		const next = at[i + 1] ?? html.length;
		const closes = html.slice(inside, Math.min(next, inside + WITHIN)).search(/<\/a\b/i);
		const end = closes < 0 ? Math.min(next, inside + WITHIN) : inside + closes;
		const before = html.slice(Math.max(0, start - BEFORE), start);
		yield {
			at: start,
			address,
			// The words of the previous link belong to that one.
			before: wordsOf(
				before
					.split(/<\/a\b[^>]*>/i)
					.at(-1)
					?.split(BLOCK)
					.at(-1) ?? "",
			),
			words: wordsOf(html.slice(inside, end)),
			behind:
				wordsOf(html.slice(end, Math.min(next, end + BEHIND)).split(BLOCK)[0] ?? "").split(/[.!?。！？]/)[0] ?? "",
		};
	}
}

const ADDRESS = /https?:\/\/[^\s<>"'`|\\^{}[\]]+/g;

function* textLinks(text: string): Generator<Link> {
	if (!text.includes("http")) return;
	const found = [...text.matchAll(ADDRESS)];
	for (const i of ends(found.length)) {
		const { index, 0: written } = found[i] as RegExpExecArray;
		const address = addressOf(withoutEnd(written));
		const lineStart = text.lastIndexOf("\n", index) + 1;
		if (address === null || text[lineStart] === ">") continue;
		const previous =
			i === 0 ? 0 : (found[i - 1] as RegExpExecArray).index + (found[i - 1] as RegExpExecArray)[0].length;
		const end = index + written.length;
		yield {
			at: index,
			address,
			before: oneLine(
				text
					.slice(Math.max(previous, index - 200), index)
					.split(/\n\s*\n/)
					.at(-1) ?? "",
			),
			words: "",
			behind: oneLine(
				text.slice(end, Math.min(found[i + 1]?.index ?? text.length, end + 80)).split(/\n|[.!?](?:\s|$)/)[0] ?? "",
			),
		};
	}
}

/**
 * Removes the punctuation of the sentence around an address. A pattern would take minutes on a long run of brackets.
 */
function withoutEnd(written: string): string {
	let end = written.length;
	while (end > 0 && ").,;:!?>".includes(written[end - 1] as string)) end--;
	return written.slice(0, end);
}

/** The first and last indexes up to a count. */
function* ends(count: number): Generator<number> {
	for (let i = 0; i < count; i++) if (i < FIRST || i >= count - LAST) yield i;
}

function addressOf(written: string): string | null {
	const address = written.trim().replace(/[\t\n\r]+/g, "");
	if (!/^https?:\/\/[^/]/i.test(address) || address.length > MAX_ADDRESS_LENGTH) return null;
	return address.replaceAll(" ", "%20").toWellFormed();
}
