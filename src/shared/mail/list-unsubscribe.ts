import { textBefore } from "../trim.ts";
import { decodeRawHeader, decodeWords } from "./encoded-words.ts";
import type { ListUnsubscribe } from "./message.ts";

/** Maximum characters read of all these headers of a message combined. */
const MAX_LENGTH = 20_000;
/** Of an email address with what follows it. */
const MAX_ADDRESS_LENGTH = 1_000;

/**
 * Reads a message's unsubscribe methods: List-Unsubscribe (RFC 2369), List-Unsubscribe-Post (RFC 8058), List-Id (RFC 2919).
 * Encoded words around addresses are decoded, relative paths and other schemes dropped, a bare email address becomes a mailto.
 * Links in the body are extracted elsewhere.
 * @param headers raw values, unfolded; undefined where the header is missing
 * @returns null if no header offers a method; a List-Unsubscribe-Post header alone offers none
 */
export function parseListUnsubscribe(headers: {
	unsubscribe: string[];
	post: string | undefined;
	listId: string | undefined;
}): ListUnsubscribe | null {
	const found: Found = { urls: new Set(), mailtos: new Set() };
	let remaining = MAX_LENGTH;
	for (const raw of headers.unsubscribe) {
		if (remaining <= 0) break;
		for (const entry of entries(decodeWords(decodeRawHeader(raw.slice(0, remaining))))) addEntry(entry, found);
		remaining -= raw.length;
	}
	const urls = [...found.urls];
	const mailtos = [...found.mailtos];
	const listId = headers.listId === undefined ? null : parseListId(headers.listId);
	if (urls.length === 0 && mailtos.length === 0 && listId === null) return null;
	const post = decodeWords(decodeRawHeader((headers.post ?? "").slice(0, 1_000)));
	const promisesPost = /^\s*list-unsubscribe\s*=\s*one-click\s*$/i.test(post);
	return { urls, mailtos, links: [], oneClick: promisesPost && urls.some((url) => /^https:/i.test(url)), listId };
}

/** The identifier of a List-Id header without angle brackets and description; null if empty. */
export function parseListId(raw: string): string | null {
	const text = decodeWords(decodeRawHeader(raw.slice(0, 1_000)));
	const id = (inLastBrackets(text) ?? text).trim().toLowerCase();
	return id === "" ? null : id.slice(0, 255);
}

/** The content of the last angle brackets, ignoring a comment after them; null if there are none. */
function inLastBrackets(text: string): string | null {
	const open = text.lastIndexOf("<");
	if (open < 0) return null;
	const close = text.indexOf(">", open);
	if (close < 0) return text.slice(open + 1);
	const rest = text.slice(close + 1).trim();
	const isComment = rest.startsWith("(") && rest.indexOf(")") === rest.length - 1;
	return rest === "" || isComment ? text.slice(open + 1, close) : null;
}

interface Found {
	urls: Set<string>;
	mailtos: Set<string>;
}

function entries(text: string): string[] {
	const bracketed = [...text.matchAll(/<([^<>]*)(?:>|$)/g)].map((match) => match[1] ?? "");
	// Without any angle brackets, split the value at commas: some senders omit the brackets.
	return bracketed.length > 0 ? bracketed : text.replace(/\([^()]*\)/g, " ").split(/,\s+|,(?=(?:https?|mailto):)|\s+/i);
}

function addEntry(entry: string, { urls, mailtos }: Found): void {
	const address = withoutFolds(entry.replaceAll(/&amp;|&#38;/gi, "&"));
	if (/^https?:\/\/[^/]/i.test(address)) {
		if (URL.canParse(address)) urls.add(address);
	} else if (/^mailto:[^?]*@/i.test(address) || /^mailto:\?.*\bto=/i.test(address)) {
		mailtos.add(address);
	} else if (address.length <= MAX_ADDRESS_LENGTH && isBareAddress(textBefore(address, "?"))) {
		mailtos.add(`mailto:${address}`);
	}
}

/**
 * Folding may leave whitespace inside; RFC 2369 §2 says to ignore it. In the texts of a mailto it separates words: list
 * managers read commands there.
 */
function withoutFolds(entry: string): string {
	const [path, query] = entry.trim().split(/\?(.*)/s, 2) as [string, string | undefined];
	const address = path.replace(/\s+/g, "").replace(/^(mailto:)\/+/i, "$1");
	if (!/^mailto:/i.test(address)) return entry.replace(/\s+/g, "");
	if (query === undefined) return address;
	const words = query
		.replace(/[\t\r\n]+/g, "")
		.split(/([&=])/)
		.map((part) => part.trim())
		.join("");
	return `${address}?${words.replace(/ +/g, "%20")}`;
}

/** `news@lists.example`: one `@` and a dot in the host. */
function isBareAddress(text: string): boolean {
	if (!/^[^\s@:/?<>]+@[^\s@:/?<>]+$/.test(text)) return false;
	const dot = text.indexOf(".", text.indexOf("@") + 2);
	return dot > 0 && dot < text.length - 1;
}
