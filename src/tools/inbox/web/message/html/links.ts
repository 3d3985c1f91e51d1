/** Where links in mail lead, and whether they say so. */

const allowed = new Set(["http:", "https:", "mailto:", "tel:"]);

/** An absolute address that a reader may follow; null for everything else (scripts, files, relative addresses). */
export function safeHref(href: string): string | null {
	// Browsers drop control characters and white space in front of and inside a scheme before they look at it.
	const text = [...href].filter((sign) => sign > " " && sign !== "\u007f").join("");
	if (text.startsWith("//")) return safeHref(`https:${text}`);
	const url = URL.parse(text);
	if (!url || !allowed.has(url.protocol)) return null;
	// A name in front of the host is only there to make it look like another host.
	if (url.username !== "" || url.password !== "") {
		url.username = "";
		url.password = "";
	}
	return url.href;
}

export interface Destination {
	/** What the reader sees on pointing at the link: the host, or the address of a mail link. */
	shown: string;
	/** The host that the link's text names, when it is another one. */
	pretends: string | null;
}

const hostInText = /^\s*(?:https?:\/\/)?((?:[\p{L}\p{N}-]+\.)+\p{L}{2,})(?:[/?#:]\S*)?\s*$/u;

/**
 * @param href absolute, as `safeHref` returns it
 * @param text what the link reads
 */
export function destination(href: string, text: string): Destination {
	const url = URL.parse(href);
	if (!url) return { shown: href, pretends: null };
	if (url.protocol === "mailto:" || url.protocol === "tel:")
		return { shown: decodeURI(url.pathname).slice(0, 200), pretends: null };
	const named = hostInText.exec(text)?.[1]?.toLowerCase() ?? null;
	const host = bare(url.hostname);
	const pretends = named !== null && !related(host, bare(named)) ? named : null;
	return { shown: `${url.protocol === "http:" ? "http://" : ""}${url.host}`, pretends };
}

function bare(host: string): string {
	return host.replace(/^www\./, "");
}

/** `click.shop.example` for `shop.example` is the usual way of counting clicks, not a disguise. */
function related(host: string, named: string): boolean {
	return host === named || host.endsWith(`.${named}`) || named.endsWith(`.${host}`);
}
