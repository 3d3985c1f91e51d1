import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ApiError, createClient } from "#shared/client.ts";
import type { Client, Contract } from "#shared/contract.ts";
import { accountsContract } from "#shared/contracts/accounts.ts";
import { emailsContract } from "#shared/contracts/emails.ts";
import { jobsContract } from "#shared/contracts/jobs.ts";
import { plansContract } from "#shared/contracts/plans.ts";
import { lightDemo } from "#test/demo.ts";
import { makeMbox } from "#test/mail-file.ts";
import { blobsFolder, startTestServer, type TestServer, type TestUser } from "#test/server.ts";
import { indexedTexts } from "../text-index/testing.ts";
import { accountsModule } from "./module.ts";

let server: TestServer;
let user: TestUser;
let accounts: Client<typeof accountsContract>;

beforeAll(async () => {
	server = await startTestServer({ demo: lightDemo() });
	user = await server.signUp();
	accounts = user.client(accountsContract);
});

afterAll(() => server.close());

const problemOf = (promise: Promise<unknown>): Promise<string> =>
	promise.then(
		() => "none",
		(cause: ApiError) => `${cause.status} ${cause.code}`,
	);

const sendMbox = (filename: string, count: number) =>
	accounts.importMbox({ query: { filename } }, { bytes: new TextEncoder().encode(makeMbox({ count })) });

const rowsOf = async (accountId: string): Promise<Record<string, number>> => {
	const remaining: Record<string, number> = {};
	const tables = ["emails", "email_folders", "provider_state", "account_files", "operations", "operation_items"];
	for (const table of [
		...tables,
		"sender_stats",
		"day_stats",
		"month_stats",
		"email_thread_links",
		"email_sync_status",
		"jobs",
	]) {
		const row = await server.ctx.database.one<{ n: number }>(
			`select count(*)::int as n from ${table} where account_id = $1`,
			[accountId],
		);
		if (row !== undefined && row.n > 0) remaining[table] = row.n;
	}
	const indexed = (await indexedTexts(server.ctx.database, accountId)).size;
	return indexed > 0 ? { ...remaining, indexed } : remaining;
};

it("lists the kinds of account", async () => {
	const { items } = await accounts.listProviders();
	expect(items.map(({ kind, available }) => [kind, available])).toEqual([
		["gmail", false],
		["outlook", false],
		["imap", true],
		["mbox", true],
		["demo", true],
	]);
	expect(items.at(-1)?.capabilities).toMatchObject({ labels: expect.any(Boolean) });
});

describe("the demo account", () => {
	it("exists once per user, with folders, labels and counts", async () => {
		const [first, second] = await Promise.all([accounts.startDemo(), accounts.startDemo()]);
		expect(second.account.id).toBe(first.account.id);
		expect(second.job.id).toBe(first.job.id);
		await server.ctx.jobs.drain();
		const [account] = (await accounts.listAccounts()).items;
		expect(account).toMatchObject({ provider: "demo", status: "connected", syncStatus: "idle", lastError: null });
		expect(account?.totalEmails).toBeGreaterThan(1_000);
		expect(account?.sizeBytes).toBeGreaterThan(1_000_000);
		const { items: folders } = await accounts.listFolders({ params: { id: first.account.id } });
		expect(folders[0]).toMatchObject({ role: "inbox", accountId: first.account.id });
		expect(folders.reduce((sum, folder) => sum + folder.total, 0)).toBe(account?.totalEmails);
		expect(folders.reduce((sum, folder) => sum + folder.unread, 0)).toBe(account?.unreadEmails);
		const newest = await user.client(emailsContract).listEmails({ query: { q: "in:anywhere", limit: 200 } });
		const received = newest.items.find(({ folder }) => ["inbox", "archive", "custom"].includes(folder));
		expect(account?.newestDay).toBe(received?.receivedAt.slice(0, 10));
		const { items: labels } = await accounts.listLabels({ params: { id: first.account.id } });
		for (const label of labels) expect(label.total).toBeGreaterThan(0);
	});

	it("is restored to its initial state by a reset", async () => {
		const [account] = (await accounts.listAccounts()).items;
		const id = account?.id ?? "";
		const plans = user.client(plansContract);
		const inbox = async () =>
			(await accounts.listFolders({ params: { id } })).items.map(({ id, total }) => [id, total]);
		const before = await inbox();
		const query = { action: "trash", query: "", folder: "inbox", account: id } as const;
		const plan = await plans.createPlan({ body: query });
		expect(plan.count).toBe(before[0]?.[1]);
		await plans.applyPlan({ params: { id: plan.id } });
		await server.ctx.jobs.drain();
		expect(await inbox()).not.toEqual(before);
		const { job } = await accounts.resetDemo({ params: { id } });
		await server.ctx.jobs.drain();
		expect(await user.client(jobsContract).getJob({ params: { id: job.id } })).toMatchObject({ state: "done" });
		expect(await inbox()).toEqual(before);
		expect((await plans.listOperations()).items).toEqual([]);
	});

	it("is the only account that can be reset", async () => {
		const { account } = await sendMbox("other.mbox", 3);
		expect(await problemOf(accounts.resetDemo({ params: { id: account.id } }))).toBe("409 not-supported");
	});
});

describe("disconnecting", () => {
	it("hides the account at once and deletes all of its data, and nothing else", async () => {
		const { account: other } = await sendMbox("stays.mbox", 30);
		const { account } = await sendMbox("goes.mbox", 50);
		await server.ctx.jobs.drain();
		const stays = await rowsOf(other.id);
		const { items } = await user.client(emailsContract).listEmails({ query: { account: account.id, folder: "inbox" } });
		const plans = user.client(plansContract);
		const plan = await plans.createPlan({ body: { action: "archive", ids: items.map(({ id }) => id) } });
		await plans.applyPlan({ params: { id: plan.id } });
		await server.ctx.jobs.drain();
		expect(await rowsOf(account.id)).toMatchObject({
			operation_items: expect.any(Number),
			indexed: expect.any(Number),
		});
		const uploads = await readdir(join(server.install.dataDir, "uploads"));
		await accounts.deleteAccount({ params: { id: account.id } });
		expect((await accounts.listAccounts()).items.map(({ id }) => id)).not.toContain(account.id);
		expect(await problemOf(accounts.deleteAccount({ params: { id: account.id } }))).toBe("404 not-found");
		expect(await problemOf(accounts.listFolders({ params: { id: account.id } }))).toBe("404 not-found");
		await server.ctx.jobs.drain();
		expect(await rowsOf(account.id)).toEqual({ jobs: 1 });
		expect(existsSync(join(blobsFolder(server), account.id))).toBe(false);
		expect(await readdir(join(server.install.dataDir, "uploads"))).toHaveLength(uploads.length - 1);
		expect(await rowsOf(other.id)).toEqual(stays);
		const again = await sendMbox("goes.mbox", 50);
		expect(again.account.id).not.toBe(account.id);
	});

	it("resumes after the next start when its job was canceled", async () => {
		const { account } = await sendMbox("halfway.mbox", 10);
		await server.ctx.jobs.drain();
		await accounts.deleteAccount({ params: { id: account.id } });
		const jobs = user.client(jobsContract);
		const job = (await jobs.listJobs()).items.find(({ kind }) => kind === "disconnect");
		await jobs.cancelJob({ params: { id: job?.id ?? "" } });
		await server.ctx.jobs.drain();
		await accountsModule.maintain?.(server.ctx);
		await server.ctx.jobs.drain();
		expect(await rowsOf(account.id)).toEqual({ jobs: 1 });
	});

	it("stops a running sync", async () => {
		const { account } = await sendMbox("long.mbox", 3_000);
		await accounts.deleteAccount({ params: { id: account.id } });
		await server.ctx.jobs.drain();
		expect(await rowsOf(account.id)).toEqual({ jobs: 1 });
	});
});

it("isolates users' accounts from each other", async () => {
	const [own] = (await accounts.listAccounts()).items;
	const params = { id: own?.id ?? "" };
	const stranger = await server.signUp();
	const theirs = stranger.client(accountsContract);
	expect((await theirs.listAccounts()).items).toEqual([]);
	const answers = await Promise.all(
		[
			theirs.resetDemo({ params }),
			theirs.deleteAccount({ params }),
			theirs.syncAccount({ params }),
			theirs.listFolders({ params }),
			theirs.listLabels({ params }),
		].map(problemOf),
	);
	expect(answers).toEqual(Array(5).fill("404 not-found"));
	const signedOut = clientSignedOut(accountsContract);
	expect(await problemOf(signedOut.listAccounts())).toBe("401 unauthenticated");
	expect(await problemOf(signedOut.startDemo())).toBe("401 unauthenticated");
});

function clientSignedOut<C extends Contract>(contract: C): Client<C> {
	return createClient(contract, (path, init) =>
		fetch(new URL(path, server.url), { ...init, headers: { ...init.headers, origin: server.url } }),
	);
}
