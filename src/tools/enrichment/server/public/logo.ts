import { decodeHTML } from "entities";
import { textOf } from "./request.ts";
import type { Organization } from "./website.ts";

/** Elements of a head that are looked at. */
const MAX_LINKS = 200;
const MAX_TAG = 1_000;

/**
 * URL of an organization's logo: the one in its schema.org data, else the icon that the site gives phones
 * (`apple-touch-icon`); null: neither, or not an http address.
 */
export function logoIn(html: string, organizations: readonly Organization[], page: string): string | null {
	const named = organizations.flatMap(({ logo }) => urlOf(logo) ?? [])[0] ?? touchIcon(html);
	const url = named === null ? null : URL.parse(named, page);
	return url?.protocol === "https:" || url?.protocol === "http:" ? url.href : null;
}

function urlOf(logo: unknown): string | null {
	const value: unknown = Array.isArray(logo) ? logo[0] : logo;
	if (typeof value !== "object" || value === null) return textOf(value);
	const { url, contentUrl } = value as Record<string, unknown>;
	return textOf(url) ?? textOf(contentUrl);
}

function touchIcon(html: string): string | null {
	let at = 0;
	for (let count = 0; count < MAX_LINKS; count++) {
		const open = html.indexOf("<link", at);
		const end = open < 0 ? -1 : html.indexOf(">", open);
		if (end < 0) return null;
		at = end;
		if (end - open > MAX_TAG) continue;
		const tag = html.slice(open, end);
		if (/\brel\s*=\s*["']?apple-touch-icon(?:-precomposed)?\b/i.test(tag)) return textOf(decodeHTML(hrefOf(tag)));
	}
	return null;
}

function hrefOf(tag: string): string {
	const [, quoted, single, bare] = /\bhref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i.exec(tag) ?? [];
	return quoted ?? single ?? bare ?? "";
}
