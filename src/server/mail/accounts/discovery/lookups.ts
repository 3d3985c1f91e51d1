import type { Discovered } from "#shared/contracts/accounts.ts";
import type { Net } from "../../../platform/net/net.ts";
import { discoverServers } from "./discover.ts";

/** Finds the mail servers of addresses, with a short-lived cache per process. */
export interface Lookups {
	discover(email: string): Promise<Discovered>;
}

/** Positive and negative results: the domain's owner may be setting it up right now. */
const FOUND_MS = 10 * 60_000;
const NOTHING_MS = 30_000;
const MAX_ENTRIES = 500;

export function createLookups(net: Net, now: () => number): Lookups {
	const tools = { dns: net.dns, fetch: net.http };
	const known = new Map<string, { answer: Promise<Discovered>; until: number }>();

	async function lookUp(email: string): Promise<Discovered> {
		// Not the request's own signal: other requests may wait for the same result.
		const found = await discoverServers(tools, email, new AbortController().signal);
		if (found.source === null) known.set(email, { answer: Promise.resolve(found), until: now() + NOTHING_MS });
		return found;
	}

	return {
		discover(email) {
			// RFC 5321 §2.4: the local part may be case-sensitive.
			const at = now();
			const entry = known.get(email);
			if (entry !== undefined && entry.until > at) return entry.answer;
			known.delete(email);
			if (known.size >= MAX_ENTRIES)
				for (const oldest of [...known.keys()].slice(0, MAX_ENTRIES / 10)) known.delete(oldest);
			const answer = lookUp(email);
			known.set(email, { answer, until: at + FOUND_MS });
			return answer;
		},
	};
}
