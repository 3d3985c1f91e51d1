import { decodeHTML } from "entities";
import { escapeHtml } from "#shared/escape-html.ts";

/**
 * The HTML of a message that a user writes, with nothing in it but what the editor makes: text, emphasis, links, lists,
 * quotes and code. The output is built from escaped text and the elements below, so that nothing else gets
 * through.
 */

/** Elements by name, and what they are written as. */
const ELEMENTS: Readonly<Record<string, string>> = {
	...{ p: "div", div: "div", h1: "div", h2: "div", h3: "div", h4: "div", h5: "div", h6: "div" },
	...{ b: "strong", strong: "strong", i: "em", em: "em", u: "u", s: "s", strike: "s", del: "s" },
	...{ ul: "ul", ol: "ol", li: "li", blockquote: "blockquote", pre: "pre", code: "code", a: "a" },
};
const STYLES: Readonly<Record<string, string>> = {
	blockquote: "margin:0 0 0 .8ex;border-left:1px solid #ccc;padding-left:1ex",
	pre: "font-family:monospace;white-space:pre-wrap",
};
/** Elements whose content is not text. */
const SILENT = new Set([
	...["script", "style", "head", "title", "template", "noscript", "svg", "math", "object", "iframe", "select"],
	...["textarea", "xmp", "noembed", "noframes"],
]);
/** Elements that may be inside each other. */
const MAX_DEPTH = 100;
/** Characters of one tag. */
const MAX_TAG_LENGTH = 4_096;
const MAX_LINK_LENGTH = 2_000;

/** Writes HTML that may be sent. Links lead to web and email addresses alone; images are left out. */
export function sanitizeHtml(html: string): string {
	const open: string[] = [];
	let out = "";
	const close = (name: string) => {
		if (!open.includes(name)) return;
		for (let last = open.pop(); last !== undefined; last = last === name ? undefined : open.pop()) out += `</${last}>`;
	};
	for (const token of tokensOf(html)) {
		if (typeof token === "string") {
			out += escapeHtml(decodeHTML(token));
			continue;
		}
		const name = Object.hasOwn(ELEMENTS, token.name) ? (ELEMENTS[token.name] ?? "") : "";
		if (token.name === "br" || token.name === "hr") out += `<${token.name}>`;
		else if (name === "") continue;
		else if (token.isClosing) close(name);
		else if (open.length < MAX_DEPTH) {
			if (name === "a") close("a");
			const tag = openingTag(name, token.attributes);
			if (tag === null) continue;
			open.push(name);
			out += tag;
		}
	}
	for (const name of open.reverse()) out += `</${name}>`;
	return out;
}

/** @returns null for a link that leads nowhere it may */
function openingTag(name: string, attributes: string): string | null {
	if (name === "a") {
		const href = safeLink(attributeOf(attributes, "href"));
		return href === null ? null : `<a href="${escapeHtml(href)}">`;
	}
	const start = name === "ol" ? /^\d{1,6}$/.exec(attributeOf(attributes, "start"))?.[0] : undefined;
	if (start !== undefined) return `<ol start="${start}">`;
	return STYLES[name] === undefined ? `<${name}>` : `<${name} style="${STYLES[name]}">`;
}

/** A web or email address; null for any other. */
export function safeLink(link: string): string | null {
	const href = link.trim();
	const isSafe = /^(?:https?:\/\/|mailto:)[^\p{Cc}]+$/iu.test(href) && href.length <= MAX_LINK_LENGTH;
	return isSafe ? href : null;
}

const ATTRIBUTE = /([^\s"'=<>/]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g;

/** The first of this name, as browsers take it; empty: none. */
function attributeOf(attributes: string, wanted: string): string {
	for (const [, name = "", ...values] of attributes.matchAll(ATTRIBUTE))
		if (name.toLowerCase() === wanted) return decodeHTML(values.find((value) => value !== undefined) ?? "");
	return "";
}

interface Tag {
	/** In lower case. */
	name: string;
	isClosing: boolean;
	attributes: string;
}

/** Text, with its character references, and tags; comments and what is never shown are left out. */
function* tokensOf(html: string): Generator<string | Tag> {
	let at = 0;
	// The next `>`: without one, no tag ends.
	let nextEnd = -1;
	while (at < html.length) {
		const open = html.indexOf("<", at);
		if (open !== at) yield html.slice(at, open < 0 ? html.length : open);
		if (open < 0) return;
		if (html.startsWith("<!--", open)) {
			const end = html.indexOf("-->", open + 4);
			at = end < 0 ? html.length : end + 3;
			continue;
		}
		const [, slash = "", name = ""] = /^<([/!?]?)([a-z][^\s/>]*)/i.exec(html.slice(open, open + 100)) ?? [];
		if (nextEnd < open) {
			const found = html.indexOf(">", open);
			nextEnd = found < 0 ? html.length + MAX_TAG_LENGTH : found;
		}
		const end = name === "" || nextEnd > open + MAX_TAG_LENGTH ? -1 : tagEnd(html, open);
		if (end < 0) {
			yield "<";
			at = open + 1;
			continue;
		}
		at = end + 1;
		if (slash === "!" || slash === "?") continue;
		const tag = { name: name.toLowerCase(), isClosing: slash === "/" };
		yield { ...tag, attributes: html.slice(open + 1 + slash.length + name.length, end) };
		if (SILENT.has(tag.name) && !tag.isClosing) at = afterSilent(html, at, tag.name);
	}
}

/** The `>` that ends a tag, outside of quoted values; -1: it does not end. */
function tagEnd(html: string, open: number): number {
	let quote = 0;
	const limit = Math.min(html.length, open + MAX_TAG_LENGTH);
	for (let at = open; at < limit; at++) {
		const code = html.charCodeAt(at);
		if (quote !== 0) quote = code === quote ? 0 : quote;
		else if (code === 62) return at;
		else if (code === 34 || code === 39) quote = code;
	}
	return -1;
}

/** After the closing tag; without one, the rest is no text either. */
function afterSilent(html: string, at: number, name: string): number {
	const closing = new RegExp(`</${name}\\b[^>]{0,100}>?`, "gi");
	closing.lastIndex = at;
	return closing.exec(html) === null ? html.length : closing.lastIndex;
}
