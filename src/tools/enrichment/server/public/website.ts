import { decodeHTML } from "entities";
import { AppError } from "#kernel/errors.ts";
import { organizationOf } from "#kernel/parse.ts";
import type { Source } from "../source.ts";
import { logoIn } from "./logo.ts";
import { fetchPicture } from "./picture.ts";
import { isMissing, NOTHING, type Services, seenAt, textOf } from "./request.ts";

const TIMEOUT_MS = 8_000;
/** The head of a page; the rest is not read. */
const MAX_BYTES = 512 * 1024;
const MAX_DATA = 20;
/** Levels of JSON-LD in which organizations are looked for. */
const MAX_DEPTH = 5;

/**
 * The organization's own website: its name, as schema.org data, Open Graph or the title say it, and its logo. The site learns the server's
 * address, not whose details are looked up. Mail providers for everybody are not asked.
 */
export const website = (services: Pick<Services, "website">): Source => ({
	id: "website",
	isRemote: true,
	async ask(ctx, { email, signal }) {
		const domain = organizationOf(email.slice(email.lastIndexOf("@") + 1));
		if (domain === "") return NOTHING;
		const url = services.website(domain);
		const reply = await ctx.net.http(url, {
			...{ headers: { accept: "text/html" }, timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES, partialBody: true },
			...(signal !== undefined && { signal }),
		});
		if (reply.status >= 400 && !isMissing(reply.status)) {
			const { host } = new URL(reply.url);
			throw new AppError(502, "source-failed", `${host} answered with status ${reply.status}.`);
		}
		// A parked domain, or one that moved to someone else, says nothing about the person.
		const isElsewhere = URL.parse(reply.url)?.hostname !== URL.parse(url)?.hostname && !isOf(reply.url, domain);
		const isPage = /^text\/html\b/i.test(reply.headers.get("content-type") ?? "");
		if (reply.status !== 200 || isElsewhere || !isPage) return NOTHING;
		const html = new TextDecoder().decode(reply.body);
		const organizations = dataIn(html);
		const company = nameOf(organizations) ?? nameInHead(html, domain);
		if (company === null) return NOTHING;
		const seen = seenAt("website", reply.url, ctx.now(), { company, website: new URL("/", reply.url).href });
		const logo = logoIn(html, organizations, reply.url);
		if (logo === null) return seen;
		const picture = await fetchPicture(
			ctx,
			{ kind: "logo", source: "website", url: logo, page: reply.url },
			{ signal },
		);
		return picture === null ? seen : { ...seen, pictures: [picture] };
	},
});

function isOf(url: string, domain: string): boolean {
	return organizationOf(URL.parse(url)?.hostname ?? "") === domain;
}

/** The name that organizations agree on; null: none, or several. */
function nameOf(organizations: readonly Organization[]): string | null {
	const [name, other] = new Set(organizations.map((one) => one.name));
	return other === undefined ? (name ?? null) : null;
}

/** Organizations in JSON-LD (schema.org). */
function dataIn(html: string): Organization[] {
	const found: Organization[] = [];
	let at = 0;
	for (let count = 0; count < MAX_DATA; count++) {
		const open = html.indexOf("application/ld+json", at);
		const start = open < 0 ? -1 : html.indexOf(">", open) + 1;
		const end = start <= 0 ? -1 : html.indexOf("</script", start);
		if (end < 0) break;
		at = end;
		found.push(...organizationsIn(parsed(html.slice(start, end))));
	}
	return found;
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return null;
	}
}

/** An organization with a name; its logo is a URL, or an `ImageObject` with one. */
export interface Organization {
	name: string;
	logo: unknown;
}

/** Organizations at the top of a document, or in its graph. */
function organizationsIn(value: unknown, depth = 0): Organization[] {
	if (depth > MAX_DEPTH) return [];
	if (Array.isArray(value)) return value.slice(0, 100).flatMap((one) => organizationsIn(one, depth + 1));
	if (typeof value !== "object" || value === null) return [];
	const { "@graph": graph, "@type": type, name, logo } = value as Record<string, unknown>;
	const types = (Array.isArray(type) ? type : [type]).map(String);
	const isOrganization = types.some((one) => /(?:Organization|Corporation|Business)$/.test(one));
	const text = isOrganization ? textOf(decodeHTML(typeof name === "string" ? name : "")) : null;
	return [
		...(text === null ? [] : [{ name: text, logo }]),
		...(Array.isArray(graph) ? organizationsIn(graph, depth + 1) : []),
	];
}

/** The site's name in Open Graph; else the part of the title that is the domain's own name. */
function nameInHead(html: string, domain: string): string | null {
	const meta = html.indexOf("og:site_name");
	const tag = meta < 0 ? "" : html.slice(html.lastIndexOf("<", meta), html.indexOf(">", meta) + 1);
	const content = tag.length > 1_000 ? undefined : /\bcontent\s*=\s*(?:"([^"]*)"|'([^']*)')/i.exec(tag);
	const site = textOf(decodeHTML(content?.[1] ?? content?.[2] ?? ""));
	if (site !== null && site !== domain) return site;
	const open = html.search(/<title[\s>]/i);
	const start = open < 0 ? -1 : html.indexOf(">", open) + 1;
	const end = start <= 0 ? -1 : html.indexOf("</", start);
	if (end < 0 || end - start > 1_000) return null;
	const label = letters(domain.slice(0, domain.indexOf(".")));
	const parts = decodeHTML(html.slice(start, end)).split(/\s[-–—|·:]\s/);
	return textOf(parts.find((part) => label !== "" && letters(part) === label));
}

const letters = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");
