import { CATEGORIES, type Category } from "#shared/mail/categories.ts";
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
	sign: { weight: 0.1, doubt: 10, max: 0.5 },
};

/** Adjusts scores by the user's corrections: naive Bayes over the tokens of the corrected messages. */
export interface TrainingData {
	/** True: there are no corrections. */
	readonly isEmpty: boolean;
	/** Adds to scores in the order of `CATEGORIES`. @returns the shift by kind of token */
	shift(tokens: readonly string[], scores: Float64Array): Map<TokenKind, Float64Array>;
}

/** @param corrected tokens and category of each message that the user corrected */
export function fitTrainingData(corrected: readonly { tokens: readonly string[]; category: Category }[]): TrainingData {
	const counts = new Map<string, Float64Array>();
	for (const { tokens, category } of corrected) {
		const at = CATEGORIES.indexOf(category);
		for (const token of tokens) {
			const count = rowOf(counts, token);
			count[at] = (count[at] as number) + 1;
		}
	}
	return {
		isEmpty: counts.size === 0,
		shift(tokens, scores) {
			const shares = new Map<TokenKind, Float64Array>();
			for (const token of tokens) {
				const count = counts.get(token);
				if (count === undefined) continue;
				const kind = kindOf(token);
				addLift(rowOf(shares, kind), count, KINDS[kind].doubt);
			}
			for (const [kind, share] of shares) bound(share, KINDS[kind], scores);
			return shares;
		},
	};
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
