import { addressOf } from "#kernel/addresses.ts";
import { AppError } from "#kernel/errors.ts";
import { detectFormat, readRows } from "#kernel/tables.ts";
import { MAX_LISTED } from "../../contract.ts";

/** Bytes of a file: ten thousand rows of a kilobyte and more. */
const MAX_BYTES = 20_000_000;

/** The rows of a file with addresses. */
export interface Table {
	columns: string[];
	rows: { email: string; cells: string[] }[];
	skippedRows: number;
}

/**
 * Reads an uploaded file; format and column of the addresses are detected.
 * @throws AppError 400 `not-a-table`, `no-emails`, `bad-table`, `wrong-encoding` or `too-many-rows`, 413 `too-large`
 */
export async function readTable(body: Request["body"]): Promise<Table> {
	const bytes = await read(body);
	const format = detectFormat(bytes, true, {});
	const table: Table = { columns: format.columns, rows: [], skippedRows: 0 };
	let line = 0;
	for await (const cells of readRows(once(bytes), format)) {
		if (++line === 1 && format.hasHeader) continue;
		const email = addressOf(cells[format.emailColumn] ?? "").slice(0, 320);
		if (email.trim() === "") table.skippedRows++;
		else if (table.rows.length === MAX_LISTED)
			throw new AppError(400, "too-many-rows", "The file has more than 10,000 rows. Split it and try again.");
		else table.rows.push({ email, cells });
	}
	return table;
}

async function read(body: Request["body"]): Promise<Uint8Array> {
	const chunks: Uint8Array[] = [];
	let size = 0;
	for await (const chunk of body ?? []) {
		size += chunk.byteLength;
		if (size > MAX_BYTES)
			throw new AppError(413, "too-large", "The file is larger than 20 MB. Split it and try again.");
		chunks.push(chunk);
	}
	return Buffer.concat(chunks);
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
	yield bytes;
}
