import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createQuotas } from "#kernel/mail.ts";
import { accountsContract } from "#shared/contracts/accounts.ts";
import { emailsContract } from "#shared/contracts/emails.ts";
import { jobsContract } from "#shared/contracts/jobs.ts";
import { plansContract } from "#shared/contracts/plans.ts";
import { CATEGORIES } from "#shared/mail/categories.ts";
import { smallDemo } from "#test/demo.ts";
import { type Dovecot, startDovecot } from "#test/dovecot/dovecot.ts";
import { dovecotPath } from "#test/dovecot/program.ts";
import { interceptedStatements } from "#test/intercepted-statements.ts";
import { startTestServer, type TestServer, type TestUser } from "#test/server.ts";
import { dashboardContract, type Overview } from "../contract.ts";
import { healthOf } from "../health.ts";
import { queries, receivedQuery, senderQuery, storageQuery } from "../queries.ts";
import { statusOf } from "./activity.ts";
import { recordAll } from "./health-history.ts";
import { readOverview } from "./overview.ts";
import { readSenders } from "./senders.ts";
import { testMbox, testMessages } from "./testing.ts";

let server: TestServer;
let dovecot: Dovecot | null = null;
beforeAll(async () => {
	server = await startTestServer({ env: { ALLOW_PRIVATE_HOSTS: "on" }, demo: smallDemo({ large: 1 }) });
	if (dovecotPath !== null) dovecot = await startDovecot();
});
afterAll(async () => {
	await server?.close();
	await dovecot?.stop();
});

const connect = {
	demo: async (user: TestUser) => (await user.client(accountsContract).startDemo()).account.id,
	mbox: async (user: TestUser) =>
		(await user.client(accountsContract).importMbox({ query: { filename: "ada.mbox" } }, { bytes: testMbox() })).account
			.id,
	async imap(user: TestUser) {
		if (dovecot === null) throw new Error("Dovecot is not installed");
		const { certificate, imapsPort: port } = dovecot;
		const login = await dovecot.addUser();
		for (const message of testMessages()) await dovecot.deliver(login.user, message);
		const imap = { host: "localhost", port, security: "tls" as const, certificate };
		const body = {
			email: `${login.user}@example.net`,
			username: login.user,
			password: login.password,
			imap,
			smtp: null,
		};
		return (await user.client(accountsContract).connectImap({ body })).account.id;
	},
};
type Kind = keyof typeof connect;
const kinds = (Object.keys(connect) as Kind[]).filter((kind) => kind !== "imap" || dovecotPath !== null);

async function withMailbox(kind: Kind) {
	const user = await server.signUp();
	const account = await connect[kind](user);
	await server.ctx.jobs.drain();
	const dashboard = user.client(dashboardContract);
	// The provider's quota comes later on a slow machine.
	await vi.waitFor(
		async () => expect((await dashboard.get_email_statistics({ query: {} })).storage?.isPending).toBe(false),
		{ timeout: 60_000 },
	);
	const count = async (q: string) =>
		(await user.client(emailsContract).listEmails({ query: { account, q, limit: 1 } })).total;
	return { user, account, count, dashboard };
}

const DAY_MS = 86_400_000;
const dayBefore = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);

describe.each(kinds)("in the %s mailbox", (kind) => {
	let mailbox: Awaited<ReturnType<typeof withMailbox>>;
	beforeAll(async () => {
		mailbox = await withMailbox(kind);
	});

	it("each figure counts what its search lists", async () => {
		const { dashboard, account, count, user } = mailbox;
		const figures = await dashboard.get_email_statistics({ query: { account } });
		expect(figures.totalEmails).toBeGreaterThanOrEqual(60);
		const pairs: [number | null, string][] = [
			[figures.totalEmails, queries.all],
			[figures.unreadEmails, queries.unread],
			[figures.inboxEmails, queries.inbox],
			[figures.promotionalEmails, queries.promotional],
			[figures.spamCount, queries.spam],
			[figures.primaryCount, queries.primary],
			[figures.promotionalCount, queries.inboxCategory("promotions")],
			[figures.socialCount, queries.inboxCategory("social")],
			[figures.updatesCount, queries.inboxCategory("updates")],
			...[...CATEGORIES, "suspicious" as const, "other" as const].map((category): [number | null, string] => [
				figures.inboxCategories?.[category] ?? null,
				queries.inboxCategory(category),
			]),
			[figures.important_emails, queries.important],
			[figures.emails_with_attachments, queries.withAttachments],
			[figures.plans?.oldPromotions.count ?? null, queries.oldPromotions],
			[figures.plans?.oldSocial.count ?? null, queries.oldSocial(figures.plans?.oldSocial.before ?? "")],
			[figures.plans?.oldUnread.count ?? null, queries.oldUnread(figures.plans?.oldUnread.before ?? "")],
		];
		for (const [figure, query] of pairs) expect([query, figure]).toEqual([query, await count(query)]);
		for (const sender of figures.top_senders ?? [])
			expect([sender.email, sender.count]).toEqual([sender.email, await count(senderQuery(sender.email, null))]);
		expect(figures.promotionalEmails).toBeGreaterThan(0);
		expect(figures.emails_with_attachments).toBeGreaterThan(0);
		expect((figures.promotionalCount ?? 0) + (figures.socialCount ?? 0) + (figures.updatesCount ?? 0)).toBe(
			(figures.inboxEmails ?? 0) - (figures.primaryCount ?? 0) - (figures.inboxCategories?.suspicious ?? 0),
		);
		const categories = Object.values(figures.inboxCategories ?? {});
		expect(categories.reduce((sum, count) => sum + count, 0)).toBe(figures.inboxEmails);
		expect(figures.mailboxes).toEqual([{ id: account, totalEmails: figures.totalEmails, problem: null }]);
		const { items } = await user.client(accountsContract).listAccounts();
		expect(figures.storage?.mailBytes).toBe(items[0]?.sizeBytes);
		expect(figures.healthScore).toBe(
			healthOf({
				total: figures.totalEmails ?? 0,
				unread: figures.unreadEmails ?? 0,
				usedBytes: figures.storage?.quotaUsedBytes ?? 0,
				quotaBytes: figures.storage?.quotaBytes ?? 0,
			}).score,
		);
		const scanned = Date.parse(figures.lastScanDate ?? "");
		expect(scanned).toBeLessThanOrEqual(Date.parse(items[0]?.lastSyncAt ?? ""));
		// One mailbox is all mailboxes. A watched one may have been synced again.
		const all = await dashboard.get_email_statistics({ query: {} });
		expect({ ...all, lastScanDate: null }).toEqual({ ...figures, lastScanDate: null });
	});

	it.each(["past year", "entire mailbox"])("each bar counts what its search lists: %s", async (range) => {
		const { dashboard, account, count } = mailbox;
		const query = { account, from: range === "past year" ? dayBefore(365) : "2000-01-01" };
		const { received, hours, senders, from, until } = await dashboard.getDashboardCharts({ query });
		const { storageByYear } = await dashboard.get_email_statistics({ query: { account } });
		if (from === null || until === null) throw new Error("no mail");
		let sum = 0;
		const categories = ["primary", "updates", "forums", "social", "promotions", "suspicious", "other"] as const;
		for (const point of received ?? []) {
			const total = categories.reduce((all, category) => all + point[category], 0);
			sum += total;
			if (total === 0) continue;
			expect([point.from, total]).toEqual([point.from, await count(receivedQuery(point))]);
			for (const category of categories.filter((one) => point[one] > 0))
				expect([point.from, point[category]]).toEqual([point.from, await count(receivedQuery(point, category))]);
		}
		expect(sum).toBe(await count(receivedQuery({ from, until })));
		expect(hours?.length).toBeGreaterThan(0);
		for (const hour of hours ?? []) {
			const end = new Date(Date.parse(hour.at) + 3_600_000).toISOString();
			expect([hour.at, hour.count]).toEqual([hour.at, await count(receivedQuery({ from: hour.at, until: end }))]);
		}
		expect(storageByYear?.length).toBeGreaterThan(0);
		for (const { year, ...types } of storageByYear ?? [])
			for (const type of ["attached", "plain", "discarded"] as const)
				expect([year, type, types[type].count]).toEqual([year, type, await count(storageQuery(year, type))]);
		expect(senders?.length).toBeGreaterThan(0);
		for (const sender of senders ?? [])
			expect([sender.email, sender.count]).toEqual([
				sender.email,
				await count(senderQuery(sender.email, { from, until })),
			]);
	});

	it.each([
		{ candidates: 1, rare: 0 },
		{ candidates: 5, rare: 0 },
		{ candidates: 10, rare: 0 },
		{ candidates: 200, rare: 0 },
		{ candidates: 200, rare: 2 },
		{ candidates: 200, rare: 10 },
	])("the senders of five years are the same with %o", async (first) => {
		const { database } = server.ctx;
		const { account, user } = mailbox;
		const scope = { ownerId: user.ownerId, accountIds: [account] };
		for (const year of [2016, 2018, 2021]) {
			const span = { from: `${year}-03-05T00:00:00Z`, until: `${year + 5}-03-05T00:00:00Z` };
			const counted = await database.query<{ email: string; count: number }>(
				`select sender_email as email, count(*)::int as count from emails
				where owner_id = $1 and account_id = $2 and folder_role in ('inbox', 'archive', 'custom')
					and received_date >= $3 and received_date < $4 and sender_email <> ''
				group by 1 order by 2 desc, 1 limit 10`,
				[user.ownerId, account, span.from, span.until],
			);
			const senders = await readSenders(database, scope, span, first);
			expect(senders.map(({ email, count }) => ({ email, count }))).toEqual(counted);
		}
	});

	it("a full scan shows its progress, records the health score, and is the latest activity", async () => {
		const { dashboard, account, user } = mailbox;
		const { job } = await dashboard["start-full-scan"]({ body: { account } });
		expect(job.kind).toBe("full-scan");
		// Asking again follows the same scan.
		expect((await dashboard["start-full-scan"]({ body: { account } })).job.id).toBe(job.id);
		await server.ctx.jobs.drain();
		expect(await user.client(jobsContract).getJob({ params: { id: job.id } })).toMatchObject({
			state: "done",
			done: 3,
			total: 3,
		});
		const { recentActivity, healthScore, steps } = await dashboard.get_email_statistics({ query: { account } });
		expect(recentActivity?.[0]).toMatchObject({ id: job.id, type: "scan", status: "success" });
		expect(recentActivity?.[0]?.description).toMatch(/^Full scan of /);
		expect(recentActivity?.at(-1)?.description).toMatch(/^First sync of .*: \d/);
		expect(steps).toEqual({ connected: true, synced: true, scanned: true, cleaned: false });
		const { health } = await dashboard.getDashboardCharts({ query: { account } });
		expect(health).toEqual([{ day: new Date().toISOString().slice(0, 10), score: healthScore }]);
	});

	it("changes are activity, and change the figures", async () => {
		const { dashboard, account, user, count } = mailbox;
		const before = await dashboard.get_email_statistics({ query: { account } });
		const plans = user.client(plansContract);
		const apply = async (action: "archive" | "mark_read", query: string) => {
			const { id } = await plans.createPlan({ body: { action, query, account } });
			const { operation } = await plans.applyPlan({ params: { id } });
			await server.ctx.jobs.drain();
			return operation.id;
		};
		const archived = await apply("archive", queries.inboxCategory("promotions"));
		const read = await apply("mark_read", queries.unread);
		const after = await dashboard.get_email_statistics({ query: { account } });
		expect(after.recentActivity?.slice(0, 2)).toMatchObject([
			{ id: read, type: "cleanup", status: "success", canUndo: true },
			{ id: archived, type: "archive", status: "success", canUndo: true },
		]);
		expect(after.recentActivity?.length).toBeLessThanOrEqual(5);
		expect([after.promotionalCount, after.unreadEmails]).toEqual([0, 0]);
		expect(after.promotionalEmails).toBe(before.promotionalEmails);
		expect(after.promotionalEmails).toBe(await count(queries.promotional));
		expect(after.deductions.map(({ id }) => id)).not.toContain("unread");
		expect(after.steps.cleaned).toBe(true);
	});
});

describe("what is not known", () => {
	it("is null without a mailbox, never 0 and never healthy", async () => {
		const ada = await server.signUp();
		const dashboard = ada.client(dashboardContract);
		const figures = await dashboard.get_email_statistics({ query: {} });
		expect(figures).toMatchObject({
			...{ totalEmails: null, unreadEmails: null, promotionalEmails: null, spamCount: null, primaryCount: null },
			...{ healthScore: null, storage: null, storageUsedMB: null, lastScanDate: null, top_senders: null, plans: null },
			...{ recentActivity: [], deductions: [], mailboxes: [] },
			steps: { connected: false, synced: false, scanned: false, cleaned: false },
		});
		expect(await dashboard.getDashboardCharts({ query: {} })).toMatchObject({ received: [], senders: [], from: null });
	});

	it("is null for a mailbox that was never listed, with the reason, and the others are there", async () => {
		const { user, account, dashboard } = await withMailbox("mbox");
		const before = await dashboard.get_email_statistics({ query: {} });
		const file = { query: { filename: "other.mbox" } };
		const { id: other } = (await user.client(accountsContract).importMbox(file, { bytes: testMbox(9) })).account;
		await server.ctx.jobs.drain();
		const { database } = server.ctx;
		await database.exec("delete from email_folders where account_id = $1", [other]);
		await database.exec("update email_sync_status set last_sync_at = null where account_id = $1", [other]);
		await database.exec("update connected_accounts set status = 'needs_sign_in' where id = $1", [other]);
		const alone = await dashboard.get_email_statistics({ query: { account: other } });
		expect(alone).toMatchObject({ totalEmails: null, healthScore: null, storage: null });
		expect(alone.mailboxes).toEqual([{ id: other, totalEmails: null, problem: "No valid access token" }]);
		const all = await dashboard.get_email_statistics({ query: {} });
		expect(all.totalEmails).toBe(before.totalEmails);
		expect(all.mailboxes.find(({ id }) => id === account)?.problem).toBeNull();
		await expect(dashboard["start-full-scan"]({ body: { account: other } })).rejects.toMatchObject({
			...{ status: 409, code: "no-access-token", message: expect.stringContaining("No valid access token") },
		});
	});

	it("is one figure where one cannot be read", async () => {
		const { user, dashboard } = await withMailbox("mbox");
		const whole = await dashboard.get_email_statistics({ query: {} });
		const failing = (view: string): Promise<Overview> => {
			const database = interceptedStatements(server.ctx.database, (text, values, run) =>
				text.includes(`from ${view}`) ? Promise.reject(new Error("gone")) : run(text, values),
			);
			return readOverview({ ...server.ctx, database }, createQuotas(server.ctx), user.ownerId, null);
		};
		const withoutDays = await failing("mail_day_stats_v1");
		expect(withoutDays).toEqual({
			...whole,
			storageByYear: null,
			inboxCategories: null,
			...{ promotionalEmails: null, primaryCount: null, promotionalCount: null, socialCount: null, updatesCount: null },
			...{ important_emails: null, emails_with_attachments: null, attachment_size_mb: null, plans: null },
		});
		const withoutFolders = await failing("mail_folders_v1");
		expect(withoutFolders).toMatchObject({
			totalEmails: null,
			healthScore: null,
			promotionalEmails: whole.promotionalEmails,
		});
		expect((await failing("mail_sender_stats_v1")).top_senders).toBeNull();
	});
});

it("maps the status of a scan as the specification has it", () => {
	expect(["completed", "failed", "running", "queued", "cancelled", "anything"].map(statusOf)).toEqual([
		...["success", "failed", "pending", "pending", "pending", "pending"],
	]);
});

it("records every user's health once a day, and shows one score a period", async () => {
	const { user, account, dashboard } = await withMailbox("mbox");
	await recordAll(server.ctx);
	await recordAll(server.ctx);
	await server.ctx.jobs.drain();
	await server.ctx.database.exec(
		`insert into mailbox_health select owner_id, account_id, day - n, total_count, n, used_bytes, quota_bytes
		from mailbox_health, generate_series(1, 100) as n where owner_id = $1`,
		[user.ownerId],
	);
	const { health } = await dashboard.getDashboardCharts({ query: { account, from: dayBefore(365) } });
	// By week.
	expect(health?.length).toBeGreaterThanOrEqual(15);
	expect(health?.length).toBeLessThanOrEqual(16);
	const days = (health ?? []).map(({ day }) => day);
	expect(days).toEqual([...days].sort());
	expect(health?.at(-1)?.score).toBe((await dashboard.get_email_statistics({ query: { account } })).healthScore);
});
