/**
 * Cutting ends off a text by loops. A pattern such as `/,+$/` is tried at every comma of the text and so takes time
 * quadratic to its length.
 */

/** Without any of these characters at the end. */
export function trimEndOf(text: string, characters: string): string {
	let end = text.length;
	while (end > 0 && characters.includes(text[end - 1] as string)) end--;
	return end === text.length ? text : text.slice(0, end);
}

/** Without any of these characters at the beginning. */
export function trimStartOf(text: string, characters: string): string {
	let start = 0;
	while (start < text.length && characters.includes(text[start] as string)) start++;
	return start === 0 ? text : text.slice(start);
}

/** What stands before the first `mark`; the whole text without one. */
export function textBefore(text: string, mark: string): string {
	const at = text.indexOf(mark);
	return at < 0 ? text : text.slice(0, at);
}
