import type { ClientBase } from "pg";

/** Reads the tables from the catalog, so that none is ever missed. */

export interface Table {
	name: string;
	columns: { name: string; type: string }[];
	/** Columns with sequences. */
	sequences: { column: string; sequence: string }[];
	/** Has triggers, which must not fire when rows are restored. */
	hasTriggers: boolean;
}

/** The table that each database maintains itself. */
const OWN = "migrations";

/** All tables with rows to copy, each after those it references. */
export async function listTables(client: ClientBase): Promise<Table[]> {
	const { rows: columns } = await client.query<{ table: string; name: string; type: string; sequence: string | null }>(
		`select c.relname as table, a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
			pg_get_serial_sequence(quote_ident(c.relname), a.attname) as sequence
		from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
		where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = current_schema()::regnamespace
			and a.attgenerated = '' and c.relname <> $1
		order by c.relname, a.attnum`,
		[OWN],
	);
	const { rows: triggers } = await client.query<{ table: string }>(
		"select distinct tgrelid::regclass::text as table from pg_trigger where not tgisinternal",
	);
	const { rows: references } = await client.query<{ from: string; to: string }>(
		`select conrelid::regclass::text as from, confrelid::regclass::text as to from pg_constraint
		where contype = 'f' and conrelid <> confrelid`,
	);
	const tables = new Map<string, Table>();
	for (const { table: name, sequence, ...column } of columns) {
		const table = tables.get(name) ?? { name, columns: [], sequences: [], hasTriggers: false };
		tables.set(name, table);
		table.columns.push(column);
		if (sequence !== null) table.sequences.push({ column: column.name, sequence });
	}
	for (const { table } of triggers) {
		const found = tables.get(table);
		if (found !== undefined) found.hasTriggers = true;
	}
	const sorted: Table[] = [];
	const visit = (table: Table | undefined): void => {
		if (table === undefined || !tables.delete(table.name)) return;
		for (const { from, to } of references) if (from === table.name) visit(tables.get(to));
		sorted.push(table);
	};
	for (const table of [...tables.values()]) visit(table);
	return sorted;
}

export interface Applied {
	name: string;
	sha256: string;
}

/** The migrations applied to a database; null when it was never ours. */
export async function appliedMigrations(client: ClientBase): Promise<Applied[] | null> {
	const { rows: found } = await client.query("select 1 where to_regclass('migrations') is not null");
	if (found.length === 0) return null;
	const { rows } = await client.query<Applied>("select name, sha256 from migrations order by name");
	return rows;
}

/** Whether anyone has ever signed up. */
export async function isInUse(client: ClientBase): Promise<boolean> {
	if ((await appliedMigrations(client)) === null) return false;
	const { rows } = await client.query<{ used: boolean }>(
		"select exists (select from users) or exists (select from connected_accounts) as used",
	);
	return rows[0]?.used === true;
}

/** Number of other processes of this product connected to the same PostgreSQL. */
export async function othersConnected(client: ClientBase): Promise<number> {
	const { rows } = await client.query<{ n: number }>(
		`select count(*)::int as n from pg_stat_activity
		where datname = current_database() and application_name = 'mailstead' and pid <> pg_backend_pid()`,
	);
	return rows[0]?.n ?? 0;
}

export function quoted(name: string): string {
	return `"${name.replaceAll('"', '""')}"`;
}
