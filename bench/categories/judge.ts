import { createHash } from "node:crypto";
import { classify } from "#server/mail/classify/classify.ts";
import { BUILT_IN, type Model, readModel } from "#server/mail/classify/model.ts";
import type { Category } from "#shared/mail/categories.ts";
import type { Labelled } from "./labeled.ts";
import { train } from "./train.ts";

/** A message with its predicted category. */
export interface Judged {
	one: Labelled;
	found: Category;
}

/** Result for one question. */
export interface Score {
	/** Share of predicted positives that are correct; 1 if none were predicted. */
	precision: number;
	/** Share of actual positives that were found; 1 if there are none. */
	recall: number;
	/** Numbers of positive and negative messages. */
	are: number;
	areNot: number;
}

/** Harmonic mean of precision and recall. */
export function f1({ precision, recall }: Score): number {
	return precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall);
}

/** Predictions of a model; without one of the shipped model. */
export function judge(mail: readonly Labelled[], model: Model = BUILT_IN): Judged[] {
	return mail.map((one) => ({ one, found: classify(one.facts, null, model).category }));
}

const FOLDS = 10;

/**
 * Parts of the mail, each with a model that was trained on all other parts: no sender is in two.
 * @param isWanted parts without such a message are left out
 */
export function folds(
	mail: readonly Labelled[],
	isWanted: (one: Labelled) => boolean = () => true,
): { model: Model; unseen: Labelled[] }[] {
	const parts = Map.groupBy(
		mail,
		({ group }) => createHash("sha256").update(`fold ${group}`).digest().readUInt32BE(0) % FOLDS,
	);
	const wanted = [...parts.values()].filter((part) => part.some(isWanted));
	return wanted.map((unseen) => {
		const groups = new Set(unseen.map(({ group }) => group));
		return { model: readModel(train(mail.filter(({ group }) => !groups.has(group)))), unseen };
	});
}

/** Automated mail that its corpus files as personal. */
export function isFeed({ source, truth }: Labelled): boolean {
	return source === "easy-ham" && !truth.includes("primary");
}

const BULK: ReadonlySet<Category> = new Set(["promotions", "social", "updates"]);

/** One category against all others, over mail whose category is known to be one. */
export function scoreOf(judged: readonly Judged[], category: Category): Score {
	const known = judged.filter(({ one }) => one.truth.length === 1);
	return score(known.map(({ one, found }) => [one.truth[0] === category, found === category]));
}

/** Newsletters, notifications and social networks against mail written by people, personally or on lists. */
export function scoreOfBulk(judged: readonly Judged[]): Score {
	return score(judged.map(({ one, found }) => [one.truth.every((category) => BULK.has(category)), BULK.has(found)]));
}

function score(answers: readonly (readonly [is: boolean, yes: boolean])[]): Score {
	const both = answers.filter(([is, yes]) => is && yes).length;
	const are = answers.filter(([is]) => is).length;
	const predicted = answers.filter(([, is]) => is).length;
	return {
		precision: predicted === 0 ? 1 : both / predicted,
		recall: are === 0 ? 1 : both / are,
		are,
		areNot: answers.length - are,
	};
}
