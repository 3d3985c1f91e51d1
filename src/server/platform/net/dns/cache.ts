/** A cache of DNS answers (RFC 1035 §7.4, RFC 2308), bounded by entries and by bytes. The least recently used go first. */
export interface AnswerCache<T> {
	get(key: string): T | null;
	/** @param seconds time to live; nothing is stored for 0 @param bytes approximate size */
	set(key: string, value: T, seconds: number, bytes: number): void;
	readonly size: number;
}

export interface CacheLimits {
	entries: number;
	bytes: number;
}

export function createAnswerCache<T>(limits: CacheLimits, now: () => number): AnswerCache<T> {
	const entries = new Map<string, { value: T; until: number; bytes: number }>();
	let total = 0;

	function remove(key: string): void {
		total -= entries.get(key)?.bytes ?? 0;
		entries.delete(key);
	}

	return {
		get(key) {
			const entry = entries.get(key);
			if (entry === undefined) return null;
			remove(key);
			if (entry.until <= now()) return null;
			// A Map iterates in order of insertion: the oldest are the least recently used.
			entries.set(key, entry);
			total += entry.bytes;
			return entry.value;
		},
		set(key, value, seconds, bytes) {
			remove(key);
			if (seconds <= 0 || bytes > limits.bytes) return;
			entries.set(key, { value, until: now() + seconds * 1000, bytes });
			total += bytes;
			for (const oldest of entries.keys()) {
				if (entries.size <= limits.entries && total <= limits.bytes) break;
				remove(oldest);
			}
		},
		get size() {
			return entries.size;
		},
	};
}
