import pg from "pg";
import type { Logger } from "../log.ts";
import { withMigrationLock } from "./migrate.ts";

/**
 * Whether a pooler such as PgBouncer shares the connections to PostgreSQL, so that consecutive statements may run in
 * different sessions. A pooler answers with a process id it made up.
 */
export async function isPooled(databaseUrl: string): Promise<boolean> {
	const client = new pg.Client({ connectionString: databaseUrl });
	await client.connect();
	try {
		const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
		return (client as pg.Client & { processID: number | null }).processID !== rows[0]?.pid;
	} finally {
		await client.end();
	}
}

/**
 * A pooler does not pass a statement timeout on to new connections and may reject connections that set it, so it is
 * set on the server for this user in this database. An existing timeout is kept.
 */
export async function limitStatements(pool: pg.Pool, milliseconds: number, log: Logger): Promise<void> {
	try {
		await withMigrationLock(pool, async (client) => {
			const { rows } = await client.query(
				`select 1 from pg_db_role_setting, unnest(setconfig) as setting
				where setdatabase = (select oid from pg_database where datname = current_database())
					and setrole = (select oid from pg_roles where rolname = current_user) and setting like 'statement_timeout=%'`,
			);
			if (rows.length > 0) return;
			await client.query(
				`do $$ begin
					execute format('alter role %I in database %I set statement_timeout = ${milliseconds}', current_user, current_database());
				end $$`,
			);
		});
	} catch (cause) {
		log.warn(
			{ event: "database.no_time_limit", err: cause },
			"statements have no time limit: set statement_timeout for the database's user",
		);
	}
}
