import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { newId } from "#shared/ids.ts";
import { AppError } from "../../errors.ts";
import { exportPage } from "../../export/mail.ts";
import { openParts } from "../../export/parts.ts";
import { GiveWay, type Progress, type RunningJob } from "../../jobs/jobs.ts";
import { openMailbox, type TestMailbox, testPlace } from "../../testing/mailbox.ts";
import { Unavailable } from "../provider-errors.ts";
import { searchEmails } from "../search/search.ts";
import { countUnsearched } from "../search/unsearched.ts";
import { setCategories } from "../store/categories.ts";
import { attachmentReply, rawReply } from "../store/content.ts";
import { listFolder } from "../store/list.ts";
import { openEmail } from "../store/open-email.ts";
import { countsAndRecounts } from "../store/testing.ts";
import { syncJob } from "./job.ts";
import { askToLook } from "./status.ts";
import { type MemoryServer, memoryMail, memoryServer } from "./testing.ts";

const owner = "owner";

let place: Awaited<ReturnType<typeof testPlace>>;
let mailbox: TestMailbox;
let server: MemoryServer;
let account: string;
beforeAll(async () => {
	place = await testPlace();
	const { kind, capabilities } = memoryServer().provider;
	const provider = { kind, capabilities, open: (env: never) => server.provider.open(env) } as never;
	mailbox = await openMailbox(place, { provider, isIdle: true });
});
afterAll(async () => {
	await mailbox.close();
	await place.remove();
});
beforeEach(async () => {
	server = memoryServer();
	await connect();
});
afterEach(async () => {
	const tables =
		"emails, email_search, email_attachments, email_thread_links, email_folders, sender_stats, day_stats, month_stats, arrivals";
	await query(`truncate ${tables}`);
});

const query = <R extends object>(sql: string, values: unknown[] = []) => mailbox.ctx.database.query<R>(sql, values);

async function connect(): Promise<void> {
	account = newId();
	await query(
		"insert into connected_accounts (owner_id, id, provider, name) values ($1, $2::uuid, 'imap', $2::uuid::text)",
		[owner, account],
	);
}

/** Forty messages, every third of them not in the inbox. */
function fill(count = 40): void {
	for (let n = 1; n <= count; n++) server.deliver(memoryMail(n, { folderId: n % 3 === 0 ? "work" : "inbox" }));
}

interface Running {
	id?: string;
	stop?: AbortController;
	onProgress?: (p: Progress) => void;
	giveWay?: () => Promise<void>;
}

function running(options: Running = {}) {
	const job: RunningJob<{ accountId: string }> = {
		id: options.id ?? newId(),
		ownerId: owner,
		accountId: account,
		input: { accountId: account },
		attempt: 1,
		previous: null,
		signal: (options.stop ?? new AbortController()).signal,
		progress: (p) => options.onProgress?.(p),
		giveWay: options.giveWay ?? (async () => undefined),
	};
	return job;
}

const sync = (options: Parameters<typeof running>[0] = {}) => syncJob.run(mailbox.ctx, running(options));

interface Stored {
	id: string;
	provider_id: string;
	message_id: string;
	folder_id: string;
	raw_sha256: string | null;
}

/** Everything stored of the account, in a fixed order. */
const rows = () => query<Stored>("select * from emails where account_id = $1 order by provider_id", [account]);

/** The same without what is made by chance. */
async function content(): Promise<unknown[]> {
	const found = await query<Record<string, unknown>>(
		`select e.*, s.lexemes::text, s.body_words, min(e.provider_id) over (partition by e.thread_id) as thread,
			(select json_agg(row_to_json(a)::jsonb - 'email_id' - 'account_id' order by a.position)
				from email_attachments a where a.email_id = e.id) as attached
		from emails e left join email_search s on s.email_id = e.id where e.account_id = $1 order by e.message_id, e.folder_id`,
		[account],
	);
	return found.map(({ id: _, account_id: __, thread_id: ___, lexemes, ...row }) => ({
		...row,
		lexemes: String(lexemes).replace(/'@[0-9a-f]{32}' ?/, ""),
	}));
}

async function countsAgree(): Promise<void> {
	for (const { kept, counted } of await countsAndRecounts(mailbox.ctx.database)) expect(kept).toEqual(counted);
}

/** What one sync stores when the listing brings whole messages. */
async function storedWhole(): Promise<unknown[]> {
	const mine = account;
	server.bringsWhole = true;
	await connect();
	await sync();
	const whole = await content();
	server.bringsWhole = false;
	server.handedOut = [];
	account = mine;
	return whole;
}

/** Holds the bodies back. */
function hold(): { asked: Promise<void>; release: () => void } {
	const asked = Promise.withResolvers<void>();
	const released = Promise.withResolvers<void>();
	server.onCall = async (call) => {
		if (call !== "fetch") return;
		asked.resolve();
		await released.promise;
	};
	return { asked: asked.promise, release: released.resolve };
}

describe("headers first", () => {
	it("shows the mailbox before any body is there, and ends with what whole messages give", async () => {
		fill();
		const whole = await storedWhole();
		const { asked, release } = hold();
		const notes = new Set<unknown>();
		const syncing = sync({ onProgress: ({ note }) => notes.add(note?.replace(/[\d,]+ of/, "n of")) });
		await asked;
		await expect.poll(rows).toHaveLength(40);
		const inbox = await listFolder(mailbox.ctx.database, owner, {
			accountId: account,
			folder: "inbox",
			limit: 50,
			cursor: undefined,
		});
		expect(inbox.total).toBe(27);
		expect(inbox.items[0]).toMatchObject({ subject: "Number 40", senderEmail: "sender0@example.org", preview: "" });
		const search = { accountId: account, folder: null, limit: 50, cursor: undefined, now: Date.now() };
		for (const words of ["word7", "-word7"])
			expect(await searchEmails(mailbox.ctx.database, owner, { ...search, query: words })).toMatchObject({ total: 0 });
		expect(await countUnsearched(mailbox.ctx.database, owner, account)).toBe(40);
		await countsAgree();
		release();
		expect(await syncing).toMatchObject({ added: 40, bodies: 40, vanished: 0, damaged: 0 });
		expect(await content()).toEqual(whole);
		expect(await searchEmails(mailbox.ctx.database, owner, { ...search, query: "word7" })).toMatchObject({ total: 1 });
		expect(await searchEmails(mailbox.ctx.database, owner, { ...search, query: "-word7" })).toMatchObject({
			total: 39,
		});
		expect([...notes]).toEqual(expect.arrayContaining(["Listing messages", "Fetching texts: n of 40"]));
		await countsAgree();
	});

	it("fetches the inbox before the rest, newest first, each message once", async () => {
		fill();
		await sync();
		const order = server.handedOut.map((id) => server.messages.get(id));
		const inbox = order.filter((mail) => mail?.folderId === "inbox");
		expect(order.slice(0, inbox.length)).toEqual(inbox);
		expect(inbox.map((mail) => mail?.receivedAt)).toEqual(
			inbox.map((mail) => mail?.receivedAt ?? 0).sort((a, b) => b - a),
		);
		expect(server.handedOut).toHaveLength(40);
		expect(await sync()).toMatchObject({ added: 0, bodies: 0 });
		expect(server.handedOut).toHaveLength(40);
	});

	it("goes on after being cut at any call, with one row for each message", async () => {
		fill(12);
		const whole = await storedWhole();
		for (let calls = 1; ; calls++) {
			await connect();
			const id = newId();
			const stop = new AbortController();
			let left = calls;
			server.onCall = () => {
				if (left-- > 0) return;
				stop.abort(new AppError(503, "stopping", "The server stops"));
				stop.signal.throwIfAborted();
			};
			const cut = await sync({ id, stop }).catch((cause: unknown) => cause);
			server.onCall = () => undefined;
			if (cut instanceof Error) {
				expect(cut).toMatchObject({ code: "stopping" });
				expect(await sync({ id })).toMatchObject({ added: 12, bodies: 12, vanished: 0 });
			}
			expect(await content()).toEqual(whole);
			if (!(cut instanceof Error)) break;
		}
		await countsAgree();
	});

	it("lets others have their turn wherever it may, and goes on from there", async () => {
		fill();
		const whole = await storedWhole();
		await connect();
		const id = newId();
		let turns = 0;
		const giveWay = async (): Promise<void> => {
			turns++;
			throw new GiveWay("Others wait");
		};
		// Listing first, page by page; then the bodies, for which one more step is allowed each time.
		for (let steps = 0; ; steps++) {
			let left = steps;
			const patient = async (): Promise<void> => (left-- > 0 ? undefined : giveWay());
			const ended = await sync({ id, giveWay: patient }).then(
				() => true,
				(cause: unknown) => {
					expect(cause).toBeInstanceOf(GiveWay);
					return false;
				},
			);
			if (ended) break;
		}
		expect(turns).toBeGreaterThan(1);
		expect(await content()).toEqual(whole);
		await countsAgree();
	});

	it("lets new mail go first", async () => {
		server.pageSize = 100;
		fill(120);
		const { asked, release } = hold();
		const syncing = sync();
		await asked;
		await expect.poll(rows).toHaveLength(120);
		const id = server.deliver(memoryMail(200));
		await askToLook(mailbox.ctx.database, owner, account);
		await expect.poll(async () => (await rows()).map((row) => row.provider_id)).toContain(id);
		release();
		expect(await syncing).toMatchObject({ added: 121, bodies: 121 });
		// Only what was asked for already comes before it.
		expect(server.handedOut.indexOf(id)).toBe(50);
		await countsAgree();
	});

	it("counts a message that is gone when its body is asked for, and takes it away", async () => {
		fill(10);
		const id = [...server.messages.keys()][4] ?? "";
		server.onCall = (call) => {
			if (call === `body ${id}` && server.messages.has(id)) server.remove(id);
		};
		expect(await sync()).toMatchObject({ added: 10, bodies: 9, vanished: 1, removed: 1 });
		expect(await rows()).toHaveLength(9);
		await countsAgree();
	});

	it("leaves out a message over which the server fails, and brings all others", async () => {
		fill(10);
		const id = [...server.messages.keys()][4] ?? "";
		server.onCall = (call) => {
			if (call === `body ${id}`) throw new Unavailable("the connection broke");
		};
		expect(await sync()).toMatchObject({ added: 10, bodies: 9, bodiesFailed: 1 });
		const bare = (await rows()).filter((row) => row.raw_sha256 === null);
		expect(bare.map((row) => row.provider_id)).toEqual([id]);
		server.onCall = () => undefined;
		expect(await sync()).toMatchObject({ added: 0, bodies: 1, bodiesFailed: 0 });
		await countsAgree();
	}, 30_000);

	it("fails when nothing can be fetched at all, and goes on with the next attempt", async () => {
		fill(10);
		let calls = 0;
		server.onCall = (call) => {
			if (call !== "list" && calls++ > 2) throw new Unavailable("away");
		};
		const id = newId();
		await expect(sync({ id })).rejects.toThrow("cannot be reached");
		expect(await rows()).toHaveLength(10);
		server.onCall = () => undefined;
		expect(await sync({ id })).toMatchObject({ added: 10, bodies: 10 });
		await countsAgree();
	}, 60_000);
});

describe("mail moved by another program", () => {
	const idOf = async (n: number) =>
		(await rows())
			.filter((row) => row.message_id === `${n}@example.org`)
			.map(({ id, folder_id }) => ({ id, folder_id }));

	it("keeps its row and what is known of it, however the pages fall", async () => {
		for (const pageSize of [1, 2, 50]) {
			await connect();
			server = memoryServer();
			server.pageSize = pageSize;
			fill(9);
			await sync();
			const before = await idOf(4);
			const { database } = mailbox.ctx;
			const known = {
				id: before[0]?.id ?? "",
				category: "updates",
				why: "You said so.",
				by: "person",
				before: null,
			} as const;
			await database.transaction((tx) => setCategories(database, tx, owner, account, [known]));
			const [first] = [...server.messages].filter(([, mail]) => mail.receivedAt === Date.UTC(2026, 0, 4, 12));
			server.handedOut = [];
			const moved = server.move(first?.[0] ?? "", "archive");
			server.deliver(memoryMail(30));
			expect(await sync()).toMatchObject({ removed: 0, bodies: 1 });
			expect(await idOf(4)).toEqual([{ id: before[0]?.id, folder_id: "archive" }]);
			const [row] = await query("select provider_id, category, raw_sha256 is null as bare from emails where id = $1", [
				before[0]?.id,
			]);
			expect(row).toEqual({ provider_id: moved, category: "updates", bare: false });
			expect(server.handedOut).toHaveLength(1);
			await countsAgree();
		}
	});

	it("is not confused with a copy", async () => {
		fill(9);
		const original = [...server.messages.keys()][3] ?? "";
		await sync();
		const copy = server.copy(original, "archive");
		await sync();
		expect(await idOf(4)).toHaveLength(2);
		const kept = (await rows()).find((row) => row.provider_id === copy)?.id;
		server.remove(original);
		expect(await sync()).toMatchObject({ removed: 1 });
		expect(await idOf(4)).toEqual([{ id: kept, folder_id: "archive" }]);
		await countsAgree();
	});

	it("is known again when the whole mailbox has new ids, without fetching it twice", async () => {
		fill(23);
		await sync();
		const before = (await rows()).map(({ id, message_id }) => `${message_id} ${id}`).sort();
		server.reset();
		server.handedOut = [];
		server.deliver(memoryMail(40));
		expect(await sync()).toMatchObject({ bodies: 1, removed: 0 });
		expect(server.handedOut).toHaveLength(1);
		const after = (await rows()).map(({ id, message_id }) => `${message_id} ${id}`).sort();
		expect(after).toEqual(expect.arrayContaining(before));
		expect(after).toHaveLength(24);
		await countsAgree();
	});

	it("is known again when that listing is cut short and begun anew", async () => {
		fill(12);
		await sync();
		server.reset();
		server.handedOut = [];
		for (let calls = 1; ; calls++) {
			const stop = new AbortController();
			let left = calls;
			server.onCall = () => {
				if (left-- <= 0) stop.abort(new AppError(503, "stopping", "The server stops"));
			};
			const cut = await sync({ stop }).catch((cause: unknown) => cause);
			if (!(cut instanceof Error)) break;
		}
		expect(server.handedOut).toEqual([]);
		expect(await rows()).toHaveLength(12);
		await countsAgree();
	});
});

describe("a message that is opened before its body has come", () => {
	async function bare(): Promise<{ id: string; stop: () => Promise<unknown> }> {
		fill(6);
		const stop = new AbortController();
		server.onCall = (call) => {
			if (call !== "fetch") return;
			stop.abort(new AppError(503, "stopping", "The server stops"));
			stop.signal.throwIfAborted();
		};
		const ended = sync({ stop }).catch(() => undefined);
		await ended;
		server.onCall = () => undefined;
		const row = (await rows()).find((one) => one.message_id === "2@example.org");
		return { id: row?.id ?? "", stop: () => ended };
	}

	it("is fetched there and then, once for all who ask", async () => {
		const { id } = await bare();
		const answers = await Promise.all([1, 2, 3].map(() => openEmail(mailbox.ctx, owner, id)));
		expect(answers[0]).toMatchObject({ subject: "Number 2", attachments: [{ filename: "file2.pdf" }] });
		expect(answers[2]?.text).toContain("word2");
		expect(server.handedOut).toHaveLength(1);
		const raw = await rawReply(mailbox.ctx, owner, id, false);
		expect(await raw.text()).toContain("Subject: Number 2");
		expect(await sync()).toMatchObject({ bodies: 5 });
		await countsAgree();
	});

	it("gives its attachment and its original likewise", async () => {
		const { id } = await bare();
		const attachment = await attachmentReply(mailbox.ctx, owner, id, 0, false);
		expect(Buffer.from(await attachment.arrayBuffer()).toString()).toBe("%PDF-");
	});

	it("is fetched for an archive, which is written without it when that cannot be", async () => {
		await bare();
		const parts = await openParts(place.dataDir, []);
		const page = () => {
			const folders = new Map();
			const exported = { ownerId: owner, accountId: account, path: "", folders };
			return exportPage(mailbox.ctx, exported, parts, null, new AbortController().signal);
		};
		server.onCall = () => {
			throw new Unavailable("away");
		};
		expect(await page()).toMatchObject({ count: 6 });
		expect((await rows()).every((row) => row.raw_sha256 === null)).toBe(true);
		server.onCall = () => undefined;
		expect(await page()).toMatchObject({ count: 6 });
		expect((await rows()).every((row) => row.raw_sha256 !== null)).toBe(true);
	}, 30_000);

	it("says why when it cannot be fetched, and is still another person's secret", async () => {
		const { id } = await bare();
		server.onCall = () => {
			throw new Unavailable("away");
		};
		await expect(openEmail(mailbox.ctx, owner, id)).rejects.toMatchObject({ status: 503, code: "text-unavailable" });
		server.onCall = () => undefined;
		server.remove((await rows()).find((row) => row.id === id)?.provider_id ?? "");
		await expect(openEmail(mailbox.ctx, owner, id)).rejects.toMatchObject({ status: 410, code: "message-gone" });
		await expect(openEmail(mailbox.ctx, "somebody", id)).rejects.toMatchObject({ status: 404 });
		await query("update connected_accounts set status = 'disconnected' where id = $1", [account]);
		await expect(openEmail(mailbox.ctx, owner, id)).rejects.toMatchObject({ status: 409, code: "text-not-here" });
	}, 30_000);
});
