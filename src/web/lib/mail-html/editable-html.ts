import { budget } from "./base/budget.ts";
import { costOf } from "./cost/markup-cost.ts";
import { boundedText, limitMarks, longestUnbroken } from "./plain-text.ts";
import { breakLongWords, textsOf } from "./reduce.ts";
import { safeHtml } from "./safe-html.ts";

/**
 * HTML of other people for an editor: sanitized, within the budget of the reader, and without remote images, which would
 * tell their sender that the message is edited; their descriptions stay.
 * @returns null when nothing visible is left, or when it has more than an editor can handle
 */
export function editableHtml(html: string): string | null {
	const safe = safeHtml(html, "reduced");
	if (safe === null || safe.body.querySelectorAll("*").length > budget.editedParts) return null;
	if (!isShort(safe.body.textContent ?? "")) return null;
	for (const image of safe.body.querySelectorAll("img:not([src])")) image.replaceWith(image.getAttribute("alt") ?? "");
	keepBreaks(safe.body);
	return safe.body.innerHTML;
}

/** Editors drop `wbr`. */
function keepBreaks(body: HTMLElement): void {
	for (const gap of body.querySelectorAll("wbr")) gap.replaceWith("\u200b");
}

/**
 * HTML of a draft for its editor. It may quote a stranger: another mail program saved it, with whatever it answers.
 * What the editor does not know is left to the editor, which drops it.
 * @returns null when it has more than an editor can handle
 */
export function editableDraft(html: string): string | null {
	if (costOf(html).over !== null) return null;
	const { body } = new DOMParser().parseFromString(html, "text/html");
	if (body.querySelectorAll("*").length > budget.editedParts || !isShort(limitMarks(body.textContent ?? "")))
		return null;
	const before = body.innerHTML;
	for (const text of textsOf(body)) text.data = limitMarks(text.data);
	breakLongWords(body);
	const after = body.innerHTML;
	// Rewritten only where something was bounded.
	if (before === after) return html;
	keepBreaks(body);
	return body.innerHTML;
}

/** Text of other people for an editor. @returns null when it has more than an editor can handle */
export function editableText(text: string): string | null {
	const limited = limitMarks(text);
	return isShort(limited) && limited.split("\n").length <= budget.editedParts ? boundedText(limited) : null;
}

function isShort(text: string): boolean {
	return text.length <= budget.editedText && longestUnbroken(text) <= budget.editedWord;
}
