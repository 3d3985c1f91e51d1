/** Ids kept of one References header: the root and the newest, which is what threading needs. */
const MOST_IDS = 200;

/**
 * Message ids (RFC 5322 §3.6.4) in an In-Reply-To or References header, without angle brackets. Only what stands in
 * `<…>` counts: In-Reply-To of old mailers holds words, dates and mail addresses, and an address taken for an id
 * would tie together all answers to one person.
 */
export function parseMessageIds(raw: string): string[] {
	const ids: string[] = [];
	let at = raw.indexOf("<");
	while (at >= 0) {
		const close = raw.indexOf(">", at);
		const next = raw.indexOf("<", at + 1);
		// An id that was never closed ends where the next begins.
		const end = close >= 0 && (next < 0 || close < next) ? close : next >= 0 ? next : raw.length;
		push(ids, raw.slice(at + 1, end));
		at = next;
	}
	return ids.length > MOST_IDS ? [...ids.slice(0, 1), ...ids.slice(1 - MOST_IDS)] : ids;
}

/** The message's own id: also one without brackets or `@`. Null when there is none. */
export function parseMessageId(raw: string): string | null {
	const [first] = parseMessageIds(raw);
	if (first) return first;
	if (raw.includes("<")) return null;
	const bare = raw.trim().split(/\s+/)[0] ?? "";
	return bare === "" ? null : bare.slice(0, 998);
}

function push(ids: string[], id: string): void {
	// Mailers fold ids in the middle; blanks are never part of one.
	const clean = id.replace(/[\s<>\0]+/g, "");
	if (clean !== "" && !ids.includes(clean)) ids.push(clean.slice(0, 998));
}
