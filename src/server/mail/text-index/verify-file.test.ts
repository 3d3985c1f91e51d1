import { createHash } from "node:crypto";
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Database, openDatabase } from "#server/db/database.ts";
import { createLogger } from "#server/log.ts";
import { importGenerated, openMailbox, testInstall } from "#test/mailbox.ts";
import { command, envOf } from "../../backup/testing.ts";
import { ftsIndexOf, indexPath } from "./fts-index.ts";
import { damageOf } from "./read-file.ts";
import { verifyIndexFile } from "./verify-file.ts";

let install: Awaited<ReturnType<typeof testInstall>>;
let database: Database;
let account: string;
let path: string;
let folder: string;
let good: string;
beforeAll(async () => {
	install = await testInstall({ embedded: true });
	const box = await openMailbox(install);
	account = await importGenerated(box, { count: 40 });
	await ftsIndexOf(box.ctx.database).rebuilt();
	await box.close();
	path = indexPath(install.dataDir);
	folder = join(install.dataDir, "search");
	good = join(install.dataDir, "good");
	cpSync(folder, good, { recursive: true });
});
afterAll(() => install.remove());

/** The files of the index, with their content. */
function files(): string[] {
	return readdirSync(folder)
		.sort()
		.map(
			(name) =>
				`${name} ${createHash("sha256")
					.update(readFileSync(join(folder, name)))
					.digest("hex")}`,
		);
}

/** Overwrites a page. @param number from 1 */
function damagePage(number: number): void {
	const bytes = readFileSync(path);
	writeFileSync(path, bytes.fill(0xa5, (number - 1) * 4_096, number * 4_096));
}

function restore(): void {
	rmSync(folder, { recursive: true });
	cpSync(good, folder, { recursive: true });
}

describe("an index file that no server has open", () => {
	beforeEach(async () => {
		const log = createLogger({ logLevel: "silent" });
		database = await openDatabase({ ...install, databasePool: 2 }, log, () => undefined, { isReadOnly: true });
	});
	afterEach(async () => {
		await database.close();
		restore();
	});

	const whole = (what: string) => [{ accountId: null, emailId: null, what }];

	it.each<[string, () => void, unknown[]]>([
		["intact", () => undefined, []],
		["missing", () => rmSync(path), whole("missing")],
		["empty", () => writeFileSync(path, ""), whole("empty")],
		["no index", () => writeFileSync(path, "x".repeat(8_192)), whole("damaged")],
		["damaged in its last page", () => damagePage(readFileSync(path).length / 4_096), whole("damaged")],
	])("is compared without changing it when it is %s", async (_, change, expected) => {
		change();
		const before = files();
		expect(await verifyIndexFile(database, path)).toEqual(expected);
		expect(files()).toEqual(before);
	});

	it("names a message that it lacks", async () => {
		const file = new DatabaseSync(path);
		const { n } = file.prepare("select n from accounts where id = ?").get(account) as { n: number };
		file.exec(`delete from messages_${n} where position = (select max(position) from messages_${n})`);
		file.close();
		const found = await verifyIndexFile(database, path);
		expect(found).toEqual([{ accountId: account, emailId: expect.any(String), what: "missing" }]);
	});

	it.each([2, 3, 7, 40])(
		"names what it lacks, has too much and hides, comparing %i messages at a time",
		async (page) => {
			expect(await verifyIndexFile(database, path, page)).toEqual([]);
			const file = new DatabaseSync(path);
			const { n } = file.prepare("select n from accounts where id = ?").get(account) as { n: number };
			const rows = file.prepare(`select position, id from messages_${n} order by id`).all();
			const differing: [string, what: string][] = [];
			const nameOf = (id: unknown): string =>
				Buffer.from(id as Uint8Array)
					.toString("hex")
					.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
			for (const [index, { position, id }] of rows.entries()) {
				const what = [0, 1, 5, 6, 20, 39].includes(index) ? "missing" : [2, 7, 38].includes(index) ? "hidden" : null;
				if (what === null) continue;
				differing.push([nameOf(id), what]);
				if (what === "missing") file.exec(`delete from messages_${n} where position = ${position}`);
				else if (file.prepare(`delete from hidden_${n} where position = ?`).run(position as number).changes === 0)
					file.exec(`insert into hidden_${n} values (${position})`);
			}
			for (const [index, id] of [
				"00".repeat(16),
				`${Buffer.from(rows[9]?.id as Uint8Array).toString("hex", 0, 15)}ff`,
				"ff".repeat(16),
			].entries()) {
				file.exec(`insert into messages_${n} values (${index + 1}, x'${id}')`);
				differing.push([nameOf(Buffer.from(id, "hex")), "extra"]);
			}
			file.close();
			const found = await verifyIndexFile(database, path, page);
			expect(found.map(({ emailId, what }) => [emailId, what]).sort()).toEqual(differing.sort());
		},
	);

	it("shows damage in whichever page it is", () => {
		const pages = readFileSync(path).length / 4_096;
		const file = new DatabaseSync(path, { readOnly: true });
		const { freelist_count: free } = file.prepare("pragma freelist_count").get() as { freelist_count: number };
		file.close();
		let unnoticed = 0;
		for (let page = 1; page <= pages; page++) {
			restore();
			damagePage(page);
			if (damageOf(path, false) === null) unnoticed++;
		}
		// Pages that are not in use hold nothing.
		expect(unnoticed).toBeLessThanOrEqual(free);
	});

	it("is not changed by what is read of the database", async () => {
		await expect(database.query("delete from emails", [])).rejects.toThrow("read-only transaction");
	});
});

it("`npm run verify` names a missing index and what to run, and makes none", async () => {
	rmSync(folder, { recursive: true });
	const { code, out } = await command("verify", envOf(install));
	expect(code).toBe(1);
	expect(out).toContain("the whole index: missing");
	expect(out).toContain(`Delete ${folder} and run npm start`);
	expect(readdirSync(install.dataDir)).not.toContain("search");
	cpSync(good, folder, { recursive: true });
	expect(await command("verify", envOf(install))).toMatchObject({ code: 0 });
});

it("a server that starts with damage in a page that no search reads builds the index again", async () => {
	const file = new DatabaseSync(path);
	const { n } = file.prepare("select n from accounts where id = ?").get(account) as { n: number };
	const { page } = file.prepare("select max(rootpage) as page from sqlite_master where name = ?").get(`texts_${n}`) as {
		page: number;
	};
	file.close();
	damagePage(page);
	const box = await openMailbox(install);
	try {
		const index = ftsIndexOf(box.ctx.database);
		await expect.poll(() => damageOf(path, true), { timeout: 60_000 }).toBeNull();
		await expect.poll(() => index.rebuilt().then(() => index.verify()), { timeout: 60_000 }).toEqual([]);
	} finally {
		await box.close();
	}
});
