import { csvRecord } from "../http/csv.ts";
import type { CsvColumn, ItemView, WorkDescription } from "./work.ts";

/** Rows per statement. */
const PAGE = 500;

/** For kinds without columns of their own. */
const COLUMNS: readonly CsvColumn<unknown, unknown>[] = [
	["item", ({ item }) => JSON.stringify(item)],
	["state", ({ state }) => state],
	["result", ({ result }) => (result === null ? null : JSON.stringify(result))],
	["error", ({ error }) => error],
	["finished at", ({ finishedAt }) => finishedAt],
];

/** The items of a batch as CSV, in chunks of many lines. */
export async function* csvLines(
	{ csv: columns = COLUMNS }: WorkDescription<unknown, unknown>,
	listPage: (page: { after: number | null; limit: number }) => Promise<ItemView<unknown, unknown>[]>,
): AsyncGenerator<string> {
	yield csvRecord(columns.map(([heading]) => heading));
	for (let after: number | null = null; ; ) {
		const rows = await listPage({ after, limit: PAGE });
		if (rows.length === 0) return;
		yield rows.map((row) => csvRecord(columns.map(([, value]) => value(row)))).join("");
		after = rows.at(-1)?.position ?? null;
	}
}
