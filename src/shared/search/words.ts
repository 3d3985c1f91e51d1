import { foldText } from "./tokens.ts";

/** Word separators: anything but letters, digits and marks, as in `tokens.ts`. */
const BETWEEN = /[^\p{L}\p{N}\p{M}]+/gu;

/** Text normalized for phrase matching: folded words separated by single spaces, trimmed. */
export function wordsOf(text: string): string {
	return foldText(text).replace(BETWEEN, " ").trim();
}
