import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Call, Client } from "#shared/contract.ts";
import { accountsContract } from "#shared/contracts/accounts.ts";
import { type EmailItem, emailsContract } from "#shared/contracts/emails.ts";
import { jobsContract } from "#shared/contracts/jobs.ts";
import { plansContract } from "#shared/contracts/plans.ts";
import { lightDemo } from "#test/demo.ts";
import { startTestServer, type TestServer, type TestUser } from "#test/server.ts";
import { type CategorizedEmail, categorizerContract } from "../contract.ts";
import { scopeOf } from "./scope.ts";
import { summarise } from "./summary.ts";

let server: TestServer;
let ada: TestUser;
let bea: TestUser;
let account: string;
let categorizer: Client<typeof categorizerContract>;

/** All messages in the mailbox, as the inbox lists them, to compare with the categorizer's results. */
async function everything(): Promise<EmailItem[]> {
	const client = ada.client(emailsContract);
	const all: EmailItem[] = [];
	for (let cursor: string | undefined; ; ) {
		const page = await client.listEmails({ query: { q: "in:anywhere", limit: 200, cursor } });
		all.push(...page.items);
		if (page.nextCursor === null) return all;
		cursor = page.nextCursor;
	}
}

const received = ({ folder }: EmailItem): boolean => folder === "inbox";
const within =
	(from: string, until: string) =>
	({ receivedAt }: EmailItem) =>
		Date.parse(receivedAt) >= Date.parse(from) && Date.parse(receivedAt) < Date.parse(until);
const codeOf = (answer: Promise<unknown>): Promise<unknown> =>
	answer.then(
		() => null,
		(cause: { code?: string; status?: number }) => cause.code ?? cause.status,
	);

type Query = NonNullable<Call<typeof categorizerContract.listCategorizedEmails>["query"]>;

/** Every page of the list. */
async function listed(query: Query): Promise<CategorizedEmail[]> {
	const all: CategorizedEmail[] = [];
	for (let cursor: string | undefined; ; ) {
		const page = await categorizer.listCategorizedEmails({ query: { ...query, limit: 60, cursor } });
		all.push(...page.items);
		if (page.nextCursor === null) return all;
		cursor = page.nextCursor;
	}
}

beforeAll(async () => {
	server = await startTestServer({ demo: lightDemo() });
	ada = await server.signUp();
	bea = await server.signUp();
	const started = await ada.client(accountsContract).startDemo();
	await server.ctx.jobs.drain();
	account = started.account.id;
	categorizer = ada.client(categorizerContract);
});
afterAll(() => server.close());

describe("counts", () => {
	it("include the inbox, and mail in folders and archived mail on request", async () => {
		const all = await everything();
		const inboxes = all.filter(received);
		const { counts, bytes, unread, total, unclassified } = await categorizer.getCategorySummary({ query: { account } });
		const promotions = inboxes.filter(({ category }) => category === "promotions");
		expect(promotions.length).toBeGreaterThan(20);
		expect(counts.promotional).toBe(promotions.length);
		expect(bytes.promotional).toBe(promotions.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0));
		expect(unread.promotional).toBe(promotions.filter(({ isRead }) => !isRead).length);
		expect(counts.primary).toBe(inboxes.filter(({ category }) => category === "primary").length);
		expect([total, unclassified]).toEqual([inboxes.length, 0]);

		const withFolders = await categorizer.getCategorySummary({ query: { account, folders: "true" } });
		expect(withFolders.total).toBe(all.filter((item) => received(item) || item.folder === "custom").length);
		expect(withFolders.total).toBeGreaterThan(total);

		const withArchived = await categorizer.getCategorySummary({ query: { account, archived: "true" } });
		expect(withArchived.total).toBe(all.filter((item) => received(item) || item.folder === "archive").length);
		expect(withArchived.total).toBeGreaterThan(total);
	});

	it("are those of the inbox for the same year", async () => {
		const from = new Date(Date.now() - 365 * 86_400_000).toISOString().slice(0, 10);
		const { total } = await categorizer.getCategorySummary({ query: { account, from } });
		const inbox = await ada.client(emailsContract).listEmails({ query: { account, q: `in:inbox after:${from}` } });
		expect(total).toBe(inbox.total);
		expect((await categorizer.listCategorizedEmails({ query: { account, from } })).total).toBe(total);
	});

	it("are exact at both ends of a range", async () => {
		const all = (await everything()).filter(received);
		const [from, until] = [all[900]?.receivedAt ?? "", all[70]?.receivedAt ?? ""];
		const expected = all.filter(within(from, until));
		const { total } = await categorizer.getCategorySummary({ query: { account, from, until } });
		expect(total).toBe(expected.length);
		expect((await listed({ account, from, until })).map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
		expect(await codeOf(categorizer.getCategorySummary({ query: { from: until, until: from } }))).toBe("bad-range");
	});
});

describe("suspicious email", () => {
	it("is in no category's counts, lists, senders and plans, and in a group of its own", async () => {
		const cleo = await server.signUp();
		const hers = cleo.client(categorizerContract);
		const mail = ["PayPal <x@intl-limited.net>", "Ann <ann@vale.test>", "Bob <bob@vale.test>"].map((from, i) =>
			["From x Sun Nov 1 10:00:00 2026", `From: ${from}`, `Subject: ${i}`, "", "Hello", "", ""].join("\n"),
		);
		const bytes = Buffer.from(mail.join(""));
		await cleo.client(accountsContract).importMbox({ query: { filename: "three.mbox" } }, { bytes });
		await server.ctx.jobs.drain();
		const range = { from: "2000-01-01T00:00:00.000Z" };
		const { counts, suspicious, total } = await hers.getCategorySummary({ query: range });
		const sum = (all: typeof counts) => Object.values(all).reduce((one, other) => one + other, 0);
		expect([sum(counts), total, sum(suspicious)]).toEqual([2, 2, 1]);
		const subjects = async (category?: "suspicious") => {
			const { items, total: found } = await hers.listCategorizedEmails({ query: { ...range, category } });
			expect(found).toBe(items.length);
			return items.map(({ subject }) => subject).sort();
		};
		expect([await subjects(), await subjects("suspicious")]).toEqual([["1", "2"], ["0"]]);
		const senders = async (category?: "suspicious") =>
			(await hers.listCategorizedSenders({ query: { ...range, category } })).items.map(({ email }) => email).sort();
		expect(await senders()).toEqual(["ann@vale.test", "bob@vale.test"]);
		expect(await senders("suspicious")).toEqual(["x@intl-limited.net"]);
		const body = { action: "trash" as const, ...range, pick: { by: "all" as const } };
		expect((await hers.planCategorized({ body })).count).toBe(2);
		expect((await hers.planCategorized({ body: { ...body, category: "suspicious" } })).count).toBe(1);
	});
});

describe("the list", () => {
	it("contains a category's mail, newest first, each with a reason in one sentence", async () => {
		const expected = (await everything()).filter((item) => received(item) && item.category === "updates");
		const items = await listed({ account, category: "updates" });
		expect(items.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
		for (const { categoryReason } of items) expect(categoryReason).toMatch(/^\p{Lu}.*\.$/u);
		expect(items.every(({ reviewUrl }) => reviewUrl === null)).toBe(true);
		expect(await codeOf(categorizer.listCategorizedEmails({ query: { cursor: "nonsense" } }))).toBe("bad-cursor");
	});
});

describe("senders", () => {
	it("add up to the category, the biggest first, and filter the list", async () => {
		const { counts } = await categorizer.getCategorySummary({ query: { account } });
		const all = [];
		for (let cursor: string | undefined; ; ) {
			const page = await categorizer.listCategorizedSenders({ query: { category: "promotions", limit: 7, cursor } });
			all.push(...page.items);
			if (page.nextCursor === null) {
				expect(page.total).toBe(all.length);
				break;
			}
			cursor = page.nextCursor;
		}
		expect(all.reduce((sum, { count }) => sum + count, 0)).toBe(counts.promotional);
		const sizes = all.map(({ count }) => count);
		expect(sizes).toEqual([...sizes].sort((a, b) => b - a));
		expect(new Set(all.map(({ key }) => key)).size).toBe(all.length);
		for (const sender of all.slice(0, 5)) {
			const mail = await listed({ account: sender.accountId, sender: sender.key, category: "promotions" });
			expect(mail).toHaveLength(sender.count);
			expect(mail[0]).toMatchObject({ senderEmail: sender.email, receivedAt: sender.lastAt });
			expect(mail.filter(({ isRead }) => !isRead)).toHaveLength(sender.unread);
		}
	});

	it("can be sorted by size or unread count", async () => {
		for (const sort of ["bytes", "unread"] as const) {
			const { items } = await categorizer.listCategorizedSenders({ query: { sort, limit: 200 } });
			const figures = items.map((sender) => sender[sort]);
			expect(figures).toEqual([...figures].sort((a, b) => b - a));
		}
	});
});

describe("plans", () => {
	it("contain exactly the selection: all but some, or the mail of some senders, and no later mail", async () => {
		const promotions = await listed({ account, category: "promotions" });
		const except = promotions.slice(0, 3).map(({ id }) => id);
		const scope = { account, category: "promotions" as const };
		const plan = await categorizer.planCategorized({
			body: { action: "trash", ...scope, pick: { by: "all", except } },
		});
		expect(plan.count).toBe(promotions.length - 3);
		expect(plan.sample[0]?.id).toBe(promotions[3]?.id);

		const { items: senders } = await categorizer.listCategorizedSenders({ query: { ...scope, limit: 2 } });
		const picked = senders.map(({ accountId, key }) => ({ accountId, key }));
		const some = await categorizer.planCategorized({
			body: { action: "archive", ...scope, pick: { by: "senders", senders: picked } },
		});
		expect(some.count).toBe(senders.reduce((sum, { count }) => sum + count, 0));
		const rest = await categorizer.planCategorized({
			body: { action: "archive", ...scope, pick: { by: "all_senders", except: picked } },
		});
		expect(rest.count).toBe(promotions.length - some.count);
	});

	it("leave mail in folders alone unless it is asked for, and name each folder with its count", async () => {
		const planOf = (folders: boolean) =>
			categorizer.planCategorized({ body: { action: "archive", account, folders, pick: { by: "all" } } });
		const { total } = await categorizer.getCategorySummary({ query: { account } });
		const inboxOnly = await planOf(false);
		expect(inboxOnly).toMatchObject({ count: total, folders: [{ accountId: account, role: "inbox", count: total }] });

		const all = await everything();
		const custom = all.filter(({ folder }) => folder === "custom");
		const plan = await planOf(true);
		expect(plan.folders[0]).toMatchObject({ role: "inbox", count: total });
		expect(plan.folders.map(({ name }) => name)).toContain("Receipts");
		expect(plan.folders.slice(1).reduce((sum, { count }) => sum + count, 0)).toBe(custom.length);
		const receipts = plan.folders.find(({ name }) => name === "Receipts");
		expect(receipts?.count).toBe(custom.filter(({ folderId }) => folderId === receipts?.id).length);
		const rows = await listed({ account, folders: "true" });
		expect(rows.filter(({ folderName }) => folderName === "Receipts")).toHaveLength(receipts?.count ?? 0);
	});

	it("are archived, reflected in the counts, and fully undone", async () => {
		const before = await categorizer.getCategorySummary({ query: { account } });
		const mail = await listed({ account, category: "social" });
		const ids = mail.slice(0, 10).map(({ id }) => id);
		const plan = await categorizer.planCategorized({ body: { action: "archive", pick: { by: "ids", ids } } });
		const { operation } = await ada.client(plansContract).applyPlan({ params: { id: plan.id } });
		await server.ctx.jobs.drain();
		const after = await categorizer.getCategorySummary({ query: { account } });
		expect(after.counts.social).toBe(before.counts.social - 10);
		expect(operation.source).toBe("categorizer");
		await ada.client(plansContract).undoOperation({ params: { id: operation.id } });
		await server.ctx.jobs.drain();
		expect(await categorizer.getCategorySummary({ query: { account } })).toEqual(before);
	});
});

describe("a scan", () => {
	it("is a job that ends, one at a time per mailbox", async () => {
		const [first, second] = await Promise.all([
			categorizer.scanCategories({ body: { account } }),
			categorizer.scanCategories({ body: { account } }),
		]);
		await server.ctx.jobs.drain();
		const scan = (id: string) => ada.client(jobsContract).getJob({ params: { id } });
		const [one, other] = [await scan(first.job.id), await scan(second.job.id)];
		for (const job of [one, other]) expect(job).toMatchObject({ state: "done", result: { stillSyncing: [] } });
		// The same job, unless it has already ended.
		if (one.id === other.id) return;
		const begun = (job: typeof one): number => Date.parse(job.startedAt ?? "");
		const [earlier, later] = begun(one) < begun(other) ? [one, other] : [other, one];
		expect(Date.parse(earlier.finishedAt ?? "")).toBeLessThanOrEqual(begun(later));
	});
});

describe("mail stored by an older version", () => {
	it("is reported, and classified by a scan", async () => {
		const before = await categorizer.getCategorySummary({ query: { account } });
		const { database } = server.ctx;
		const values = [ada.ownerId, account];
		await database.exec(
			`update emails set list_key = null, category = null, category_reason = null, category_source = null, previous_category = null
			where owner_id = $1 and account_id = $2 and folder_role = 'inbox' and received_date > now() - interval '90 days'`,
			values,
		);
		await database.exec("delete from month_stats where owner_id = $1 and account_id = $2", values);
		await database.exec(
			`insert into month_stats select owner_id, account_id, date_trunc('month', received_date at time zone 'UTC')::date,
				folder_role, coalesce(category, ''), list_key, sender_email, count(*), sum(is_read::int), sum(size_bytes)
			from emails where owner_id = $1 and account_id = $2 and list_key is not null group by 1, 2, 3, 4, 5, 6, 7`,
			values,
		);
		const lacking = await categorizer.getCategorySummary({ query: { account } });
		expect(lacking.unclassified).toBeGreaterThan(20);
		expect(lacking.total).toBe(before.total - lacking.unclassified);
		const scope = await scopeOf(database, ada.ownerId, { account, folders: true, archived: true });
		expect((await summarise(database, scope, 3)).unclassified).toBe(3);
		await categorizer.scanCategories({ body: {} });
		await server.ctx.jobs.drain();
		expect(await categorizer.getCategorySummary({ query: { account } })).toEqual(before);
	});
});

describe("corrections", () => {
	it("change a list's past mail after a preview, apply to new mail, and are fully reverted", async () => {
		const before = await categorizer.getCategorySummary({ query: { account } });
		const { items: senders } = await categorizer.listCategorizedSenders({ query: { account, category: "promotions" } });
		const list = senders.find(({ kind, count }) => kind === "list" && count > 5);
		if (list === undefined) throw new Error("No list with some mail in promotions");
		const target = { type: "list" as const, accountId: list.accountId, listKey: list.key };
		const preview = await categorizer.previewCorrection({ body: { target, category: "social" } });
		expect(preview.count).toBeGreaterThanOrEqual(list.count);
		const done = await categorizer.correctCategory({ body: { target, category: "social" } });
		await server.ctx.jobs.drain();
		const after = await categorizer.getCategorySummary({ query: { account } });
		expect(after.counts.social).toBe(before.counts.social + list.count);
		const [newest] = await listed({ account, category: "social", sender: list.key });
		expect(newest).toMatchObject({ categorySource: "user", listKey: list.key });
		const { items } = await categorizer.listCorrections({ query: { account } });
		expect(items).toMatchObject([{ id: done.correction.id, targetType: "list", category: "social" }]);
		await categorizer.revertCorrection({ params: { id: done.correction.id }, body: { how: "undo" } });
		await server.ctx.jobs.drain();
		expect(await categorizer.getCategorySummary({ query: { account } })).toEqual(before);
		expect((await categorizer.listCorrections()).items).toEqual([]);
	});

	it("change one message, and are accessible only to their owner", async () => {
		const [email] = await listed({ account, category: "updates" });
		const body = { target: { type: "message" as const, emailId: email?.id ?? "" }, category: "primary" as const };
		expect(await codeOf(bea.client(categorizerContract).correctCategory({ body }))).toBe("not-found");
		expect(await codeOf(bea.client(categorizerContract).previewCorrection({ body }))).toBe("not-found");
		const { moved, correction } = await categorizer.correctCategory({ body });
		expect(moved).toBe(1);
		const [now] = (await listed({ account, category: "primary" })).filter(({ id }) => id === email?.id);
		expect(now?.categorySource).toBe("user");
		await categorizer.revertCorrection({ params: { id: correction.id }, body: { how: "forget" } });
	});
});

describe("another user", () => {
	it("sees and changes nothing", async () => {
		const hers = bea.client(categorizerContract);
		expect(await hers.getCategorySummary({ query: { account } })).toMatchObject({ total: 0, unclassified: 0 });
		expect((await hers.listCategorizedEmails({ query: { account } })).items).toEqual([]);
		expect((await hers.listCategorizedSenders({ query: { account } })).items).toEqual([]);
		expect(await codeOf(hers.scanCategories({ body: { account } }))).toBe("not-found");
		const body = { action: "trash" as const, account, pick: { by: "all" as const } };
		expect(await codeOf(hers.planCategorized({ body }))).toBe("not-found");
	});
});
