import { isAttribution } from "#shared/mail/attribution.ts";
import { isHeaderBlock } from "#shared/mail/quote-headers.ts";
import { kindsOfLines } from "#shared/mail/quoted-text.ts";
import { t } from "../../reader-text.ts";
import { type HtmlLine, htmlLines } from "./html-lines.ts";

/** Folds the earlier messages that an HTML message quotes, by the rules for text and the markup of mail programs. */

/** Elements that hold a quote: Gmail, Thunderbird, Apple Mail, Yahoo, Proton, Zoho, GMX, Spark, Front, Missive. */
const QUOTES = [
	".gmail_quote_container",
	"div.gmail_quote",
	"blockquote.gmail_quote",
	'blockquote[type="cite"]',
	".yahoo_quoted",
	'[class*="yahoo_quoted"]',
	"#mail-editor-reference-message-container",
	".protonmail_quote",
	".tutanota_quote",
	".zmail_extra",
	".moz-forward-container",
	'[name="quote"]',
	'[name="messageReplySection"]',
	".front-blockquote",
	".missive_quote",
	".quoted_text",
].join(",");
/** Outlook marks where the quote begins; everything after it belongs to it. */
const BEGINS = '#appendonsend, [id$="divRplyFwdMsg"], #stopSpelling';
const SIGNATURES = '.gmail_signature, .moz-signature, #Signature, [id$="_Signature"], .protonmail_signature_block';
const SEPARATOR = "-----Original Message-----";
/** Longest line that introduces a quote. */
const MAX_INTRODUCTION_LENGTH = 250;
/** A shorter signature is shown. */
const LONG_SIGNATURE_LINES = 3;
/** A row or cell cannot be moved out of its table. */
const TABLE_PARTS = new Set(["TBODY", "THEAD", "TFOOT", "TR", "TD", "TH", "LI", "DT", "DD"]);

type Kind = "fresh" | "quoted" | "signature";

/** Lines of one kind, from first to last. */
interface Run {
	kind: Kind;
	from: number;
	to: number;
}

/**
 * Wraps the quotes at the top and at the end, and a long marked signature, into `details` elements, which open without
 * scripts. Quotes between the sender's own lines remain, since those answer them. Does nothing when there is no
 * quote, or when the message is nothing but a quote (a forwarded one).
 * @param body inert nodes of `safeHtml`; changed in place
 * @returns whether anything was folded
 */
export function foldQuoted(body: HTMLElement): boolean {
	const lines = htmlLines(body, {
		isQuote: (element) => element.tagName === "BLOCKQUOTE" || element.matches(QUOTES),
		isSignature: (element) => element.matches(SIGNATURES),
		lineBefore: (element) => (element.matches(BEGINS) ? SEPARATOR : null),
	});
	const kinds = kindsIn(lines);
	const hasWords = lines.some(({ text }, i) => kinds[i] === "fresh" && /[\p{L}\p{N}]/u.test(text));
	if (!hasWords) return false;
	let folded = false;
	for (const run of foldableRuns(kinds)) if (fold(body, lines, run)) folded = true;
	return folded;
}

/** What each line is. Lines of a quote are marked as in text, so that the rules for text apply to the others. */
function kindsIn(lines: readonly HtmlLine[]): Kind[] {
	const isQuoted = quotedLines(lines);
	const marked = lines.map(({ text }, i) => {
		// What mail programs put in front of a quote, in any language.
		const introduces = !isQuoted[i] && isQuoted[i + 1] === true && isIntroduction(text);
		return isQuoted[i] || introduces ? `> ${text}` : text.replace(/^\s*>/, "\u203a");
	});
	const kinds: Kind[] = kindsOfLines(marked);
	for (const [i, { isSignature }] of lines.entries()) {
		if (kinds[i] !== "quoted") kinds[i] = isSignature ? "signature" : "fresh";
	}
	return kinds;
}

/** Which lines are in an element that quotes mail. */
function quotedLines(lines: readonly HtmlLine[]): boolean[] {
	const isQuoted: boolean[] = [];
	for (let from = 0; from < lines.length; ) {
		const quote = lines[from]?.quote ?? null;
		let to = from;
		while (lines[to + 1]?.quote === quote && to + 1 < lines.length) to++;
		const isMail = quote !== null && (quote.matches(QUOTES) || isMailQuote(lines, from, to));
		while (from <= to) isQuoted[from++] = isMail;
	}
	return isQuoted;
}

/** Whether a plain `blockquote` quotes mail: it has an attribution, or begins or ends the message. */
function isMailQuote(lines: readonly HtmlLine[], from: number, to: number): boolean {
	if (from === 0 || to === lines.length - 1) return true;
	const before = lines[from - 1]?.text ?? "";
	const texts = lines.slice(from, from + 8).map(({ text }) => text);
	const isIntroduced = [before, texts[0] ?? ""].some((text) => isIntroduction(text) || isAttribution(text));
	return isIntroduced || isHeaderBlock(texts, 0);
}

/** One short line with an address or a time of day that ends in a colon: the same in every language. */
function isIntroduction(text: string): boolean {
	return text.length < MAX_INTRODUCTION_LENGTH && /[:：]$/u.test(text) && /@|\d[:.h]\d\d/.test(text);
}

function runsOf(kinds: readonly Kind[]): Run[] {
	const runs: Run[] = [];
	for (const [i, kind] of kinds.entries()) {
		const last = runs.at(-1);
		if (last?.kind === kind) last.to = i;
		else runs.push({ kind, from: i, to: i });
	}
	return runs;
}

/** The only quote or the one at the end, and a long signature. */
function foldableRuns(kinds: readonly Kind[]): Run[] {
	const runs = runsOf(kinds);
	const quotes = runs.filter(({ kind }) => kind === "quoted");
	const lastFresh = kinds.lastIndexOf("fresh");
	const ofQuotes = quotes.length === 1 ? quotes : quotes.filter(({ from }) => from > lastFresh);
	const signature = runs.findLast(({ kind }) => kind === "signature");
	const isLong = signature !== undefined && signature.to - signature.from + 1 >= LONG_SIGNATURE_LINES;
	return isLong ? [...ofQuotes, signature] : ofQuotes;
}

/** Moves what the run covers into a closed `details` element in its place. */
function fold(body: HTMLElement, lines: readonly HtmlLine[], { kind, from, to }: Run): boolean {
	const after = lines[to + 1]?.first ?? null;
	const kept = new Set<Node>([...ancestors(lines[from - 1]?.last ?? null), ...ancestors(after), body]);
	let start: Node | null = lines[from]?.first ?? null;
	while (start?.parentNode && !kept.has(start.parentNode)) start = start.parentNode;
	if (start === null || isTablePart(start)) return false;
	const nodes = nodesUntil(start, new Set(ancestors(after)), body);
	const details = body.ownerDocument.createElement("details");
	details.className = "mail-quoted";
	start.parentNode?.insertBefore(details, start);
	details.append(summaryOf(body.ownerDocument, kind));
	for (const node of nodes) details.append(node);
	return true;
}

function summaryOf(document: Document, kind: Kind): HTMLElement {
	const labels =
		kind === "quoted"
			? { closed: t.message.showQuotedText, open: t.message.hideQuotedText }
			: { closed: t.message.showSignature, open: t.message.hideSignature };
	const summary = document.createElement("summary");
	for (const [name, text] of Object.entries(labels)) {
		const label = document.createElement("span");
		label.className = `mail-quoted-${name}`;
		label.textContent = text;
		summary.append(label);
	}
	return summary;
}

/** A node and all that contain it. */
function* ancestors(node: Node | null): Generator<Node> {
	for (let at = node; at !== null; at = at.parentNode) yield at;
}

/**
 * What follows from `start` on, in order: its siblings, then those of its ancestors, up to what contains the end. Parts
 * of a table are not taken out of it.
 */
function nodesUntil(start: Node, end: ReadonlySet<Node>, body: HTMLElement): Node[] {
	const nodes: Node[] = [];
	for (let level: Node | null = start; level !== null && level !== body; level = level.parentNode) {
		for (let node: Node | null = level === start ? level : level.nextSibling; node !== null; node = node.nextSibling) {
			if (end.has(node) || isTablePart(node)) return nodes;
			nodes.push(node);
		}
	}
	return nodes;
}

function isTablePart(node: Node): boolean {
	return TABLE_PARTS.has(node.nodeName);
}
