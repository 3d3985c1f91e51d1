import type { Database } from "../../db/database.ts";

/**
 * Exports all other data of a user, table by table, as JSON lines. Tables are discovered by their columns, so that
 * tables of tools are included without being listed anywhere.
 */

/** Tables exported with the mail, derived from it, or internal bookkeeping without information about the user. */
const EXCLUDED_TABLES = [
	"emails",
	"email_search",
	"search_outbox",
	"email_thread_links",
	"sender_stats",
	"day_stats",
	"month_stats",
	"list_aliases",
	"sent_recipients",
	"people_refreshes",
	"inbox_events",
	"sent_recipients",
	"people_refreshes",
	"stream_events",
	"stream_heads",
	"stream_cursors",
	"provider_state",
	"account_locks",
	"work_limit_usage",
	"account_watches",
	"exports",
	"artifacts",
	"account_deletions",
	"sync_failure_notifications",
	"operator",
	"used_totp_codes",
];

/** Columns that are never exported: secrets, and internal paths. */
const SECRET = /token|secret|password|credential|backup|public_key|^key$|(?<!list)_key$|^path$|^cursor$|^lease_/;

const PAGE = 500;

/** Possible owner columns, in order of precedence. */
const ownerColumns = ["owner_id", "user_id", "reference_id", "created_by"];

export interface OwnedTable {
	name: string;
	/** The owner column. */
	owner: string;
	/** Columns to export. */
	columns: string[];
	/** The primary key with its types, for paging. */
	key: { name: string; type: string }[];
}

/**
 * All tables with data of users, and the columns to export.
 * @param notExported tables that modules leave out, besides the kernel's own
 */
export async function ownedTables(database: Database, notExported: readonly string[]): Promise<OwnedTable[]> {
	const excluded = new Set([...EXCLUDED_TABLES, ...notExported]);
	const columns = await database.query<{ table: string; name: string; type: string; position: number | null }>(
		`select c.relname as table, a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
			array_position(k.conkey, a.attnum) as position
		from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
		left join pg_constraint k on k.conrelid = c.oid and k.contype = 'p'
		where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = current_schema()::regnamespace
		order by c.relname, a.attnum`,
		[],
	);
	const names = [...new Set(columns.map((column) => column.table))].filter((name) => !excluded.has(name));
	return names.flatMap((name) => {
		const own = columns.filter((column) => column.table === name);
		const owner = name === "users" ? "id" : ownerColumns.find((known) => own.some((column) => column.name === known));
		const key = own.filter(({ position }) => position !== null).sort((a, b) => Number(a.position) - Number(b.position));
		if (owner === undefined || key.length === 0) return [];
		const written = own.filter((column) => column.type !== "bytea" && !SECRET.test(column.name));
		return [{ name, owner, columns: written.map((column) => column.name), key }];
	});
}

/** One user's rows of a table, as JSON lines. */
export async function* tableLines(
	database: Database,
	table: OwnedTable,
	ownerId: string,
	limit = PAGE,
): AsyncGenerator<Buffer> {
	const name = (column: string): string => `"${column.replaceAll('"', '""')}"`;
	const key = table.key.map((column) => name(column.name)).join(", ");
	const shown = table.columns.map((column) => name(column)).join(", ");
	const last = table.key.map((column) => `${name(column.name)}::text`).join(", ");
	const from = table.key.map((column, index) => `$${index + 3}::${column.type}`).join(", ");
	let after: string[] | null = null;
	for (;;) {
		const rows: { line: string; last: string[] }[] = await database.query(
			`select to_json(r)::text as line, last from (
				select (select s from (select ${shown}) s) as r, array[${last}] as last from ${name(table.name)}
				where ${name(table.owner)} = $1 ${after === null ? "" : `and (${key}) > (${from})`} order by ${key} limit $2
			) page`,
			[ownerId, limit, ...(after ?? [])],
		);
		if (rows.length > 0) yield Buffer.from(`${rows.map((row) => row.line).join("\n")}\n`);
		after = rows.at(-1)?.last ?? null;
		if (rows.length < limit || after === null) return;
	}
}
