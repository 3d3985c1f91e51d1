import { decodeHTML } from "entities";
import { withoutUnseenLetters } from "#shared/mail/unseen-letters.ts";
import { OpenElements } from "./open-elements.ts";

/** Block elements, which start on a new line; true: with an empty line before and after. */
const BLOCKS = new Map<string, boolean>(
	Object.entries({
		p: true,
		h1: true,
		h2: true,
		h3: true,
		h4: true,
		h5: true,
		h6: true,
		blockquote: true,
		ul: true,
		ol: true,
		dl: true,
		pre: true,
		table: false,
		div: false,
		tr: false,
		li: false,
		dt: false,
		dd: false,
		hr: false,
		section: false,
		article: false,
		header: false,
		footer: false,
		main: false,
		nav: false,
		form: false,
		fieldset: false,
		address: false,
		center: false,
		caption: false,
		figure: false,
		body: false,
		html: false,
	}),
);
/** Elements whose content is never text. */
const SILENT = new Set([
	"script",
	"style",
	"head",
	"template",
	"noscript",
	"svg",
	"math",
	"object",
	"iframe",
	"select",
	"textarea",
	"title",
	"xml",
	"o:shapedefaults",
]);
/** Without any of these, a page hides nothing. */
const MAY_HIDE = /style|hidden|color|background|\btext\s*=/i;
const ALL_SHOWN: Pick<OpenElements, "isShown" | "open" | "close"> = { isShown: true, open: () => {}, close: () => {} };
const MANY_BLANKS = /[^\S ]| {2}/;
const MAX_TAG_LENGTH = 65_536;

/**
 * Converts an HTML page to text, for search, previews, models and reading without HTML. What a reader would not see, such
 * as white words on white, is left out. One pass over the page whatever its nesting, in linear time; quoted mail
 * (`blockquote type=cite`) gets `>` marks.
 * @param maxCharacters stops after this many
 */
export function htmlToText(html: string, maxCharacters: number): string {
	const out = new TextLines(maxCharacters);
	const elements = MAY_HIDE.test(html) ? new OpenElements(html) : ALL_SHOWN;
	let at = 0;
	let quotesBroken = false;
	let preDepth = 0;
	const endless = new Set<string>();
	while (at < html.length && !out.isFull) {
		const open = html.indexOf("<", at);
		if (open < 0) {
			if (elements.isShown) out.text(html.slice(at), preDepth > 0);
			break;
		}
		if (open > at) {
			if (preDepth === 0 && isBlank(html, at, open)) out.gap();
			else if (elements.isShown) out.text(html.slice(at, open), preDepth > 0);
		}
		const next = html.charCodeAt(open + 1);
		if (next === 33 || next === 63) {
			at = afterMarkup(html, open);
			continue;
		}
		const isClosing = next === 47;
		const nameStart = isClosing ? open + 2 : open + 1;
		if (!isLetter(html.charCodeAt(nameStart))) {
			if (elements.isShown) out.text("<", preDepth > 0);
			at = open + 1;
			continue;
		}
		let nameEnd = nameStart;
		while (nameEnd < html.length && isNameCharacter(html.charCodeAt(nameEnd))) nameEnd++;
		let close = quotesBroken ? html.indexOf(">", nameEnd) : tagEnd(html, nameEnd);
		if (close < 0 && !quotesBroken) {
			// An unterminated quote would swallow the page, and searching for its end at every tag would take quadratic time.
			quotesBroken = true;
			close = html.indexOf(">", nameEnd);
		}
		if (close < 0) break;
		const name = html.slice(nameStart, nameEnd).toLowerCase();
		at = close + 1;
		if (SILENT.has(name)) {
			if (!isClosing && html.charCodeAt(close - 1) !== 47 && !endless.has(name)) {
				const after = afterSilent(html, at, name);
				// Searched only once: a page of nothing but open tags must not be searched again for each.
				if (after >= 0) at = after;
				else if (name === "script" || name === "style") break;
				else endless.add(name);
			}
			continue;
		}
		if (isClosing) elements.close(name);
		else elements.open(name, html.slice(nameStart, close));
		if (name === "pre") preDepth = Math.max(0, preDepth + (isClosing ? -1 : 1));
		if (
			name === "blockquote" &&
			(isClosing || /cite|quote/i.test(html.slice(nameEnd, Math.min(close, nameEnd + 300))))
		) {
			out.quote(isClosing ? -1 : 1);
		}
		if (name === "br") out.lineBreak();
		else if (name === "td" || name === "th") out.gap();
		else if (name === "li" && !isClosing && elements.isShown) out.listItem();
		else {
			const block = BLOCKS.get(name);
			if (block !== undefined) out.block(block);
		}
	}
	return out.finish();
}

/** Collects words into lines, with whitespace and line breaks as a browser would show them. */
class TextLines {
	private out = "";
	private line = "";
	/** Quote depth of `line`, of the previous line, and of what comes next. */
	private lineDepth = 0;
	private lastDepth = 0;
	private depth = 0;
	/** Line breaks before `line`, and those since. */
	private breaksBefore = 0;
	private breaks = 0;
	private needsSpace = false;
	private readonly maxCharacters: number;

	constructor(maxCharacters: number) {
		this.maxCharacters = maxCharacters;
	}

	get isFull(): boolean {
		return this.out.length + this.line.length >= this.maxCharacters;
	}

	text(written: string, isPre: boolean): void {
		const decoded = withoutUnseenLetters(written.includes("&") ? decodeHTML(written) : written);
		if (isPre) {
			for (const [i, line] of decoded.replace(/\r\n?/g, "\n").split("\n").entries()) {
				if (i > 0) this.lineBreak();
				if (line !== "") this.word(line);
			}
			return;
		}
		const clean = MANY_BLANKS.test(decoded) ? decoded.replace(/[\s\u00a0]+/g, " ") : decoded;
		if (clean.charCodeAt(0) === 32) this.gap();
		if (clean === "" || clean === " ") return;
		this.word(clean.trim());
		if (clean.charCodeAt(clean.length - 1) === 32) this.gap();
	}

	gap(): void {
		this.needsSpace = this.line !== "" && this.breaks === 0;
	}

	lineBreak(): void {
		if (this.breaks < 3) this.breaks++;
		this.needsSpace = false;
	}

	block(spaced: boolean): void {
		this.breaks = Math.max(this.breaks, spaced ? 2 : 1);
		this.needsSpace = false;
	}

	listItem(): void {
		this.block(false);
		this.word("-");
		this.needsSpace = true;
	}

	quote(change: number): void {
		this.block(true);
		this.depth = Math.min(Math.max(0, this.depth + change), 20);
	}

	finish(): string {
		this.endLine();
		return this.out.slice(0, this.maxCharacters).trim();
	}

	private word(text: string): void {
		if (this.breaks > 0) {
			this.endLine();
			this.breaksBefore = this.breaks;
			this.breaks = 0;
		}
		if (this.line === "") this.lineDepth = this.depth;
		else if (this.needsSpace) this.line += " ";
		this.needsSpace = false;
		this.line += text;
	}

	private endLine(): void {
		if (this.line === "") return;
		if (this.out !== "") {
			const empty = `${">".repeat(Math.min(this.lastDepth, this.lineDepth))}\n`;
			this.out += `\n${empty.repeat(Math.max(0, this.breaksBefore - 1))}`;
		}
		this.out += this.lineDepth > 0 ? `${">".repeat(this.lineDepth)} ${this.line}` : this.line;
		this.lastDepth = this.lineDepth;
		this.line = "";
	}
}

function isLetter(code: number): boolean {
	return (code >= 97 && code <= 122) || (code >= 65 && code <= 90);
}

function isNameCharacter(code: number): boolean {
	return code > 32 && code !== 47 && code !== 62 && code !== 60;
}

function isBlank(html: string, from: number, until: number): boolean {
	for (let at = from; at < until; at++) if (html.charCodeAt(at) > 32) return false;
	return true;
}

/** The `>` that ends a tag, ignoring quoted attribute values; -1 if none is within range. */
function tagEnd(html: string, from: number): number {
	let quote = 0;
	const limit = Math.min(html.length, from + MAX_TAG_LENGTH);
	for (let at = from; at < limit; at++) {
		const code = html.charCodeAt(at);
		if (quote !== 0) {
			if (code === quote) quote = 0;
		} else if (code === 62) return at;
		else if ((code === 34 || code === 39) && opensValue(html, at)) quote = code;
	}
	return -1;
}

/** A quote starts a value only after `=`; elsewhere it is a typo. */
function opensValue(html: string, at: number): boolean {
	let before = at - 1;
	while (before > 0 && at - before < 50 && html.charCodeAt(before) <= 32) before--;
	return html.charCodeAt(before) === 61;
}

/** The offset after a comment, doctype, processing instruction or conditional comment. */
function afterMarkup(html: string, open: number): number {
	if (html.startsWith("<!--", open)) {
		// `<!-->` and `<!--->` are empty comments.
		if (html.startsWith(">", open + 4)) return open + 5;
		const end = html.indexOf("-->", open + 4);
		return end < 0 ? html.length : end + 3;
	}
	const end = html.indexOf(">", open);
	return end < 0 ? html.length : end + 1;
}

const SILENT_ENDS = new Map(
	[...SILENT].map((name) => [name, new RegExp(name === "head" ? "</head\\b|<body\\b" : `</${name}\\b`, "gi")]),
);

/** The offset after the end tag of an element without text; -1 if there is none. */
function afterSilent(html: string, at: number, name: string): number {
	const pattern = SILENT_ENDS.get(name) as RegExp;
	pattern.lastIndex = at;
	const found = pattern.exec(html);
	if (!found) return -1;
	if (found[0][1] !== "/") return found.index;
	const end = html.indexOf(">", found.index);
	return end < 0 ? html.length : end + 1;
}
