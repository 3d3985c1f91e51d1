import { attributesOf } from "./attributes.ts";

/** Characters of one tag; the end of a longer one is its first `>`. */
const MAX_TAG_LENGTH = 65_536;

/**
 * Texts and tags of a page, one after the other, in linear time and without building a document. Comments, doctypes and
 * elements without words are left out; a tag that the page's end cuts off ends the page, as in browsers.
 */
export class HtmlTokens {
	/** What the current token is; a text has its character references. */
	kind: "text" | "open" | "close" = "text";
	/** Offsets of the current token, tags with their brackets. */
	from = 0;
	until = 0;
	/** Of the current tag, in lower case. */
	name = "";
	readonly html: string;
	readonly #silent: ReadonlySet<string>;
	#nameEnd = 0;
	/** Set by a quote without an end: looking for the end of each later one would take quadratic time. */
	#areQuotesBroken = false;
	/** Elements without an end tag; a page of nothing but these must not be searched again for each. */
	readonly #endless = new Set<string>();

	/** @param silent elements whose content is never text */
	constructor(html: string, silent: ReadonlySet<string>) {
		this.html = html;
		this.#silent = silent;
	}

	/** Of the current tag, by name in lower case, values decoded. */
	get attributes(): ReadonlyMap<string, string> {
		return attributesOf(this.html.slice(this.#nameEnd, this.until - 1));
	}

	/** Whether the attributes of the current tag match; quicker than reading them. */
	hasAttribute(pattern: RegExp, maxLength: number): boolean {
		return pattern.test(this.html.slice(this.#nameEnd, Math.min(this.until - 1, this.#nameEnd + maxLength)));
	}

	/** Goes to the next token. @returns false at the end */
	next(): boolean {
		const { html } = this;
		while (this.until < html.length) {
			const open = html.indexOf("<", this.until);
			if (open !== this.until) return this.#setText(open < 0 ? html.length : open);
			const next = html.charCodeAt(open + 1);
			if (next === EXCLAMATION_MARK || next === QUESTION_MARK) {
				this.until = afterMarkup(html, open);
				continue;
			}
			const isClosing = next === SLASH;
			if (!isLetter(html.charCodeAt(isClosing ? open + 2 : open + 1))) return this.#setText(open + 1);
			if (!this.#setTag(open, isClosing)) break;
			if (!this.#silent.has(this.name)) return true;
			if (!isClosing && html.charCodeAt(this.until - 2) !== SLASH && !this.#skipSilent()) break;
		}
		this.until = html.length;
		return false;
	}

	#setText(until: number): true {
		this.kind = "text";
		this.from = this.until;
		this.until = until;
		return true;
	}

	/** @returns false if the tag does not end */
	#setTag(open: number, isClosing: boolean): boolean {
		const { html } = this;
		const nameStart = isClosing ? open + 2 : open + 1;
		let nameEnd = nameStart;
		while (nameEnd < html.length && isNameCharacter(html.charCodeAt(nameEnd))) nameEnd++;
		let close = this.#areQuotesBroken ? html.indexOf(">", nameEnd) : tagEnd(html, nameEnd, MAX_TAG_LENGTH);
		if (close < 0 && !this.#areQuotesBroken) {
			this.#areQuotesBroken = true;
			close = html.indexOf(">", nameEnd);
		}
		if (close < 0) return false;
		this.kind = isClosing ? "close" : "open";
		this.from = open;
		this.until = close + 1;
		this.name = html.slice(nameStart, nameEnd).toLowerCase();
		this.#nameEnd = nameEnd;
		return true;
	}

	/** @returns false if all that follows belongs to a script or style sheet */
	#skipSilent(): boolean {
		if (this.#endless.has(this.name)) return true;
		const after = afterSilent(this.html, this.until, this.name);
		if (after >= 0) this.until = after;
		else if (this.name === "script" || this.name === "style") return false;
		else this.#endless.add(this.name);
		return true;
	}
}

const [EXCLAMATION_MARK, QUESTION_MARK, SLASH] = [33, 63, 47];

function isLetter(code: number): boolean {
	return (code >= 97 && code <= 122) || (code >= 65 && code <= 90);
}

function isNameCharacter(code: number): boolean {
	return code > 32 && code !== 47 && code !== 62 && code !== 60;
}

/** The `>` that ends a tag, outside of quoted values; -1 if none is within range. @param from behind the tag's name */
export function tagEnd(html: string, from: number, maxLength: number): number {
	let quote = 0;
	const limit = Math.min(html.length, from + maxLength);
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

const silentEnds = new Map<string, RegExp>();

/** The offset after the end tag of an element without text; -1 if there is none. */
function afterSilent(html: string, at: number, name: string): number {
	let pattern = silentEnds.get(name);
	if (pattern === undefined) {
		pattern = new RegExp(name === "head" ? "</head\\b|<body\\b" : `</${name}\\b`, "gi");
		silentEnds.set(name, pattern);
	}
	pattern.lastIndex = at;
	const end = pattern.exec(html);
	if (end === null) return -1;
	if (end[0][1] !== "/") return end.index;
	const close = html.indexOf(">", end.index);
	return close < 0 ? html.length : close + 1;
}
