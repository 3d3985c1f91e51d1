import { decodeRawHeader, decodeWords } from "./encoded-words.ts";
import type { ListUnsubscribe } from "./message.ts";

/** Characters of a header that are read. */
const LONGEST = 20_000;
/** Of a mail address with what stands behind it. */
const LONGEST_ADDRESS = 1_000;

/**
 * Reads what a mailing offers for leaving it: List-Unsubscribe (RFC 2369), List-Unsubscribe-Post (RFC 8058), List-Id (RFC 2919).
 * Encoded words around addresses are undone, relative paths and other schemes dropped, a bare mail address is a mailto.
 * Links of the text are for whoever reads it.
 * @param headers raw values, unfolded; undefined where the header is missing
 * @returns null when no header offers anything; a post header on its own offers nothing
 */
export function parseListUnsubscribe(headers: {
	unsubscribe: string[];
	post: string | undefined;
	listId: string | undefined;
}): ListUnsubscribe | null {
	const urls: string[] = [];
	const mailtos: string[] = [];
	for (const raw of headers.unsubscribe) {
		for (const entry of entries(decodeWords(decodeRawHeader(raw.slice(0, LONGEST))))) addEntry(entry, urls, mailtos);
	}
	const listId = headers.listId === undefined ? null : parseListId(headers.listId);
	if (urls.length === 0 && mailtos.length === 0 && listId === null) return null;
	const promisesPost = /^\s*list-unsubscribe\s*=\s*one-click\s*$/i.test(headers.post ?? "");
	return { urls, mailtos, links: [], oneClick: promisesPost && urls.some((url) => /^https:/i.test(url)), listId };
}

/** The identifier of a List-Id header without angle brackets and description; null when empty. */
export function parseListId(raw: string): string | null {
	const text = decodeWords(decodeRawHeader(raw.slice(0, 1_000)));
	const bracketed = /<([^<>]*)>?\s*(?:\([^)]*\))?\s*$/.exec(text);
	const id = (bracketed ? (bracketed[1] ?? "") : text).trim().toLowerCase();
	return id === "" ? null : id.slice(0, 255);
}

function entries(text: string): string[] {
	const bracketed = [...text.matchAll(/<([^<>]*)(?:>|$)/g)].map((match) => match[1] ?? "");
	// Without any angle brackets the list is split at its commas: some senders leave the brackets out.
	return bracketed.length > 0 ? bracketed : text.replace(/\([^()]*\)/g, " ").split(/,\s+|,(?=(?:https?|mailto):)|\s+/i);
}

function addEntry(entry: string, urls: string[], mailtos: string[]): void {
	// Folding may have put blanks inside; RFC 2369 §2 says to ignore them.
	const address = entry.replace(/\s+/g, "");
	if (/^https?:\/\/[^/]/i.test(address)) {
		if (URL.canParse(address) && !urls.includes(address)) urls.push(address);
	} else if (/^mailto:[^?]*@/i.test(address) || /^mailto:\?.*\bto=/i.test(address)) {
		if (!mailtos.includes(address)) mailtos.push(address);
	} else if (address.length <= LONGEST_ADDRESS && /^[^\s@:/?<>]+@[^\s@:/<>]+\.[^\s@:/?<>]+(\?.*)?$/.test(address)) {
		const mailto = `mailto:${address}`;
		if (!mailtos.includes(mailto)) mailtos.push(mailto);
	}
}
