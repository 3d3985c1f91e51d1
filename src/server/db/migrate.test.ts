import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { testDatabase } from "#test/database.ts";
import { isPostgres, testIf } from "../../../fixtures/only-if.ts";
import { ConfigError } from "../config.ts";
import { createLogger } from "../log.ts";
import { assertMigrated, migrate, readMigrations } from "./migrate.ts";

const log = createLogger({ logLevel: "silent" });
let database: Awaited<ReturnType<typeof testDatabase>>;
beforeEach(async () => {
	database = await testDatabase();
});
afterEach(() => database.remove());

test("migrating again changes nothing, even from concurrent processes", async () => {
	const before = await database.query("select * from migrations order by name", []);
	await Promise.all(Array.from({ length: 4 }, () => migrate(database.pool, log)));
	expect(await database.query("select * from migrations order by name", [])).toEqual(before);
	expect(before.length).toBeGreaterThan(0);
});

test("data of an unknown, older version is refused with what to do, without calling it newer", async () => {
	await database.exec("update migrations set sha256 = 'other' where name = '0001_baseline.sql'", []);
	// A file of that version, which is part of the baseline since.
	await database.exec("insert into migrations (name, sha256) values ('0002_older.sql', 'older')", []);
	const lines: string[] = [];
	const noted = createLogger({ logLevel: "warn" }, { write: (line: string) => void lines.push(line) });
	const refusal = await migrate(database.pool, noted).catch((cause: unknown) => cause);
	expect(refusal).toBeInstanceOf(ConfigError);
	expect((refusal as Error).message).toMatch(
		/^The data was stored by another version of Mailstead, .+ \(0001_baseline\.sql differs\)\. Start the version that stored it/,
	);
	expect(lines).toEqual([]);
});

test("a database that only reads is not upgraded", async () => {
	await assertMigrated(database.pool);
	await database.exec("delete from migrations where name = '0001_baseline.sql'", []);
	await expect(assertMigrated(database.pool)).rejects.toThrow(
		"The database is of an earlier version. Start the server",
	);
});

test("an older version starts on a newer database if its migrations only added to the schema", async () => {
	await database.exec("insert into migrations (name, sha256) values ('9998_more.sql', 'x')", []);
	await migrate(database.pool, log);
	await database.exec("insert into migrations (name, sha256, contract) values ('9999_less.sql', 'x', true)", []);
	await expect(migrate(database.pool, log)).rejects.toThrow(/9999_less\.sql.*start the newer version/);
});

test("a contracting migration is recorded, so that older versions refuse to start", async () => {
	const contracting = { name: "9999_less.sql", sql: "drop table uploads", sha256: "x", isContract: true };
	const files = [...readMigrations(), contracting];
	await migrate(database.pool, log, files);
	const rows = await database.query<{ name: string; contract: boolean }>(
		"select name, contract from migrations order by name",
		[],
	);
	const known = new Map(files.map(({ name, isContract }) => [name, isContract]));
	expect(rows.length).toBe(files.length);
	for (const { name, contract } of rows) expect([name, contract]).toEqual([name, known.get(name)]);
	expect(rows.some(({ contract }) => contract)).toBe(true);
	await expect(migrate(database.pool, log)).rejects.toThrow(/9999_less\.sql.*start the newer version/);
});

test("a file that starts with the contract line is contracting", async () => {
	const root = await mkdtemp(join(tmpdir(), "migrations-"));
	for (const folder of ["kernel", "tools"]) await mkdir(join(root, folder));
	await writeFile(join(root, "kernel/0001_more.sql"), "select 1");
	await writeFile(join(root, "kernel/0002_less.sql"), "-- contract\nselect 1");
	const read = readMigrations({ kernel: join(root, "kernel"), tools: join(root, "tools") });
	expect(read.map(({ name, isContract }) => [name, isContract])).toEqual([
		["0001_more.sql", false],
		["0002_less.sql", true],
	]);
	await rm(root, { recursive: true });
});

test("the kernel's migrations come first, then those of each tool under the tool's name", async () => {
	const root = await mkdtemp(join(tmpdir(), "migrations-"));
	const files = [
		"kernel/0002_b.sql",
		"kernel/0001_a.sql",
		"tools/two/migrations/0001_a.sql",
		"tools/one/migrations/0001_a.sql",
	];
	for (const file of files) {
		await mkdir(join(root, dirname(file)), { recursive: true });
		await writeFile(join(root, file), "select 1");
	}
	await mkdir(join(root, "tools/three/server"), { recursive: true });
	const read = readMigrations({ kernel: join(root, "kernel"), tools: join(root, "tools") });
	expect(read.map(({ name }) => name)).toEqual(["0001_a.sql", "0002_b.sql", "one/0001_a.sql", "two/0001_a.sql"]);
	await rm(root, { recursive: true });
});

testIf(isPostgres)("a migration that meets a table in use lets others pass, and comes again", async () => {
	const more = {
		name: "9999_more.sql",
		sql: "alter table uploads add column note text",
		sha256: "x",
		isContract: false,
	};
	const client = await database.pool.connect();
	await client.query("begin");
	await client.query("select count(*) from uploads");
	let isOver = false;
	const migrating = migrate(database.pool, log, [...readMigrations(), more]).then(() => {
		isOver = true;
	});
	// Longer than its lock timeout: other queries are not queued behind it longer than that.
	await pause(1_000);
	await database.exec("select count(*) from uploads", []);
	expect(isOver).toBe(false);
	await client.query("commit");
	client.release();
	await migrating;
	await database.exec("select note from uploads", []);
});

test("sizes above two gigabytes are returned as numbers", async () => {
	expect(pg.types.getTypeParser(pg.types.builtins.INT8)("5000000000")).toBe(5_000_000_000);
});
