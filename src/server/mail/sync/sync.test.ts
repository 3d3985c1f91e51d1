import { readFileSync } from "node:fs";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { mboxProvider } from "#providers/mbox/provider.ts";
import { newId } from "#shared/ids.ts";
import { baseSubject } from "#shared/mail/subject-threads.ts";
import { testDatabase } from "#test/database.ts";
import { corpus } from "../../../../fixtures/corpora.ts";
import { describeIf } from "../../../../fixtures/only-if.ts";
import { AppError } from "../../errors.ts";
import type { Context } from "../../identity/auth/context.ts";
import { createLogger } from "../../log.ts";
import { createFileBlobs } from "../../platform/blobs/blobs.ts";
import type { Progress, RunningJob } from "../../platform/jobs/jobs.ts";
import { createParsePool, type ParsePool } from "../parse/pool/pool.ts";
import { AuthExpired, CursorExpired, RateLimited, Unavailable } from "../provider/errors.ts";
import type { ChangePage, Provider, RemoteMessage } from "../provider/provider.ts";
import type { MailWriter, ProviderSession } from "../provider/session.ts";
import { createSessionCache } from "../provider/session-cache.ts";
import { countsAndRecounts } from "../store/testing.ts";
import { clearIndex, indexed, indexedTexts } from "../text-index/testing.ts";
import { syncJob } from "./job.ts";

const owner = "owner";
const list = corpus("list-usrp-users/list-usrp-users-2021-01-2021-07.mbox.gz");
const threads = corpus("list-usrp-users/list-usrp-users-2021-01-2021-07.threads.jsonl.gz");

let database: Awaited<ReturnType<typeof testDatabase>>;
let parsePool: ParsePool;
let folder: string;
let account: string;
beforeAll(async () => {
	database = await testDatabase();
	// Mail stored before the index is open is read again later, by a part of the server that does not run here.
	await indexed(database);
	parsePool = createParsePool({ workers: 1 });
});
afterAll(async () => {
	await parsePool.close();
	await database.remove();
});
beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), "mailstead-sync-"));
	account = newId();
});
afterEach(async () => {
	await rm(folder, { recursive: true, force: true });
	await database.exec("delete from emails", []);
	await database.exec(
		"truncate email_search, email_attachments, email_thread_links, email_folders, email_labels, sender_stats, day_stats, month_stats, inbox_events",
		[],
	);
	await clearIndex(database);
});

const published: string[] = [];

/** The parts of a server that a sync uses. */
function context(provider: Provider): Context {
	const events = { publish: (_: string, event: { type: string }) => void published.push(event.type) };
	return {
		database,
		parsePool,
		events,
		blobs: createFileBlobs(folder),
		config: { dataDir: folder, storageQuotaBytes: null },
		providers: new Map([[provider.kind, provider]]),
		mailSessions: createSessionCache(createLogger({ logLevel: "silent" })),
		log: createLogger({ logLevel: "silent" }),
		mailer: { configured: false },
		now: () => Date.now(),
	} as unknown as Context;
}

async function addAccount(kind: string, path?: string): Promise<void> {
	await database.exec("insert into connected_accounts (owner_id, id, provider, name) values ($1, $2::uuid, $3, $4)", [
		owner,
		account,
		kind,
		account,
	]);
	if (path !== undefined) await addFile(path);
}

async function addFile(path: string): Promise<void> {
	await database.exec(
		"insert into account_files (owner_id, account_id, id, name, path, size_bytes) values ($1, $2, $3, 'list.mbox.gz', $4, $5)",
		[owner, account, newId(), path, readFileSync(path).length],
	);
}

function running(jobId: string, stop = new AbortController(), onProgress?: (p: Progress) => void) {
	const job: RunningJob<{ accountId: string }> = {
		id: jobId,
		ownerId: owner,
		accountId: account,
		input: { accountId: account },
		attempt: 1,
		leaseId: "test-lease",
		previous: null,
		signal: stop.signal,
		progress: (p) => onProgress?.(p),
		yieldIfWaiting: async () => undefined,
	};
	return job;
}

/** All stored rows without random values, in a fixed order. */
async function stored(): Promise<unknown[]> {
	const rows = await database.query<Record<string, unknown>>(
		`select e.*, min(e.provider_id) over (partition by e.thread_id) as thread,
			(select json_agg(a.filename order by a.position) from email_attachments a where a.email_id = e.id) as attached
		from emails e where e.account_id = $1
		order by e.provider_id`,
		[account],
	);
	const texts = await indexedTexts(database, account);
	return rows
		.filter(({ id }) => texts.has(String(id)))
		.map(({ id, thread_id: _, account_id: __, ...row }) => ({ ...row, indexed: texts.get(String(id)) }));
}

describeIf(list !== null && threads !== null)("an import of a mailing list", () => {
	it("accounts for every message, with the threads that the list has", async () => {
		await addAccount("mbox", list ?? "");
		const result = await syncJob.run(context(mboxProvider), running(newId()));
		expect(result).toMatchObject({ added: 1296, known: 0, changed: 0, removed: 0, skippedCount: 0, vanished: 0 });
		for (const { saved, counted } of await countsAndRecounts(database)) expect(saved).toEqual(counted);
		const rows = await database.query<{ message_id: string; thread_id: string; subject: string }>(
			"select message_id, thread_id, subject from emails",
			[],
		);
		const found = new Map(rows.map((row) => [row.message_id, row.thread_id]));
		const lines = gunzipSync(readFileSync(threads ?? ""))
			.toString("utf8")
			.trim()
			.split("\n");
		const known = lines.map((line) => JSON.parse(line) as { message_id: string; thread: string });
		expect(new Set(known.map((one) => one.message_id))).toEqual(new Set(found.keys()));
		const pairs = new Set(known.map((one) => `${one.thread} ${found.get(one.message_id)}`));
		expect(pairs.size).toBe(new Set(known.map((one) => one.thread)).size);
		// Threads that the list has apart are together only if a subject of each is found in another of them: their replies
		// name no message, or name it without brackets.
		const subjects = new Map(rows.map((row) => [row.message_id, baseSubject(row.subject).base]));
		const joined = Map.groupBy(known, (one) => found.get(one.message_id));
		for (const ours of joined.values()) {
			const parts = [...Map.groupBy(ours, ({ thread }) => thread).values()];
			const words = parts.map((part) => new Set(part.map(({ message_id }) => subjects.get(message_id))));
			for (const [i, own] of words.entries())
				expect(
					parts.length === 1 || words.some((other, j) => i !== j && [...own].some((subject) => other.has(subject))),
				).toBe(true);
		}
		expect(joined.size).toBeLessThan(new Set(known.map((one) => one.thread)).size);
		const shelves = await readdir(join(folder, account), { recursive: true });
		expect(shelves.filter((name) => name.length > 60)).toHaveLength(1296);
		const status = await database.one("select sync_status, last_error from email_sync_status where account_id = $1", [
			account,
		]);
		expect(status).toEqual({ sync_status: "idle", last_error: null });
	});

	it("adds nothing the second time, and resumes where it was interrupted", async () => {
		await addAccount("mbox", list ?? "");
		const ctx = context(mboxProvider);
		await syncJob.run(ctx, running(newId()));
		const expected = await stored();
		await addFile(list ?? "");
		expect(await syncJob.run(ctx, running(newId()))).toMatchObject({ added: 0, known: 1296 });

		account = newId();
		await addAccount("mbox", list ?? "");
		const jobId = newId();
		for (let attempt = 0; attempt < 40; attempt++) {
			const stop = new AbortController();
			let stops = 1 + (attempt % 2);
			// Interrupt in the middle of a page as well: after the second transaction.
			const cutting: Context = {
				...ctx,
				database: Object.assign(Object.create(database) as Context["database"], {
					transaction: async <T>(work: Parameters<typeof database.transaction<T>>[0]) => {
						const answer = await database.transaction(work);
						if (stops-- === 0) stop.abort(new AppError(503, "stopping", "The server stops"));
						return answer;
					},
				}),
			};
			const end = await syncJob.run(attempt < 9 ? cutting : ctx, running(jobId, stop)).catch((cause: unknown) => cause);
			if (end instanceof AppError) continue;
			expect(end).toMatchObject({ added: 1296, known: 0, changed: 0, skippedCount: 0 });
			break;
		}
		expect(await stored()).toEqual(expected);
		for (const { saved, counted } of await countsAndRecounts(database)) expect(saved).toEqual(counted);
	});
});

/** A mailbox of 30 messages with failures: each entry of `faults` is thrown once by a listing. */
function flakyProvider(faults: Error[], mailbox: { messages: RemoteMessage[]; removed: string[] }): Provider {
	const raw = (id: string): Uint8Array =>
		Buffer.from(`Message-ID: <${id}@x>\r\nSubject: Number ${id}\r\n\r\nText ${id}\r\n`);
	const session: ProviderSession = {
		reader: {
			listFolders: async () => [{ id: "inbox", name: "Inbox", role: "inbox" }],
			async listChanges(cursor): Promise<ChangePage> {
				const fault = faults.shift();
				if (fault !== undefined) throw fault;
				const from = cursor === null ? 0 : Number(cursor);
				const messages = mailbox.messages.slice(from, from + 10);
				const more = from + 10 < mailbox.messages.length;
				return { messages, removed: more ? [] : mailbox.removed, cursor: `${from + 10}`, more };
			},
			async *fetchMessages(ids) {
				for (const id of ids) if (id !== "13") yield { id, raw: raw(id) };
			},
		},
		writer: {} as MailWriter,
		close: async () => undefined,
	};
	const capabilities = { receives: true, remote: true, threadIds: false };
	return { kind: "imap", capabilities, open: async () => session } as unknown as Provider;
}

const thirty = (): RemoteMessage[] =>
	Array.from({ length: 30 }, (_, i) => ({
		id: `${i}`,
		folderId: "inbox",
		flags: { read: false, starred: false, important: false, answered: false },
		labels: [],
	}));

describe("a sync", () => {
	it("fetches what the listing lacks, waits when asked to, and retries what was unreachable", async () => {
		await addAccount("imap");
		const notes: unknown[] = [];
		const faults = [new RateLimited(0.01), new Unavailable("away")];
		const job = running(newId(), new AbortController(), ({ note }) => notes.push(note));
		const result = await syncJob.run(context(flakyProvider(faults, { messages: thirty(), removed: [] })), job);
		expect(result).toMatchObject({ added: 29, vanished: 1 });
		expect(notes).toContain("The mail server asks to wait 0.01 s");
	});

	it("relists when the cursor is too old, and removes what is gone", async () => {
		await addAccount("imap");
		const messages = thirty();
		await syncJob.run(context(flakyProvider([], { messages, removed: [] })), running(newId()));
		const remaining = messages.slice(5);
		const provider = flakyProvider([new CursorExpired("too old")], { messages: remaining, removed: [] });
		expect(await syncJob.run(context(provider), running(newId()))).toMatchObject({ added: 0, removed: 5, known: 24 });
		const rows = await database.query("select 1 from emails where account_id = $1", [account]);
		expect(rows).toHaveLength(24);
	});

	it("marks the account when the sign-in has expired, and does not retry", async () => {
		await addAccount("imap");
		const provider = flakyProvider([new AuthExpired("expired")], { messages: [], removed: [] });
		await expect(syncJob.run(context(provider), running(newId()))).rejects.toMatchObject({ code: "needs-sign-in" });
		const row = await database.one(
			`select a.status, s.sync_status, s.last_error from connected_accounts a
			join email_sync_status s on s.account_id = a.id where a.id = $1`,
			[account],
		);
		expect(row).toEqual({
			status: "needs_sign_in",
			sync_status: "failed",
			last_error: "This mailbox requires you to sign in again. Reconnect it, then sync.",
		});
	});

	it("leaves unexpected errors to the job's retries, and is idle when cancelled", async () => {
		await addAccount("imap");
		const broken = flakyProvider([new TypeError("boom")], { messages: thirty(), removed: [] });
		await expect(syncJob.run(context(broken), running(newId()))).rejects.toThrow("boom");
		const stop = new AbortController();
		stop.abort(new AppError(409, "cancelled", "Canceled"));
		const provider = flakyProvider([], { messages: thirty(), removed: [] });
		await expect(syncJob.run(context(provider), running(newId(), stop))).rejects.toMatchObject({ code: "cancelled" });
		const row = await database.one("select sync_status from email_sync_status where account_id = $1", [account]);
		expect(row).toEqual({ sync_status: "idle" });
	});
});
