import { createHash } from "node:crypto";
import type { ClientBase } from "pg";
import { quoted, type Table } from "./tables.ts";

/**
 * Rows as lines of text: a JSON array of the columns in PostgreSQL's text format, null for NULL. This is exact for
 * every type and the same from every PostgreSQL, because both ends use the settings below.
 */

/** Sets the text format of values; call it in the transaction that reads or writes lines. */
export async function setTextFormat(client: ClientBase): Promise<void> {
	await client.query(
		`set local timezone = 'UTC'; set local datestyle = 'ISO, YMD'; set local intervalstyle = 'postgres';
		set local extra_float_digits = 1; set local bytea_output = 'hex'; set local statement_timeout = 0;
		set local idle_in_transaction_session_timeout = 0`,
	);
}

/** How many rows are read or written together. */
export const ROW_LIMITS = {
	/** Approximate. Far below the limit of a bind message; a single row may be longer. */
	characters: 2_000_000,
	rows: 2_000,
	/** Rows of the first batch, when their length is not known. */
	first: 50,
};
export type RowLimits = typeof ROW_LIMITS;

function lineOf(table: Table): string {
	return `to_json(array[${table.columns.map(({ name }) => `${quoted(name)}::text`).join(", ")}])::text`;
}

/** All rows of a table in the open transaction, in batches, unordered. */
export async function* readLines(
	client: ClientBase,
	table: Table,
	limits: RowLimits = ROW_LIMITS,
): AsyncGenerator<string[]> {
	await client.query(`declare lines no scroll cursor for select ${lineOf(table)} as line from ${quoted(table.name)}`);
	try {
		for (let count = limits.first; ; ) {
			const { rows } = await client.query<{ line: string }>(`fetch ${count} from lines`);
			if (rows.length === 0) break;
			yield rows.map((row) => row.line);
			const length = rows.reduce((sum, { line }) => sum + line.length, 0);
			count = Math.max(1, Math.min(limits.rows, Math.ceil((limits.characters * rows.length) / length)));
		}
	} finally {
		await client.query("close lines").catch(() => undefined);
	}
}

/** Inserts lines into a table, in the open transaction. @param columns the columns of the lines, in order */
export function createLoader(
	client: ClientBase,
	table: Table,
	columns: readonly string[],
	limits: RowLimits = ROW_LIMITS,
) {
	const types = columns.map((name) => table.columns.find((column) => column.name === name)?.type);
	if (types.includes(undefined)) throw new Error(`The table ${table.name} lacks columns that its rows have`);
	const names = columns.map(quoted);
	const values = types.map((type, i) => `c${i}::${type}`);
	const from = types.map((_, i) => `$${i + 1}::text[]`);
	const sql = `insert into ${quoted(table.name)} (${names.join(", ")}) overriding system value
		select ${values.join(", ")} from unnest(${from.join(", ")}) as t (${types.map((_, i) => `c${i}`).join(", ")})`;
	let waiting: (string | null)[][] = columns.map(() => []);
	let length = 0;

	async function flush(): Promise<void> {
		if (length === 0) return;
		const lists = waiting;
		waiting = columns.map(() => []);
		length = 0;
		await client.query(sql, lists);
	}

	return {
		async add(line: string): Promise<void> {
			const row: unknown = JSON.parse(line);
			if (!Array.isArray(row) || row.length !== columns.length) throw new Error(`A row of ${table.name} is incomplete`);
			row.forEach((value, i) => {
				waiting[i]?.push(value as string | null);
			});
			length += line.length;
			if (length >= limits.characters || (waiting[0]?.length ?? 0) >= limits.rows) await flush();
		},
		flush,
	};
}

/** Row count and an order-independent checksum. */
export interface Digest {
	rows: number;
	/** Sum of the first 60 bits of each line's MD5, in decimal: against accidents, not attackers. */
	sum: string;
}

export function createDigest() {
	let rows = 0;
	let sum = 0n;
	return {
		add(line: string): void {
			rows++;
			sum += createHash("md5").update(line).digest().readBigUInt64BE() >> 4n;
		},
		end: (): Digest => ({ rows, sum: String(sum) }),
	};
}

/** The digest of a table's current rows. */
export async function digestOf(client: ClientBase, table: Table): Promise<Digest> {
	const { rows } = await client.query<Digest>(
		`select count(*)::int as rows, coalesce(sum(('x' || left(md5(${lineOf(table)}), 15))::bit(60)::bigint), 0)::text as sum
		from ${quoted(table.name)}`,
	);
	return rows[0] as Digest;
}

/** Current values of a table's sequences. */
export async function readSequences(client: ClientBase, table: Table): Promise<Record<string, string>> {
	const found: Record<string, string> = {};
	for (const { column, sequence } of table.sequences) {
		const { rows } = await client.query<{ next: string }>(
			`select (last_value + case when is_called then 1 else 0 end)::text as next from ${sequence}`,
		);
		found[column] = rows[0]?.next ?? "1";
	}
	return found;
}

/** @param next next sequence value by column */
export async function setSequences(client: ClientBase, table: Table, next: Record<string, string>): Promise<void> {
	for (const { column, sequence } of table.sequences)
		if (next[column] !== undefined)
			await client.query("select setval($1::regclass, $2::bigint, false)", [sequence, next[column]]);
}

/** Empties the tables, and disables triggers until `enableTriggers`, in the open transaction. */
export async function prepareTables(client: ClientBase, tables: readonly Table[]): Promise<void> {
	for (const table of [...tables].reverse()) {
		if (table.hasTriggers) await client.query(`alter table ${quoted(table.name)} disable trigger user`);
		await client.query(`delete from ${quoted(table.name)}`);
	}
}

export async function enableTriggers(client: ClientBase, tables: readonly Table[]): Promise<void> {
	for (const table of tables)
		if (table.hasTriggers) await client.query(`alter table ${quoted(table.name)} enable trigger user`);
}
