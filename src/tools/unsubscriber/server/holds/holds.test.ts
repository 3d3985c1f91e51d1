import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { publishInboxEvents } from "#server/mail/inbox-events/publish.ts";
import type { ApiError } from "#shared/client.ts";
import { accountsContract } from "#shared/contracts/accounts.ts";
import { plansContract } from "#shared/contracts/plans.ts";
import { startTestServer, type TestServer, type TestUser } from "#test/server.ts";
import { unsubscriberContract } from "../../contract.ts";
import { mailing, mboxOf } from "../testing/signed.ts";
import { pauseOverTask } from "./hold.ts";

const DAY = 86_400_000;

let server: TestServer;
let ann: TestUser;
let account: string;
let tests = 0;
/** Each test has its own list. */
let name: string;

beforeAll(async () => {
	server = await startTestServer();
	ann = await server.signUp();
	account = await upload([message("First", 300)]);
});
afterAll(() => server?.close());
beforeEach(() => {
	name = `List${++tests}`;
});

const api = () => ann.client(unsubscriberContract);

function message(list: string, daysAgo: number, isRead = false) {
	const date = new Date(Date.now() - daysAgo * DAY);
	const host = `${list.toLowerCase()}.test`;
	const head = [`List-Unsubscribe: <https://${host}/u>`, `X-Gmail-Labels: Inbox${isRead ? ",Opened" : ",Unread"}`];
	return { date, raw: mailing({ from: `${list} <hello@${host}>`, subject: `${list} ${daysAgo}`, date, head }) };
}

async function upload(messages: ReturnType<typeof message>[]): Promise<string> {
	const bytes = new TextEncoder().encode(mboxOf(messages));
	const query = { filename: `mail-${Math.random()}.mbox`, ...(account !== undefined && { account }) };
	const reply = await ann.client(accountsContract).importMbox({ query }, { bytes });
	await server.ctx.jobs.drain();
	return reply.account.id;
}

/** New mail, delivered to the tools as a sync does; uploads create no inbox events. */
async function deliver(...messages: ReturnType<typeof message>[]): Promise<void> {
	const { ctx } = server;
	const last = await ctx.database.one<{ id: string }>("select max(id::text) as id from emails where owner_id = $1", [
		ann.ownerId,
	]);
	await upload(messages);
	await ctx.database.exec(
		`insert into inbox_events (owner_id, account_id, email_id)
		select owner_id, account_id, id from emails where owner_id = $1 and id > $2`,
		[ann.ownerId, last?.id],
	);
	await publishInboxEvents(ctx, ann.ownerId, account);
	await ctx.jobs.drain();
}

const all = { view: "all", from: "2000-01-01" } as const;
async function listed(list = name) {
	const found = (await api().listSubscriptions({ query: all })).items.find((one) => one.name === list);
	if (found === undefined) throw new Error(`There is no list ${list}`);
	return found;
}

/** Where the list's emails are, by their subject. */
async function folders(list = name): Promise<Record<string, string>> {
	const rows = await server.ctx.database.query<{ subject: string; folder_role: string }>(
		"select subject, folder_role from emails where owner_id = $1 and subject like $2",
		[ann.ownerId, `${list} %`],
	);
	return Object.fromEntries(rows.map((row) => [row.subject.slice(list.length + 1), row.folder_role]));
}

const inDays = (days: number) => new Date(Date.now() + days * DAY).toISOString();

/** The task that ends a pause, run on a day. */
async function endPauses(days: number): Promise<void> {
	const ctx = { ...server.ctx, now: () => Date.now() + days * DAY };
	const rows = await ctx.database.query<{ id: string }>("select id from held_lists where owner_id = $1", [ann.ownerId]);
	const { signal } = new AbortController();
	for (const { id } of rows)
		await pauseOverTask.run(ctx, {
			ownerId: ann.ownerId,
			input: { id },
			signal,
			scheduledAt: new Date(ctx.now()),
		} as never);
	await ctx.jobs.drain();
}

test("always archiving creates a filter for new mail, archives what is in the inbox, and can be ended", async () => {
	await upload([message(name, 3), message(name, 2, true)]);
	const { id } = await listed();
	const plan = await api().planArchive({ body: { subscriptions: [id] } });
	expect(plan).toMatchObject({ action: "archive", count: 2 });
	const held = await api().holdSubscriptions({ body: { subscriptions: [id], until: null, plan: plan.id } });
	expect(held).toMatchObject({ count: 1, operation: { id: plan.id } });
	await deliver(message(name, 1));
	expect(await folders()).toEqual({ 1: "archive", 2: "archive", 3: "archive" });
	expect(await listed()).toMatchObject({ state: "archived", pausedUntil: null });
	const { items, views } = await api().listSubscriptions({ query: { view: "held", from: "2000-01-01" } });
	expect(items.map((one) => one.name)).toEqual([name]);
	expect(views.held).toBe(1);
	await ann.client(plansContract).undoOperation({ params: { id: plan.id } });
	await server.ctx.jobs.drain();
	expect(await folders()).toEqual({ 1: "archive", 2: "inbox", 3: "inbox" });
	await api().releaseSubscriptions({ body: { subscriptions: [id] } });
	await deliver(message(name, 0.5));
	expect((await folders())["0.5"]).toBe("inbox");
	expect((await listed()).state).toBe("active");
});

test("a filter that the user deletes no longer counts as archiving", async () => {
	await upload([message(name, 3)]);
	const { id } = await listed();
	await api().holdSubscriptions({ body: { subscriptions: [id], until: null } });
	expect((await listed()).state).toBe("archived");
	expect(await folders()).toEqual({ 3: "inbox" });
	await server.ctx.database.exec("update custom_filters set deleted_at = now() where owner_id = $1 and name = $2", [
		ann.ownerId,
		`Archive ${name}`,
	]);
	expect((await listed()).state).toBe("active");
	await api().holdSubscriptions({ body: { subscriptions: [id], until: null } });
	expect((await listed()).state).toBe("archived");
});

test("a pause holds new mail until its time, and then returns it", async () => {
	await upload([message(name, 3)]);
	const { id } = await listed();
	await api().decideSubscriptions({ body: { subscriptions: [id], decision: "kept" } });
	const until = inDays(10);
	await api().holdSubscriptions({ body: { subscriptions: [id], until } });
	expect(await listed()).toMatchObject({ state: "paused", pausedUntil: until });
	await deliver(message(name, 2), message(name, 1));
	expect(await folders()).toEqual({ 1: "archive", 2: "archive", 3: "inbox" });
	await endPauses(9);
	expect((await folders())[1]).toBe("archive");
	await endPauses(11);
	expect(await folders()).toEqual({ 1: "inbox", 2: "inbox", 3: "inbox" });
	expect((await listed()).state).toBe("active");
});

test("a pause that is moved or ended early keeps and returns what it has held; what the user filed stays", async () => {
	await upload([message(name, 3)]);
	const { id } = await listed();
	await api().holdSubscriptions({ body: { subscriptions: [id], until: inDays(1) } });
	await deliver(message(name, 2), message(name, 1));
	await api().holdSubscriptions({ body: { subscriptions: [id], until: inDays(20) } });
	await endPauses(10);
	expect((await folders())[2]).toBe("archive");
	const [filed] = (await api().listSubscriptionEmails({ query: { subscription: id } })).items;
	const trash = await ann.client(plansContract).createPlan({ body: { action: "trash", ids: [filed?.id ?? ""] } });
	await ann.client(plansContract).applyPlan({ params: { id: trash.id } });
	await server.ctx.jobs.drain();
	await api().releaseSubscriptions({ body: { subscriptions: [id] } });
	await server.ctx.jobs.drain();
	expect(await folders()).toEqual({ 1: "trash", 2: "inbox", 3: "inbox" });
});

test("a pause takes over from a filter, and a filter from a pause", async () => {
	await upload([message(name, 3)]);
	const { id } = await listed();
	const filters = async () =>
		(
			await server.ctx.database.query("select from custom_filters where name = $1 and deleted_at is null", [
				`Archive ${name}`,
			])
		).length;
	await api().holdSubscriptions({ body: { subscriptions: [id], until: null } });
	await api().holdSubscriptions({ body: { subscriptions: [id], until: inDays(1) } });
	expect([(await listed()).state, await filters()]).toEqual(["paused", 0]);
	await deliver(message(name, 2));
	await api().holdSubscriptions({ body: { subscriptions: [id], until: null } });
	expect([(await listed()).state, await filters()]).toEqual(["archived", 1]);
	await endPauses(2);
	expect((await folders())[2]).toBe("archive");
});

test("a pause needs a time to come", async () => {
	await upload([message(name, 3)]);
	const { id } = await listed();
	const error = await api()
		.holdSubscriptions({ body: { subscriptions: [id], until: inDays(-1) } })
		.catch((cause: ApiError) => cause);
	expect(error).toMatchObject({ code: "bad-time" });
	expect((await listed()).state).toBe("active");
});

test("lists that were not opened in three months: they sent before, too, and nothing since was read", async () => {
	await upload([
		...[message("Unopened", 120, true), message("Unopened", 10)],
		...[message("Opened", 120), message("Opened", 10, true), message("Opened", 5)],
		...[message("Recent", 10), message("Silent", 120)],
	]);
	const unopened = async (list: string) => (await listed(list)).isUnopened;
	expect(await Promise.all(["Unopened", "Opened", "Recent", "Silent"].map(unopened))).toEqual([
		true,
		false,
		false,
		false,
	]);
});
