import { printRows, type ReadingRow } from "../reading/row.ts";
import { SPLITS } from "./annotated-mail.ts";
import { judgeDrafts } from "./drafts.ts";
import { judgeQuestions } from "./questions.ts";
import { judgeReplies } from "./replies.ts";

/** Judges suggested replies, drafts and answers to questions without a language model on annotated mail, and names every miss. */
export async function benchAssistant(): Promise<void> {
	const rows: (ReadingRow | null)[] = [];
	for (const { split, words } of SPLITS)
		rows.push(await judgeReplies(split, words), judgeDrafts(split, words), await judgeQuestions(split, words));
	printRows(rows.filter((row) => row !== null));
}
