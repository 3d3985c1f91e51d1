import { foldQuoted } from "#tools/inbox/web/message/html/quoted-html.ts";
import { htmlBody, visibleText } from "../../fixtures/html-document.ts";
import { quotedHtml } from "../../fixtures/quoted-html.ts";
import { excerpt, type ReadingRow, share } from "./row.ts";

/** Judges quote folding on replies in the markup of mail programs. */
export async function judgeHtmlQuotes(): Promise<ReadingRow> {
	const misses: string[] = [];
	for (const { client, html, visible } of quotedHtml) {
		const body = htmlBody(html);
		foldQuoted(body);
		const got = visibleText(body);
		if (got !== visible) misses.push(`${client}: visible is ${excerpt(got)}`);
	}
	const right = quotedHtml.length - misses.length;
	return {
		what: "Quote folding in HTML",
		figures: [{ name: "as written", value: share(right, quotedHtml.length), bar: 1, count: quotedHtml.length }],
		misses,
	};
}
