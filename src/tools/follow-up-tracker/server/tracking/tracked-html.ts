import { escapeHtml } from "#shared/escape-html.ts";

/** The HTML alternative of a message whose opens or clicks are tracked. The plain text stays as it was written. */

/** A web address in text, without what usually follows it. */
const LINK = /https?:\/\/[^\s<>"]+[^\s<>".,;:!?)\]}'’”]/g;
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
	text: string,
	{ clickLink, openLink, except }: Tracking,
): { html: string; links: string[] } {
	const links: string[] = [];
	let html = "";
	let done = 0;
	for (const { 0: link, index } of text.matchAll(LINK)) {
		html += escapeHtml(text.slice(done, index));
		done = index + link.length;
		const isTracked = clickLink !== null && link !== except && links.length < MAX_LINKS && URL.canParse(link);
		const href = isTracked ? clickLink(links.push(link) - 1) : link;
		html += `<a href="${escapeHtml(href)}">${escapeHtml(link)}</a>`;
	}
	html += escapeHtml(text.slice(done));
	const picture = openLink === null ? "" : `<img src="${escapeHtml(openLink)}" alt="" width="1" height="1">`;
	return { html: `<div>${html.replaceAll("\n", "<br>\n")}</div>${picture}`, links };
}
