import { FEATURES, type Feature, featuresOf } from "#server/mail/classify/features/features.ts";
import { CATEGORIES, type Category } from "#shared/mail/categories.ts";
import type { Labelled } from "./labeled.ts";
import { PRIOR_BIASES, PRIOR_WEIGHTS } from "./prior-weights.ts";

/** Regularization strength towards the expected weights; found by cross-validation over the senders of the training half. */
const REGULARIZATION = 0.005;
const ROUNDS = 1_500;
const STEP = 0.05;
/** Our own messages cover what the corpora lack: languages and current mail. */
const OWN_WEIGHT = 5;

export interface TrainedModel {
	beginning: Record<Category, number>;
	weights: Partial<Record<Feature, number[]>>;
}

interface Example {
	/** Indexes of its features; the last is the bias. */
	active: number[];
	truth: number[];
	weight: number;
}

const WIDTH = CATEGORIES.length;

/**
 * Multinomial logistic regression by gradient descent (Adam), regularized towards the expected weights. Where a corpus
 * allows several categories for a message, their sum is maximized.
 */
export function train(mail: readonly Labelled[]): TrainedModel {
	const examples = examplesOf(mail);
	const rows = FEATURES.length + 1;
	const begin = Float64Array.from([
		...FEATURES.flatMap((feature) => PRIOR_WEIGHTS[feature] ?? new Array<number>(WIDTH).fill(0)),
		...CATEGORIES.map((category) => PRIOR_BIASES[category]),
	]);
	const weights = begin.slice();
	const mean = new Float64Array(rows * WIDTH);
	const spread = new Float64Array(rows * WIDTH);
	for (let round = 1; round <= ROUNDS; round++) {
		const slope = slopeOf(examples, weights);
		for (let i = 0; i < weights.length; i++) {
			const g = (slope[i] as number) + REGULARIZATION * ((weights[i] as number) - (begin[i] as number));
			mean[i] = 0.9 * (mean[i] as number) + 0.1 * g;
			spread[i] = 0.999 * (spread[i] as number) + 0.001 * g * g;
			const m = (mean[i] as number) / (1 - 0.9 ** round);
			const s = (spread[i] as number) / (1 - 0.999 ** round);
			weights[i] = (weights[i] as number) - (STEP * m) / (Math.sqrt(s) + 1e-9);
		}
	}
	const row = (at: number): number[] => [...weights.subarray(at * WIDTH, (at + 1) * WIDTH)].map(rounded);
	const beginning = row(FEATURES.length);
	return {
		beginning: Object.fromEntries(
			CATEGORIES.map((category, i) => [category, beginning[i]]),
		) as TrainedModel["beginning"],
		weights: Object.fromEntries(FEATURES.map((feature, i) => [feature, row(i)])),
	};
}

/** All messages of a sender together weigh no more than this: no campaign is learned by heart. */
const MAX_SENDER_WEIGHT = 4;

/** Weight of one of a sender's messages, of so many: together they weigh the square root of their number, up to a cap. */
function weightIn(count: number): number {
	return Math.min(Math.sqrt(count), MAX_SENDER_WEIGHT) / count;
}

/** Each sender weighs by `weightIn`, and a category, approximately, the square root of what its senders weigh. */
function examplesOf(mail: readonly Labelled[]): Example[] {
	const positions = new Map(FEATURES.map((feature, i) => [feature, i]));
	const senders = new Map<string, number>();
	const senderOf = (one: Labelled): string => `${one.source} ${one.truth.join()} ${one.group}`;
	for (const one of mail) senders.set(senderOf(one), (senders.get(senderOf(one)) ?? 0) + 1);
	const examples = mail.map(
		(one): Example => ({
			active: [...[...featuresOf(one.facts)].map((feature) => positions.get(feature) as number), FEATURES.length],
			truth: one.truth.map((category) => CATEGORIES.indexOf(category)),
			weight: (one.source === "own" ? OWN_WEIGHT : 1) * weightIn(senders.get(senderOf(one)) as number),
		}),
	);
	const totals = new Float64Array(WIDTH);
	for (const { truth, weight } of examples)
		for (const at of truth) totals[at] = (totals[at] as number) + weight / truth.length;
	for (const example of examples) {
		const shares = example.truth.map((at) => Math.sqrt(1 / (totals[at] as number)));
		example.weight *= shares.reduce((sum, share) => sum + share, 0) / shares.length;
	}
	const all = examples.reduce((sum, { weight }) => sum + weight, 0);
	for (const example of examples) example.weight /= all;
	return examples;
}

function slopeOf(examples: readonly Example[], weights: Float64Array): Float64Array {
	const slope = new Float64Array(weights.length);
	const likely = new Float64Array(WIDTH);
	for (const { active, truth, weight } of examples) {
		likely.fill(0);
		for (const at of active)
			for (let i = 0; i < WIDTH; i++) likely[i] = (likely[i] as number) + (weights[at * WIDTH + i] as number);
		const max = Math.max(...likely);
		let sum = 0;
		for (let i = 0; i < WIDTH; i++) sum += likely[i] = Math.exp((likely[i] as number) - max);
		for (let i = 0; i < WIDTH; i++) likely[i] = (likely[i] as number) / sum;
		const right = truth.reduce((total, at) => total + (likely[at] as number), 0);
		for (let i = 0; i < WIDTH; i++) {
			const wanted = truth.includes(i) ? (likely[i] as number) / right : 0;
			likely[i] = ((likely[i] as number) - wanted) * weight;
		}
		for (const at of active)
			for (let i = 0; i < WIDTH; i++) slope[at * WIDTH + i] = (slope[at * WIDTH + i] as number) + (likely[i] as number);
	}
	return slope;
}

function rounded(value: number): number {
	return Math.round(value * 1_000) / 1_000;
}
