import { describe, expect, it } from "vitest";
import { newId } from "#shared/ids.ts";
import { AppError } from "../../errors.ts";
import { Yield } from "../../platform/jobs/jobs.ts";
import { Unavailable } from "../provider/errors.ts";
import { countPendingIndex } from "../search/pending-index.ts";
import { searchEmails } from "../search/search.ts";
import { setCategories } from "../store/categories.ts";
import { listFolder } from "../store/read/list.ts";
import { indexedTexts } from "../text-index/testing.ts";
import { requestPoll } from "./status/status.ts";
import { memoryFixture } from "./test-context.ts";
import { memoryMail, memoryServer } from "./testing.ts";

const fixture = memoryFixture();
const { owner, query, connect, fill, sync, rows, countsAgree } = fixture;

/** The same without random values. */
async function content(): Promise<unknown[]> {
	const found = await query<Record<string, unknown>>(
		`select e.*, min(e.provider_id) over (partition by e.thread_id) as thread,
			(select json_agg(row_to_json(a)::jsonb - 'email_id' - 'account_id' order by a.position)
				from email_attachments a where a.email_id = e.id) as attached
		from emails e where e.account_id = $1 order by e.message_id, e.folder_id`,
		[fixture.account],
	);
	const texts = await indexedTexts(fixture.ctx.database, fixture.account);
	return found.map(({ id, account_id: _, thread_id: __, ...row }) => ({ ...row, indexed: texts.get(String(id)) }));
}

/** What one sync stores when the listing includes whole messages. */
async function contentOfFullSync(): Promise<unknown[]> {
	const mine = fixture.account;
	fixture.server.includesRaw = true;
	await connect();
	await sync();
	const expected = await content();
	fixture.server.includesRaw = false;
	fixture.server.handedOut = [];
	fixture.account = mine;
	return expected;
}

/** Blocks the fetching of bodies. */
function blockFetch(): { requested: Promise<void>; release: () => void } {
	const requested = Promise.withResolvers<void>();
	const released = Promise.withResolvers<void>();
	fixture.server.onCall = async (call) => {
		if (call !== "fetch") return;
		requested.resolve();
		await released.promise;
	};
	return { requested: requested.promise, release: released.resolve };
}

describe("headers first", () => {
	it("shows the mailbox before any body is fetched, and ends with the same result as whole messages", async () => {
		fill();
		const expected = await contentOfFullSync();
		const { requested, release } = blockFetch();
		const notes = new Set<unknown>();
		const syncing = sync({ onProgress: ({ note }) => notes.add(note?.replace(/[\d,]+ of/, "n of")) });
		await requested;
		await expect.poll(rows).toHaveLength(40);
		const inbox = await listFolder(fixture.ctx.database, owner, {
			accountId: fixture.account,
			folder: "inbox",
			limit: 50,
			cursor: undefined,
		});
		expect(inbox.total).toBe(27);
		expect(inbox.items[0]).toMatchObject({ subject: "Number 40", senderEmail: "sender0@example.org", preview: "" });
		const search = { accountId: fixture.account, folder: null, limit: 50, cursor: undefined, now: Date.now() };
		for (const words of ["word7", "-word7"])
			expect(await searchEmails(fixture.ctx.database, owner, { ...search, query: words })).toMatchObject({ total: 0 });
		expect(await countPendingIndex(fixture.ctx.database, owner, fixture.account)).toBe(40);
		expect(await countPendingIndex(fixture.ctx.database, owner, fixture.account, 3)).toBe(3);
		await countsAgree();
		release();
		expect(await syncing).toMatchObject({ added: 40, bodies: 40, vanished: 0, damaged: 0 });
		expect(await content()).toEqual(expected);
		expect(await searchEmails(fixture.ctx.database, owner, { ...search, query: "word7" })).toMatchObject({ total: 1 });
		expect(await searchEmails(fixture.ctx.database, owner, { ...search, query: "-word7" })).toMatchObject({
			total: 39,
		});
		expect([...notes]).toEqual(expect.arrayContaining(["Listing messages", "Fetching messages: n of 40"]));
		await countsAgree();
	});

	it("fetches the inbox first, newest first, each message once", async () => {
		fill();
		await sync();
		const order = fixture.server.handedOut.map((id) => fixture.server.messages.get(id));
		const inbox = order.filter((mail) => mail?.folderId === "inbox");
		expect(order.slice(0, inbox.length)).toEqual(inbox);
		expect(inbox.map((mail) => mail?.receivedAt)).toEqual(
			inbox.map((mail) => mail?.receivedAt ?? 0).sort((a, b) => b - a),
		);
		expect(fixture.server.handedOut).toHaveLength(40);
		expect(await sync()).toMatchObject({ added: 0, bodies: 0 });
		expect(fixture.server.handedOut).toHaveLength(40);
	});

	it("resumes after an interruption at any call, with one row per message", async () => {
		fill(12);
		const expected = await contentOfFullSync();
		for (let calls = 1; ; calls++) {
			await connect();
			const id = newId();
			const stop = new AbortController();
			let remaining = calls;
			fixture.server.onCall = () => {
				if (remaining-- > 0) return;
				stop.abort(new AppError(503, "stopping", "The server stops"));
				stop.signal.throwIfAborted();
			};
			const cut = await sync({ id, stop }).catch((cause: unknown) => cause);
			fixture.server.onCall = () => undefined;
			if (cut instanceof Error) {
				expect(cut).toMatchObject({ code: "stopping" });
				expect(await sync({ id })).toMatchObject({ added: 12, bodies: 12, vanished: 0 });
			}
			expect(await content()).toEqual(expected);
			if (!(cut instanceof Error)) break;
		}
		await countsAgree();
	});

	it("yields wherever it may, and resumes from there", async () => {
		fill();
		const expected = await contentOfFullSync();
		await connect();
		const id = newId();
		let turns = 0;
		const yieldIfWaiting = async (): Promise<void> => {
			turns++;
			throw new Yield("Others wait");
		};
		// Listing first, page by page; then the bodies, allowing one more step each time.
		for (let steps = 0; ; steps++) {
			let remaining = steps;
			const patient = async (): Promise<void> => (remaining-- > 0 ? undefined : yieldIfWaiting());
			const ended = await sync({ id, yieldIfWaiting: patient }).then(
				() => true,
				(cause: unknown) => {
					expect(cause).toBeInstanceOf(Yield);
					return false;
				},
			);
			if (ended) break;
		}
		expect(turns).toBeGreaterThan(1);
		expect(await content()).toEqual(expected);
		await countsAgree();
	});

	it("fetches new mail first", async () => {
		fixture.server.pageSize = 100;
		fill(120);
		const { requested, release } = blockFetch();
		const syncing = sync();
		await requested;
		await expect.poll(rows).toHaveLength(120);
		const id = fixture.server.deliver(memoryMail(200));
		await requestPoll(fixture.ctx.database, owner, fixture.account);
		await expect.poll(async () => (await rows()).map((row) => row.provider_id)).toContain(id);
		release();
		expect(await syncing).toMatchObject({ added: 121, bodies: 121 });
		// Only what was already requested comes before it.
		expect(fixture.server.handedOut.indexOf(id)).toBe(50);
		await countsAgree();
	});

	it("counts and removes a message that is gone when its body is requested", async () => {
		fill(10);
		const id = [...fixture.server.messages.keys()][4] ?? "";
		fixture.server.onCall = (call) => {
			if (call === `body ${id}` && fixture.server.messages.has(id)) fixture.server.remove(id);
		};
		expect(await sync()).toMatchObject({ added: 10, bodies: 9, vanished: 1, removed: 1 });
		expect(await rows()).toHaveLength(9);
		await countsAgree();
	});

	it("skips a message on which the server fails, and fetches all others", async () => {
		fill(10);
		const id = [...fixture.server.messages.keys()][4] ?? "";
		fixture.server.onCall = (call) => {
			if (call === `body ${id}`) throw new Unavailable("the connection broke");
		};
		expect(await sync()).toMatchObject({ added: 10, bodies: 9, bodiesFailed: 1 });
		const bare = (await rows()).filter((row) => row.raw_sha256 === null);
		expect(bare.map((row) => row.provider_id)).toEqual([id]);
		fixture.server.onCall = () => undefined;
		expect(await sync()).toMatchObject({ added: 0, bodies: 1, bodiesFailed: 0 });
		await countsAgree();
	});

	it("fails when nothing can be fetched, and resumes with the next attempt", async () => {
		fill(10);
		let calls = 0;
		fixture.server.onCall = (call) => {
			if (call !== "list" && calls++ > 2) throw new Unavailable("away");
		};
		const id = newId();
		await expect(sync({ id })).rejects.toThrow("Couldn't reach the mail server");
		expect(await rows()).toHaveLength(10);
		fixture.server.onCall = () => undefined;
		expect(await sync({ id })).toMatchObject({ added: 10, bodies: 10 });
		await countsAgree();
	});
});

describe("messages moved by another client", () => {
	const idOf = async (n: number) =>
		(await rows())
			.filter((row) => row.message_id === `${n}@example.org`)
			.map(({ id, folder_id }) => ({ id, folder_id }));

	it("keep their row and its data, wherever pages end", async () => {
		for (const pageSize of [1, 2, 50]) {
			await connect();
			fixture.server = memoryServer();
			fixture.server.pageSize = pageSize;
			fill(9);
			await sync();
			const before = await idOf(4);
			const { database } = fixture.ctx;
			const known = {
				id: before[0]?.id ?? "",
				category: "updates",
				reason: "You said so.",
				source: "user",
				previous: null,
			} as const;
			await database.transaction(() =>
				setCategories({ database, ownerId: owner, accountId: fixture.account }, [known]),
			);
			const [first] = [...fixture.server.messages].filter(([, mail]) => mail.receivedAt === Date.UTC(2026, 0, 4, 12));
			fixture.server.handedOut = [];
			const moved = fixture.server.move(first?.[0] ?? "", "archive");
			fixture.server.deliver(memoryMail(30));
			expect(await sync()).toMatchObject({ removed: 0, bodies: 1 });
			expect(await idOf(4)).toEqual([{ id: before[0]?.id, folder_id: "archive" }]);
			const [row] = await query("select provider_id, category, raw_sha256 is null as bare from emails where id = $1", [
				before[0]?.id,
			]);
			expect(row).toEqual({ provider_id: moved, category: "updates", bare: false });
			expect(fixture.server.handedOut).toHaveLength(1);
			await countsAgree();
		}
	});

	it("are not confused with copies", async () => {
		fill(9);
		const original = [...fixture.server.messages.keys()][3] ?? "";
		await sync();
		const copy = fixture.server.copy(original, "archive");
		await sync();
		expect(await idOf(4)).toHaveLength(2);
		const storedId = (await rows()).find((row) => row.provider_id === copy)?.id;
		// Removed in the very next listing, it would have been a move that the first one met half way.
		await sync();
		fixture.server.remove(original);
		expect(await sync()).toMatchObject({ removed: 1 });
		expect(await idOf(4)).toEqual([{ id: storedId, folder_id: "archive" }]);
		await countsAgree();
	});

	it("are matched when the whole mailbox has new ids, without fetching them twice", async () => {
		fill(23);
		await sync();
		const before = (await rows()).map(({ id, message_id }) => `${message_id} ${id}`).sort();
		fixture.server.reset();
		fixture.server.handedOut = [];
		fixture.server.deliver(memoryMail(40));
		expect(await sync()).toMatchObject({ bodies: 1, removed: 0 });
		expect(fixture.server.handedOut).toHaveLength(1);
		const after = (await rows()).map(({ id, message_id }) => `${message_id} ${id}`).sort();
		expect(after).toEqual(expect.arrayContaining(before));
		expect(after).toHaveLength(24);
		await countsAgree();
	});

	it("are matched when that listing is interrupted and restarted", async () => {
		fill(12);
		await sync();
		fixture.server.reset();
		fixture.server.handedOut = [];
		for (let calls = 1; ; calls++) {
			const stop = new AbortController();
			let remaining = calls;
			fixture.server.onCall = () => {
				if (remaining-- <= 0) stop.abort(new AppError(503, "stopping", "The server stops"));
			};
			const cut = await sync({ stop }).catch((cause: unknown) => cause);
			if (!(cut instanceof Error)) break;
		}
		expect(fixture.server.handedOut).toEqual([]);
		expect(await rows()).toHaveLength(12);
		await countsAgree();
	});
});
