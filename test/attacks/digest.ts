import { expect } from "vitest";
import type { Database } from "#server/db/database.ts";
import type { TestServer } from "#test/server.ts";

/** Tables of a user's rows that change without anybody asking for it: by schedules of the server. */
const VOLATILE = new Set(["jobs", "dmarc_scans"]);

/** What is stored of a user, table by table: a number of rows and a hash of them. */
export async function digestOf(database: Database, ownerId: string): Promise<Record<string, string>> {
	const tables = await database.query<{ name: string }>(
		`select c.table_name as name from information_schema.columns c
		join information_schema.tables t on t.table_schema = c.table_schema and t.table_name = c.table_name
		where c.table_schema = 'public' and c.column_name = 'owner_id' and t.table_type = 'BASE TABLE' order by 1`,
		[],
	);
	const digests: Record<string, string> = {};
	for (const { name } of tables.filter((table) => !VOLATILE.has(table.name))) {
		const row = await database.one<{ digest: string }>(
			`select count(*) || ' ' || coalesce(md5(string_agg(t::text, E'\\n' order by t::text)), '') as digest
			from "${name}" t where owner_id = $1`,
			[ownerId],
		);
		digests[name] = row?.digest ?? "";
	}
	return digests;
}

/** Waits until nothing that the user asked for is still to be done, such as the copy of a draft in its mailbox. */
export async function settled({ ctx }: TestServer, ownerId: string): Promise<void> {
	await expect
		.poll(
			() =>
				ctx.database.query(
					`select task from schedules
					where owner_id = $1 and cron is null and next_run_at < now() + interval '1 minute'
					union all select kind from jobs where owner_id = $1 and state in ('queued', 'running')`,
					[ownerId],
				),
			{ timeout: 120_000 },
		)
		.toEqual([]);
}
