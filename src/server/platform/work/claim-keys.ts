import type { Database } from "../../db/database.ts";
import { type ClaimedItem, type Page, waitingKeys } from "./items.ts";
import { NO_KEY } from "./limits.ts";
import type { BatchKey } from "./work.ts";

/** Most keys looked at per claim. */
const MAX_KEYS = 200;

const BEFORE_FIRST = -1;

/** The keys of a batch that have items to claim, in the order of their turns. */
export interface ClaimKeys {
	/** The keys whose turn it is, with the last position claimed of each. */
	next(count: number): Promise<Page[]>;
	/**
	 * Moves keys to the end, without those that have no more items.
	 * @param wanted.counts how many items were wanted of each key
	 * @param wanted.limit how many in total
	 */
	claimed(
		pages: readonly Page[],
		items: readonly Pick<ClaimedItem, "key" | "position">[],
		wanted: { counts: readonly number[]; limit: number },
	): void;
	/** Moves a key of which nothing was claimed to the end. */
	moveLast(page: Page): void;
	rescan(): void;
}

/**
 * Remembers which keys have items, and from which position on: earlier items are claimed already, and reading past them
 * would cost more with every page.
 * @param hasKeys false: all items have the same key
 * @param limit keys looked at per claim
 */
export function createClaimKeys(database: Database, key: BatchKey, hasKeys: boolean, limit = MAX_KEYS): ClaimKeys {
	/** Keys to claim from next, in order, with the last position claimed. */
	let known = new Map<string, number>();
	/** The key after which the next page of keys begins. */
	let cursor: string | null = null;
	/** No key has items beyond the known positions. */
	let isExhausted = false;

	return {
		async next(count) {
			if (known.size === 0 && !isExhausted) {
				const keys = hasKeys ? await waitingKeys(database, key, { after: cursor, limit }) : [NO_KEY];
				isExhausted = keys.length === 0 && cursor === null;
				cursor = keys.length < limit ? null : (keys.at(-1) ?? null);
				known = new Map(keys.map((one) => [one, BEFORE_FIRST]));
			}
			return [...known].slice(0, Math.max(1, count)).map(([of, after]) => ({ key: of, after }));
		},
		claimed(pages, items, { counts, limit: most }) {
			const claimed = Map.groupBy(items, (item) => item.key);
			const isCut = items.length === most;
			for (const [index, { key: of, after }] of pages.entries()) {
				const own = claimed.get(of) ?? [];
				// Last in the order, so that the other keys come first.
				known.delete(of);
				const hasMore = isCut || own.length === counts[index];
				if (hasMore) known.set(of, own.at(-1)?.position ?? after);
			}
			if (!hasKeys && known.size === 0) isExhausted = true;
		},
		moveLast({ key: of, after }) {
			known.delete(of);
			known.set(of, after);
		},
		rescan() {
			known.clear();
			cursor = null;
			isExhausted = false;
		},
	};
}
