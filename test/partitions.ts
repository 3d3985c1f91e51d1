import type { Database } from "#server/db/database.ts";
import { tablesWith } from "#server/db/tables.ts";

/** Tables with an owner that are not partitioned: small, short-lived, and queried without the owner. */
export const NOT_BY_OWNER = ["pending_consents"];

const PARTS = 4;

/**
 * Recreates every table with an owner, hash-partitioned by owner, with the columns, constraints and indexes of the
 * original. PostgreSQL rejects keys without the partition key; so does Citus. The tables must be empty.
 * @returns the tables' names
 */
export async function partitionByOwner(database: Database): Promise<string[]> {
	const tables = (await tablesWith(database, ["owner_id"])).filter((name) => !NOT_BY_OWNER.includes(name));
	const run = (sql: string): Promise<unknown> => database.query(sql, []);
	// Views stay with the tables that are moved away: they are created again on the new ones.
	const views = await database.query<{ name: string; text: string }>(
		"select viewname as name, definition as text from pg_views where schemaname = current_schema()",
		[],
	);
	await run("create schema plain");
	for (const table of tables) {
		const constraints = await database.query<{ name: string; text: string }>(
			"select conname as name, pg_get_constraintdef(oid) as text from pg_constraint where conrelid = $1::regclass and contype <> 'c'",
			[table],
		);
		const indexes = await database.query<{ text: string }>(
			`select pg_get_indexdef(indexrelid) as text from pg_index i where indrelid = $1::regclass
				and not exists (select 1 from pg_constraint c where c.conindid = i.indexrelid)`,
			[table],
		);
		const sequences = await database.query<{ name: string; column: string }>(
			`select s.relname as name, a.attname as column from pg_depend d join pg_class s on s.oid = d.objid and s.relkind = 'S'
				join pg_attribute a on a.attrelid = d.refobjid and a.attnum = d.refobjsubid
			where d.refobjid = $1::regclass and d.deptype = 'a'`,
			[table],
		);
		// An owned sequence goes where its table goes.
		for (const { name } of sequences) await run(`alter sequence ${name} owned by none`);
		await run(`alter table ${table} set schema plain`);
		await run(
			`create table ${table} (like plain.${table} including defaults including constraints including identity
				including generated including storage) partition by hash (owner_id)`,
		);
		for (let part = 0; part < PARTS; part++)
			await run(
				`create table ${table}_${part} partition of ${table} for values with (modulus ${PARTS}, remainder ${part})`,
			);
		for (const { name, column } of sequences) await run(`alter sequence ${name} owned by ${table}.${column}`);
		for (const { name, text } of constraints) await run(`alter table ${table} add constraint ${name} ${text}`);
		for (const { text } of indexes) await run(text);
	}
	await run("drop schema plain cascade");
	for (const { name, text } of views) await run(`create view ${name} as ${text}`);
	return tables;
}
