import { getDomain } from "tldts";
import type { TrustSignal } from "#shared/mail/trust.ts";
import { HOST_KINDS } from "../classify/words/hosts.ts";
import { linksOf, REDIRECTING, textLinks } from "./links.ts";
import { isBrandDomain } from "./sender-name.ts";
import { MAX_LENGTH, STRONG, WEAK } from "./weights.ts";

const MAX_LINKS = 60;
const MAX_TEXT = 12_000;

/** Where anyone publishes pages and forms without a name. */
const FREE_HOSTS = new Set(
	`ipfs.io dweb.link cloudflare-ipfs.com r2.dev workers.dev pages.dev web.app firebaseapp.com glitch.me herokuapp.com
	netlify.app vercel.app weebly.com weeblysite.com wixsite.com 000webhostapp.com forms.gle blogspot.com azurewebsites.net
	duckdns.org ngrok.io ngrok-free.app page.link sites.google.com tinyurl.com is.gd cutt.ly rebrand.ly rb.gy jotform.com
	typeform.com framer.app webflow.io square.site godaddysites.com mystrikingly.com replit.app surge.sh`.split(/\s+/),
);

export interface LinkSignals {
	/** Links to the web. */
	count: number;
	/** The host of the first link, where none leads to the sender's organization; null: some do, or there are none. */
	elsewhere: string | null;
	/** The first host where anyone can publish; null: none. */
	freeHost: string | null;
	/** Links that are not what they seem. */
	pretending: TrustSignal[];
}

/** Where the links of a message lead. @param domain of the sender */
export function linkSignals(message: {
	html: string | null;
	text: string;
	domain: string;
	isBulk: boolean;
}): LinkSignals {
	const { html, text, domain, isBulk } = message;
	const pretending: TrustSignal[] = [];
	const hosts: string[] = [];
	const kinds = new Set<string>();
	const note = (kind: "link" | "numeric_link", weight: number, about: string, other: string): void => {
		if (kinds.has(kind)) return;
		kinds.add(kind);
		pretending.push({ kind, weight, about: about.slice(0, MAX_LENGTH), other: other.slice(0, MAX_LENGTH) });
	};
	for (const { url, shown, isNumeric } of html === null ? [] : linksOf(html)) {
		if (hosts.length < MAX_LINKS) hosts.push(url.hostname);
		if (isNumeric) note("numeric_link", WEAK, url.hostname, "");
		// Small senders have their links tracked by a mailing service; the companies that phishing imitates have not.
		if (shown !== null && !isBulk) note("link", isBrandDomain(shown) ? STRONG : WEAK, shown, url.hostname);
	}
	if (html === null)
		for (const { url } of textLinks(text.slice(0, MAX_TEXT))) if (hosts.length < MAX_LINKS) hosts.push(url.hostname);
	const own = getDomain(domain) ?? domain;
	const named = hosts.filter((host) => !isNeutral(host));
	const isOwn = named.some((host) => getDomain(host) === own);
	return {
		count: hosts.length,
		elsewhere: isOwn ? null : (named[0] ?? null),
		freeHost: hosts.find((host) => FREE_HOSTS.has(host) || FREE_HOSTS.has(parentOf(host))) ?? null,
		pretending,
	};
}

/** Mailing services, networks and gateways, which everybody's links lead to. */
function isNeutral(host: string): boolean {
	if (REDIRECTING.some((one) => host === one || host.endsWith(`.${one}`))) return !FREE_HOSTS.has(host);
	return HOST_KINDS.has(getDomain(host) ?? host);
}

/** The last labels, as far as a public host of pages is named by them. */
function parentOf(host: string): string {
	return host.split(".").slice(-2).join(".");
}
