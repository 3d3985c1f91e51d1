import { decodeHTML } from "entities";
import { withoutUnseenLetters } from "#shared/mail/unseen-letters.ts";
import { HtmlTokens } from "../../html/tokens.ts";
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
/** Of a `blockquote` that quotes mail. */
const QUOTE = /cite|quote/i;

/**
 * Converts an HTML page to text, for search, previews, models and reading without HTML. What a reader would not see, such
 * as white words on white, is left out. One pass over the page whatever its nesting, in linear time; quoted mail
 * (`blockquote type=cite`) gets `>` marks.
 * @param maxCharacters stops after this many
 */
export function htmlToText(html: string, maxCharacters: number): string {
	const out = new TextLines(maxCharacters);
	const elements = MAY_HIDE.test(html) ? new OpenElements(html) : ALL_SHOWN;
	const tokens = new HtmlTokens(html, SILENT);
	let preDepth = 0;
	while (!out.isFull && tokens.next()) {
		const { kind, name } = tokens;
		if (kind === "text") {
			if (preDepth === 0 && isBlank(html, tokens.from, tokens.until)) out.gap();
			else if (elements.isShown) out.text(html.slice(tokens.from, tokens.until), preDepth > 0);
			continue;
		}
		const isClosing = kind === "close";
		if (isClosing) elements.close(name);
		else elements.open(name, html.slice(tokens.from + 1, tokens.until - 1));
		if (name === "pre") preDepth = Math.max(0, preDepth + (isClosing ? -1 : 1));
		if (name === "blockquote" && (isClosing || tokens.hasAttribute(QUOTE, 300))) out.quote(isClosing ? -1 : 1);
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

function isBlank(html: string, from: number, until: number): boolean {
	for (let at = from; at < until; at++) if (html.charCodeAt(at) > 32) return false;
	return true;
}
