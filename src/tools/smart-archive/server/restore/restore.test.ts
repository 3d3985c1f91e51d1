import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { accountsContract } from "#shared/contracts/accounts.ts";
import { plansContract } from "#shared/contracts/plans.ts";
import { newId } from "#shared/ids.ts";
import { smallDemo } from "#test/demo.ts";
import { startTestServer, type TestServer, type TestUser } from "#test/server.ts";
import { sized } from "#test/soak.ts";
import { smartArchiveContract } from "../../contract.ts";
import { makeMessage } from "../testing.ts";
import { classify, type Found } from "./classify.ts";
import { insertItems, insertRestore, movesOf } from "./store.ts";
import { restoreRun } from "./testing.ts";

let server: TestServer;
let user: TestUser;
let demo: string;
beforeAll(async () => {
	server = await startTestServer({ demo: smallDemo() });
	user = await server.signUp();
	demo = (await user.client(accountsContract).startDemo()).account.id;
	await server.ctx.jobs.drain();
});
afterAll(() => server?.close());

const tool = () => user.client(smartArchiveContract);
const plans = () => user.client(plansContract);

interface State {
	id: string;
	message_id: string;
	folder_role: string;
}

/** Everything that restoring must bring back, by Message-ID; threads by who is in them. */
async function statesOf(account: string, messageIds: readonly string[] | null = null): Promise<State[]> {
	return server.ctx.database.query<State>(
		`select e.message_id, f.folder_name, e.folder_role, e.is_read, e.is_starred, e.is_important, e.is_answered, e.subject,
			array(select l from unnest(e.labels) l order by l) as labels, date_trunc('second', e.received_date) as received,
			e.raw_sha256, (select array_agg(o.message_id order by o.message_id) from emails o
				where o.owner_id = e.owner_id and o.account_id = e.account_id and o.thread_id = e.thread_id) as thread
		from emails e join email_folders f on f.owner_id = e.owner_id and f.account_id = e.account_id and f.id = e.folder_id
		where e.owner_id = $1 and e.account_id = $2 and ($3::text[] is null or e.message_id = any($3))
		order by e.message_id, e.id`,
		[user.ownerId, account, messageIds],
	);
}

/** Messages in ordinary folders, of every kind of state, without those that are there twice. */
async function chooseMessages(account: string, count: number): Promise<State[]> {
	return server.ctx.database.query<State>(
		`select id, message_id, folder_role from emails e
		where owner_id = $1 and account_id = $2 and folder_role in ('inbox', 'archive', 'custom', 'sent') and message_id is not null
			and not exists (select from emails o where o.owner_id = e.owner_id and o.account_id = e.account_id
				and o.message_id = e.message_id and o.id <> e.id)
		order by row_number() over (partition by folder_id, is_read, is_starred, labels order by id), id limit $3`,
		[user.ownerId, account, count],
	);
}

async function change(action: "trash" | "delete", ids: readonly string[]): Promise<void> {
	const { id } = await plans().createPlan({ body: { action, ids: [...ids] } });
	await plans().applyPlan({ params: { id } });
	await server.ctx.jobs.drain();
}

async function backUp(ids: readonly string[]): Promise<string> {
	const { id } = await plans().createPlan({ body: { action: "trash", ids: [...ids] } });
	const { backup } = await tool().startBackup({ body: { plan: id, title: "Letters" } });
	await server.ctx.jobs.drain();
	return backup.id;
}

const preview = (id: string, account?: string) =>
	tool().planRestore({ params: { id }, query: account === undefined ? {} : { account } });

async function restore(id: string, account?: string) {
	const { job } = await tool().startRestore({ params: { id }, body: account === undefined ? {} : { account } });
	await server.ctx.jobs.drain();
	return server.ctx.jobs.get(user.ownerId, job.id);
}

async function undo(operationId: unknown): Promise<void> {
	await plans().undoOperation({ params: { id: String(operationId) } });
	await server.ctx.jobs.drain();
}

describe("restoring a backup to the mailbox it came from", () => {
	it("brings back flags, folders, dates and threads, whether emails are in the trash or deleted, and undo trashes them", async () => {
		const chosen = await chooseMessages(demo, 40);
		expect(new Set(chosen.map(({ folder_role }) => folder_role)).size).toBeGreaterThan(2);
		const before = await statesOf(demo);
		const id = await backUp(chosen.map((row) => row.id));
		const deleted = chosen.filter((_, n) => n % 2 === 0).map((row) => row.id);
		await change("delete", deleted);
		expect(await statesOf(demo)).toHaveLength(before.length - deleted.length);

		const plan = await preview(id);
		expect(plan).toMatchObject({ count: 40, fromTrash: 20, there: 0, blocked: [] });
		expect(plan.bytes).toBeGreaterThan(0);
		expect(plan.folders.reduce((sum, { count }) => sum + count, 0)).toBe(40);
		expect(plan.folders.every(({ isNew, accountId }) => !isNew && accountId === demo)).toBe(true);

		const job = await restore(id);
		expect(job).toMatchObject({ state: "done", result: { refused: 0 } });
		expect(await statesOf(demo)).toEqual(before);
		expect(await preview(id)).toMatchObject({ count: 0, there: 40 });
		expect((await restore(id)).error).toContain("already in the mailbox");
		expect(await statesOf(demo)).toEqual(before);

		await undo(job.result?.operationId);
		const ids = chosen.map(({ message_id }) => message_id);
		expect((await statesOf(demo, ids)).map((row) => row.folder_role)).toEqual(ids.map(() => "trash"));
		expect(await preview(id)).toMatchObject({ count: 40, fromTrash: 40 });
		expect((await restore(id)).state).toBe("done");
		expect(await statesOf(demo)).toEqual(before);
	});

	it("loses and doubles nothing, wherever it is interrupted", async () => {
		const chosen = (await chooseMessages(demo, 3)).map(({ message_id }) => message_id);
		const before = await statesOf(demo, chosen);
		const id = await backUp(await idsOf(demo, chosen));
		let cuts = 0;
		// `npm run test:release` cuts at each of the writes.
		const step = sized(3, 1);
		for (let cut = 1; ; cut += step) {
			const ids = await idsOf(demo, chosen);
			if (cut > 1) await change("trash", ids);
			await change("delete", ids.slice(0, 2));
			let writes = 0;
			const isCut = (sql: string) =>
				/(?:insert into|update) (?:mail_restore|provider_state)/.test(sql) && ++writes >= cut;
			const run = await restoreRun(server.ctx, user.ownerId, id);
			if (await run.interrupted(isCut)) cuts += step;
			await run.finish();
			await server.ctx.jobs.drain();
			expect([cut, await statesOf(demo, chosen)]).toEqual([cut, before]);
			if (cuts < cut) break;
		}
		// Two messages are appended, in several steps each.
		expect(cuts).toBeGreaterThan(8);
	}, 240_000);

	it("finds and records the same when a backup takes several pages", async () => {
		const { ctx } = server;
		const ids = (await chooseMessages(demo, 7)).map((row) => row.id).toSorted();
		const [first = "", last = ""] = [ids[0], ids.at(-1)];
		await ctx.database.exec(
			`update emails set message_id = (select message_id from emails where owner_id = $1 and id = $2)
			where owner_id = $1 and id = $3`,
			[user.ownerId, first, last],
		);
		const backupId = await backUp(ids);
		await change("delete", [first]);
		const { items } = await user.client(accountsContract).listAccounts();
		const account = items.find((one) => one.id === demo);
		if (account === undefined) throw new Error("The mailbox is gone");
		for (const page of [1, 2, 7]) {
			const found: Found[] = [];
			for await (const part of classify(ctx, { ownerId: user.ownerId, backupId }, account, true, page)) {
				expect(part.length).toBeLessThanOrEqual(page);
				found.push(...part);
			}
			// The last one is in the backup itself: it is not moved to the folder of the first one.
			expect(found.map(({ finding }) => (finding.state === "trash" ? finding.emailId : finding.state))).toEqual([
				"there",
				...ids.slice(1),
			]);
			const [restoreId, jobId] = [newId(), newId()];
			const key = { ownerId: user.ownerId, restoreId, accountId: demo };
			await ctx.database.transaction(async () => {
				await insertRestore(ctx, { ...key, id: restoreId, backupId, target: null, jobId });
				await insertItems(ctx, key, found, page);
			});
			const moves = await movesOf(ctx, user.ownerId, restoreId);
			expect(moves.map(({ emailId }) => emailId)).toEqual(ids.slice(1));
		}
	});
});

async function idsOf(account: string, messageIds: readonly string[]): Promise<string[]> {
	const rows = await server.ctx.database.query<{ id: string }>(
		`select id from emails where owner_id = $1 and account_id = $2 and message_id = any($3) order by message_id`,
		[user.ownerId, account, messageIds],
	);
	return rows.map(({ id }) => id);
}

describe("restoring a backup to another mailbox", () => {
	let upload: string;
	beforeAll(async () => {
		const letters = Array.from({ length: 6 }, (_, n) => ({
			subject: `Letter ${n}`,
			daysAgo: 400 + n,
			messageId: `upload-${n}@example.org`,
			labels: n === 0 ? "Inbox,Starred,Opened,Plans" : n < 3 ? "Sent" : "Inbox,Unread",
		}));
		const bytes = new TextEncoder().encode(letters.map(makeMessage).join(""));
		const { account } = await user.client(accountsContract).importMbox({ query: { filename: "old.mbox" } }, { bytes });
		upload = account.id;
		await server.ctx.jobs.drain();
	});

	it("files them by role and name, with labels and new folders, and can be undone", async () => {
		const { id: folderId } = await user
			.client(accountsContract)
			.createFolder({ params: { id: upload }, body: { name: "Keepsakes" } });
		const all = (await chooseMessages(upload, 10)).map(({ message_id }) => message_id);
		const [last = ""] = (await idsOf(upload, all)).slice(-1);
		const move = await plans().createPlan({ body: { action: { type: "move", folderId }, ids: [last] } });
		await plans().applyPlan({ params: { id: move.id } });
		await server.ctx.jobs.drain();
		const before = await statesOf(upload);
		const id = await backUp(await idsOf(upload, all));
		expect(await preview(id)).toMatchObject({ count: 6, fromTrash: 6 });

		const plan = await preview(id, demo);
		expect(plan).toMatchObject({ count: 6, fromTrash: 0, there: 0, blocked: [] });
		expect(plan.folders).toContainEqual({ accountId: demo, name: "Keepsakes", isNew: true, count: 1 });
		const job = await restore(id, demo);
		expect(job.state).toBe("done");
		const withoutThread = (rows: object[]) => rows.map(({ thread: _, ...row }: { thread?: unknown }) => row);
		expect(withoutThread(await statesOf(demo, all))).toEqual(withoutThread(before));
		expect(await preview(id, demo)).toMatchObject({ count: 0, there: 6 });
		await undo(job.result?.operationId);
		expect((await statesOf(demo, all)).every((row) => row.folder_role === "trash")).toBe(true);
	});

	it("says what cannot be restored and why, and restores it elsewhere", async () => {
		const ids = (await chooseMessages(demo, 8)).map(({ id }) => id);
		const id = await backUp(ids);
		await change("delete", ids.slice(0, 2));
		const messageIds = (await statesOf(demo)).map((row) => row.message_id);
		expect(messageIds.length).toBeGreaterThan(0);
		const eve = await server.signUp();
		const foreign = eve.client(smartArchiveContract).planRestore({ params: { id }, query: {} });
		await expect(foreign).rejects.toMatchObject({ status: 404 });
		await expect(preview(id, newId())).rejects.toMatchObject({ status: 404 });

		await server.ctx.database.exec("update connected_accounts set status = 'disconnected' where id = $1", [demo]);
		expect(await preview(id)).toMatchObject({
			count: 0,
			blocked: [{ accountId: demo, reason: "disconnected", count: 8 }],
		});
		expect((await restore(id)).state).toBe("failed");
		await server.ctx.database.exec("update connected_accounts set status = 'connected' where id = $1", [demo]);

		await user.client(accountsContract).deleteAccount({ params: { id: demo } });
		await server.ctx.jobs.drain();
		expect(await preview(id)).toMatchObject({ count: 0, blocked: [{ name: null, reason: "gone", count: 8 }] });
		demo = (await user.client(accountsContract).startDemo()).account.id;
		await server.ctx.jobs.drain();
		const fresh = await preview(id, demo);
		expect(fresh.there + fresh.count).toBe(8);
	});
});
