/** Maximum ids kept of a References header: the root and the newest, which is what threading needs. */
const MAX_IDS = 200;
/** Maximum characters of an id: an RFC 5322 line holds no more. */
const MAX_ID_LENGTH = 998;

/**
 * Shorter ones without `@` are no ids: `<yes>` is what people answer when a program asks for In-Reply-To, and would merge
 * all their threads.
 */
const MIN_LOCAL_LENGTH = 8;
/** Characters before the `@` of an id without brackets, and digits among them. */
const MIN_BARE_LENGTH = 8;
const MIN_BARE_DIGITS = 3;
/** Characters read before a bracket. */
const MAX_WORDS_BEFORE = 120;
/** Longer than any name in an address. */
const LONG_BARE_LENGTH = 30;

/** The name of a person before their address, in the words that old mailers wrote: `Message from Ann Example <`. */
const NAMED_BEFORE =
	/(?:^|[\s(])(?:from|by|von|de|da|av|van)\s+["']?\p{L}[^<>:;,\d]{0,80}$|(?:^|\s)\p{Lu}[\p{L}.'-]{0,40}\s\p{Lu}[\p{L}.'-]{0,40}["']?\s*$/u;
/** What programs write for want of an id: the same in all their mail. */
const PLACEHOLDER =
	/^(?:undefined|null|none|nil|unknown|n\/a|0)?(?:@(?:undefined|null|none|nil|unknown|localhost)?)?$/i;
/** What stands before an id in them. */
const ID_BEFORE = /(?:message|mail|msg|id|post|note|letter|nachricht)["']?\s*$/i;

/**
 * Message ids (RFC 5322 §3.6.4) in an In-Reply-To header, without angle brackets. Only the content of `<…>` counts, or a
 * field of nothing but ids: In-Reply-To of old mailers holds words, dates and email addresses, and an address taken for
 * an id would merge all replies to one person into a thread.
 */
export function parseMessageIds(raw: string): string[] {
	return idsIn(raw, false);
}

/** The same of a References header. It never held addresses: each of its words is an id. */
export function parseReferences(raw: string): string[] {
	return idsIn(raw, true);
}

function idsIn(raw: string, isReferences: boolean): string[] {
	const ids = new Set<string>();
	let last = 0;
	let at = raw.indexOf("<");
	let close = raw.indexOf(">");
	while (at >= 0) {
		if (close >= 0 && close < at) close = raw.indexOf(">", at);
		const next = raw.indexOf("<", at + 1);
		// An unclosed id ends where the next begins.
		const end = close >= 0 && (next < 0 || close < next) ? close : next >= 0 ? next : raw.length;
		// Some mailers fold ids in the middle; whitespace is never part of one.
		const id = raw.slice(at + 1, Math.min(end, at + MAX_ID_LENGTH * 2)).replace(/[\s<>\0]+/g, "");
		const before = raw.slice(Math.max(last, at - MAX_WORDS_BEFORE), at);
		const isAddress = !isReferences && NAMED_BEFORE.test(before) && !ID_BEFORE.test(before);
		if (!isAddress && !PLACEHOLDER.test(id) && (id.length >= MIN_LOCAL_LENGTH || id.includes("@")))
			ids.add(id.slice(0, MAX_ID_LENGTH));
		last = end + 1;
		at = next;
	}
	if (last === 0) for (const id of bareIds(raw, isReferences)) ids.add(id);
	if (ids.size <= MAX_IDS) return [...ids];
	const all = [...ids];
	return [...all.slice(0, 1), ...all.slice(1 - MAX_IDS)];
}

/**
 * Ids without angle brackets, if the field holds nothing else. Digits or their length tell them from the addresses that old mailers
 * wrote there.
 */
function bareIds(raw: string, isReferences: boolean): string[] {
	const words = raw
		.slice(0, MAX_ID_LENGTH * MAX_IDS)
		.split(/[\s,;]+/)
		.filter((word) => word !== "");
	const isId = (word: string): boolean => {
		const at = word.indexOf("@");
		const digits = word.slice(0, Math.max(0, at)).match(/\d/g)?.length ?? 0;
		if (word.length > MAX_ID_LENGTH || at < 0 || at === word.length - 1) return false;
		return isReferences || at >= LONG_BARE_LENGTH || (at >= MIN_BARE_LENGTH && digits >= MIN_BARE_DIGITS);
	};
	return words.length > 0 && words.every(isId) ? words : [];
}

/** The message's own id, also without brackets or `@`. Null if there is none. */
export function parseMessageId(raw: string): string | null {
	const [first] = parseMessageIds(raw.slice(0, MAX_ID_LENGTH * 4));
	if (first) return first;
	const bare = raw.replace(/[<>]/g, "").trim().split(/\s+/)[0] ?? "";
	return bare === "" ? null : bare.slice(0, MAX_ID_LENGTH);
}
