import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { webhooksContract } from "#shared/contracts/webhooks.ts";
import { startDns, type TestDns } from "#test/dns/dns.ts";
import { interceptedStatements } from "#test/intercepted-statements.ts";
import { startTestServer, type TestServer, type TestUser } from "#test/server.ts";
import { startWebhookReceiver } from "#test/webhook-receiver.ts";
import { validatorContract } from "../../contract.ts";
import { EXPORT_COLUMNS } from "../../export-columns.ts";
import { MAX_MONITORED, type MonitoredList, type MonitorInterval } from "../../monitored-list.ts";
import { startDueTasks } from "../testing/due.ts";
import { checkListJob } from "./check-job.ts";
import { listChanged } from "./list-changed.ts";

const DAY = 24 * 3_600_000;
const MX: [number, string] = [10, "mx.mail.test"];
const zones = {
	"mx.mail.test": { A: "192.0.2.25" },
	"stays.test": { MX },
	"closes.test": { MX },
	"other.test": { MX },
};

let dns: TestDns;
let server: TestServer;
let user: TestUser;
let clock = 0;

beforeAll(async () => {
	dns = await startDns(zones);
	server = await startTestServer({
		env: { DNS_SERVERS: dns.server, ALLOW_PRIVATE_HOSTS: "on" },
		now: () => Date.now() + clock,
	});
});
afterAll(async () => {
	await server.close();
	await dns.close();
});
beforeEach(async () => {
	dns.set(zones);
	user = await server.signUp();
});

const validator = () => user.client(validatorContract);
const given = ["a@stays.test", "b@closes.test", "c@other.test", "a@stays.test"];

/** A list after its first check. */
async function monitored(every: MonitorInterval = "week", more: string[] = []): Promise<MonitoredList> {
	const { id } = await validator().monitorList({ body: { name: "Customers", every, emails: [...given, ...more] } });
	await server.ctx.jobs.drain();
	return only(id);
}

async function only(id: string): Promise<MonitoredList> {
	const { items } = await validator().listMonitoredLists({});
	const list = items.find((one) => one.id === id);
	if (list === undefined) throw new Error("The list is gone");
	return list;
}
const changesOf = async (id: string) =>
	(await validator().listMonitoredChanges({ params: { id }, query: {} })).items.map(({ email, from, to }) => [
		email,
		from.reason,
		to.reason,
	]);

// First: a webhook refuses times that are far from its own.
it("sends a webhook what a check has changed, and nothing where nothing has", async () => {
	const hooks = await startWebhookReceiver();
	const { webhook, secret } = await user
		.client(webhooksContract)
		.createWebhook({ body: { url: hooks.url, events: [listChanged.type] } });
	const { id } = await monitored();
	dns.set({ "closes.test": { MX: [0, "."] } });
	for (let check = 0; check < 2; check++) {
		await validator().checkMonitoredList({ params: { id } });
		await server.ctx.jobs.drain();
	}
	await vi.waitFor(() => expect(hooks.requests.length).toBeGreaterThan(0), { timeout: 30_000 });
	const change = { email: "b@closes.test", from: { reason: "accepts-mail" }, to: { reason: "null-mx" } };
	expect(hooks.verified(secret)).toMatchObject([{ data: { id, name: "Customers", count: 1, changes: [change] } }]);
	await user.client(webhooksContract).deleteWebhook({ params: { id: webhook.id } });
	await hooks.close();
});

it("validates a list again when it is due, and lists what changed", async () => {
	// A separate domain: failures of the DNS are kept for a while.
	dns.set({ "fails.test": { MX } });
	const { id, ...list } = await monitored("week", ["d@fails.test"]);
	expect(list).toMatchObject({ total: 4, outcomes: { unknown: 4 }, changes: 0, checked: null, error: null });
	dns.set({ "closes.test": { MX: [0, "."] }, "fails.test": "servfail" });

	clock += 6 * DAY;
	await startDueTasks(server);
	expect(await changesOf(id)).toEqual([]);
	clock += DAY + 60_000;
	await startDueTasks(server);
	// A failure of the DNS says nothing about the address.
	expect(await changesOf(id)).toEqual([["b@closes.test", "accepts-mail", "null-mx"]]);
	const after = await only(id);
	expect(after).toMatchObject({ outcomes: { unknown: 3, invalid: 1 }, changes: 1, checked: null, error: null });
	expect(Date.parse(after.checkedAt ?? "")).toBeGreaterThan(Date.parse(list.checkedAt ?? ""));

	dns.set(zones);
	clock += 7 * DAY;
	await startDueTasks(server);
	expect(await changesOf(id)).toEqual([
		["b@closes.test", "null-mx", "accepts-mail"],
		["b@closes.test", "accepts-mail", "null-mx"],
	]);
	clock += 40 * DAY;
	expect(await only(id)).toMatchObject({ changes: 0 });
});

it("is checked at once on request, and as often as the user chooses", async () => {
	const { id } = await monitored("month");
	dns.set({ "closes.test": { MX: [0, "."] } });
	expect(await validator().checkMonitoredList({ params: { id } })).toMatchObject({ checked: 0, checkedAt: null });
	// A check in progress is not started twice.
	await validator().checkMonitoredList({ params: { id } });
	await server.ctx.jobs.drain();
	expect(await changesOf(id)).toHaveLength(1);

	expect(await validator().updateMonitoredList({ params: { id }, body: { every: "day" } })).toMatchObject({
		every: "day",
	});
	dns.set(zones);
	clock += DAY + 60_000;
	await startDueTasks(server);
	expect(await changesOf(id)).toHaveLength(2);
});

it("starts with the verdicts of a validated file, without asking again", async () => {
	const bytes = new TextEncoder().encode(`Name,Email\n${given.map((email) => `x,${email}`).join("\n")}\nx,bad@@\n`);
	const file = await validator().validateFile({ query: { filename: "people.csv" } }, { bytes });
	await server.ctx.jobs.drain();
	dns.set({ "closes.test": { MX: [0, "."] } });
	const { id } = await validator().monitorList({ body: { name: "people.csv", fileId: file.id } });
	await server.ctx.jobs.drain();
	expect(await only(id)).toMatchObject({ total: 4, outcomes: { unknown: 3, invalid: 1 }, changes: 0, every: "week" });
	await validator().deleteFileBatch({ params: { id: file.id } });
	clock += 7 * DAY + 60_000;
	await startDueTasks(server);
	expect(await changesOf(id)).toEqual([["b@closes.test", "accepts-mail", "null-mx"]]);

	const csv = await (await user.fetch(`/api/v1/validator/monitored-lists/${id}/addresses.csv`)).text();
	const [head, ...rows] = parse(csv, { bom: true }) as string[][];
	expect(head).toEqual(EXPORT_COLUMNS);
	expect(rows.map((row) => row.slice(0, 4))).toEqual([
		["a@stays.test", "Unknown", "unknown", "Domain works; mailbox not checked"],
		["b@closes.test", "No", "invalid", "Domain does not accept email"],
		["bad@@", "No", "invalid", "Invalid format"],
		["c@other.test", "Unknown", "unknown", "Domain works; mailbox not checked"],
	]);
});

it("validates each address once when the clock is set back during a check", async () => {
	const { id } = await monitored();
	await validator().checkMonitoredList({ params: { id } });
	const { database } = server.ctx;
	await database.exec(
		"update monitored_lists set check_started_at = check_started_at + interval '1 hour' where id = $1",
		[id],
	);
	await server.ctx.jobs.drain();
	expect(await only(id)).toMatchObject({ total: 3, outcomes: { unknown: 3 }, checked: null, error: null });
});

it("ends a check whose verdicts are not kept", async () => {
	const { id } = await monitored();
	const { database } = server.ctx;
	const list = await database.one<{ ownerId: string }>(
		`update monitored_lists set check_started_at = checked_at + interval '1 hour' where id = $1
		returning owner_id as "ownerId"`,
		[id],
	);
	const forgetful = interceptedStatements(database, async (text, values, run) =>
		text.includes("update monitored_addresses") ? [] : run(text, values),
	);
	const job = { id, ownerId: list?.ownerId ?? "", accountId: null, input: { id, fileId: null }, attempt: 1 };
	const check = checkListJob.run(
		{ ...server.ctx, database: forgetful },
		{
			...{ ...job, leaseId: "test", previous: null, signal: new AbortController().signal },
			...{ progress: () => undefined, yieldIfWaiting: async () => undefined },
		},
	);
	await expect(check).rejects.toThrow("Checking a list of addresses makes no progress");
});

it("refuses a file with more rows than a list can have", async () => {
	const bytes = new TextEncoder().encode(`Email\n${given.join("\n")}\n`);
	const { id } = await validator().validateFile({ query: { filename: "all.csv" } }, { bytes });
	await server.ctx.jobs.drain();
	const rows = MAX_MONITORED + 1;
	await server.ctx.database.exec("update work_batches set total = $2 where id = $1", [id, rows]);
	const refused = validator().monitorList({ body: { name: "all.csv", fileId: id } });
	await expect(refused).rejects.toMatchObject({ code: "too-many-addresses" });
	expect((await validator().listMonitoredLists({})).items).toEqual([]);
});

it("pages through changes", async () => {
	const { id } = await monitored();
	dns.set(Object.fromEntries(Object.keys(zones).map((name) => [name, { MX: [0, "."] as [number, string] }])));
	await validator().checkMonitoredList({ params: { id } });
	await server.ctx.jobs.drain();
	const page = (cursor?: string) =>
		validator().listMonitoredChanges({ params: { id }, query: { limit: 2, ...(cursor && { cursor }) } });
	const first = await page();
	const second = await page(first.nextCursor ?? "");
	expect([...first.items, ...second.items].map(({ email }) => email)).toEqual(given.slice(0, 3));
	expect(second.nextCursor).toBeNull();
	await expect(page("bm8")).rejects.toMatchObject({ code: "bad-cursor" });
});

it("ends when the user stops it", async () => {
	const { id } = await monitored();
	await validator().deleteMonitoredList({ params: { id } });
	await expect(only(id)).rejects.toThrow();
	for (const table of ["monitored_lists", "monitored_addresses", "monitored_changes"]) {
		const row = await server.ctx.database.one<{ count: number }>(
			`select count(*)::int as count from ${table} where owner_id = $1`,
			[user.ownerId],
		);
		expect(row?.count, table).toBe(0);
	}
	clock += 8 * DAY;
	await startDueTasks(server);
	expect(await server.ctx.database.query("select 1 from schedules where owner_id = $1", [user.ownerId])).toEqual([]);
});

it("refuses a list without addresses, more lists than allowed, and files that are gone", async () => {
	const start = (body: object) => validator().monitorList({ body: { name: "x", every: "week", ...body } });
	await expect(start({ emails: ["  "] })).rejects.toMatchObject({ code: "no-emails" });
	await expect(start({ fileId: "019a0000-0000-7000-8000-000000000001" })).rejects.toMatchObject({ code: "not-found" });
	await expect(start({})).rejects.toMatchObject({ status: 400 });
	for (let n = 0; n < 20; n++) await start({ emails: [`p${n}@stays.test`] });
	await expect(start({ emails: given })).rejects.toMatchObject({ code: "too-many-lists" });
});
