import { csvRecord } from "../http/csv.ts";
import type { CsvFormat, ItemView, WorkDescription } from "./work.ts";

/** Rows per statement. */
const PAGE = 500;

/** For kinds without a format of their own. */
const DEFAULT_FORMAT: CsvFormat<unknown, unknown> = {
	headings: ["item", "state", "result", "error", "finished at"],
	fields: ({ item, state, result, error, finishedAt }) => [
		JSON.stringify(item),
		state,
		result === null ? null : JSON.stringify(result),
		error,
		finishedAt,
	],
};

/** The items of a batch as CSV, in chunks of many lines. */
export async function* csvLines(
	{ csv: format = DEFAULT_FORMAT }: WorkDescription<unknown, unknown>,
	listPage: (page: { after: number | null; limit: number }) => Promise<ItemView<unknown, unknown>[]>,
): AsyncGenerator<string> {
	yield csvRecord(format.headings);
	for (let after: number | null = null; ; ) {
		const rows = await listPage({ after, limit: PAGE });
		if (rows.length === 0) return;
		yield rows.map((row) => csvRecord(format.fields(row))).join("");
		after = rows.at(-1)?.position ?? null;
	}
}
