import { classify } from "#server/mail/classify/classify.ts";
import { featuresOf } from "#server/mail/classify/features/features.ts";
import { CATEGORIES, type Category } from "#shared/mail/categories.ts";
import type { Labelled } from "./labelled.ts";
import type { TrainedModel } from "./train.ts";

/** A message with where it was put. */
export interface Judged {
	one: Labelled;
	found: Category;
}

/** How well one question was answered. */
export interface Score {
	/** Of those that were said to be it, the part that is; 1 where nothing was. */
	precision: number;
	/** Of those that are it, the part that was found; 1 where nothing is. */
	recall: number;
	/** Messages that are it, and that are not. */
	are: number;
	areNot: number;
}

/** Where the model that comes with the program puts messages. */
export function judge(mail: readonly Labelled[]): Judged[] {
	return mail.map((one) => ({ one, found: classify(one.facts, null).category }));
}

/** Where another model puts them. */
export function judgeBy(model: TrainedModel, mail: readonly Labelled[]): Judged[] {
	return mail.map((one) => {
		const scores = CATEGORIES.map((category) => model.beginning[category]);
		for (const feature of featuresOf(one.facts))
			for (const [i, weight] of (model.weights[feature] ?? []).entries()) scores[i] = (scores[i] as number) + weight;
		return { one, found: CATEGORIES[scores.indexOf(Math.max(...scores))] as Category };
	});
}

/** Machines' mail that its corpus keeps among that of people. */
export function isFeed({ source, truth }: Labelled): boolean {
	return source === "easy-ham" && !truth.includes("primary");
}

const BULK: ReadonlySet<Category> = new Set(["promotions", "social", "updates"]);

/** One category against all others, over mail whose category is known to be one. */
export function scoreOf(judged: readonly Judged[], category: Category): Score {
	const known = judged.filter(({ one }) => one.truth.length === 1);
	return score(known.map(({ one, found }) => [one.truth[0] === category, found === category]));
}

/** Newsletters, notices and networks against what people write, to one another or on lists. */
export function scoreOfBulk(judged: readonly Judged[]): Score {
	return score(judged.map(({ one, found }) => [one.truth.every((category) => BULK.has(category)), BULK.has(found)]));
}

function score(answers: readonly (readonly [is: boolean, yes: boolean])[]): Score {
	const both = answers.filter(([is, yes]) => is && yes).length;
	const are = answers.filter(([is]) => is).length;
	const said = answers.filter(([, is]) => is).length;
	return {
		precision: said === 0 ? 1 : both / said,
		recall: are === 0 ? 1 : both / are,
		are,
		areNot: answers.length - are,
	};
}
