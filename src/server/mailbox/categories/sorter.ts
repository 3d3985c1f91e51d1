import type { Category } from "#shared/mail/categories.ts";
import type { Database, Queryable } from "../../db/database.ts";
import { classify } from "./classify.ts";
import type { SortedFacts } from "./facts.ts";
import { noteEmpty } from "./model-store.ts";
import { readMark, readTaught, type Taught } from "./taught.ts";
import { PROVIDER_WHY, ruleWhy } from "./why.ts";

/** Where a message belongs, by whose word, and why, in one sentence for the person. */
export interface Sorted {
	category: Category;
	why: string;
	by: "provider" | "classifier" | "person";
	/** How it would stand without the person's word; null unless `by` is person. */
	before: Omit<Sorted, "before"> | null;
}

/** Puts messages of one mailbox into categories: pure, and fast. */
export interface Sorter {
	/**
	 * Says where a message belongs: what the person said of its sender or list, else what its provider says, else what the
	 * built-in model and the person's own corrections make of it.
	 * @param told where the provider has it; null: into none, or it tells no categories apart
	 */
	(facts: SortedFacts, told: Category | null): Sorted;
	/**
	 * Takes over what the person has taught since: call it in the transaction that stores what is sorted, under the
	 * account's lock, so that no correction is missed. Reads a row where there is nothing new.
	 */
	renew?(tx: Queryable): Promise<void>;
}

/**
 * What puts messages into categories in this mailbox, with all that its owner has taught so far. Call it outside of
 * transactions, once for as long as messages come.
 */
export async function createSorter(database: Database, ownerId: string, accountId: string): Promise<Sorter> {
	await noteEmpty(database, ownerId, accountId);
	let taught = await readTaught(database, ownerId, accountId);
	const sort = (facts: SortedFacts, told: Category | null): Sorted => sortWith(taught, facts, told);
	return Object.assign(sort, {
		async renew(tx: Queryable): Promise<void> {
			if ((await readMark(database, ownerId, accountId, tx)) !== taught.mark)
				taught = await readTaught(database, ownerId, accountId, tx);
		},
	});
}

/** Where a message belongs, by all that is known of it. @param told see `Sorter` */
export function sortWith(taught: Taught, facts: SortedFacts, told: Category | null): Sorted {
	const without = sortWithoutRules(taught, facts, told);
	const rule = taught.ruleFor(facts);
	if (rule === null) return { ...without, before: null };
	return { category: rule.category, why: ruleWhy(rule), by: "person", before: without };
}

function sortWithoutRules(taught: Taught, facts: SortedFacts, told: Category | null): Omit<Sorted, "before"> {
	if (told !== null) return { category: told, why: PROVIDER_WHY, by: "provider" };
	return { ...classify(facts, taught.learned), by: "classifier" };
}
