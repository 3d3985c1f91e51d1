import type { ContentFeature } from "#shared/mail/content-features.ts";
import { foldText } from "#shared/search/tokens.ts";
import { anchorOffsets, readAnchor } from "../html/anchors.ts";
import { countPhrases } from "./content-words.ts";

/** Characters of a text and a page that are examined: the beginning and the end of longer ones. */
const TEXT_START = 9_000;
const TEXT_END = 3_000;
export const MAX_HTML_LENGTH = 96 * 1024;
const MAX_LINKS = 150;
const MAX_LINK_LENGTH = 1_000;

/** How often a feature's words must appear. */
const LEAST: Partial<Record<ContentFeature, number>> = {
	"names-politics": 3,
	"names-research": 3,
	"names-security": 2,
	"names-order": 2,
	"reads-on": 2,
	"asks-to-attend": 2,
	"asks-to-sign": 2,
	"asks-to-volunteer": 2,
	"offers-discount": 2,
};
/** What only the subject and the beginning show: news and appeals thank and welcome others further below. */
const AT_START: readonly ContentFeature[] = ["welcomes", "thanks-for-payment"];
const START_LENGTH = 400;
/** Requests for money in a text that is about nothing else: at least two, and one in so many characters. */
const REPEATED = 2;
const CHARACTERS_PER_REQUEST = 900;
const MONEY = /[$€£¥₹₽]\s?\d|\d\s?(?:€|£|usd|eur|chf|kr|zł|kč)(?![a-z])/gi;
const DISCOUNT = /\d\s?[%％]\s?(?:off|rabatt|de remise|de descuento|di sconto|de desconto|korting|discount)/i;

/** The body of a message as far as it has been decoded. */
export interface Content {
	subject: string;
	text: string;
	/** Null: it has none. */
	html: string | null;
	hasText: boolean;
}

/** What the whole text, the links and the structure of a message show about its kind. Linear in what it reads. */
export function contentFeaturesOf({ subject, text, html, hasText }: Content): ContentFeature[] {
	const found = new Set<ContentFeature>();
	const examined =
		text.length > TEXT_START + TEXT_END ? `${text.slice(0, TEXT_START)}\n${text.slice(-TEXT_END)}` : text;
	noteWords(subject, withoutQuotes(examined), found);
	if (html !== null) {
		const page = html.slice(0, MAX_HTML_LENGTH);
		noteLinks(page, found);
		noteStructure(page, text.length, found);
		if (!hasText) found.add("html-only");
	}
	return [...found];
}

/** Quoted lines are someone else's words. */
function withoutQuotes(text: string): string {
	return text.includes("\n>") || text.startsWith(">") ? text.replace(/^>.*$/gm, "") : text;
}

function noteWords(subject: string, text: string, found: Set<ContentFeature>): void {
	const words = text.replace(/https?:\/\/\S+/g, " ");
	const counts = countPhrases(foldText(`${subject}\n${words}`));
	const start = countPhrases(foldText(`${subject}\n${words.replace(/[\p{Cf}\s]+/gu, " ").slice(0, START_LENGTH)}`));
	for (const feature of AT_START) counts.set(feature, start.get(feature) ?? 0);
	for (const [feature, count] of counts) if (count >= (LEAST[feature] ?? 1)) found.add(feature);
	const requests = counts.get("asks-for-money") ?? 0;
	if (requests >= REPEATED && requests * CHARACTERS_PER_REQUEST >= text.length) found.add("asks-repeatedly-for-money");
	const amounts = text.match(MONEY)?.length ?? 0;
	if (amounts >= 3) found.add("names-prices");
	if (DISCOUNT.test(text)) found.add("offers-discount");
	const { length } = text;
	if (length < 500) found.add("body-short");
	else if (length > 7_000) found.add("body-very-long");
	else if (length > 3_000) found.add("body-long");
}

const DONATE =
	/actblue|winred|anedot|donorbox|gofundme|justgiving|betterplace|classy\.org|fundraiseup|paypal\.com\/donate|[/.=_-](?:donate|donation|contribute|contribution|giving|spende|spenden|dons?|donar|doneren|chip-?in)(?:[/?#&=_.-]|$)/;
const SOCIAL = /(?:facebook|twitter|instagram|youtube|linkedin|pinterest|tiktok)\.com\//;
const CAMPAIGN = /[?&](?:utm_\w+|refcode|mkt_tok|mc_cid|mc_eid|_hsenc|akid|sourceid|source|ms|cid|trk|elqtrack)=/;
/** A part of an address that only a machine can read. */
const CODED = /[/=?&](?=[^/=&?#]*\d)[\w%.~-]{32,}/;

function noteLinks(page: string, found: Set<ContentFeature>): void {
	const links: string[] = [];
	for (const at of anchorOffsets(page).slice(0, MAX_LINKS)) {
		const href = readAnchor(page.slice(at, at + MAX_LINK_LENGTH * 2))
			?.href.trim()
			.slice(0, MAX_LINK_LENGTH)
			.toLowerCase();
		if (href?.startsWith("http")) links.push(href);
	}
	if (links.length === 0) found.add("links-none");
	else if (links.length < 5) found.add("links-few");
	else if (links.length >= 15) found.add("links-many");
	if (links.length === 0) return;
	const most = largestCount(links.map((link) => link.slice(0, link.indexOf("/", 8) >>> 0)));
	if (links.length >= 4 && most >= links.length * 0.8) found.add("links-to-one-host");
	const share = (pattern: RegExp): number => links.filter((link) => pattern.test(link)).length / links.length;
	if (share(CODED) >= 0.5) found.add("links-coded");
	if (share(CAMPAIGN) >= 0.3) found.add("links-with-campaign");
	if (share(DONATE) > 0) found.add("links-to-donate");
	if (share(SOCIAL) > 0) found.add("links-to-social");
	const same = largestCount(links.map((link) => link.split(/[?#]/)[0] as string));
	if (same >= 3 && same < links.length) found.add("links-repeated");
	const paths = new Set(links.map((link) => link.split(/[?#]/)[0]));
	if (paths.size >= 8) found.add("links-to-articles");
}

function largestCount(values: readonly string[]): number {
	const counts = new Map<string, number>();
	for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
	return Math.max(...counts.values());
}

const INVISIBLE = /<img[^<>]{0,600}(?:\b(?:width|height)\s*[=:]\s*["']?[01](?:px)?["';\s/>])/i;
const BUTTON =
	/class\s*=\s*["'][^"'<>]{0,60}(?:button|btn|cta)|<a[^<>]{0,900}(?:background(?:-color)?\s*:|border-radius\s*:)|role\s*=\s*["']button/i;
const PREHEADER = /preheader|preview-?text|mcnpreview|display\s*:\s*none[^<>]{0,200}>\s*[^\s<]/i;

function noteStructure(page: string, textLength: number, found: Set<ContentFeature>): void {
	const images = countOf(page, "<img") + countOf(page, "<IMG");
	const tables = countOf(page, "<table") + countOf(page, "<TABLE");
	if (images === 0) found.add("images-none");
	else if (images >= 8) found.add("images-many");
	if (images >= 2 && textLength / images < 150) found.add("images-mostly");
	if (images > 0 && INVISIBLE.test(page)) found.add("image-invisible");
	if (tables >= 10) found.add("tables-many");
	if (BUTTON.test(page)) found.add("button");
	if (PREHEADER.test(page)) found.add("preheader");
}

function countOf(page: string, open: string): number {
	let count = 0;
	for (let at = page.indexOf(open); at >= 0; at = page.indexOf(open, at + open.length)) count++;
	return count;
}
