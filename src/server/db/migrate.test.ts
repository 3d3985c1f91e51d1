import pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createLogger } from "../log.ts";
import { testDatabase } from "../testing/database.ts";
import { migrate } from "./migrate.ts";

const log = createLogger({ logLevel: "silent" });
let database: Awaited<ReturnType<typeof testDatabase>>;
beforeEach(async () => {
	database = await testDatabase();
});
afterEach(() => database.remove());

test("applying again changes nothing, also from many processes at once", async () => {
	const before = await database.query("select * from migrations order by name", []);
	await Promise.all(Array.from({ length: 4 }, () => migrate(database.pool, log)));
	expect(await database.query("select * from migrations order by name", [])).toEqual(before);
	expect(before.length).toBeGreaterThan(0);
});

test("a migration that changed after it was applied stops the start", async () => {
	await database.query("update migrations set sha256 = 'other' where name = '0001_mail.sql'", []);
	await expect(migrate(database.pool, log)).rejects.toThrow(/0001_mail\.sql was changed/);
});

test("an older version does not start on a newer database", async () => {
	await database.query("insert into migrations (name, sha256) values ('9999_future.sql', 'x')", []);
	await expect(migrate(database.pool, log)).rejects.toThrow(/start the newer version/);
});

test("sizes above two gigabytes come back as numbers", async () => {
	expect(pg.types.getTypeParser(pg.types.builtins.INT8)("5000000000")).toBe(5_000_000_000);
});
