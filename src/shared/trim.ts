/**
 * Trims text with loops. A pattern such as `/,+$/` is tried at every comma of the text and so takes time
 * quadratic in its length.
 */

/** Removes these characters from the end. */
export function trimEndOf(text: string, characters: string): string {
	let end = text.length;
	while (end > 0 && characters.includes(text[end - 1] as string)) end--;
	return end === text.length ? text : text.slice(0, end);
}

/** Removes these characters from the start. */
export function trimStartOf(text: string, characters: string): string {
	let start = 0;
	while (start < text.length && characters.includes(text[start] as string)) start++;
	return start === 0 ? text : text.slice(start);
}

/** The text before the first `mark`; the whole text if there is none. */
export function textBefore(text: string, mark: string): string {
	const at = text.indexOf(mark);
	return at < 0 ? text : text.slice(0, at);
}
