import { decodeHTML } from "entities";
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

/**
 * Links under words are tracked. Those whose words are an address stay as they are: one that leads elsewhere than it says
 * is what phishing looks like.
 * @returns the HTML, and the destinations by index
 */
export function trackedHtml(
	html: string,
	{ clickLink, openLink, except }: Tracking,
): { html: string; links: string[] } {
	const links: string[] = [];
	let tracked = "";
	let at = 0;
	for (const { from, until, link, words } of linksIn(html)) {
		const isWeb = /^https?:/i.test(link) && URL.canParse(link);
		if (clickLink === null || links.length >= MAX_LINKS || link === except || !isWeb || !areWords(words)) continue;
		tracked += `${html.slice(at, from)}<a href="${escapeHtml(clickLink(links.push(link) - 1))}">`;
		at = until;
	}
	tracked += html.slice(at);
	const picture = openLink === null ? "" : `<img src="${escapeHtml(openLink)}" alt="" width="1" height="1">`;
	return { html: `${tracked}${picture}`, links };
}

/** Whether a message has a link that can be tracked. @param html as it is stored, with its merge fields */
export function hasTrackableLink(html: string | null): boolean {
	if (html === null) return false;
	for (const { link, words } of linksIn(html)) if (/^(?:https?:|\{\{)/i.test(link) && areWords(words)) return true;
	return false;
}

interface Link {
	/** Offsets of its tag. */
	from: number;
	until: number;
	link: string;
	/** What is shown. */
	words: string;
}

function* linksIn(html: string): Generator<Link> {
	const tokens = new HtmlTokens(html, NONE);
	let current: Link | null = null;
	while (tokens.next()) {
		if (tokens.kind === "text") {
			if (current !== null) current.words += decodeHTML(html.slice(tokens.from, tokens.until));
			continue;
		}
		if (tokens.name !== "a") continue;
		if (current !== null) yield current;
		const { from, until } = tokens;
		current = tokens.kind === "open" ? { from, until, link: tokens.attributes.get("href") ?? "", words: "" } : null;
	}
	if (current !== null) yield current;
}

/** A web or email address, or a domain. */
const ADDRESS = /^(?:https?:|www\.|[^@]+@|[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{L}{2,})/iu;

/** Whether people read words there, and no address. */
function areWords(text: string): boolean {
	const words = text.split(/\s+/).flatMap((word) => word.replace(/^[^\p{L}\p{N}]+/u, "") || []);
	return words.length > 0 && !words.some((word) => ADDRESS.test(word));
}
