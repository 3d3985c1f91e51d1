import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { accountsContract } from "#shared/contracts/accounts.ts";
import { lightDemo } from "#test/demo.ts";
import { startTestServer, type TestServer, type TestUser } from "#test/server.ts";
import { type ReminderPart, snoozedContract } from "../contract.ts";

/** Long lists of reminders and muted conversations over HTTP, and what a request of many messages costs. */

const HOUR_MS = 3_600_000;
let server: TestServer;
let ada: TestUser;

beforeAll(async () => {
	server = await startTestServer({ demo: lightDemo() });
	ada = await server.signUp();
	await ada.client(accountsContract).startDemo();
	await server.ctx.jobs.drain(100_000);
});
afterAll(() => server.close());

const api = () => ada.client(snoozedContract);
const hence = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();

/** One message of each of as many conversations. */
async function messagesIn(role: string, count: number, offset = 0): Promise<string[]> {
	const rows = await server.ctx.database.query<{ id: string }>(
		`select min(id::text) as id from mail_messages_v1 where owner_id = $1 and folder_role = $2
		group by account_id, thread_id order by 1 offset $3 limit $4`,
		[ada.ownerId, role, offset, count],
	);
	expect(rows).toHaveLength(count);
	return rows.map(({ id }) => id);
}

interface Page {
	items: { id: string }[];
	total: number;
	nextCursor: string | null;
}

/** Ids in order. */
async function readPages(read: (query: { limit: number; cursor?: string | undefined }) => Promise<Page>) {
	const ids: string[] = [];
	const totals = new Set<number>();
	for (let cursor: string | undefined; ; ) {
		const page = await read({ limit: 2, cursor });
		expect(page.items.length).toBeLessThanOrEqual(2);
		ids.push(...page.items.map(({ id }) => id));
		totals.add(page.total);
		if (page.nextCursor === null) return { ids, totals: [...totals] };
		cursor = page.nextCursor;
	}
}

/** Statements like this that a request runs; only its own, as nothing else is left to do. */
async function statementsOf(like: RegExp, run: () => Promise<unknown>): Promise<number> {
	await server.ctx.jobs.drain();
	const { database } = server.ctx;
	const spies = [vi.spyOn(database, "query"), vi.spyOn(database, "one"), vi.spyOn(database, "exec")];
	try {
		await run();
		return spies.flatMap(({ mock }) => mock.calls).filter(([text]) => like.test(text)).length;
	} finally {
		for (const spy of spies) spy.mockRestore();
	}
}

test("reminders and muted conversations are all reached page by page, with their number", async () => {
	const inbox = await messagesIn("inbox", 7);
	const sent = await messagesIn("sent", 5);
	// Several at the same time.
	await api().snooze({ body: { ids: inbox.slice(0, 4), until: hence(3) } });
	await api().snooze({ body: { ids: inbox.slice(4), until: hence(2) } });
	await api().remindWithoutReply({ body: { ids: sent, dueAt: hence(2.5) } });
	await server.ctx.jobs.drain();
	const { items: all } = await api().listReminders({});
	const due = all.filter(({ kind }) => kind === "snooze").slice(1, 6);
	for (const { id } of due) await api().returnNow({ params: { id } });
	await server.ctx.jobs.drain();

	const whole = await api().listReminders({});
	expect(whole.items.map(({ state }) => state)).toEqual([...Array(5).fill("returned"), ...Array(7).fill("waiting")]);
	const times = whole.items.slice(5).map(({ dueAt }) => dueAt);
	expect(times).toEqual(times.toSorted());
	const listed = await readPages((query) => api().listReminders({ query }));
	expect(listed).toEqual({ ids: whole.items.map(({ id }) => id), totals: [12] });
	for (const [part, total] of [
		["returned", 5],
		["snoozed", 2],
		["no_reply", 5],
	] as [ReminderPart, number][])
		expect((await readPages((query) => api().listReminders({ query: { ...query, part } }))).totals).toEqual([total]);

	await api().muteConversations({ body: { ids: inbox.slice(0, 5) } });
	const muted = await api().listMuted({});
	expect(await readPages((query) => api().listMuted({ query }))).toEqual({
		...{ ids: muted.items.map(({ id }) => id), totals: [5] },
	});
	for (const list of [api().listReminders, api().listMuted])
		await expect(list({ query: { cursor: "x" } })).rejects.toMatchObject({ code: "bad-cursor" });
});

test("a request of many messages runs as many statements as one of few", async () => {
	const few = await messagesIn("sent", 2);
	const many = await messagesIn("sent", 20);
	const any = /reminders|schedules|mail_messages_v1|emails e/;
	const remind = (ids: string[]) => () => api().remindWithoutReply({ body: { ids, dueAt: hence(5) } });
	expect(await statementsOf(any, remind(many))).toBe(await statementsOf(any, remind(few)));
	const list = (limit: number) => () => api().listReminders({ query: { limit } });
	expect(await statementsOf(any, list(20))).toBe(await statementsOf(any, list(2)));
	// These also start jobs, which read.
	const writes = /(?:insert into|delete from) (?:reminders|schedules|muted_conversations)/;
	const [inFew, inMany] = [await messagesIn("archive", 2, 30), await messagesIn("archive", 20)];
	const mute = (ids: string[]) => () => api().muteConversations({ body: { ids } });
	expect(await statementsOf(writes, mute(inMany))).toBe(await statementsOf(writes, mute(inFew)));
	const snooze = (ids: string[]) => () => api().snooze({ body: { ids, until: hence(5) } });
	expect(await statementsOf(writes, snooze(inMany))).toBe(await statementsOf(writes, snooze(inFew)));
});
