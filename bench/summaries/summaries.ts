import { judgeConversations } from "../assistant/conversations.ts";
import { absentRow, printRows } from "../reading/row.ts";
import { judgeSeparation, judgeSummaries } from "./judge.ts";
import { corpusMessages, ownMessages } from "./messages.ts";

/** Judges summaries without a language model on annotated messages, and names every miss. */
export async function benchSummaries(): Promise<void> {
	const others = await corpusMessages();
	printRows([
		judgeSummaries("Messages of ours", ownMessages),
		others.length === 0 ? absentRow("Public mail", "../shared/corpora") : judgeSummaries("Public mail", others),
		judgeSummaries("All", [...ownMessages, ...others]),
		...(await judgeConversations()),
		(await judgeSeparation()) ?? absentRow("Replies", "replies/crisp-email-reply-parser.tar.gz"),
	]);
}
