import type { Database } from "./database.ts";

/** Tables that have all these columns, whichever tool created them; partitions are not listed. */
export async function tablesWith(database: Pick<Database, "query">, columns: string[]): Promise<string[]> {
	const rows = await database.query<{ name: string }>(
		`select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
		where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
			and a.attname = any($1::text[]) and not a.attisdropped
		group by c.relname having count(*) = $2 order by c.relname`,
		[columns, columns.length],
	);
	return rows.map((row) => row.name);
}
