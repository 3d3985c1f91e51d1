import { parseFull } from "#kernel/parse.ts";

export interface DraftBody {
	/** Null: plain text. */
	html: string | null;
	text: string;
}

/** The text of a draft that another mail program saved. @param longest characters of either form @returns null: it is longer */
export default async function readDraftBody(raw: Buffer, longest: number): Promise<DraftBody | null> {
	const { html, text } = await parseFull(raw);
	const body = { html: html === null ? null : bodyOf(html), text };
	return Math.max(body.html?.length ?? 0, text.length) > longest ? null : body;
}

/** What is between the body tags, for the editor. */
function bodyOf(html: string): string {
	const start = /<body\b[^>]*>/i.exec(html);
	const from = start === null ? 0 : start.index + start[0].length;
	const until = html.toLowerCase().lastIndexOf("</body");
	return html.slice(from, until < from ? html.length : until).trim();
}
