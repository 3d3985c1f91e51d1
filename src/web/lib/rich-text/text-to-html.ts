import { escapeHtml } from "#shared/escape-html.ts";

/** Text as the editor's paragraphs. */
export function textToHtml(text: string): string {
	return text
		.split(/\r?\n/)
		.map((line) => `<div>${escapeHtml(line)}</div>`)
		.join("");
}
