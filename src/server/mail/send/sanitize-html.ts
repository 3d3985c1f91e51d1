import { decodeHTML } from "entities";
import { escapeHtml } from "#shared/escape-html.ts";
import { HtmlTokens } from "../html/tokens.ts";

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
const MAX_LINK_LENGTH = 2_000;

/** Writes HTML that may be sent. Links lead to web and email addresses alone; images are left out. */
export function sanitizeHtml(html: string): string {
	const open: string[] = [];
	let out = "";
	const close = (name: string) => {
		if (!open.includes(name)) return;
		for (let last = open.pop(); last !== undefined; last = last === name ? undefined : open.pop()) out += `</${last}>`;
	};
	const tokens = new HtmlTokens(html, SILENT);
	while (tokens.next()) {
		if (tokens.kind === "text") {
			out += escapeHtml(decodeHTML(html.slice(tokens.from, tokens.until)));
			continue;
		}
		const name = Object.hasOwn(ELEMENTS, tokens.name) ? (ELEMENTS[tokens.name] ?? "") : "";
		if (tokens.name === "br" || tokens.name === "hr") out += `<${tokens.name}>`;
		else if (name === "") continue;
		else if (tokens.kind === "close") close(name);
		else if (open.length < MAX_DEPTH) {
			if (name === "a") close("a");
			const tag = openingTag(name, tokens.attributes);
			if (tag === null) continue;
			open.push(name);
			out += tag;
		}
	}
	for (const name of open.reverse()) out += `</${name}>`;
	return out;
}

/** @returns null for a link that leads nowhere it may */
function openingTag(name: string, attributes: ReadonlyMap<string, string>): string | null {
	if (name === "a") {
		const href = safeLink(attributes.get("href") ?? "");
		return href === null ? null : `<a href="${escapeHtml(href)}">`;
	}
	const start = name === "ol" ? /^\d{1,6}$/.exec(attributes.get("start") ?? "")?.[0] : undefined;
	if (start !== undefined) return `<ol start="${start}">`;
	return STYLES[name] === undefined ? `<${name}>` : `<${name} style="${STYLES[name]}">`;
}

/** A web or email address; null for any other. */
export function safeLink(link: string): string | null {
	const href = link.trim();
	const isSafe = /^(?:https?:\/\/|mailto:)[^\p{Cc}]+$/iu.test(href) && href.length <= MAX_LINK_LENGTH;
	return isSafe ? href : null;
}
