import { afterAll, beforeAll, expect, test } from "vitest";
import { accountsContract } from "#shared/contracts/accounts.ts";
import { emailsContract } from "#shared/contracts/emails.ts";
import { jobsContract } from "#shared/contracts/jobs.ts";
import { plansContract } from "#shared/contracts/plans.ts";
import { lightDemo } from "#test/demo.ts";
import { startDns, type TestDns } from "#test/dns/dns.ts";
import { startTestServer, type TestServer, type TestUser } from "#test/server.ts";
import { type Subscription, unsubscriberContract } from "../../contract.ts";

/** Unsubscribing in the demo mailbox, where every outcome occurs, and what happens to the mail of each. */

let server: TestServer;
let dns: TestDns;
let ada: TestUser;

beforeAll(async () => {
	dns = await startDns({});
	server = await startTestServer({ env: { DNS_SERVERS: dns.server }, demo: lightDemo() });
	ada = await server.signUp();
	await ada.client(accountsContract).startDemo();
	await server.ctx.jobs.drain(100_000);
});
afterAll(async () => {
	await server.close();
	await dns.close();
});

const PAGE = "Harbour & Home";
const EMAIL = "Plain Type";
const REFUSED = "Lodge & Key";
const SILENT = "Beacon Telecom";
const CONFIRMED = "Field Notes Weekly";

const api = () => ada.client(unsubscriberContract);
const lists = async (view: "open" | "unsubscribed" | "all" = "all", range = {}): Promise<Map<string, Subscription>> => {
	const { items } = await api().listSubscriptions({ query: { view, ...range } });
	return new Map(items.map((item) => [item.name, item]));
};
const idsOf = async (...names: string[]) => {
	const all = await lists();
	return names.map((name) => all.get(name)?.id ?? name);
};
const trashed = async () =>
	(await ada.client(emailsContract).listEmails({ query: { folder: "trash", limit: 1 } })).total;
const operation = (id: string | null) => ada.client(plansContract).getOperation({ params: { id: id ?? "" } });
const run = async (names: string[], body: { deleteAnyway?: boolean; plan?: string } = {}) => {
	const subscriptions = await idsOf(...names);
	const reply = await api().unsubscribe({ body: { subscriptions, mode: "unsubscribe_delete", again: true, ...body } });
	await server.ctx.jobs.drain();
	return reply;
};

test.each(["count", "bytes", "last", "unread", "name"] as const)(
	"all lists are reached page by page, by %s",
	async (sort) => {
		const query = { view: "all", sort } as const;
		const whole = await api().listSubscriptions({ query });
		const seen: string[] = [];
		for (let cursor: string | undefined; ; ) {
			const page = await api().listSubscriptions({ query: { ...query, limit: 10, cursor } });
			expect(page.total).toBe(whole.items.length);
			seen.push(...page.items.map(({ id }) => id));
			if (page.nextCursor === null) break;
			cursor = page.nextCursor;
		}
		expect(seen).toEqual(whole.items.map(({ id }) => id));
		expect(whole.nextCursor).toBeNull();
		const { nextCursor } = await api().listSubscriptions({ query: { view: "all", sort: "name", limit: 2 } });
		await expect(api().listSubscriptions({ query: { sort: "count", cursor: nextCursor ?? "" } })).rejects.toMatchObject(
			{ code: "bad-cursor" },
		);
	},
);

test("one click is shown for what is verified, and the check of the keys agrees", async () => {
	const all = [...(await lists()).values()];
	const methods = Map.groupBy(all, ({ unsubscribe }) => unsubscribe.method);
	expect(methods.get("web")?.map(({ name }) => name)).toEqual([PAGE]);
	expect(methods.get("mailto")?.map(({ name }) => name)).toEqual([EMAIL]);
	expect(methods.get("none") ?? []).toEqual([]);
	expect(methods.get("one_click")?.length).toBeGreaterThan(25);
	for (let at = 0; at < all.length; at += 20) {
		const some = all.slice(at, at + 20);
		const { items } = await api().checkSubscriptions({ body: { subscriptions: some.map(({ id }) => id) } });
		expect(items).toEqual(some.map(({ id, unsubscribe }) => ({ subscription: id, ...unsubscribe })));
	}
	// The demo asks no DNS server.
	expect(dns.queries).toEqual([]);
});

test("only mail of unsubscribed lists is trashed; the others stay, with their state", async () => {
	const before = await trashed();
	const counts = await lists();
	const { removal, removalAfter } = await run([PAGE, REFUSED, CONFIRMED, SILENT]);
	expect(removal).toBe(null);
	const confirmed = counts.get(CONFIRMED)?.count ?? 0;
	expect(await operation(removalAfter)).toMatchObject({ state: "done", applied: confirmed, canUndo: true });
	expect((await trashed()) - before).toBe(confirmed);
	const open = await lists("open");
	for (const [name, state] of [
		[PAGE, "needs_action"],
		[REFUSED, "failed"],
		[SILENT, "failed"],
	] as const)
		expect(open.get(name)).toMatchObject({ state, count: counts.get(name)?.count });
	expect(open.get(REFUSED)?.attempt).toMatchObject({ reason: "refused", response: { status: 403 } });
	expect(open.get(SILENT)?.attempt?.reason).toBe("unreachable");
	expect(open.has(CONFIRMED)).toBe(false);
	// Its mail is gone, but what became of the list can still be seen.
	expect((await lists("unsubscribed")).get(CONFIRMED)).toMatchObject({ state: "confirmed", count: 0 });
	await ada.client(plansContract).undoOperation({ params: { id: removalAfter ?? "" } });
	await server.ctx.jobs.drain();
	expect(await trashed()).toBe(before);
});

test("nothing is trashed when no list was unsubscribed from", async () => {
	const before = await trashed();
	const { removalAfter } = await run([EMAIL]);
	expect(await operation(removalAfter)).toMatchObject({ state: "planned", applied: 0 });
	expect(await trashed()).toBe(before);
	expect((await lists("open")).get(EMAIL)).toMatchObject({ state: "needs_action", attempt: { reason: "cannot-send" } });
});

test("with the explicit choice all of it goes, and the unresolved list stays until it is resolved", async () => {
	const [id = ""] = await idsOf(PAGE);
	const { removal, removalAfter } = await run([PAGE], { deleteAnyway: true });
	expect([removal?.operation.state, removalAfter]).toEqual(["running", null]);
	const range = { from: "2003-01-01", until: "2003-02-01" };
	for (const found of [await lists("open"), await lists("open", range), await lists("all")])
		expect(found.get(PAGE)).toMatchObject({ id, count: 0, state: "needs_action", newest: { reviewUrl: null } });
	// Permanently deleted: only the attempt is left.
	const mail = (await lists("open")).get(PAGE)?.newest;
	const { database } = server.ctx;
	await database.exec(
		"delete from emails where owner_id = $1 and list_key = (select list_key from emails where owner_id = $1 and id = $2)",
		[ada.ownerId, mail?.id],
	);
	expect((await lists("open")).get(PAGE)).toMatchObject({
		name: PAGE,
		newest: null,
		lastAt: null,
		attempt: { address: expect.stringContaining("https://harbourandhome.example/") },
	});
	expect(await api().markUnsubscribed({ body: { subscriptions: [id] } })).toEqual({ count: 1 });
	expect((await lists("open")).has(PAGE)).toBe(false);
	expect((await lists("unsubscribed")).get(PAGE)).toMatchObject({ state: "requested", newest: null });
});

test("a run over everything unsubscribes from every list, except for one of each other outcome", async () => {
	const names = [...(await lists("open")).keys()];
	const subscriptions = await idsOf(...names);
	const { job } = await api().unsubscribe({ body: { subscriptions } });
	await server.ctx.jobs.drain();
	const { result } = await ada.client(jobsContract).getJob({ params: { id: job?.id ?? "" } });
	expect(result).toEqual({ confirmed: names.length - 3, requested: 0, needsAction: 1, failed: 2 });
	expect([...(await lists("open")).keys()].sort()).toEqual([SILENT, REFUSED, EMAIL].sort());
});

test("a failed check changes the badge until a newer message arrives", async () => {
	const { database } = server.ctx;
	const [id = ""] = await idsOf("Kestrel Outdoor");
	const shown = async () => (await lists()).get("Kestrel Outdoor")?.unsubscribe;
	expect((await shown())?.method).toBe("one_click");
	const newest = (await lists()).get("Kestrel Outdoor")?.newest?.id;
	await database.exec(
		`insert into one_click_problems (owner_id, account_id, list_key, email_id, reason, checked_at)
		select owner_id, account_id, list_key, id, 'dkim-no-key', now() from emails where owner_id = $1 and id = $2`,
		[ada.ownerId, newest],
	);
	expect(await shown()).toMatchObject({ method: "web", explanation: expect.stringContaining("no longer published") });
	await api().checkSubscriptions({ body: { subscriptions: [id] } });
	expect((await shown())?.method).toBe("one_click");
});
