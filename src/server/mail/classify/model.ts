import { CATEGORIES, type Category } from "#shared/mail/categories.ts";
import { FEATURES, type Feature } from "./features/features.ts";
import model from "./model.json" with { type: "json" };

/** Written by `npm run bench -- categories --train`; a new version has every mailbox reclassified once. */
export const MODEL_VERSION = model.version;

const WIDTH = CATEGORIES.length;

/** Multinomial logistic regression, in the order of `CATEGORIES`. */
export interface Model {
	beginning: Float64Array;
	weights: ReadonlyMap<string, Float64Array>;
}

/** @param stored as in `model.json`; features without weights do not count */
export function readModel(stored: {
	beginning: Record<Category, number>;
	weights: Partial<Record<Feature, number[]>>;
}): Model {
	return {
		beginning: Float64Array.from(CATEGORIES.map((category) => stored.beginning[category])),
		weights: new Map(
			FEATURES.map((feature) => [
				feature,
				Float64Array.from(stored.weights[feature] ?? new Array<number>(WIDTH).fill(0)),
			]),
		),
	};
}

/** The model that is part of the program. */
export const BUILT_IN: Model = readModel(model);

/**
 * A model's scores for a message.
 * @returns log probabilities in the order of `CATEGORIES`, up to a common constant
 */
export function scoresOf(features: Iterable<Feature>, { beginning, weights }: Model = BUILT_IN): Float64Array {
	const scores = beginning.slice();
	for (const feature of features) {
		const row = weights.get(feature) as Float64Array;
		for (let i = 0; i < WIDTH; i++) scores[i] = (scores[i] as number) + (row[i] as number);
	}
	return scores;
}

/** How much a feature favors a category over the others. @param category its index in `CATEGORIES` */
export function featureWeight(feature: Feature, category: number): number {
	const weights = BUILT_IN.weights.get(feature) as Float64Array;
	let others = 0;
	for (let i = 0; i < WIDTH; i++) if (i !== category) others += weights[i] as number;
	return (weights[category] as number) - others / (WIDTH - 1);
}
