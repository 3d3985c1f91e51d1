import { SPLITS } from "../assistant/annotated-mail.ts";
import { absentRow, printRows, type ReadingRow } from "../reading/row.ts";
import { judgeConversations } from "./conversations.ts";
import { judgeSeparation, judgeSummaries } from "./judge.ts";
import { corpusMessages, ownMessages } from "./messages.ts";

/** Judges summaries without a language model on annotated messages, and names every miss. */
export async function benchSummaries(): Promise<void> {
	const others = await corpusMessages();
	const conversations: (ReadingRow | null)[] = [];
	for (const { split, words } of SPLITS) conversations.push(await judgeConversations(split, words));
	printRows([
		judgeSummaries("Messages of ours", ownMessages),
		others.length === 0 ? absentRow("Public mail", "../shared/corpora") : judgeSummaries("Public mail", others),
		judgeSummaries("All", [...ownMessages, ...others]),
		...conversations.filter((row) => row !== null),
		(await judgeSeparation()) ?? absentRow("Replies", "replies/crisp-email-reply-parser.tar.gz"),
	]);
}
