import { csvStream } from "../http/csv.ts";
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

/** The items of a batch as CSV, read while they are streamed. */
export function streamCsv(
	{ csv: columns = COLUMNS }: WorkDescription<unknown, unknown>,
	listPage: (page: { after: number | null; limit: number }) => Promise<ItemView<unknown, unknown>[]>,
): ReadableStream<Uint8Array> {
	let after: number | null = null;
	return csvStream(
		columns.map(([heading]) => heading),
		async () => {
			const rows = await listPage({ after, limit: PAGE });
			after = rows.at(-1)?.position ?? after;
			return rows.map((row) => columns.map(([, value]) => value(row)));
		},
	);
}
