import { foldText, wordLengthAt } from "./tokens.ts";

/**
 * Text normalized for phrase matching: folded words separated by single spaces, trimmed. A word is a run of letters,
 * digits and marks, as in `tokens.ts`.
 */
export function wordsOf(text: string): string {
	const folded = foldText(text);
	const words: string[] = [];
	let start = -1;
	for (let at = 0; at < folded.length; ) {
		const length = wordLengthAt(folded, at);
		if (length > 0 && start < 0) start = at;
		if (length === 0 && start >= 0) {
			words.push(folded.slice(start, at));
			start = -1;
		}
		at += length || 1;
	}
	if (start >= 0) words.push(folded.slice(start));
	return words.join(" ");
}
