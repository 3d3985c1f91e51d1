import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Database, openDatabase } from "#server/db/database.ts";
import { createLogger } from "#server/log.ts";
import { newId } from "#shared/ids.ts";
import { interceptedStatements } from "#test/intercepted-statements.ts";
import { openMailbox, type TestMailbox, testInstall } from "#test/mailbox.ts";
import type { FolderRole } from "../provider/provider.ts";
import { countPendingIndex } from "../search/pending-index.ts";
import { searchEmails } from "../search/search.ts";
import { saveTexts } from "../store/attachment-texts.ts";
import { applyLocalChange, type LocalChange } from "../store/change.ts";
import { insertBatch } from "../store/insert.ts";
import type { Content } from "../store/rows.ts";
import { addAccount, classifier, incoming } from "../store/testing.ts";
import { withAttachmentText } from "./attachment-texts.ts";
import type { TextSource } from "./content.ts";
import { ftsIndexOf } from "./fts-index.ts";
import { indexedTexts } from "./testing.ts";

const owner = "owner";
const roles = new Map<string, FolderRole>([
	["inbox", "inbox"],
	["trash", "trash"],
]);
let install: Awaited<ReturnType<typeof testInstall>>;
let mailbox: TestMailbox;
let account: string;
beforeAll(async () => {
	install = await testInstall({ embedded: true });
	mailbox = await openMailbox(install, { isIdle: true });
});
beforeEach(async () => {
	account = newId();
	await addAccount(mailbox.ctx.database, owner, account);
	await index().rebuilt();
});
afterAll(async () => {
	await mailbox.close();
	await install.remove();
});

/** Stores messages with their raw bytes; each has its own word, `unique<n>`. @returns their ids */
async function store(from: number, count: number): Promise<void> {
	const { database, blobs, parsePool } = mailbox.ctx;
	const raws = Array.from({ length: count }, (_, i) =>
		Buffer.from(
			`From: Ann <ann@example.org>\r\nSubject: Minutes ${from + i}\r\n\r\nThe annual report unique${from + i}\r\n`,
		),
	);
	const items = await parsePool.parse(raws);
	const messages = await Promise.all(
		items.map(async ({ message, lexemes }, i) => {
			const sha256 = await blobs.put(account, raws[i] as Buffer);
			const receivedAt = Date.UTC(2024, 0, 1) + (from + i) * 60_000;
			const made = incoming({ id: `${from + i}`, folderId: "inbox", receivedAt }, message);
			return { ...made, content: { ...(made.content as Content), lexemes, sha256 } };
		}),
	);
	await insertBatch(database, owner, account, { messages, removed: [], roles, classifier });
}

async function change(providerId: string, to: LocalChange): Promise<void> {
	const { database } = mailbox.ctx;
	const rows = await database.query<{ id: string }>(
		"select id from emails where account_id = $1 and provider_id = $2",
		[account, providerId],
	);
	const ids = rows.map(({ id }) => id);
	await database.transaction(() => applyLocalChange({ database, ownerId: owner, accountId: account }, ids, to));
}

function search(query: string) {
	const options = { accountId: account, folder: null, query, now: Date.now(), limit: 5, cursor: undefined };
	return searchEmails(mailbox.ctx.database, owner, options);
}

const total = async (query: string): Promise<number> => (await search(query)).total;

const index = () => ftsIndexOf(mailbox.ctx.database);
const file = () => join(install.dataDir, "search", "index.db");

/** Closes the installation, changes its files, and opens it again. */
async function reopen(meanwhile: () => void): Promise<void> {
	await mailbox.close();
	meanwhile();
	mailbox = await openMailbox(install, { isIdle: true });
}

describe("the index of the embedded database", () => {
	it("has what was committed when the user searches", async () => {
		for (let n = 0; n < 20; n++) {
			await store(n, 1);
			expect(await total(`unique${n}`)).toBe(1);
		}
		await change("3", { folder: { id: "trash", role: "trash" } });
		expect([await total("unique3"), await total("unique3 in:trash"), await total("minutes")]).toEqual([0, 1, 19]);
		await change("3", { folder: { id: "inbox", role: "inbox" } });
		await change("4", { destroy: true });
		expect([await total("unique3"), await total("unique4"), await total("minutes")]).toEqual([1, 0, 19]);
		expect(await index().verify()).toEqual([]);
	});

	it("leaves what a transaction did not commit out", async () => {
		await store(0, 2);
		const { database } = mailbox.ctx;
		const scope = { database, ownerId: owner, accountId: account };
		const row = await database.one<{ id: string }>(
			"select id from emails where account_id = $1 and provider_id = '0'",
			[account],
		);
		const failing = database.transaction(async () => {
			await applyLocalChange({ ...scope }, [row?.id ?? ""], { destroy: true });
			throw new Error("rolled back");
		});
		await expect(failing).rejects.toThrow("rolled back");
		await store(2, 1);
		expect([await total("unique0"), await total("unique2")]).toEqual([1, 1]);
		expect(await index().verify()).toEqual([]);
	});

	it("continues where it was when it is opened again", async () => {
		await store(0, 100);
		await index().flush();
		await reopen(() => undefined);
		expect([await total("minutes"), await total("unique99")]).toEqual([100, 1]);
		expect(await countPendingIndex(mailbox.ctx.database, owner, account)).toBe(0);
		expect(await mailbox.ctx.database.query("select 1 from search_outbox", [])).toEqual([]);
	});

	it("indexes messages again whose text changed before a crash", async () => {
		await store(0, 3);
		await index().flush();
		const before = readFileSync(file());
		const { database } = mailbox.ctx;
		const row = await database.one<{ id: string }>(
			"select id from emails where account_id = $1 and provider_id = '1'",
			[account],
		);
		const id = row?.id ?? "";
		// The job that reads attachments stores their text with the message that is to be indexed again.
		await database.exec(
			`insert into email_attachments (owner_id, account_id, email_id, position, filename, content_type, size_bytes, is_inline)
			values ($1, $2, $3, 0, 'a.txt', 'text/plain', 1, false)`,
			[owner, account, id],
		);
		const scope = { ownerId: owner, accountId: account };
		const stored = { id, receivedMs: Date.UTC(2024, 0, 1) + 60_000, isHidden: false };
		const message = { ...stored, subject: "Minutes 1", text: "The annual report unique1", lexemes: "minutes unique1" };
		const texts = [{ position: 0, state: "read" as const, text: "Wolpertinger turnover" }];
		const indexed = withAttachmentText(message, "Wolpertinger turnover");
		await saveTexts(database, scope, [{ emailId: id, texts, message: indexed }]);
		const both = async () => [
			await total('"wolpertinger turnover"'),
			await total("minutes"),
			await total("unique1 turnover"),
		];
		expect(await both()).toEqual([1, 3, 1]);
		await reopen(() => writeFileSync(file(), before));
		await index().rebuilt();
		expect(await both()).toEqual([1, 3, 1]);
		expect(await index().verify()).toEqual([]);
	});

	it.each([
		["missing", () => rmSync(file())],
		["not an index", () => writeFileSync(file(), "x".repeat(8_192))],
		[
			"overwritten in the middle",
			() => {
				const bytes = readFileSync(file());
				bytes.fill(0x7f, 4_096);
				writeFileSync(file(), bytes);
			},
		],
		[
			"of another version",
			() => {
				const older = new DatabaseSync(file());
				older.exec("update meta set value = '1' where key = 'version'");
				older.close();
			},
		],
		[
			"of another database",
			() => {
				const other = new DatabaseSync(file());
				other.exec("update meta set value = 'other' where key = 'database'");
				other.close();
			},
		],
	])("is built again when the file is %s", async (_, damage) => {
		await store(0, 150);
		await change("7", { folder: { id: "trash", role: "trash" } });
		await reopen(damage);
		await expect.poll(() => total("minutes").catch(() => 0), { timeout: 60_000 }).toBe(149);
		await index().rebuilt();
		expect([await total('"annual report" unique149'), await total("unique7 in:trash")]).toEqual([1, 1]);
		expect(await index().verify()).toEqual([]);
		expect(await countPendingIndex(mailbox.ctx.database, owner, account)).toBe(0);
	});

	it("says how many messages it cannot find while it is built, and finds none of them by what they lack", async () => {
		await store(0, 120);
		await mailbox.close();
		rmSync(file());
		// Nothing can read the messages.
		mailbox = await openMailbox(install, { isIdle: true, withoutTexts: true });
		expect(await countPendingIndex(mailbox.ctx.database, owner, account)).toBe(120);
		expect([await total("minutes"), await total("-minutes"), await total("is:unread")]).toEqual([0, 0, 120]);
		await store(120, 1);
		expect([await total("minutes"), await total("-report is:unread")]).toEqual([1, 0]);
		await reopen(() => undefined);
	});

	it("does not read what is being added, though it learns of the commit later than of the messages", async () => {
		const other = await testInstall({ embedded: true });
		const database = await openDatabase(
			{ ...other, databasePool: 5 },
			createLogger({ logLevel: "silent" }),
			(cause) => {
				throw cause;
			},
		);
		let listed = (): void => undefined;
		const listing = new Promise<void>((resolve) => {
			listed = resolve;
		});
		// Replies on two connections may be read in any order.
		const watched = interceptedStatements(database, async (text, values, run) => {
			const rows = await run(text, values);
			if (rows.length > 0 && text.includes("order by received_date desc")) setTimeout(listed, 100);
			return rows;
		});
		const late: Database = Object.assign(watched, {
			afterCommit: (work: () => void) => database.afterCommit(() => void listing.then(work)),
		});
		const read: string[] = [];
		try {
			// Not `addAccount`, which opens the index: it has to find the account there.
			await database.exec(
				"insert into connected_accounts (owner_id, id, provider, name) values ($1, $2, 'demo', 'Demo')",
				[owner, account],
			);
			const messages = [incoming({ id: "1", folderId: "inbox" }, { text: "report" })];
			await insertBatch(late, owner, account, { messages, removed: [], roles, classifier });
			const started = ftsIndexOf(database);
			const source: TextSource = async (_, stored) => {
				read.push(...stored.map(({ id }) => id));
				return [];
			};
			started.attach(source, { warn: ({ err }) => expect.unreachable(String(err)) });
			await listing;
			await started.rebuilt();
			expect(read).toEqual([]);
			expect(await started.verify()).toEqual([]);
		} finally {
			await database.close();
			await other.remove();
		}
	});

	it("says that a total is not exact while it is behind", async () => {
		await store(0, 3);
		expect(await search("minutes")).toMatchObject({ total: 3, totalIsExact: true, unsearched: 0 });
		const other = new DatabaseSync(file());
		other.exec("begin immediate");
		await store(3, 2);
		expect(await search("minutes")).toMatchObject({ total: 3, totalIsExact: false, unsearched: 2 });
		other.exec("rollback");
		other.close();
		await index().flush();
		expect(await search("minutes")).toMatchObject({ total: 5, totalIsExact: true, unsearched: 0 });
	});

	it("lets mail be stored while its file cannot be opened, and has it afterwards", async () => {
		await store(0, 3);
		await mailbox.close();
		rmSync(join(install.dataDir, "search"), { recursive: true });
		// No folder can be made here.
		writeFileSync(join(install.dataDir, "search"), "");
		mailbox = await openMailbox(install, { isIdle: true });
		await store(3, 2);
		await expect(search("minutes")).rejects.toMatchObject({ status: 503, code: "search-unavailable" });
		expect(await total("is:unread")).toBe(5);
		expect(await countPendingIndex(mailbox.ctx.database, owner, account)).toBe(5);
		rmSync(join(install.dataDir, "search"));
		await expect.poll(() => total("minutes").catch(() => 0), { timeout: 60_000 }).toBe(5);
		await index().rebuilt();
		expect(await index().verify()).toEqual([]);
	});

	it("keeps nothing of deleted messages and accounts", async () => {
		// The first of its words is in the file as a whole.
		await store(9_000, 30);
		await change("9005", { destroy: true });
		await index().maintain();
		const texts = await indexedTexts(mailbox.ctx.database, account);
		expect(texts.size).toBe(29);
		await index().flush();
		expect(readFileSync(file()).includes("unique9000")).toBe(true);
		const { database } = mailbox.ctx;
		await database.transaction(() => index().removeAccount({ database, ownerId: owner, accountId: account }));
		await index().flush();
		expect(readFileSync(file()).includes("unique9000")).toBe(false);
		expect(existsSync(file())).toBe(true);
	});
});
