import { t } from "../../text.ts";

/** Folds the earlier messages at the end of an HTML message. */

/** Quote markers of mail programs: Gmail, Thunderbird and Apple, Yahoo, Outlook, Proton, Zoho. */
const quoteMarks = [
	".gmail_quote_container",
	".gmail_quote",
	'blockquote[type="cite"]',
	".yahoo_quoted",
	"#appendonsend",
	"#divRplyFwdMsg",
	"#mail-editor-reference-message-container",
	".protonmail_quote",
	".zmail_extra",
	".moz-forward-container",
].join(",");

/** Outlook marks where the quote begins; everything after it belongs to it. */
const beginsHere = "#appendonsend, #divRplyFwdMsg";

/**
 * Wraps the quote at the end into a `details` element, which opens without scripts. Does nothing when there is no
 * quote, when the message is nothing but a quote (a forwarded one), or when there is a reply below it.
 * @param body inert nodes of `safeHtml`; changed in place
 */
export function foldQuoted(body: HTMLElement): boolean {
	const mark = body.querySelector<HTMLElement>(quoteMarks);
	if (!mark) return false;
	const start = withIntroduction(mark);
	const parent = start.parentElement;
	if (!parent) return false;
	const quoted = mark.matches(beginsHere) ? followers(start) : [...between(start, mark)];
	if (!hasWords(textBefore(body, start)) || hasWords(textAfter(body, quoted.at(-1) ?? mark))) return false;
	const document = body.ownerDocument;
	const details = document.createElement("details");
	details.className = "mail-quoted";
	const summary = document.createElement("summary");
	for (const [name, text] of [
		["closed", t.message.showQuotedText],
		["open", t.message.hideQuotedText],
	] as const) {
		const label = document.createElement("span");
		label.className = `mail-quoted-${name}`;
		label.textContent = text;
		summary.append(label);
	}
	parent.insertBefore(details, start);
	details.append(summary, ...quoted);
	return true;
}

/** Mail programs put "On … wrote:" before the quote, as a sibling. */
function withIntroduction(mark: HTMLElement): HTMLElement {
	const before = mark.previousElementSibling as HTMLElement | null;
	return before && isIntroduction(before) ? before : mark;
}

/** One short line with an address or a time of day that ends in a colon: the same in every language. */
function isIntroduction(element: HTMLElement): boolean {
	if (element.matches(".moz-cite-prefix")) return true;
	const text = element.textContent.trim();
	return (
		text.length < 250 && text.endsWith(":") && /@|\d[:.h]\d\d/.test(text) && !element.querySelector("p, div, table")
	);
}

function* between(start: HTMLElement, end: HTMLElement): Generator<Node> {
	for (let node: Node | null = start; node; node = node.nextSibling) {
		yield node;
		if (node === end) return;
	}
}

function followers(start: HTMLElement): Node[] {
	const nodes: Node[] = [];
	for (let node: Node | null = start; node; node = node.nextSibling) nodes.push(node);
	return nodes;
}

/** Characters of text that count as content; a single dot or space does not. */
function hasWords(text: string): boolean {
	return /[\p{L}\p{N}]/u.test(text);
}

function textBefore(body: HTMLElement, node: Node): string {
	const range = body.ownerDocument.createRange();
	range.setStart(body, 0);
	range.setEndBefore(node);
	return range.toString();
}

function textAfter(body: HTMLElement, node: Node): string {
	const range = body.ownerDocument.createRange();
	range.setStartAfter(node);
	range.setEnd(body, body.childNodes.length);
	return range.toString();
}
