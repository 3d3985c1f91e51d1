import { quoted } from "./tables.ts";

/** The raw messages that rows of the database name. */

/** Runs a statement without parameters; the statements of `namedBlobs` in one transaction. */
export type RowsOf = <T extends object>(sql: string) => Promise<T[]>;

export async function countNamed(rowsOf: RowsOf): Promise<number> {
	const [row] = await rowsOf<{ n: string }>(`select count(*) as n from (${await namingSql(rowsOf)}) as named`);
	return Number(row?.n ?? 0);
}

/** Each once. Call it in a transaction, which has the cursor. */
export async function* namedBlobs(rowsOf: RowsOf): AsyncGenerator<{ accountId: string; sha256: string }> {
	await rowsOf(`declare named no scroll cursor for ${await namingSql(rowsOf)}`);
	for (;;) {
		const rows = await rowsOf<{ account_id: string; raw_sha256: string }>("fetch 2000 from named");
		if (rows.length === 0) return;
		for (const row of rows) yield { accountId: row.account_id, sha256: row.raw_sha256 };
	}
}

/** SQL over every table that references an account's raw messages. */
async function namingSql(rowsOf: RowsOf): Promise<string> {
	const tables = await rowsOf<{ name: string }>(
		`select table_name as name from information_schema.columns
		where table_schema = current_schema() and column_name in ('account_id', 'raw_sha256')
		group by table_name having count(*) = 2`,
	);
	const selects = tables.map(
		({ name }) => `select account_id, raw_sha256 from ${quoted(name)} where raw_sha256 is not null`,
	);
	return selects.join(" union ");
}
