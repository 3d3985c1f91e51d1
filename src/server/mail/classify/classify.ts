import { CATEGORIES, type Category } from "#shared/mail/categories.ts";
import type { ClassifierInput } from "./features/facts.ts";
import { featuresOf } from "./features/features.ts";
import { BUILT_IN, type Model, scoresOf } from "./model.ts";
import { reasonOf } from "./reason.ts";
import { type TokenKind, tokensOf } from "./tokens.ts";
import type { TrainingData } from "./training.ts";

/** Reason given when the user's corrections decided. */
const REASONS: Record<TokenKind, string> = {
	from: "You moved other mail from this sender there.",
	list: "You moved other mail of this list there.",
	host: "You moved other mail from this organization there.",
	word: "You moved mail with a similar subject there.",
	sign: "You moved similar mail there.",
};

/** Category and reason by the model and the user's training data. Pure, and fast. */
export function classify(
	facts: ClassifierInput,
	trainingData: TrainingData | null,
	model: Model = BUILT_IN,
): { category: Category; reason: string } {
	const features = featuresOf(facts);
	const scores = scoresOf(features, model);
	const builtIn = largest(scores);
	if (trainingData === null || trainingData.isEmpty) return verdict(builtIn);
	const shares = trainingData.shift(tokensOf(facts, features), scores);
	const at = largest(scores);
	if (at === builtIn) return verdict(at);
	return { category: CATEGORIES[at] as Category, reason: REASONS[decisive(shares, at, builtIn)] };

	function verdict(index: number): { category: Category; reason: string } {
		const category = CATEGORIES[index] as Category;
		return { category, reason: reasonOf(features, category, index) };
	}
}

function largest(scores: Float64Array): number {
	let at = 0;
	for (let i = 1; i < scores.length; i++) if ((scores[i] as number) > (scores[at] as number)) at = i;
	return at;
}

/** The kind of token that contributed most to moving the message from one category to the other. */
function decisive(shares: ReadonlyMap<TokenKind, Float64Array>, to: number, from: number): TokenKind {
	let kind: TokenKind = "sign";
	let highest = Number.NEGATIVE_INFINITY;
	for (const [one, share] of shares) {
		const moved = (share[to] as number) - (share[from] as number);
		if (moved > highest) [kind, highest] = [one, moved];
	}
	return kind;
}
