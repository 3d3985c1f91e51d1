import { parseFull } from "#server/mail/parse/parse-message.ts";
import { splitQuotedText } from "#shared/mail/quoted-text.ts";
import { foldQuoted } from "#tools/inbox/web/message/html/quoted-html.ts";
import { readGzip, splitPlainMbox } from "../../fixtures/archives.ts";
import { corpus } from "../../fixtures/corpora.ts";
import { htmlBody, visibleText } from "../../fixtures/html-document.ts";
import { absentRow, excerpt, type ReadingRow, share } from "./row.ts";

const BOX = "list-usrp-users/list-usrp-users-2021-01-2021-07.mbox.gz";
const WHAT = "Own words in HTML";
/**
 * Three lines of the text are not own words: a signature, and two lines of quotes that a mail program wrapped without a
 * mark.
 */
const BAR = 0.994;
/** Shorter lines are found anywhere. */
const MIN_WORDS = 5;

/**
 * Judges folding on replies that were sent as text and as HTML: the text marks what is quoted with `>`, so that every
 * other line of it has to be visible in the HTML while its quotes are folded.
 */
export async function judgeHiddenWords(): Promise<ReadingRow> {
	const path = corpus(BOX);
	if (path === null) return absentRow(WHAT, BOX);
	const misses: string[] = [];
	let judged = 0;
	for (const raw of splitPlainMbox(readGzip(path))) {
		const { text, html, subject } = await readMessage(raw);
		if (html === "" || !/^>/m.test(text)) continue;
		const body = htmlBody(html);
		const all = letters(body.textContent ?? "");
		if (!foldQuoted(body)) continue;
		judged++;
		const shown = letters(visibleText(body));
		const hidden = ownLines(text).find((line) => all.includes(letters(line)) && !shown.includes(letters(line)));
		if (hidden !== undefined) misses.push(`${excerpt(subject)}: hidden is ${excerpt(hidden)}`);
	}
	return {
		what: WHAT,
		figures: [{ name: "nothing hidden", value: share(judged - misses.length, judged), bar: BAR, count: judged }],
		misses,
	};
}

function ownLines(text: string): string[] {
	return splitQuotedText(text)
		.filter(({ kind }) => kind === "fresh")
		.flatMap((segment) => segment.text.split("\n"))
		.filter((line) => line.split(/\s+/).length >= MIN_WORDS);
}

/** Without what the two forms write differently. */
function letters(text: string): string {
	return text
		.toLowerCase()
		.replace(/<?https?:\S+|<?mailto:\S+/g, "")
		.replace(/[^\p{L}\p{N}]+/gu, "");
}

async function readMessage(raw: Buffer): Promise<{ text: string; html: string; subject: string }> {
	const { message, html } = await parseFull(raw);
	return { text: message.text, html: html ?? "", subject: message.subject };
}
