import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { newId } from "#shared/ids.ts";
import { openMailbox, type TestMailbox, testInstall } from "#test/mailbox.ts";
import type { Database } from "../../db/database.ts";
import { type RunningJob, Yield } from "../../platform/jobs/jobs.ts";
import { PROVIDER_REASON } from "../classify/reason.ts";
import type { FolderRole } from "../provider/provider.ts";
import { completeBatch } from "../store/complete.ts";
import { insertBatch } from "../store/insert.ts";
import { recordReader } from "../store/readers.ts";
import type { Content } from "../store/rows.ts";
import { addAccount, classifier, countsAndRecounts, incoming, recountAllDays } from "../store/testing.ts";
import { findLists, findListsJob } from "./find-lists.ts";

const owner = "owner";
const roles = new Map<string, FolderRole>([
	["inbox", "inbox"],
	["sent", "sent"],
]);
const MESSAGES = 450;

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

/** Mail of every kind, as the previous version stored it: without list, monthly counts and category. */
async function storeAsPreviousVersion(): Promise<void> {
	const { database } = mailbox.ctx;
	const from = (n: number) => ({ name: `Sender ${n}`, email: `sender${n % 7}@example.org` });
	const newsletterHeaders = { precedence: "bulk", "list-id": "Birds <birds.lists.example>" };
	const offer = { urls: [], mailtos: [], links: [], oneClick: false, listId: "birds.lists.example" };
	const messages = Array.from({ length: MESSAGES }, (_, n) => {
		const remote = { id: `${n}`, folderId: n % 10 === 0 ? "sent" : "inbox", receivedAt: Date.UTC(2024, n % 5, 1) };
		const parsed = n % 3 === 0 ? { headers: newsletterHeaders, listUnsubscribe: offer } : {};
		const category = n % 4 === 0 ? { category: "social" as const } : {};
		return incoming({ ...remote, ...category }, { from: from(n), ...parsed });
	});
	const header = incoming({ id: "header" }, { from: from(1) });
	const bare = { ...header, content: { ...(header.content as Content), sha256: null, lexemes: "" } };
	await insertBatch(database, owner, account, { messages: [...messages, bare], removed: [], roles, classifier });
	await database.exec(
		`update emails set list_key = null, category_source = null, previous_category = null,
			list_unsubscribe = list_unsubscribe - 'links', category = case when category_source = 'provider' then category end,
			category_reason = case when category_source = 'provider' then category_reason end
		where account_id = $1`,
		[account],
	);
	await database.exec("delete from month_stats where account_id = $1", [account]);
	await recountAllDays(database);
}

async function expectListed(): Promise<void> {
	const { database } = mailbox.ctx;
	const rows = await database.query<{ n: number; list: string; by: string; why: string; category: string }>(
		`select count(*)::int as n, list_key as list, category_source as by, category,
			case when category_source = 'provider' then category_reason end as why
		from emails where account_id = $1 and folder_role = 'inbox' and list_key like 'list:%' group by 2, 3, 4, 5 order by 3`,
		[account],
	);
	expect(rows).toMatchObject([
		{ n: 105, list: "list:birds.lists.example", by: "classifier" },
		{ n: 30, list: "list:birds.lists.example", by: "provider", category: "social", why: PROVIDER_REASON },
	]);
	const odd = await database.one(
		`select count(*) filter (where list_key is null)::int as missing, count(*) filter (where list_key = '')::int as personal,
			count(*) filter (where folder_role <> 'sent' and category is null)::int as unclassified,
			count(*) filter (where folder_role = 'sent' and category_source = 'classifier')::int as wrong
		from emails where account_id = $1`,
		[account],
	);
	expect(odd).toEqual({ missing: 0, personal: MESSAGES - 150 + 1, unclassified: 0, wrong: 0 });
	for (const { saved, counted } of await countsAndRecounts(database)) expect(saved).toEqual(counted);
}

interface Running {
	previous?: Record<string, unknown> | null;
	yieldIfWaiting?: () => Promise<void>;
	progress?: RunningJob<unknown>["progress"];
	signal?: AbortSignal;
}

function run(options: Running = {}, ctx = mailbox.ctx) {
	return findListsJob.run(ctx, {
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

it("finds the lists of mail stored before, and counts it", async () => {
	await storeAsPreviousVersion();
	expect(await run()).toEqual({ messages: MESSAGES + 1 });
	await expectListed();
	// Nothing is left, and nothing is counted twice.
	expect(await run()).toEqual({ messages: 0 });
	await expectListed();
});

it("ends when what it finds is not kept, and finds it once it is", async () => {
	await storeAsPreviousVersion();
	const { database } = mailbox.ctx;
	const rollback = new Error("Rolled back");
	const forgetful: Database = Object.assign(Object.create(database) as Database, {
		async transaction<T>(work: () => Promise<T>): Promise<T> {
			let result: T | undefined;
			const kept = database.transaction(async () => {
				result = await work();
				throw rollback;
			});
			await expect(kept).rejects.toBe(rollback);
			return result as T;
		},
	});
	await expect(run({}, { ...mailbox.ctx, database: forgetful })).rejects.toThrow(
		"Finding the lists of stored messages makes no progress",
	);
	expect(await run()).toEqual({ messages: MESSAGES + 1 });
	await expectListed();
});

it("stops between batches and resumes there, also without a stored position", async () => {
	await storeAsPreviousVersion();
	let progress: Record<string, unknown> | null = null;
	const piece: Running = {
		progress: ({ result = null }) => {
			progress = result;
		},
		yieldIfWaiting: () => Promise.reject(new Yield("Others wait")),
	};
	await expect(run(piece)).rejects.toThrow(Yield);
	expect(progress).toMatchObject({ done: 200 });
	await expect(run({ ...piece, previous: progress })).rejects.toThrow(Yield);
	expect(progress).toMatchObject({ done: 400 });
	for (const { saved, counted } of await countsAndRecounts(mailbox.ctx.database)) expect(saved).toEqual(counted);
	expect(await run()).toEqual({ messages: MESSAGES + 1 - 400 });
	await expectListed();
});

it("uses small batches while a user is reading", async () => {
	await storeAsPreviousVersion();
	const steps: unknown[] = [];
	const { database } = mailbox.ctx;
	recordReader(database);
	await run({ progress: ({ done }) => steps.push(done) });
	if (database.embedded) expect(steps.slice(0, 2)).toEqual([50, 100]);
	await expectListed();
});

it("handles changes to the mail meanwhile", async () => {
	await storeAsPreviousVersion();
	const { database } = mailbox.ctx;
	const row = await database.one<{ id: string }>("select id from emails where account_id = $1 and raw_sha256 is null", [
		account,
	]);
	const headers = { precedence: "list" };
	const content = {
		...(incoming({ id: "x" }, { headers, from: { name: "", email: "a@b.example" } }).content as Content),
	};
	await completeBatch(database, owner, account, {
		bodies: [{ id: row?.id ?? "", content: { ...content, sha256: "2".repeat(64) } }],
		classifier,
	});
	await insertBatch(database, owner, account, { messages: [], removed: ["1", "2", "3"], roles, classifier });
	expect(await run()).toEqual({ messages: MESSAGES - 3 });
	for (const { saved, counted } of await countsAndRecounts(database)) expect(saved).toEqual(counted);
});

it("is enqueued once, for the accounts that need it", async () => {
	await storeAsPreviousVersion();
	const other = newId();
	await addAccount(mailbox.ctx.database, owner, other);
	const jobs = () =>
		mailbox.ctx.database.query("select input from jobs where kind = 'find-lists' and state = 'queued'", []);
	await findLists(mailbox.ctx);
	await findLists(mailbox.ctx);
	expect(await jobs()).toEqual([{ input: { accountId: account } }]);
});
