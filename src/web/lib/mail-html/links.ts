/** Targets of links in mail, and whether their text shows them. */

/** What browsers drop at the start of a link. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters hide schemes
const outside = /^[\u0000-\u0020\u007f]+/;
/** A host without its scheme: relative addresses lead nowhere in mail. */
const www = /^www\.[^\s/.:]+\.[^\s]/i;
const allowed = new Set(["http:", "https:", "mailto:", "tel:"]);

/** An absolute URL that may be opened; null for everything else (scripts, files, relative URLs). */
export function safeHref(href: string): string | null {
	const text = href.replace(outside, "");
	if (text.startsWith("//") || www.test(text)) return safeHref(`https://${text.replace(/^\/\//, "")}`);
	// Browsers drop line breaks, and write blanks as %20. A blank that nothing can be made of is one too many.
	const url = URL.parse(text) ?? URL.parse([...text].filter((sign) => sign > " " && sign !== "\u007f").join(""));
	if (!url || !allowed.has(url.protocol)) return null;
	// User info before the host only serves to imitate another host.
	if (url.username !== "" || url.password !== "") {
		url.username = "";
		url.password = "";
	}
	return url.href;
}

export interface Destination {
	/** What the reader sees when hovering over the link: the host, or the address of a mail link. */
	shown: string;
	/** The host that the link's text names, when it is a different one. */
	pretends: string | null;
}

/** A link in a message. */
export interface MessageLink {
	/** Absolute, as returned by `safeHref`. */
	href: string;
	/** The text of the link. */
	text: string;
}

const hostInText = /^(?:https?:\/\/)?((?:[\p{L}\p{N}-]+\.)+\p{L}{2,})(?::\d+)?(?:[/?#]\S*)?$/u;
/** Maximum characters of a link's text that may name a host. */
const longestName = 2000;

/**
 * @param href absolute, as returned by `safeHref`
 * @param text the text of the link
 */
export function destination(href: string, text: string): Destination {
	const url = URL.parse(href);
	if (!url) return { shown: href.slice(0, 200), pretends: null };
	if (url.protocol === "mailto:" || url.protocol === "tel:")
		return { shown: decodeLoosely(url.pathname).slice(0, 200), pretends: null };
	const named = namedHost(text);
	const pretends = named !== null && !related(bare(url.hostname), bare(asHost(named))) ? named : null;
	return { shown: `${url.protocol === "http:" ? "http://" : ""}${url.host}`, pretends };
}

/** Whether a link's text already shows its target: the same host, or the same address. */
export function showsDestination(href: string, text: string): boolean {
	const url = URL.parse(href);
	if (!url) return false;
	const written = text.slice(0, longestName).trim().toLowerCase();
	if (url.protocol === "mailto:") return written === decodeLoosely(url.pathname).toLowerCase();
	if (url.protocol === "tel:") return written.replace(/[^+\d]/g, "") === url.pathname.replace(/[^+\d]/g, "");
	const named = namedHost(text);
	return named !== null && bare(asHost(named)) === bare(url.hostname);
}

/** The host that a link's text names when it is nothing but an address; null otherwise. */
function namedHost(text: string): string | null {
	if (text.length > longestName) return null;
	return hostInText.exec(text.trim())?.[1]?.toLowerCase() ?? null;
}

/** As a URL spells it: internationalized names in ASCII (RFC 5891). */
function asHost(name: string): string {
	return URL.parse(`https://${name}/`)?.hostname ?? name;
}

/** Percent-decodes; text with malformed escapes is returned unchanged. */
export function decodeLoosely(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}

function bare(host: string): string {
	return host.replace(/^www\./, "");
}

/** `click.shop.example` for `shop.example` is the usual click tracking, not a disguise. */
function related(host: string, named: string): boolean {
	return host === named || host.endsWith(`.${named}`) || named.endsWith(`.${host}`);
}
