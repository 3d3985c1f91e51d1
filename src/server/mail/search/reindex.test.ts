import { afterAll, beforeAll, beforeEach, expect } from "vitest";
import { newId } from "#shared/ids.ts";
import { isSymbolToken } from "#shared/search/symbols.ts";
import { openMailbox, type TestMailbox, testInstall } from "#test/mailbox.ts";
import { isPostgres, testIf } from "../../../../fixtures/only-if.ts";
import { type RunningJob, Yield } from "../../platform/jobs/jobs.ts";
import type { FolderRole } from "../provider/provider.ts";
import { insertBatch } from "../store/insert.ts";
import type { Content } from "../store/rows.ts";
import { addAccount, classifier, incoming } from "../store/testing.ts";
import { textIndexOf } from "../store/text-index-of.ts";
import { countPendingIndex } from "./pending-index.ts";
import { enqueueReindexing, reindexJob } from "./reindex.ts";
import { searchEmails } from "./search.ts";

const owner = "owner";
const MESSAGES = 250;

let install: Awaited<ReturnType<typeof testInstall>>;
let mailbox: TestMailbox;
let account: string;
beforeAll(async () => {
	install = await testInstall();
	mailbox = await openMailbox(install, { isIdle: true });
});
afterAll(async () => {
	await mailbox.close();
	await install.remove();
});
beforeEach(async () => {
	account = newId();
	await addAccount(mailbox.ctx.database, owner, account);
});

/** Mail as indexed by an older version, every fifth message with emoji in subject and text; one lacks its blob. */
async function storeAsBefore(): Promise<void> {
	const { database, blobs, parsePool } = mailbox.ctx;
	const raws = Array.from({ length: MESSAGES }, (_, n) => {
		const [subject, text] = n % 5 === 0 ? ["Party 🎉", "See you → 👍🏽 C++"] : ["Minutes", "Nothing special"];
		return Buffer.from(
			`From: Ann <ann@example.org>\r\nSubject: ${subject} ${n}\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n${text}\r\n`,
		);
	});
	const items = await parsePool.parse(raws);
	const messages = await Promise.all(
		items.map(async ({ message, lexemes }, n) => {
			const sha256 = n === 5 ? "0".repeat(64) : await blobs.put(account, raws[n] as Buffer);
			const made = incoming({ id: `${n}`, folderId: "inbox", receivedAt: Date.UTC(2024, 0, 1) + n * 1000 }, message);
			const words = lexemes.split(" ").filter((lexeme) => !isSymbolToken(lexeme));
			return { ...made, content: { ...(made.content as Content), lexemes: words.join(" "), sha256 } };
		}),
	);
	const roles = new Map<string, FolderRole>([["inbox", "inbox"]]);
	await insertBatch(database, owner, account, { messages, removed: [], roles, classifier });
	await database.exec("update connected_accounts set search_version = 1 where id = $1", [account]);
}

async function count(query: string): Promise<number> {
	const page = await searchEmails(mailbox.ctx.database, owner, {
		accountId: account,
		folder: null,
		query,
		now: Date.now(),
		limit: 1,
		cursor: undefined,
	});
	return page.total;
}

function run(options: Partial<RunningJob<{ accountId: string }>> = {}) {
	return reindexJob.run(mailbox.ctx, {
		id: newId(),
		ownerId: owner,
		accountId: account,
		input: { accountId: account },
		attempt: 1,
		leaseId: "test-lease",
		previous: null,
		signal: new AbortController().signal,
		progress: () => undefined,
		yieldIfWaiting: async () => undefined,
		...options,
	});
}

const queued = () =>
	mailbox.ctx.database.query(
		"select input from jobs where kind = 'reindex' and state = 'queued' and input ->> 'accountId' = $1",
		[account],
	);

testIf(isPostgres)("makes symbols searchable in mail that was indexed before", async () => {
	await storeAsBefore();
	expect([await count("🎉"), await count("party"), await count("minutes")]).toEqual([0, 50, 200]);
	expect(await run()).toEqual({ messages: MESSAGES, changed: 50 });
	// Of the message whose text is lost, subject and preview are known.
	for (const query of ["🎉", "subject:🎉", "→", "👍", "C++"]) expect([query, await count(query)]).toEqual([query, 50]);
	expect([await count("party"), await count("minutes")]).toEqual([50, 200]);
	const rows = "select ctid, lexemes::text from email_search where account_id = $1 order by email_id";
	const before = await mailbox.ctx.database.query(rows, [account]);
	await run();
	expect(await mailbox.ctx.database.query(rows, [account])).toEqual(before);
});

testIf(isPostgres)("stops between batches and resumes there", async () => {
	await storeAsBefore();
	let progress: Record<string, unknown> | null = null;
	const first = run({
		progress: ({ result = null }) => {
			progress = result;
		},
		yieldIfWaiting: () => Promise.reject(new Yield("Others wait")),
	});
	await expect(first).rejects.toThrow(Yield);
	expect(progress).toMatchObject({ done: 200 });
	expect(await run({ previous: progress })).toEqual({ messages: MESSAGES, changed: 50 });
	expect(await count("🎉")).toBe(50);
});

testIf(isPostgres)("indexes mail that was restored without its words", async () => {
	await storeAsBefore();
	const { database } = mailbox.ctx;
	await database.exec("delete from email_search where account_id = $1", [account]);
	await database.exec("update connected_accounts set search_version = 0 where id = $1", [account]);
	expect(await countPendingIndex(database, owner, account)).toBe(MESSAGES);
	expect(await countPendingIndex(database, owner, account, 2)).toBe(2);
	await run();
	expect([await count("minutes"), await count("🎉")]).toEqual([200, 50]);
	expect(await countPendingIndex(database, owner, account)).toBe(0);
	expect(await textIndexOf(database).verify()).toEqual([]);
});

testIf(isPostgres)("is queued once for a mailbox indexed by an older version, and not for new ones", async () => {
	await enqueueReindexing(mailbox.ctx);
	expect(await queued()).toEqual([]);
	await storeAsBefore();
	await enqueueReindexing(mailbox.ctx);
	await enqueueReindexing(mailbox.ctx);
	expect(await queued()).toEqual([{ input: { accountId: account } }]);
	await run();
	await mailbox.ctx.database.exec("delete from jobs where kind = 'reindex'", []);
	await enqueueReindexing(mailbox.ctx);
	expect(await queued()).toEqual([]);
});
