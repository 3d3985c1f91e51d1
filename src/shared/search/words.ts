import { foldText } from "./tokens.ts";

/** Whatever is neither letter, digit nor mark stands between words, as in `tokens.ts`. */
const BETWEEN = /[^\p{L}\p{N}\p{M}]+/gu;

/** A text as phrases are looked up in it: folded words, one blank between them, none at the ends. */
export function wordsOf(text: string): string {
	return foldText(text).replace(BETWEEN, " ").trim();
}
