import { csvRecord } from "../http/csv.ts";
import type { CsvFormat, ItemView } from "./work.ts";

/** Rows per statement. */
const PAGE = 500;

const DEFAULT_FORMAT: CsvFormat = {
	headings: ["item", "state", "result", "error", "finished at"],
	fields: (rows) =>
		rows.map(({ item, state, result, error, finishedAt }) => [
			JSON.stringify(item),
			state,
			result === null ? null : JSON.stringify(result),
			error,
			finishedAt,
		]),
};

/** The items of a batch as CSV, in chunks of many lines. */
export async function* csvLines(
	{ headings, fields, byteOrderMark = false }: CsvFormat = DEFAULT_FORMAT,
	listPage: (page: { after: number | null; limit: number }) => Promise<ItemView<unknown, unknown>[]>,
): AsyncGenerator<string> {
	yield (byteOrderMark ? "\ufeff" : "") + csvRecord(headings);
	for (let after: number | null = null; ; ) {
		const rows = await listPage({ after, limit: PAGE });
		if (rows.length === 0) return;
		yield (await fields(rows)).map(csvRecord).join("");
		after = rows.at(-1)?.position ?? null;
	}
}
