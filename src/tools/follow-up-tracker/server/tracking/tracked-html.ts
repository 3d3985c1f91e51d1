import { decodeHTML } from "entities";
import { escapeHtml } from "#shared/escape-html.ts";

/** The HTML of a message whose opens or clicks are tracked. The plain text stays as it was written. */

/** Links of one message. */
const MAX_LINKS = 50;

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
	const tracked = html.replace(/<a href="([^"]*)">/g, (tag, href: string) => {
		const link = decodeHTML(href);
		const isWeb = /^https?:/i.test(link) && URL.canParse(link);
		if (clickLink === null || link === except || !isWeb || links.length >= MAX_LINKS) return tag;
		return `<a href="${escapeHtml(clickLink(links.push(link) - 1))}">`;
	});
	const picture = openLink === null ? "" : `<img src="${escapeHtml(openLink)}" alt="" width="1" height="1">`;
	return { html: `${tracked}${picture}`, links };
}
