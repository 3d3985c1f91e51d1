import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ApiError } from "#shared/client.ts";
import { accountsContract } from "#shared/contracts/accounts.ts";
import { emailsContract } from "#shared/contracts/emails.ts";
import { jobsContract } from "#shared/contracts/jobs.ts";
import { plansContract } from "#shared/contracts/plans.ts";
import { startDns, type TestDns } from "#test/dns/dns.ts";
import { startTestServer, type TestServer, type TestUser } from "#test/server.ts";
import { wholeList } from "#web/lib/api/all-pages.ts";
import { type Subscription, unsubscriberContract } from "../../contract.ts";
import { streamAttempts } from "../attempts/list.ts";
import { readSubscriptionId } from "../subscription-id.ts";
import { mailing, mboxOf } from "../testing/signed.ts";
import { listEnds, newestOffers } from "./ends.ts";

let server: TestServer;
let dns: TestDns;
let ann: TestUser;
let account: string;

const DAY = 86_400_000;
const LAST = Date.parse("2026-05-20T08:00:00Z");

/** A message dated so many days before the last, read or unread, in a folder. */
function dated(
	name: string,
	days: number,
	more: { head?: string[]; read?: boolean; folder?: string; body?: string } = {},
) {
	const date = new Date(LAST - days * DAY);
	const labels = [more.folder ?? "Inbox", ...(more.read ? [] : ["Unread"])].join(",");
	const address = `hello@${name.toLowerCase()}.test`;
	const head = [
		...(more.head ?? [`List-Unsubscribe: <https://${name.toLowerCase()}.test/u>`]),
		`X-Gmail-Labels: ${labels}`,
	];
	return {
		date,
		raw: mailing({
			from: `${name} <${address}>`,
			subject: `${name} ${days}`,
			date,
			head,
			...(more.body && { body: more.body }),
		}),
	};
}

const list = (id: string, name = "") => [`List-Id: ${name} <${id}>`, `List-Unsubscribe: <mailto:leave@${id}>`];

beforeAll(async () => {
	dns = await startDns({});
	server = await startTestServer({ env: { DNS_SERVERS: dns.server } });
	ann = await server.signUp();
	const testMessages = [
		// Weekly for eight weeks, half of it read.
		...Array.from({ length: 8 }, (_, week) => dated("Weekly", week * 7, { read: week % 2 === 0 })),
		// Two senders, one list.
		dated("Ada", 3, { head: list("talk.example.test", "The Talk"), read: true }),
		dated("Bea", 2, { head: list("talk.example.test", "The Talk") }),
		dated("Ada", 1, { head: list("talk.example.test", "The Talk") }),
		dated("Heavy", 10, { body: "x".repeat(20_000) }),
		dated("Heavy", 400),
		dated("Old", 500),
		dated("Trashed", 5, { folder: "Trash" }),
		dated("Spam", 5, { folder: "Spam" }),
		dated("Person", 4, { head: [] }),
	];
	const bytes = new TextEncoder().encode(mboxOf(testMessages));
	const imported = await ann.client(accountsContract).importMbox({ query: { filename: "ann.mbox" } }, { bytes });
	account = imported.account.id;
	await server.ctx.jobs.drain();
});
afterAll(async () => {
	await server.close();
	await dns.close();
});

const api = (user = ann) => user.client(unsubscriberContract);
const year = { from: new Date(LAST - 365 * DAY).toISOString(), until: new Date(LAST + 1).toISOString() };
type Query = NonNullable<NonNullable<Parameters<ReturnType<typeof api>["listSubscriptions"]>[0]>["query"]>;
const names = async (query: Query = {}) => (await api().listSubscriptions({ query })).items.map(({ name }) => name);
const named = async (name: string, query: Query = { view: "all" }): Promise<Subscription> => {
	const found = (await api().listSubscriptions({ query })).items.find((item) => item.name === name);
	if (found === undefined) throw new Error(`There is no list ${name}`);
	return found;
};

describe("subscriptions", () => {
	test("are described whatever is read at a time", async () => {
		const { items } = await api().listSubscriptions({ query: { view: "all" } });
		const refs = items.map(({ id }) => readSubscriptionId(id));
		const keys = refs.map(({ listKey }) => listKey).toSorted();
		const { database } = server.ctx;
		const range = { ownerId: ann.ownerId, from: new Date(0), until: new Date(LAST + DAY) };
		const whole = await listEnds(database, range, refs);
		for (const chunk of [1, 2, 3]) {
			const ends = await listEnds(database, range, refs, undefined, chunk);
			expect(ends.map((end) => end.list_key).toSorted()).toEqual(whole.map((end) => end.list_key).toSorted());
			expect(ends).toHaveLength(whole.length);
			const offers = await newestOffers(database, ann.ownerId, refs, chunk);
			expect([...offers.values()].map(({ listKey }) => listKey).toSorted()).toEqual(keys);
		}
		expect(whole.length).toBeGreaterThan(3);
	});

	test("show counts and the first date", async () => {
		const weekly = await named("Weekly", year);
		expect(weekly).toMatchObject({
			accountId: account,
			listId: null,
			senders: [{ email: "hello@weekly.test", count: 8 }],
			senderCount: 1,
			count: 8,
			readCount: 4,
			perMonth: 4.3,
			rhythm: "About weekly",
			since: new Date(LAST - 49 * DAY).toISOString(),
			lastAt: new Date(LAST).toISOString(),
			volume: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 5, 3],
			newest: { subject: "Weekly 0", snippet: "Hello", reviewUrl: null },
			hasUnsubscribe: true,
			unsubscribe: { method: "web", address: "https://weekly.test/u" },
			state: "active",
			attempt: null,
		});
		const talk = await named("The Talk", year);
		expect(talk).toMatchObject({
			id: `${account}:list:talk.example.test`,
			listId: "talk.example.test",
			senders: [
				{ email: "hello@ada.test", count: 2 },
				{ email: "hello@bea.test", count: 1 },
			],
			count: 3,
			readCount: 1,
			// Nothing can be sent from an uploaded file.
			unsubscribe: { method: "mailto", address: "leave@talk.example.test" },
		});
	});

	test("come in the requested order, for the requested range", async () => {
		expect(await names(year)).toEqual(["Weekly", "The Talk", "Heavy"]);
		expect(await names({ ...year, sort: "bytes" })).toEqual(["Heavy", "Weekly", "The Talk"]);
		expect(await names({ ...year, sort: "unread" })).toEqual(["Weekly", "The Talk", "Heavy"]);
		expect(await names({ ...year, sort: "last" })).toEqual(["Weekly", "The Talk", "Heavy"]);
		expect(await names({ ...year, sort: "name" })).toEqual(["Heavy", "The Talk", "Weekly"]);
		expect(await names({ sort: "name" })).toEqual(["Heavy", "Old", "The Talk", "Weekly"]);
		const few = await api().listSubscriptions({ query: { limit: 2 } });
		expect([few.items.length, few.total, few.messages, few.unclassified]).toEqual([2, 4, 14, 0]);
		const whole = await api().listSubscriptions({ query: {} });
		for (const limit of [1, 2, 3, 4])
			expect(await wholeList((cursor) => api().listSubscriptions({ query: { limit, cursor } }))).toMatchObject({
				...{ total: 4, items: whole.items },
			});
		const exact = { from: new Date(LAST - 14 * DAY).toISOString(), until: new Date(LAST).toISOString() };
		expect(await named("Weekly", exact)).toMatchObject({ count: 2, newest: { subject: "Weekly 7" } });
		expect((await named("Heavy", year)).count).toBe(1);
		const short = { from: new Date(LAST - 20 * DAY).toISOString() };
		expect(await named("Weekly", short)).toMatchObject({ count: 3, rhythm: "About weekly" });
		expect(await named("Heavy")).toMatchObject({ count: 2, since: new Date(LAST - 400 * DAY).toISOString() });
		await expect(names({ from: "2026-02-01", until: "2026-01-01" })).rejects.toMatchObject({ code: "bad-range" });
	});

	test("are counted over the range, in periods that add up", async () => {
		const over = async (days: number) => {
			const from = new Date(LAST - days * DAY).toISOString();
			const { periods, items } = await api().listSubscriptions({ query: { ...year, from } });
			for (const { volume, count } of items) {
				expect(volume).toHaveLength(periods.starts.length);
				expect(volume.reduce((sum, one) => sum + one, 0)).toBe(count);
			}
			return { ...periods, volume: items.find(({ name }) => name === "Weekly")?.volume };
		};
		const tenDays = await over(10);
		expect([tenDays.unit, tenDays.volume]).toEqual(["day", [0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1]]);
		const month = await over(30);
		expect([month.unit, month.starts[0], month.volume]).toEqual([
			"week",
			new Date(LAST - 30 * DAY).toISOString(),
			[1, 1, 1, 1, 1],
		]);
		const half = await over(180);
		expect([half.unit, half.starts[0], half.volume]).toEqual([
			"month",
			"2025-11-01T00:00:00.000Z",
			[0, 0, 0, 0, 0, 5, 3],
		]);
		// Not from the beginning of time, but from the first email of a list.
		const { periods } = await api().listSubscriptions({ query: {} });
		expect([periods.unit, periods.starts[0]]).toEqual(["month", "2025-01-01T00:00:00.000Z"]);
	});

	test("list their mail, newest first, page by page", async () => {
		const { id: subscription } = await named("Weekly");
		const first = await api().listSubscriptionEmails({ query: { subscription, limit: 5 } });
		expect([first.total, first.items.map(({ subject }) => subject)]).toEqual([
			8,
			["Weekly 0", "Weekly 7", "Weekly 14", "Weekly 21", "Weekly 28"],
		]);
		const rest = await api().listSubscriptionEmails({
			query: { subscription, limit: 5, cursor: first.nextCursor ?? "" },
		});
		expect(rest.items.map(({ subject }) => subject)).toEqual(["Weekly 35", "Weekly 42", "Weekly 49"]);
		expect(rest.nextCursor).toBe(null);
	});
});

describe("decisions", () => {
	test("are stored, hide lists, and can be cleared", async () => {
		const [weekly, talk] = [(await named("Weekly")).id, (await named("The Talk")).id];
		const decide = (subscriptions: string[], decision: "kept" | "not_required" | null) =>
			api().decideSubscriptions({ body: { subscriptions, decision } });
		expect(await decide([weekly], "kept")).toEqual({ count: 1 });
		expect(await decide([talk], "not_required")).toEqual({ count: 1 });
		expect(await names({ sort: "name" })).toEqual(["Heavy", "Old"]);
		expect(await names({ view: "kept" })).toEqual(["Weekly"]);
		expect(await names({ view: "not_required" })).toEqual(["The Talk"]);
		const { views } = await api().listSubscriptions({ query: {} });
		expect(views).toEqual({ open: 2, unsubscribed: 0, held: 0, kept: 1, not_required: 1, all: 4 });
		expect((await named("The Talk")).state).toBe("not_required");
		expect(await decide([weekly, talk], null)).toEqual({ count: 2 });
		expect(await names({ sort: "name" })).toEqual(["Heavy", "Old", "The Talk", "Weekly"]);
	});

	test("kept lists have a digest", async () => {
		const subscriptions = [(await named("Weekly")).id, (await named("The Talk")).id];
		await api().decideSubscriptions({ body: { subscriptions, decision: "kept" } });
		const first = await api().readDigest({ query: { limit: 4 } });
		expect(first.items.map(({ name, subject }) => `${name}: ${subject}`)).toEqual([
			"Weekly: Weekly 0",
			"The Talk: Ada 1",
			"The Talk: Bea 2",
			"The Talk: Ada 3",
		]);
		expect(first.items[0]?.subscription).toBe(subscriptions[0]);
		const rest = await api().readDigest({ query: { cursor: first.nextCursor ?? "" } });
		expect([rest.items.length, rest.items[0]?.subject, rest.nextCursor]).toEqual([7, "Weekly 7", null]);
		const one = await api().readDigest({ query: { subscription: subscriptions[1] ?? "" } });
		expect(one.items).toHaveLength(3);
		await api().decideSubscriptions({ body: { subscriptions, decision: null } });
		expect((await api().readDigest()).items).toEqual([]);
	});
});

describe("unsubscribing", () => {
	test("records manual requests and skips repeats shortly afterwards", async () => {
		const { id } = await named("Old");
		expect(await api().markUnsubscribed({ body: { subscriptions: [id] } })).toEqual({ count: 1 });
		expect(await named("Old")).toMatchObject({ state: "requested", attempt: { method: "web", reason: "by-hand" } });
		expect(await names({ view: "unsubscribed" })).toEqual(["Old"]);
		const reply = await api().unsubscribe({ body: { subscriptions: [id] } });
		expect(reply).toEqual({ job: null, skipped: 1, removal: null, removalAfter: null });
	});

	test("reports page-only lists, again on each request", async () => {
		const { id } = await named("Heavy");
		await api().decideSubscriptions({ body: { subscriptions: [id], decision: "not_required" } });
		for (const times of [1, 2]) {
			const { job } = await api().unsubscribe({ body: { subscriptions: [id, id] } });
			await server.ctx.jobs.drain();
			const done = await ann.client(jobsContract).getJob({ params: { id: job?.id ?? "" } });
			expect(done).toMatchObject({ state: "done", done: 1, total: 1, unit: "lists", result: { needsAction: 1 } });
			expect(await named("Heavy", { view: "open" })).toMatchObject({ state: "needs_action" });
			const { items } = await api().listAttempts({ query: { subscription: id } });
			expect(items).toHaveLength(times);
		}
		expect(dns.queries).toEqual([]);
	});

	test("delete-only sends no request and can be undone", async () => {
		const { id } = await named("Weekly");
		const before = (await ann.client(emailsContract).listEmails({ query: { folder: "inbox", limit: 200 } })).total;
		const { job, removal, skipped } = await api().unsubscribe({ body: { subscriptions: [id], mode: "delete_only" } });
		await server.ctx.jobs.drain();
		expect([job, skipped, removal?.operation.count, removal?.operation.source]).toEqual([null, 0, 8, "unsubscriber"]);
		expect(await names({ view: "all", sort: "name" })).toEqual(["Heavy", "Old", "The Talk"]);
		// The list's attempts remain available after its mail is deleted; there is nothing more to delete.
		const again = await api().unsubscribe({ body: { subscriptions: [id], mode: "delete_only" } });
		expect(again).toEqual({ job: null, skipped: 0, removal: null, removalAfter: null });
		await ann.client(plansContract).undoOperation({ params: { id: removal?.operation.id ?? "" } });
		await server.ctx.jobs.drain();
		expect((await ann.client(emailsContract).listEmails({ query: { folder: "inbox", limit: 200 } })).total).toBe(
			before,
		);
		expect((await named("Weekly")).count).toBe(8);
	});

	test("sends no request when the mail cannot be removed as previewed", async () => {
		const { id } = await named("Weekly");
		const plan = await api().planRemoval({ body: { subscriptions: [id] } });
		const { database } = server.ctx;
		await database.exec("update operations set expires_at = now() where id = $1", [plan.id]);
		const body = { subscriptions: [id], mode: "unsubscribe_delete" as const, plan: plan.id };
		await expect(api().unsubscribe({ body })).rejects.toMatchObject({ code: "plan-expired" });
		expect((await api().listAttempts({ query: { subscription: id } })).items).toEqual([]);
		expect((await named("Weekly")).state).toBe("active");
	});

	test("previews a removal for a range", async () => {
		const { id } = await named("Weekly");
		const until = new Date(LAST - 20 * DAY).toISOString();
		const plan = await api().planRemoval({ body: { subscriptions: [id], until } });
		expect([plan.count, plan.sample[0]?.subject]).toEqual([5, "Weekly 21"]);
	});

	test("exports the attempt log as CSV", async () => {
		const reply = await api().exportAttempts({ query: {} });
		const text = await reply.text();
		expect(reply.headers.get("content-type")).toContain("text/csv");
		const lines = text.trimEnd().split("\r\n");
		expect(lines).toHaveLength(4);
		expect(lines[0]).toBe(
			"requested at,list,sender,method,address,state,reason,explanation,response status,response,responded at,still sending since",
		);
		expect(lines[1]).toMatch(
			/^\d{4}-\d\d-\d\dT[^,]+,Heavy,hello@heavy\.test,web,https:\/\/heavy\.test\/u,needs_action,page-only,/,
		);
	});

	test("streams the attempt log", async () => {
		const { items } = await api().listAttempts({ query: {} });
		expect(await collect(api().streamAttempts({ query: {} }))).toEqual(items);
		for (const limit of [1, 2, 3])
			expect(await collect(streamAttempts(server.ctx, ann.ownerId, null, undefined, limit))).toEqual(items);
		expect(items).toHaveLength(3);
	});
});

test("a job canceled before it started leaves no list busy", async () => {
	await server.ctx.jobs.stop();
	const { id } = await named("The Talk");
	const { job } = await api().unsubscribe({ body: { subscriptions: [id] } });
	expect((await named("The Talk")).state).toBe("busy");
	await ann.client(jobsContract).cancelJob({ params: { id: job?.id ?? "" } });
	expect((await named("The Talk")).state).toBe("active");
	await server.ctx.jobs.start();
});

test("another user's lists are not accessible", async () => {
	const bea = await server.signUp();
	const { id } = await named("Weekly");
	const body = { subscriptions: [id] };
	const codeOf = (answer: Promise<unknown>) =>
		answer.then(JSON.stringify, (cause: ApiError) => `${cause.status} ${cause.code}`);
	for (const call of [
		() => api(bea).planRemoval({ body }),
		() => api(bea).unsubscribe({ body }),
		() => api(bea).markUnsubscribed({ body }),
		() => api(bea).decideSubscriptions({ body: { ...body, decision: "kept" } }),
		() => api(bea).listSubscriptionEmails({ query: { subscription: id } }),
		() => api(bea).scanSubscriptions({ body: { account } }),
		() => api().decideSubscriptions({ body: { subscriptions: [`${account}:list:nobody.test`], decision: "kept" } }),
		() => api().decideSubscriptions({ body: { subscriptions: ["x".repeat(60)], decision: "kept" } }),
	])
		expect(await codeOf(call())).toBe("404 not-found");
	expect((await api(bea).listSubscriptions({ query: { account, view: "all" } })).items).toEqual([]);
	expect((await api(bea).listAttempts({ query: { account } })).items).toEqual([]);
	expect(await collect(api(bea).streamAttempts({ query: { account } }))).toEqual([]);
	expect((await api(bea).readDigest({ query: { subscription: id } })).items).toEqual([]);
	expect((await (await api(bea).exportAttempts({ query: { account } })).text()).split("\r\n")).toHaveLength(2);
	expect((await named("Weekly")).state).toBe("active");
});

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
	const found: T[] = [];
	for await (const item of items) found.push(item);
	return found;
}
