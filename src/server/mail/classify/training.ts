import { CATEGORIES } from "#shared/mail/categories.ts";
import { type CorrectedMessage, fitFeatures } from "./feature-fit.ts";
import { BUILT_IN, type Model } from "./model.ts";
import { kindOf, type TokenKind } from "./tokens.ts";

const WIDTH = CATEGORIES.length;

interface Kind {
	/** Weight of such a token. */
	weight: number;
	/** Smoothing, in messages: one message says much about its sender, little about a word. */
	doubt: number;
	/** How far all tokens of this kind together may shift a score. */
	max: number;
}

const KINDS: Record<TokenKind, Kind> = {
	from: { weight: 4, doubt: 0.5, max: Number.POSITIVE_INFINITY },
	list: { weight: 4, doubt: 0.5, max: Number.POSITIVE_INFINITY },
	host: { weight: 1.5, doubt: 2, max: Number.POSITIVE_INFINITY },
	word: { weight: 0.8, doubt: 2, max: 3 },
	// Fitted together, see `fitFeatures`.
	sign: { weight: 1, doubt: 0, max: 4 },
};

/**
 * Adjusts scores by the user's corrections: naive Bayes over the words and senders of the corrected messages, fitted
 * weights for their features.
 */
export interface TrainingData {
	/** True: there are no corrections. */
	readonly isEmpty: boolean;
	/** Adds to scores in the order of `CATEGORIES`. @returns the shift by kind of token */
	shift(tokens: readonly string[], scores: Float64Array): Map<TokenKind, Float64Array>;
}

/**
 * @param corrected tokens and category of each message that the user corrected
 * @param model whose scores are adjusted
 */
export function fitTrainingData(corrected: readonly CorrectedMessage[], model: Model = BUILT_IN): TrainingData {
	const counts = new Map<string, Float64Array>();
	for (const { tokens, category } of corrected) {
		const at = CATEGORIES.indexOf(category);
		for (const token of tokens) {
			if (kindOf(token) === "sign") continue;
			const count = rowOf(counts, token);
			count[at] = (count[at] as number) + 1;
		}
	}
	const fitted = fitFeatures(corrected, model);
	return {
		isEmpty: corrected.length === 0,
		shift(tokens, scores) {
			const shares = new Map<TokenKind, Float64Array>();
			for (const token of tokens) {
				const kind = kindOf(token);
				const values = (kind === "sign" ? fitted : counts).get(token);
				if (values === undefined) continue;
				if (kind === "sign") add(rowOf(shares, kind), values);
				else addLift(rowOf(shares, kind), values, KINDS[kind].doubt);
			}
			for (const [kind, share] of shares) bound(share, KINDS[kind], scores);
			return shares;
		},
	};
}

function add(to: Float64Array, values: Float64Array): void {
	for (let i = 0; i < WIDTH; i++) to[i] = (to[i] as number) + (values[i] as number);
}

function rowOf<K>(rows: Map<K, Float64Array>, key: K): Float64Array {
	const row = rows.get(key) ?? new Float64Array(WIDTH);
	rows.set(key, row);
	return row;
}

/** Adds the log-lift of each category when the token is present, smoothed evenly over all categories. */
function addLift(share: Float64Array, count: Float64Array, doubt: number): void {
	let all = 0;
	for (let i = 0; i < WIDTH; i++) all += count[i] as number;
	for (let i = 0; i < WIDTH; i++) {
		const likely = ((count[i] as number) + doubt / WIDTH) / (all + doubt);
		share[i] = (share[i] as number) + Math.log(likely * WIDTH);
	}
}

function bound(share: Float64Array, { weight, max }: Kind, scores: Float64Array): void {
	let largest = 0;
	for (let i = 0; i < WIDTH; i++) largest = Math.max(largest, Math.abs((share[i] as number) * weight));
	const factor = largest > max ? (weight * max) / largest : weight;
	for (let i = 0; i < WIDTH; i++) {
		share[i] = (share[i] as number) * factor;
		scores[i] = (scores[i] as number) + (share[i] as number);
	}
}
