import pg from "pg";
import type { Logger } from "../log.ts";
import { locked } from "./migrate.ts";

/**
 * Whether something between here and PostgreSQL shares its connections, such as PgBouncer: then statements that follow
 * one another may run in different sessions. Such a program answers with a process number of its own making.
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
 * A pooler passes no limit on to new connections, and refuses one that asks for it: the server itself keeps it for this
 * user in this database. A limit that is there already stays.
 */
export async function limitStatements(pool: pg.Pool, milliseconds: number, log: Logger): Promise<void> {
	try {
		await locked(pool, async (client) => {
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
		log.warn({ err: cause }, "statements have no limit on their time: set statement_timeout for the database's user");
	}
}
