import { MessageTooComplex } from "./pool-errors.ts";

interface Result {
	output: unknown;
	/** Its size in memory. */
	sizeBytes: number;
}

interface Entry {
	result: Promise<Result>;
	/** 0 while it is being computed. */
	sizeBytes: number;
	/** Null: it does not expire. */
	expiresAt: number | null;
}

const LIMIT_BYTES = 48 * 1024 * 1024;
/** Larger results are not cached. */
const MAX_BYTES = 8 * 1024 * 1024;
const MAX_ENTRIES = 2_000;
/** How long a message that exceeded the limits is not retried. */
const FAILED_MS = 10 * 60_000;

/** Task outputs, least recently used evicted first beyond a number of bytes, and which messages exceeded the limits. */
export interface ResultCache {
	/** The cached value of this key, or the result of `make`, which is called once for all concurrent callers. */
	through(key: string, make: () => Promise<Result>): Promise<unknown>;
}

export function createResultCache(now: () => number = () => performance.now(), limit = LIMIT_BYTES): ResultCache {
	const entries = new Map<string, Entry>();
	let bytes = 0;

	function remove(key: string, entry: Entry): void {
		if (entries.get(key) !== entry) return;
		entries.delete(key);
		bytes -= entry.sizeBytes;
	}

	function trim(): void {
		for (const [key, entry] of entries) {
			if (bytes <= limit && entries.size <= MAX_ENTRIES) return;
			remove(key, entry);
		}
	}

	function add(key: string, make: () => Promise<Result>): Entry {
		const entry: Entry = { result: make(), sizeBytes: 0, expiresAt: null };
		entries.set(key, entry);
		entry.result.then(
			({ sizeBytes }) => {
				if (sizeBytes > MAX_BYTES) return remove(key, entry);
				if (entries.get(key) !== entry) return;
				entry.sizeBytes = sizeBytes;
				bytes += sizeBytes;
				trim();
			},
			(cause: unknown) => {
				if (cause instanceof MessageTooComplex) entry.expiresAt = now() + FAILED_MS;
				else remove(key, entry);
			},
		);
		return entry;
	}

	return {
		async through(key, make) {
			let entry = entries.get(key);
			if (entry?.expiresAt != null && entry.expiresAt <= now()) {
				remove(key, entry);
				entry = undefined;
			}
			if (entry === undefined) entry = add(key, make);
			else {
				// A map iterates in insertion order: this makes the entry the newest.
				entries.delete(key);
				entries.set(key, entry);
			}
			return (await entry.result).output;
		},
	};
}
