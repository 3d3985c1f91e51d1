import { HtmlTokens } from "#kernel/parse.ts";
import { escapeHtml } from "#shared/escape-html.ts";

/** The HTML of a message whose opens or clicks are tracked. The plain text stays as it was written. */

/** Links of one message. */
const MAX_LINKS = 50;
/** The HTML is sanitized: all its elements may have words. */
const NONE: ReadonlySet<string> = new Set();

interface Tracking {
	/** The address that counts the click and leads to the link; null: clicks are not tracked. */
	clickLink: ((index: number) => string) | null;
	/** The address of an invisible picture; null: opens are not tracked. */
	openLink: string | null;
	/** A link that is never tracked: the one to unsubscribe. */
	except: string;
}

/** @returns the HTML, and the destinations by index */
export function trackedHtml(
	html: string,
	{ clickLink, openLink, except }: Tracking,
): { html: string; links: string[] } {
	const links: string[] = [];
	let tracked = "";
	let at = 0;
	const tokens = new HtmlTokens(html, NONE);
	while (links.length < MAX_LINKS && tokens.next()) {
		if (tokens.kind !== "open" || tokens.name !== "a") continue;
		const link = tokens.attributes.get("href") ?? "";
		const isWeb = /^https?:/i.test(link) && URL.canParse(link);
		if (clickLink === null || link === except || !isWeb) continue;
		tracked += `${html.slice(at, tokens.from)}<a href="${escapeHtml(clickLink(links.push(link) - 1))}">`;
		at = tokens.until;
	}
	tracked += html.slice(at);
	const picture = openLink === null ? "" : `<img src="${escapeHtml(openLink)}" alt="" width="1" height="1">`;
	return { html: `${tracked}${picture}`, links };
}
