import { attributionKind, attributionLines, attributionOffset, isAttribution } from "#shared/mail/attribution.ts";
import { isListFooter } from "#shared/mail/list-footer.ts";
import { isHeaderBlock, isRule, isSeparator } from "#shared/mail/quote-headers.ts";
import { kindsOfLines } from "#shared/mail/quoted-text.ts";
import { isGreeting } from "#shared/mail/signature.ts";
import { t } from "../../base/reader-text.ts";
import { type HtmlLine, htmlLines } from "./html-lines.ts";

/** Folds the earlier messages that an HTML message quotes, by the rules for text and the markup of mail programs. */

/** Elements that are a quote and nothing else. */
const QUOTES = [
	"blockquote.gmail_quote",
	'blockquote[type="cite"]',
	'blockquote[cite^="mid:"]',
	"blockquote.protonmail_quote",
	"blockquote.tutanota_quote",
	"blockquote.front-blockquote",
	"blockquote.missive_quote",
	"blockquote.quoted_text",
].join(",");
/**
 * Elements that mail programs put around a quote: Gmail, Yahoo, Outlook for phones, Proton, Zoho, Thunderbird, GMX, Spark
 * and others. Who answers below or between the quoted lines writes into the same element.
 */
const CONTAINERS = [
	".gmail_quote_container",
	".gmail_quote",
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
/** What mail programs mark as an attribution. */
const ATTRIBUTIONS = ".gmail_attr, .moz-cite-prefix";
/** Outlook marks where the header of the quoted message begins; everything after it belongs to the quote. */
const BEGINS = '[id$="divRplyFwdMsg"], #stopSpelling';
/** How mail programs write an indented paragraph: `blockquote` without the line of a quote. */
const INDENTED = /border(?:-left)?:\s*(?:medium\s+)?(?:none|0)/i;
const SIGNATURES = '.gmail_signature, .moz-signature, #Signature, [id$="_Signature"], .protonmail_signature_block';
const SEPARATOR = "-----Original Message-----";
/** Longest line that introduces a quote. */
const MAX_INTRODUCTION_LENGTH = 250;
/** Lines of a list's footer at most, and of an attribution. */
const MAX_FOOTER_LINES = 12;
const INTRODUCTION_LINES = 6;
/** A shorter signature is shown. */
const LONG_SIGNATURE_LINES = 3;
/** Words in lower case that a signature's first line does not have. */
const MIN_SENTENCE_WORDS = 4;
const POSTSCRIPT = /^p\.?\s?s\.?(?:[:,\s]|$)/i;
/** A row or cell cannot be moved out of its table. */
const TABLE_PARTS = new Set(["TBODY", "THEAD", "TFOOT", "TR", "TD", "TH", "LI", "DT", "DD"]);

/** A list's footer is no one's words: it is shown, and stands in the way of nothing. */
type Kind = "fresh" | "quoted" | "signature" | "footer";

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
		isQuote: (element) => element.tagName === "BLOCKQUOTE" && (element.matches(QUOTES) || !isIndented(element)),
		isContainer: (element) => element.matches(CONTAINERS),
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

function isIndented(element: Element): boolean {
	return INDENTED.test(element.getAttribute("style") ?? "");
}

/** What each line is. Lines of a quote are marked as in text, so that the rules for text apply to the others. */
function kindsIn(lines: readonly HtmlLine[]): Kind[] {
	const texts = lines.map(({ text }) => text);
	const footerFrom = footerStart(lines, texts);
	const isQuoted = quotedLines(lines, footerFrom);
	for (const [i, { text }] of lines.entries()) {
		// What mail programs put in front of a quote, in any language.
		const introduces = isMarkedAttribution(lines[i] as HtmlLine) || (isQuoted[i + 1] === true && isIntroduction(text));
		if (!isQuoted[i] && introduces && attributionOffset(texts, i, () => false) === 0) isQuoted[i] = true;
	}
	const marked = texts.map((text, i) => (isQuoted[i] ? `> ${text}` : text.replace(/^\s*>/, "\u203a")));
	const kinds: Kind[] = kindsOfLines(marked, { wraps: false });
	const isSigned = signedLines(lines);
	for (const i of lines.keys()) if (kinds[i] !== "quoted") kinds[i] = isSigned[i] ? "signature" : "fresh";
	for (let i = footerFrom; i < lines.length; i++) if (!isQuoted[i]) kinds[i] = "footer";
	return kinds;
}

/** Which lines sign the message. People write their answer into the element of their signature, too. */
function signedLines(lines: readonly HtmlLine[]): boolean[] {
	const isSigned: boolean[] = [];
	let isOwn = false;
	for (const [i, { text, isSignature }] of lines.entries()) {
		const isFirst = isSignature && lines[i - 1]?.isSignature !== true;
		isOwn = isSignature && ((isFirst ? isSentence(text) || isGreeting(text) : isOwn) || POSTSCRIPT.test(text));
		isSigned[i] = isSignature && !isOwn;
	}
	return isSigned;
}

function isSentence(text: string): boolean {
	return text.split(" ").filter((word) => /^\p{Ll}/u.test(word)).length >= MIN_SENTENCE_WORDS;
}

/** Index of the first line of a list's footer at the end of the message; the number of lines if there is none. */
function footerStart(lines: readonly HtmlLine[], texts: readonly string[]): number {
	const earliest = Math.max(0, lines.length - MAX_FOOTER_LINES);
	for (let i = lines.length - 1; i >= earliest && lines[i]?.quote === null; i--) {
		if (isListFooter(texts, i)) return i;
	}
	return lines.length;
}

/** Lines of one element, from first to last. */
interface Stretch {
	element: Element | null;
	from: number;
	to: number;
}

function stretches(lines: readonly HtmlLine[], of: "quote" | "container"): Stretch[] {
	const found: Stretch[] = [];
	for (const [i, line] of lines.entries()) {
		const last = found.at(-1);
		if (last?.element === line[of]) last.to = i;
		else found.push({ element: line[of], from: i, to: i });
	}
	return found;
}

/** Which lines are in an element that quotes mail. */
function quotedLines(lines: readonly HtmlLine[], footerFrom: number): boolean[] {
	const isQuoted: boolean[] = lines.map(() => false);
	for (const { element, from, to } of stretches(lines, "quote")) {
		const isMail =
			element !== null &&
			(element.matches(QUOTES) || lines[from]?.container !== null || isMailQuote(lines, { from, to, footerFrom }));
		if (isMail) isQuoted.fill(true, from, to + 1);
	}
	for (const { element, from, to } of stretches(lines, "container")) {
		const end = Math.min(to, footerFrom - 1);
		if (element !== null && end >= from && isWholeQuote(lines, { from, to: end })) isQuoted.fill(true, from, end + 1);
	}
	return isQuoted;
}

/**
 * Whether a container has no other words than a quote: a message that was forwarded, or an attribution with a quote
 * that no `blockquote` marks.
 */
function isWholeQuote(lines: readonly HtmlLine[], { from, to }: Omit<Stretch, "element">): boolean {
	const texts = lines.slice(from, to + 1).map(({ text }) => text);
	const first = texts[0] as string;
	if (isSeparator(first) || isRule(first) || isHeaderBlock(texts, 0)) return true;
	const before = lines[from - 1]?.text ?? "";
	const isIntroduced = introductionLines(lines, from, texts) > 0 || isAttribution(before) || isSeparator(before);
	if (!isIntroduced) return false;
	const marked = new Set<Element>();
	let attributions = 0;
	for (let i = from; i <= to; i++) {
		const quote = lines[i]?.quote ?? null;
		if (quote !== null) marked.add(quote);
		else if (introductionLines(lines, i, texts.slice(i - from, i - from + INTRODUCTION_LINES)) > 0) attributions++;
	}
	// A quote that its attribution alone marks may quote others that are marked.
	return marked.size === 0 || attributions > marked.size;
}

/** How many lines from `at` introduce a quote. */
function introductionLines(lines: readonly HtmlLine[], at: number, texts: readonly string[]): number {
	const line = lines[at] as HtmlLine;
	if (isMarkedAttribution(line) || isIntroduction(line.text)) return 1;
	return attributionLines(texts, 0, () => false)?.count ?? 0;
}

/** People write into the element of the attribution as well: only what ends like one counts. */
function isMarkedAttribution({ first }: HtmlLine): boolean {
	const element = first.parentElement?.closest(ATTRIBUTIONS);
	const text = element?.textContent?.slice(-MAX_INTRODUCTION_LENGTH).trim() ?? "";
	return text.length < MAX_INTRODUCTION_LENGTH && /[:：]$/u.test(text) && /\p{Nd}.*\p{Nd}/su.test(text);
}

/** Whether a plain `blockquote` quotes mail: it has an attribution, or begins or ends the message. */
function isMailQuote(
	lines: readonly HtmlLine[],
	{ from, to, footerFrom }: { from: number; to: number; footerFrom: number },
): boolean {
	if (from === 0 || to === footerFrom - 1) return true;
	const before = lines[from - 1]?.text ?? "";
	const texts = lines.slice(from, from + 8).map(({ text }) => text);
	const isIntroduced = [before, texts[0] ?? ""].some((text) => isIntroduction(text) || isAttribution(text));
	return isIntroduced || isHeaderBlock(texts, 0);
}

/** Who wrote and when, in a short line that ends in a colon: the same in every language. */
function isIntroduction(text: string): boolean {
	return text.length < MAX_INTRODUCTION_LENGTH && attributionKind(text) !== null;
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
