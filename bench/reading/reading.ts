import { printTable } from "../table.ts";
import { judgeHtmlQuotes } from "./html-quotes.ts";
import { judgeLists } from "./lists.ts";
import { judgeLineEnds, judgeMime } from "./mime.ts";
import { judgePromotions } from "./promotions.ts";
import { judgeReplies } from "./replies.ts";
import type { ReadingRow } from "./row.ts";
import { judgeSignatures } from "./signatures.ts";
import { judgeThreads } from "./threads.ts";
import { judgeWarnings } from "./warnings.ts";

/** Judges how mail is read on public test mail (../shared/corpora), and names every message that misses. */
export async function benchReading(): Promise<void> {
	const rows = [
		await judgePromotions(),
		await judgeLists(),
		await judgeWarnings(),
		await judgeReplies(),
		await judgeHtmlQuotes(),
		await judgeSignatures(),
		...(await judgeThreads()),
		await judgeMime(),
		await judgeLineEnds(),
	];
	printTable(["measured", "figure", "judged on", "result", "bar", ""], rows.flatMap(tableRows));
	for (const { what, misses } of rows) {
		if (misses.length === 0) continue;
		console.log(`\n${what}: ${misses.length} missed`);
		for (const miss of misses) console.log(`  ${miss}`);
	}
}

function tableRows({ what, figures, absent }: ReadingRow): (string | number)[][] {
	if (absent !== undefined) return [[what, absent, "", "", "", ""]];
	return figures.map(({ name, value, bar, count }) => [
		what,
		name,
		count,
		value.toFixed(3),
		bar.toFixed(3),
		value >= bar ? "met" : "missed",
	]);
}
