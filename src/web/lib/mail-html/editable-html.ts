import { budget } from "./budget.ts";
import { boundedText, limitMarks, longestUnbroken } from "./plain-text.ts";
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
	// Editors drop `wbr`.
	for (const gap of safe.body.querySelectorAll("wbr")) gap.replaceWith("\u200b");
	return safe.body.innerHTML;
}

/** Text of other people for an editor. @returns null when it has more than an editor can handle */
export function editableText(text: string): string | null {
	const limited = limitMarks(text);
	return isShort(limited) && limited.split("\n").length <= budget.editedParts ? boundedText(limited) : null;
}

function isShort(text: string): boolean {
	return text.length <= budget.editedText && longestUnbroken(text) <= budget.editedWord;
}
