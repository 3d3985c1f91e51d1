import { printRows, type ReadingRow } from "../reading/row.ts";
import { judgeDrafts } from "./drafts.ts";
import { judgeQuestions } from "./questions.ts";
import { judgeReplies } from "./replies.ts";

/** Judges suggested replies, drafts and answers to questions without a language model on annotated mail, and names every miss. */
export async function benchAssistant(): Promise<void> {
	const rows: ReadingRow[] = [];
	// What is held out was not looked at while the rules were made.
	for (const split of ["tune", "held"] as const) {
		const replies = await judgeReplies(split);
		const drafts = judgeDrafts(split);
		rows.push(...[replies, drafts].filter((row) => row !== null));
	}
	printRows([...rows, ...(await judgeQuestions())]);
}
