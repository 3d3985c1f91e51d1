import { CATEGORIES } from "#shared/mail/categories.ts";
import { FEATURES, type Feature } from "./features/features.ts";
import model from "./model.json" with { type: "json" };

/** Written by `npm run bench -- categories --train`; a new version has every mailbox reclassified once. */
export const MODEL_VERSION = model.version;

const WIDTH = CATEGORIES.length;
const BEGINNING = Float64Array.from(CATEGORIES.map((category) => model.beginning[category]));
const WEIGHTS: ReadonlyMap<string, Float64Array> = new Map(
	FEATURES.map((feature) => {
		const weights = (model.weights as Partial<Record<Feature, number[]>>)[feature];
		return [feature, Float64Array.from(weights ?? new Array<number>(WIDTH).fill(0))];
	}),
);

/**
 * The built-in model's scores for a message: multinomial logistic regression.
 * @returns log probabilities in the order of `CATEGORIES`, up to a common constant
 */
export function scoresOf(features: Iterable<Feature>): Float64Array {
	const scores = BEGINNING.slice();
	for (const feature of features) {
		const weights = WEIGHTS.get(feature) as Float64Array;
		for (let i = 0; i < WIDTH; i++) scores[i] = (scores[i] as number) + (weights[i] as number);
	}
	return scores;
}

/** How much a feature favors a category over the others. @param category its index in `CATEGORIES` */
export function featureWeight(feature: Feature, category: number): number {
	const weights = WEIGHTS.get(feature) as Float64Array;
	let others = 0;
	for (let i = 0; i < WIDTH; i++) if (i !== category) others += weights[i] as number;
	return (weights[category] as number) - others / (WIDTH - 1);
}
