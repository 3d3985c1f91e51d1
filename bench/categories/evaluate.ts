import { createHash } from "node:crypto";
import { classify } from "#server/mail/classify/classify.ts";
import { BUILT_IN, type Model, readModel } from "#server/mail/classify/model.ts";
import type { Category } from "#shared/mail/categories.ts";
import type { Labelled } from "./labeled.ts";
import { train } from "./train.ts";

/** A message with its predicted category. */
export interface Prediction {
	one: Labelled;
	found: Category;
}

/** Metrics of a binary classification. */
export interface Score {
	/** Share of predicted positives that are correct; 1 if none were predicted. */
	precision: number;
	/** Share of actual positives that were found; 1 if there are none. */
	recall: number;
	/** Numbers of messages that are, and are not, in the category. */
	positives: number;
	negatives: number;
}

/** Harmonic mean of precision and recall. */
export function f1({ precision, recall }: Score): number {
	return precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall);
}

/** Predictions of a model; by default, of the one that is shipped. */
export function predict(mail: readonly Labelled[], model: Model = BUILT_IN): Prediction[] {
	return mail.map((one) => ({ one, found: classify(one.facts, null, model).category }));
}

const FOLDS = 10;

/**
 * Cross-validation folds, grouped by sender, each with a model that was trained on all others.
 * @param isWanted parts without such a message are left out
 */
export function folds(
	mail: readonly Labelled[],
	isWanted: (one: Labelled) => boolean = () => true,
): { model: Model; heldOut: Labelled[] }[] {
	const parts = Map.groupBy(
		mail,
		({ group }) => createHash("sha256").update(`fold ${group}`).digest().readUInt32BE(0) % FOLDS,
	);
	const wanted = [...parts.values()].filter((part) => part.some(isWanted));
	return wanted.map((heldOut) => {
		const groups = new Set(heldOut.map(({ group }) => group));
		return { model: readModel(train(mail.filter(({ group }) => !groups.has(group)))), heldOut };
	});
}

/** Automated mail that its corpus files as personal. */
export function isFeed({ source, truth }: Labelled): boolean {
	return source === "easy-ham" && !truth.includes("primary");
}

const BULK: ReadonlySet<Category> = new Set(["promotions", "social", "updates"]);

/** One category against all others, over mail whose category is known to be one. */
export function scoreOf(judged: readonly Prediction[], category: Category): Score {
	const known = judged.filter(({ one }) => one.truth.length === 1);
	return score(known.map(({ one, found }) => [one.truth[0] === category, found === category]));
}

/** Newsletters, notifications and social networks against mail written by people, personally or on lists. */
export function scoreOfBulk(judged: readonly Prediction[]): Score {
	return score(judged.map(({ one, found }) => [one.truth.every((category) => BULK.has(category)), BULK.has(found)]));
}

function score(answers: readonly (readonly [isActual: boolean, isPredicted: boolean])[]): Score {
	const truePositives = answers.filter(([isActual, isPredicted]) => isActual && isPredicted).length;
	const positives = answers.filter(([isActual]) => isActual).length;
	const predicted = answers.filter(([, isPredicted]) => isPredicted).length;
	return {
		precision: predicted === 0 ? 1 : truePositives / predicted,
		recall: positives === 0 ? 1 : truePositives / positives,
		positives,
		negatives: answers.length - positives,
	};
}
