import { decodeHTML } from "entities";
import { htmlToPlainText, sanitizeHtml } from "#kernel/send.ts";
import { escapeHtml } from "#shared/escape-html.ts";
import { limits } from "../limits.ts";
import { render } from "../template.ts";

/** Formatted messages: HTML with merge fields, in the form that `sanitizeHtml` writes. */

/** A field with the tags of emphasis and links that begin or end inside it. */
const SPLIT_FIELD = /\{\{(?:[^{}<]|<\/?(?:strong|em|u|s|a|code)\b[^>]*>)*\}\}/g;
/** A link, any other tag, or text. */
const PART = /<a href="([^"]*)">|<[^<>]*>|[^<]+/g;
/** A web address in text, without what usually follows it. */
const LINK = /https?:\/\/[^\s<>"]+[^\s<>".,;:!?)\]}'’”]/g;
/** Characters of a message's plain text, with the values of its fields. */
const MAX_TEXT_LENGTH = 200_000;

/** HTML as it is stored: safe, with each merge field in one piece; and its plain text. */
export function storedHtml(written: string): { html: string; text: string } {
	const html = sanitizeHtml(written).replace(SPLIT_FIELD, (field) => {
		const tags = field.match(/<[^<>]*>/g) ?? [];
		return `${field.replace(/<[^<>]*>/g, "")}${tags.join("")}`;
	});
	return { html, text: htmlToPlainText(html, limits.body) };
}

/**
 * Fills in the fields, in text and in links, and makes links of the web addresses in the text.
 * @returns also the plain text of the result
 */
export function renderHtml(
	html: string,
	values: Readonly<Record<string, string>>,
): { html: string; text: string; missing: string[] } {
	const missing: string[] = [];
	const fill = (text: string, format?: (value: string) => string): string => {
		const filled = render(text, values, format);
		missing.push(...filled.missing);
		return filled.text;
	};
	let isLink = false;
	const rendered = html.replace(PART, (part, href: string | undefined) => {
		if (href !== undefined) {
			isLink = true;
			return `<a href="${escapeHtml(filledLink(decodeHTML(href), fill))}">`;
		}
		if (part === "</a>") isLink = false;
		if (part.startsWith("<")) return part;
		const text = fill(decodeHTML(part));
		return isLink ? escapeHtml(text) : linkedHtml(text);
	});
	return { html: rendered, text: htmlToPlainText(rendered, MAX_TEXT_LENGTH), missing: [...new Set(missing)] };
}

/** A value is part of the address, or of a parameter in it. */
function filledLink(link: string, fill: (text: string, format: (value: string) => string) => string): string {
	const query = link.search(/[?#]/);
	const end = query < 0 ? link.length : query;
	const inAddress = fill(link.slice(0, end), (value) => encodeURI(value.toWellFormed()));
	return `${inAddress}${fill(link.slice(end), (value) => encodeURIComponent(value.toWellFormed()))}`;
}

/** Text as HTML, in which web addresses are links. */
export function linkedHtml(text: string): string {
	let html = "";
	let done = 0;
	for (const { 0: link, index } of text.matchAll(LINK)) {
		html += `${escapeHtml(text.slice(done, index))}<a href="${escapeHtml(link)}">${escapeHtml(link)}</a>`;
		done = index + link.length;
	}
	return html + escapeHtml(text.slice(done));
}

/** The HTML of a plain text message. */
export function htmlOf(text: string): string {
	return `<div>${linkedHtml(text).replaceAll("\n", "<br>\n")}</div>`;
}
