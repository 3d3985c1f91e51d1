import { addressOf } from "#kernel/addresses.ts";
import { badRequest } from "#kernel/errors.ts";
import { detectFormat, readSegment, rowsBySegments, SAMPLE_BYTES, TABLE_LIMITS } from "#kernel/table-parsing.ts";
import type { ListLimits } from "./limits.ts";

/** The rows of a file with addresses. */
export interface Table {
	columns: string[];
	rows: { email: string; cells: string[] }[];
	skippedRows: number;
}

export type TableInput = Omit<ListLimits, "bytes">;

/** Reads a file up to the first limit. @throws AppError as `readTable` */
export default async function task(raw: Buffer, { rows: maxRows, columns }: TableInput): Promise<Table> {
	const limits = { ...TABLE_LIMITS, columns };
	const isWhole = raw.length <= SAMPLE_BYTES;
	const format = detectFormat(raw.subarray(0, SAMPLE_BYTES), { isWhole, limits });
	const table: Table = { columns: format.columns, rows: [], skippedRows: 0 };
	let line = 0;
	for await (const cells of rowsBySegments(segmentsOf(raw), { ...format, limits }, readSegment)) {
		if (++line === 1 && format.hasHeader) continue;
		const email = addressOf(cells[format.emailColumn] ?? "").slice(0, 320);
		if (email.trim() === "") table.skippedRows++;
		else if (table.rows.length === maxRows)
			throw badRequest(
				"too-many-rows",
				`The file has more than ${maxRows.toLocaleString("en-US")} rows. Split it and try again.`,
			);
		else table.rows.push({ email, cells });
	}
	return table;
}

async function* segmentsOf(raw: Buffer): AsyncGenerator<Uint8Array> {
	for (let at = 0; at < raw.length; at += SAMPLE_BYTES) yield raw.subarray(at, at + SAMPLE_BYTES);
}
