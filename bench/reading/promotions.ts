import { f1, folds, type Prediction, predict, scoreOf } from "../categories/evaluate.ts";
import { type Labelled, labelled } from "../categories/labeled.ts";
import { lineOf, missesOf } from "../categories/misses.ts";
import { absentRow, type ReadingRow, share } from "./row.ts";

const WHAT = "Promotions by sender-disjoint folds";
const BAR = 0.88;

/**
 * Judges promotions against the rest in a Gmail mailbox, by models that saw no mail of the same senders: by labels that were
 * corrected by reading, and for comparison by Gmail's own.
 */
export async function judgePromotions(): Promise<ReadingRow> {
	const mail: Labelled[] = [];
	for await (const one of labelled()) mail.push(one);
	const isJudged = ({ source }: Labelled): boolean => source === "gmail";
	if (!mail.some(isJudged)) return absentRow(WHAT, "markup-gmail/");
	const judged = folds(mail, isJudged).flatMap(({ model, heldOut }) => predict(heldOut.filter(isJudged), model));
	const f1Of = (some: readonly Prediction[]): number => f1(scoreOf(some, "promotions"));
	const always = f1Of(judged.map(({ one }) => ({ one, found: "promotions" })));
	const asGiven = judged.map(({ one, found }) => ({
		one: { ...one, truth: one.label ? [one.label] : one.truth },
		found,
	}));
	const misses = missesOf(judged);
	const explained = misses.filter(({ reason }) => reason !== null);
	return {
		what: WHAT,
		figures: [
			{ name: `F1 ("always promotions": ${always.toFixed(3)})`, value: f1Of(judged), bar: BAR, count: judged.length },
			{ name: "F1 by Gmail's own labels", value: f1Of(asGiven), bar: null, count: judged.length },
			{
				name: "misses with a reason",
				value: share(explained.length, misses.length),
				bar: 1,
				count: misses.length,
			},
		],
		misses: misses.map(lineOf),
	};
}
