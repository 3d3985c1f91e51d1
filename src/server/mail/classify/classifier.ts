import type { Category } from "#shared/mail/categories.ts";
import type { Database, Queryable } from "../../db/database.ts";
import { classify } from "./classify.ts";
import type { ClassifyFacts } from "./facts.ts";
import { noteEmpty } from "./model-store.ts";
import { type Overrides, readMark, readOverrides } from "./overrides.ts";
import { overrideReason, PROVIDER_REASON } from "./reason.ts";

/** Where a message belongs, by whose word, and why, in one sentence for the person. */
export interface Classified {
	category: Category;
	why: string;
	by: "provider" | "classifier" | "person";
	/** How it would stand without the person's word; null unless `by` is person. */
	before: Omit<Classified, "before"> | null;
}

/** Puts messages of one mailbox into categories: pure, and fast. */
export interface Classifier {
	/**
	 * Says where a message belongs: what the person said of its sender or list, else what its provider says, else what the
	 * built-in model and the person's own corrections make of it.
	 * @param told where the provider has it; null: into none, or it tells no categories apart
	 */
	(facts: ClassifyFacts, told: Category | null): Classified;
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
export async function createClassifier(database: Database, ownerId: string, accountId: string): Promise<Classifier> {
	await noteEmpty(database, ownerId, accountId);
	let overrides = await readOverrides(database, ownerId, accountId);
	const sort = (facts: ClassifyFacts, told: Category | null): Classified => classifyWith(overrides, facts, told);
	return Object.assign(sort, {
		async renew(tx: Queryable): Promise<void> {
			if ((await readMark(database, ownerId, accountId, tx)) !== overrides.mark)
				overrides = await readOverrides(database, ownerId, accountId, tx);
		},
	});
}

/** Where a message belongs, by all that is known of it. @param told see `Sorter` */
export function classifyWith(overrides: Overrides, facts: ClassifyFacts, told: Category | null): Classified {
	const without = classifyWithoutOverrides(overrides, facts, told);
	const rule = overrides.ruleFor(facts);
	if (rule === null) return { ...without, before: null };
	return { category: rule.category, why: overrideReason(rule), by: "person", before: without };
}

function classifyWithoutOverrides(
	overrides: Overrides,
	facts: ClassifyFacts,
	told: Category | null,
): Omit<Classified, "before"> {
	if (told !== null) return { category: told, why: PROVIDER_REASON, by: "provider" };
	return { ...classify(facts, overrides.trainingData), by: "classifier" };
}
