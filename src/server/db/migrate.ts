import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type pg from "pg";
import type { Logger } from "../log.ts";

const folder = fileURLToPath(new URL("../../../db/migrations/", import.meta.url));

/** Any number works, as long as every process takes the same. */
const LOCK = 7_461_201;

/**
 * Applies the migrations that are missing, all in one transaction, one process at a time.
 * @throws when a migration that was applied has changed since, or this version is older than the database
 */
export async function migrate(pool: pg.Pool, log: Logger): Promise<void> {
	const client = await pool.connect();
	try {
		await client.query("begin");
		// Rewriting a large table takes as long as it takes, and so does waiting for another process that does.
		await client.query("set local statement_timeout = 0");
		await client.query("select pg_advisory_xact_lock($1)", [LOCK]);
		await client.query(
			"create table if not exists migrations (name text primary key, sha256 text not null, applied_at timestamptz not null default now())",
		);
		const { rows } = await client.query<{ name: string; sha256: string }>("select name, sha256 from migrations");
		const applied = new Map(rows.map((row) => [row.name, row.sha256]));
		const files = readdirSync(folder)
			.filter((name) => name.endsWith(".sql"))
			.sort();
		for (const name of applied.keys())
			if (!files.includes(name))
				throw new Error(`The database knows the migration ${name}, this version does not: start the newer version.`);
		for (const name of files) await applyOne(client, name, applied.get(name), log);
		await client.query("commit");
	} catch (cause) {
		await client.query("rollback");
		throw cause;
	} finally {
		client.release();
	}
}

async function applyOne(client: pg.PoolClient, name: string, known: string | undefined, log: Logger): Promise<void> {
	const sql = readFileSync(folder + name, "utf8");
	const sha256 = createHash("sha256").update(sql).digest("hex");
	if (known === sha256) return;
	if (known !== undefined)
		throw new Error(`The migration ${name} was changed after it had been applied: put it back and add a new one.`);
	await client.query(sql);
	await client.query("insert into migrations (name, sha256) values ($1, $2)", [name, sha256]);
	log.info({ migration: name }, "migration applied");
}
