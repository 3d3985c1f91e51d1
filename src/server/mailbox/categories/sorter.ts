import type { Database } from "../../db/database.ts";
import { PROVIDER_WHY } from "../store/categories.ts";
import type { SortedFacts } from "./facts.ts";

export const CATEGORIES = ["promotions", "social", "updates", "forums", "primary"] as const;
export type Category = (typeof CATEGORIES)[number];

/** Where a message belongs, by whose word, and why, in one sentence for the person. */
export interface Sorted {
	category: Category;
	why: string;
	by: "provider" | "classifier" | "person";
	/** How it would stand without the person's word; null unless `by` is person. */
	before: Omit<Sorted, "before"> | null;
}

/**
 * Says where a message belongs: what the person said of its sender or list, else what its provider says, else what the
 * built-in model and the person's own corrections make of it.
 * @param told where the provider has it; null: into none, or it tells no categories apart
 */
export type Sorter = (facts: SortedFacts, told: Category | null) => Sorted;

/**
 * What puts messages into categories in this mailbox, with all that its owner has taught so far. Reads a row or two;
 * call it once for a batch of messages, outside of transactions.
 */
export function createSorter(_database: Database, _ownerId: string, _accountId: string): Promise<Sorter> {
	return Promise.resolve((_facts, told) =>
		told === null
			? { category: "primary", why: "Nothing speaks for another category.", by: "classifier", before: null }
			: { category: told, why: PROVIDER_WHY, by: "provider", before: null },
	);
}
