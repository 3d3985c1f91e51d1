import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, type MockInstance, vi } from "vitest";
import { accountsContract } from "#shared/contracts/accounts.ts";
import { jobsContract } from "#shared/contracts/jobs.ts";
import { plansContract } from "#shared/contracts/plans.ts";
import { newId } from "#shared/ids.ts";
import { smallDemo } from "#test/demo.ts";
import { startTestServer, type TestServer, type TestUser } from "#test/server.ts";
import type { ParsePool } from "../parse/pool/pool.ts";
import { countsAndRecounts } from "../store/testing.ts";
import { indexedTexts } from "../text-index/testing.ts";
import { samplesModule } from "./module.ts";
import { prepareSample } from "./prepare.ts";
import {
	listSamples,
	listUnfinishedSamples,
	readSample,
	samplesFolder,
	unfinishedSampleFolder,
} from "./stored-sample.ts";
import { waitForSample } from "./wait-for-sample.ts";

const HOUR = 3_600_000;
const never = new AbortController().signal;

let server: TestServer;
/** Starts with the sample. */
let fast: TestUser;
let demo: string;
let parse: MockInstance<ParsePool["parse"]>;
let parseUnwatched: ParsePool["parse"];

beforeAll(async () => {
	server = await startTestServer({ demo: smallDemo({ large: 1 }) });
	await prepare(server);
	fast = await server.signUp();
	parseUnwatched = server.ctx.parsePool.parse.bind(server.ctx.parsePool);
	parse = vi.spyOn(server.ctx.parsePool, "parse");
	demo = await start(fast);
});

afterAll(() => server.close());

/** Number of messages parsed. */
const parsed = (): number => parse.mock.calls.reduce((sum, [messages]) => sum + messages.length, 0);

const provider = (of = server) => {
	const found = of.ctx.providers.get("demo");
	if (found === undefined) throw new Error("no demo");
	return found;
};

const prepare = (of: TestServer, now = of.ctx.now): Promise<void> =>
	prepareSample({ ...of.ctx, now }, provider(of), never);

async function start(user: TestUser): Promise<string> {
	const { account, job } = await user.client(accountsContract).startDemo();
	await server.ctx.jobs.drain(100_000);
	expect(await user.client(jobsContract).getJob({ params: { id: job.id } })).toMatchObject({ state: "done" });
	return account.id;
}

/** Runs the jobs that wait. @returns number of messages that are stored in a mailbox afterwards */
async function storedAfterJobs(accountId: string): Promise<number> {
	await server.ctx.jobs.drain(100_000);
	const row = await server.ctx.database.one<{ count: number }>(
		"select count(*)::int as count from emails where account_id = $1",
		[accountId],
	);
	return row?.count ?? 0;
}

/** What a mailbox contains, without what differs between any two mailboxes. */
async function contents(accountId: string): Promise<object[]> {
	const rows = await server.ctx.database.query<{ id: string }>(
		`select e.id, e.provider_id, message_id, in_reply_to, folder_id, folder_role, subject, subject_key, sender_email, recipients,
			sent_at, e.received_date, size_bytes, is_read, is_starred, is_important, is_answered, attachment_bytes, labels,
			category, category_source, list_key, list_unsubscribe, body_preview, raw_sha256,
			(select min(t.provider_id) from emails t where t.account_id = $1::uuid and t.thread_id = e.thread_id) as thread,
			(select json_agg(a.filename order by position) from email_attachments a
				where a.account_id = $1::uuid and a.email_id = e.id) as files
		from emails e where e.account_id = $1::uuid order by e.provider_id`,
		[accountId],
	);
	const texts = await indexedTexts(server.ctx.database, accountId);
	return rows.map(({ id, ...row }) => ({ ...row, indexed: texts.get(id) }));
}

it("gives a new mailbox exactly the mail that listing it does", async () => {
	expect(parsed()).toBe(0);
	const { dataDir } = server.ctx.config;
	const [folder] = await listSamples(dataDir, "demo");
	const slow = await server.signUp();
	const id = newId();
	const { database } = server.ctx;
	await database.exec(
		"insert into connected_accounts (owner_id, id, provider, name) values ($1, $2, 'demo', 'Demo mailbox')",
		[slow.ownerId, id],
	);
	await database.exec(
		"insert into provider_state (owner_id, account_id, key, value) values ($1, $2, 'demo/base', $3)",
		[slow.ownerId, id, String(folder?.base)],
	);
	const aside = join(dataDir, "aside");
	await rename(samplesFolder(dataDir, "demo"), aside);
	expect(await start(slow)).toBe(id);
	await rename(aside, samplesFolder(dataDir, "demo"));
	const listed = await contents(id);
	expect(listed.length).toBeGreaterThan(200);
	expect(parsed()).toBe(listed.length);
	expect(await contents(demo)).toEqual(listed);
});

it("stores counts, files and sizes that agree with the messages", async () => {
	for (const { saved, counted } of await countsAndRecounts(server.ctx.database)) expect(saved).toEqual(counted);
	const rows = await server.ctx.database.query<{ sha256: string; size: number }>(
		"select distinct raw_sha256 as sha256, size_bytes::int as size from emails where account_id = $1",
		[demo],
	);
	for (const { sha256, size } of rows) expect(await server.ctx.blobs.size(demo, sha256)).toBe(size);
	const quota = await fast.client(accountsContract).getQuota({ params: { id: demo } });
	expect(quota.usedBytes).toBe(
		(await fast.client(accountsContract).listAccounts()).items.find(({ id }) => id === demo)?.sizeBytes,
	);
});

it("is used again when the mailbox is reset, and changes and their undo work as in any mailbox", async () => {
	parse.mockClear();
	const plans = fast.client(plansContract);
	const before = await contents(demo);
	const plan = await plans.createPlan({ body: { action: "trash", query: "", folder: "inbox", account: demo } });
	const { operation } = await plans.applyPlan({ params: { id: plan.id } });
	await server.ctx.jobs.drain();
	expect(await contents(demo)).not.toEqual(before);
	await plans.undoOperation({ params: { id: operation.id } });
	await server.ctx.jobs.drain();
	expect(await contents(demo)).toEqual(before);
	await plans.applyPlan({
		params: {
			id: (await plans.createPlan({ body: { action: "trash", query: "", folder: "inbox", account: demo } })).id,
		},
	});
	await server.ctx.jobs.drain();
	await fast.client(accountsContract).resetDemo({ params: { id: demo } });
	await server.ctx.jobs.drain(100_000);
	expect(await contents(demo)).toEqual(before);
	expect(parsed()).toBe(0);
});

it("is prepared once a day, and replaced", async () => {
	const { dataDir } = server.ctx.config;
	const [first] = await listSamples(dataDir, "demo");
	await prepare(server);
	expect(await listSamples(dataDir, "demo")).toEqual([first]);
	const later = server.ctx.now() + 25 * HOUR;
	await prepare(server, () => later);
	const [second, ...others] = await listSamples(dataDir, "demo");
	expect(second?.base).toBeGreaterThan((first?.base ?? 0) + 24 * HOUR);
	expect(others).toEqual([]);
	expect(await readdir(samplesFolder(dataDir, "demo"))).toEqual([String(second?.base)]);
	// The mailbox that started with the first one keeps its mail.
	const [row = { sha256: "", size: 0 }] = await server.ctx.database.query<{ sha256: string; size: number }>(
		"select raw_sha256 as sha256, size_bytes::int as size from emails where account_id = $1 order by size_bytes desc limit 1",
		[demo],
	);
	expect(row.size).toBeGreaterThan(5_000_000);
	expect(await server.ctx.blobs.size(demo, row.sha256)).toBe(row.size);
});

it("is not used when another version prepared it, or when it is of another day", async () => {
	const { dataDir, version } = server.ctx.config;
	const now = server.ctx.now();
	const [folder] = await listSamples(dataDir, "demo");
	if (folder === undefined) throw new Error("no sample");
	const read = (at: number, of = version) => readSample(dataDir, "demo", { version: of, now: at });
	expect((await read(folder.base + HOUR))?.sample.base).toBe(folder.base);
	expect(await read(folder.base + HOUR, "0.0.0")).toBeNull();
	expect(await read(folder.base + 48 * HOUR)).toBeNull();
	expect(await read(now - HOUR)).toBeNull();
	const file = join(folder.path, "sample.json");
	await writeFile(file, (await readFile(file, "utf8")).replace(`"version":"${version}"`, '"version":"0.0.0"'));
	await prepare(server, () => folder.base + HOUR);
	expect((await read(folder.base + 2 * HOUR))?.sample.base).toBe(folder.base + HOUR);
});

it("is waited for while it is prepared", async () => {
	const { dataDir } = server.ctx.config;
	await rm(samplesFolder(dataDir, "demo"), { recursive: true });
	const user = await server.signUp();
	parse.mockClear();
	const started = Promise.withResolvers<void>();
	parse.mockImplementationOnce(async (...of) => {
		await started.promise;
		return parseUnwatched(...of);
	});
	const preparing = prepare(server);
	await expect.poll(() => listUnfinishedSamples(dataDir, "demo")).toHaveLength(1);
	const { account, job } = await user.client(accountsContract).startDemo();
	const storing = storedAfterJobs(account.id);
	const { getJob } = user.client(jobsContract);
	await expect.poll(async () => (await getJob({ params: { id: job.id } })).state).toBe("running");
	started.resolve();
	const [stored] = await Promise.all([storing, preparing]);
	// Each message was parsed once, for the sample.
	expect(parsed()).toBe(stored);
});

it("is not waited for when a crashed process left it unfinished", async () => {
	const dataDir = join(server.ctx.config.dataDir, "crashed");
	const { version } = server.ctx.config;
	const now = server.ctx.now();
	await mkdir(unfinishedSampleFolder(dataDir, "demo", now - HOUR), { recursive: true });
	expect(await waitForSample(dataDir, "demo", { version, now, signal: never })).toBeNull();
	await mkdir(unfinishedSampleFolder(dataDir, "demo", now), { recursive: true });
	const stopping = AbortSignal.timeout(300);
	await expect(waitForSample(dataDir, "demo", { version, now, signal: stopping })).rejects.toThrow("timeout");
});

it("is prepared in the background by a worker", async () => {
	const dataDir = join(server.ctx.config.dataDir, "other");
	const config = { ...server.ctx.config, dataDir, prepareDemo: true };
	const stop = samplesModule.background?.({ ...server.ctx, config });
	await expect.poll(async () => (await listSamples(dataDir, "demo")).length).toBe(1);
	await stop?.();
	const stopOff = samplesModule.background?.({
		...server.ctx,
		config: { ...config, dataDir: `${dataDir}-off`, prepareDemo: false },
	});
	await stopOff?.();
	expect(await listSamples(`${dataDir}-off`, "demo")).toEqual([]);
});
