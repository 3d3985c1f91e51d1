import { CATEGORIES, type Category } from "#shared/mail/categories.ts";
import type { Feature } from "./features/features.ts";
import { type Model, scoresOf } from "./model.ts";

const WIDTH = CATEGORIES.length;
const PREFIX = "sign:";

/** How strongly the weights are held at the model's. */
const REGULARIZATION = 16;
/** Smoothing, in senders: corrections of a single one say nothing about others. */
const DOUBT = 2;
const ROUNDS = 40;
/** Messages that are fitted, the newest: the fit takes milliseconds, and runs in transactions. */
const MAX_MESSAGES = 300;
/** Bounds what one message adds to the curvature, by its number of features. */
const CURVATURE = 8;

/** A message that the user moved. */
export interface CorrectedMessage {
	tokens: readonly string[];
	category: Category;
}

interface Example {
	/** Indexes of its features. */
	signs: number[];
	/** By the model. */
	scores: Float64Array;
	category: number;
}

/**
 * What to add to the model's weights so that it agrees with the corrections: logistic regression by gradient descent,
 * regularized towards the model. So corrections of some senders teach about others with the same features.
 * @param corrected newest first
 * @returns by token
 */
export function fitFeatures(corrected: readonly CorrectedMessage[], model: Model): Map<string, Float64Array> {
	const positions = new Map<string, number>();
	const examples = corrected.slice(0, MAX_MESSAGES).map(({ tokens, category }): Example => {
		const signs = tokens.filter((token) => token.startsWith(PREFIX) && model.weights.has(token.slice(PREFIX.length)));
		for (const sign of signs) if (!positions.has(sign)) positions.set(sign, positions.size);
		return {
			signs: signs.map((sign) => positions.get(sign) as number),
			scores: scoresOf(signs.map((sign) => sign.slice(PREFIX.length)) as Feature[], model),
			category: CATEGORIES.indexOf(category),
		};
	});
	const weights = new Float64Array(positions.size * WIDTH);
	const slope = new Float64Array(weights.length);
	const step = 1 / (REGULARIZATION + CURVATURE * examples.length);
	for (let round = 0; round < ROUNDS; round++) {
		for (let i = 0; i < weights.length; i++) slope[i] = REGULARIZATION * (weights[i] as number);
		for (const example of examples) addSlope(example, weights, slope);
		for (let i = 0; i < weights.length; i++) weights[i] = (weights[i] as number) - step * (slope[i] as number);
	}
	const senders = new Set(corrected.map(({ tokens }) => tokens.find((token) => token.startsWith("from:")))).size;
	const trust = Math.max(0, senders - 1) / (senders - 1 + DOUBT);
	for (let i = 0; i < weights.length; i++) weights[i] = (weights[i] as number) * trust;
	return new Map([...positions].map(([sign, at]) => [sign, weights.subarray(at * WIDTH, (at + 1) * WIDTH)]));
}

function addSlope({ signs, scores, category }: Example, weights: Float64Array, slope: Float64Array): void {
	const likely = scores.slice();
	for (const at of signs)
		for (let i = 0; i < WIDTH; i++) likely[i] = (likely[i] as number) + (weights[at * WIDTH + i] as number);
	const max = Math.max(...likely);
	let sum = 0;
	for (let i = 0; i < WIDTH; i++) sum += likely[i] = Math.exp((likely[i] as number) - max);
	for (let i = 0; i < WIDTH; i++) likely[i] = (likely[i] as number) / sum;
	likely[category] = (likely[category] as number) - 1;
	for (const at of signs)
		for (let i = 0; i < WIDTH; i++) slope[at * WIDTH + i] = (slope[at * WIDTH + i] as number) + (likely[i] as number);
}
