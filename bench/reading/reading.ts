import { judgeHiddenWords } from "./hidden-words.ts";
import { judgeHtmlQuotes } from "./html-quotes.ts";
import { judgeAbsences, judgeBounces, judgeOptOuts } from "./incoming.ts";
import { judgeLists } from "./lists.ts";
import { judgeLineEnds, judgeMime } from "./mime.ts";
import { judgePromotions } from "./promotions.ts";
import { judgeReplies } from "./replies.ts";
import { judgeRequests } from "./requests.ts";
import { printRows } from "./row.ts";
import { judgeSignatures } from "./signatures.ts";
import { judgeThreads } from "./threading.ts";
import { judgeTrust } from "./trust.ts";
import { judgeWaiting } from "./waiting.ts";

/** Judges how mail is read on public test mail (../shared/corpora), and names every message that misses. */
export async function benchReading(): Promise<void> {
	printRows([
		await judgePromotions(),
		await judgeLists(),
		...(await judgeTrust()),
		await judgeBounces(),
		await judgeAbsences(),
		judgeOptOuts(),
		await judgeReplies(),
		...(await judgeRequests()),
		...(await judgeWaiting()),
		await judgeHtmlQuotes(),
		await judgeHiddenWords(),
		await judgeSignatures(),
		...(await judgeThreads()),
		await judgeMime(),
		await judgeLineEnds(),
	]);
}
