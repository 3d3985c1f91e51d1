import type { Category } from "#shared/mail/categories.ts";
import type { Database } from "../../db/database.ts";
import type { AssignedCategory } from "../emails/emails.ts";
import { classify } from "./classify.ts";
import type { ClassifierInput } from "./features/facts.ts";
import { recordEmpty } from "./model-store.ts";
import { type Overrides, readMark, readOverrides } from "./overrides.ts";
import { overrideReason, PROVIDER_REASON } from "./reason.ts";

export interface Classified extends AssignedCategory {
	/** What it would be without the user's correction; null unless `source` is `user`. */
	previous: AssignedCategory | null;
}

/** Assigns categories to messages of one mailbox: pure, and fast. */
export interface Classifier {
	/**
	 * A message's category. Precedence: the user's correction of its sender or list, its provider's category, the
	 * built-in model together with training data from the user's corrections.
	 * @param fromProvider the provider's category; null: none, or the provider has no categories
	 */
	(facts: ClassifierInput, fromProvider: Category | null): Classified;
	/**
	 * Loads corrections made since. Call it in the transaction that stores the classified messages, under the account's
	 * lock, so that no correction is missed. Reads one row if there is nothing new.
	 */
	renew?(): Promise<void>;
}

/**
 * The classifier of a mailbox, with all of its owner's corrections so far. Call it outside of transactions, once per
 * run.
 */
export async function createClassifier(database: Database, ownerId: string, accountId: string): Promise<Classifier> {
	await recordEmpty(database, ownerId, accountId);
	let overrides = await readOverrides(database, ownerId, accountId);
	const sort = (facts: ClassifierInput, fromProvider: Category | null): Classified =>
		classifyWith(overrides, facts, fromProvider);
	return Object.assign(sort, {
		async renew(): Promise<void> {
			if ((await readMark(database, ownerId, accountId)) !== overrides.mark)
				overrides = await readOverrides(database, ownerId, accountId);
		},
	});
}

/** A message's category by all that is known. @param fromProvider see `Classifier` */
export function classifyWith(overrides: Overrides, facts: ClassifierInput, fromProvider: Category | null): Classified {
	const without = classifyWithoutOverrides(overrides, facts, fromProvider);
	const rule = overrides.ruleFor(facts);
	if (rule === null) return { ...without, previous: null };
	return { category: rule.category, reason: overrideReason(rule), source: "user", previous: without };
}

function classifyWithoutOverrides(
	overrides: Overrides,
	facts: ClassifierInput,
	fromProvider: Category | null,
): Omit<Classified, "previous"> {
	if (fromProvider !== null) return { category: fromProvider, reason: PROVIDER_REASON, source: "provider" };
	return { ...classify(facts, overrides.trainingData), source: "classifier" };
}
