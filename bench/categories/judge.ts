import { classify } from "#server/mail/classify/classify.ts";
import { featuresOf } from "#server/mail/classify/features/features.ts";
import { CATEGORIES, type Category } from "#shared/mail/categories.ts";
import type { Labelled } from "./labeled.ts";
import type { TrainedModel } from "./train.ts";

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

/** Predictions of the shipped model. */
export function judge(mail: readonly Labelled[]): Judged[] {
	return mail.map((one) => ({ one, found: classify(one.facts, null).category }));
}

/** Predictions of another model. */
export function judgeBy(model: TrainedModel, mail: readonly Labelled[]): Judged[] {
	return mail.map((one) => {
		const scores = CATEGORIES.map((category) => model.beginning[category]);
		for (const feature of featuresOf(one.facts))
			for (const [i, weight] of (model.weights[feature] ?? []).entries()) scores[i] = (scores[i] as number) + weight;
		return { one, found: CATEGORIES[scores.indexOf(Math.max(...scores))] as Category };
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
