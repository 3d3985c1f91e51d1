import { createHash } from "node:crypto";
import { cp, mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type ApiError, createClient } from "#shared/client.ts";
import type { Client } from "#shared/contract.ts";
import { accountsContract, uploadsContract } from "#shared/contracts/accounts.ts";
import { emailsContract } from "#shared/contracts/emails.ts";
import { makeMbox } from "#test/mail-file.ts";
import { startTestServer, type TestServer, type TestUser } from "#test/server.ts";
import { openSession } from "../sessions/session.ts";
import { maintainUploads } from "./maintenance.ts";

let server: TestServer;
let user: TestUser;
let uploads: Client<typeof uploadsContract>;
let accounts: Client<typeof accountsContract>;

beforeAll(async () => {
	server = await startTestServer({ config: { uploadLimitBytes: 2_000_000 } });
	user = await server.signUp();
	uploads = user.client(uploadsContract);
	accounts = user.client(accountsContract);
});

afterAll(() => server.close());

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

const problemOf = (promise: Promise<unknown>): Promise<string> =>
	promise.then(
		() => "none",
		(cause: ApiError) => `${cause.status} ${cause.code}`,
	);

const append = (id: string, offset: number, bytes: Uint8Array<ArrayBuffer>) =>
	uploads.appendUpload({ params: { id } }, { bytes, headers: { "upload-offset": String(offset) } });

const files = async (): Promise<string[]> => readdir(join(server.install.dataDir, "uploads")).catch(() => []);

/** Sends some bytes of a longer body, then drops the connection. */
function sendAndDrop(id: string, bytes: Uint8Array, announced: number): Promise<void> {
	return new Promise((resolve) => {
		const sending = request(new URL(`/api/v1/uploads/${id}`, server.url), {
			method: "PATCH",
			headers: {
				cookie: user.cookie,
				origin: server.url,
				"upload-offset": "0",
				"content-length": String(announced),
			},
		});
		sending.on("error", () => resolve());
		sending.on("close", () => resolve());
		sending.write(bytes, () => setTimeout(() => sending.destroy(), 200));
	});
}

describe("an upload", () => {
	const mail = bytesOf(makeMbox({ count: 300 }));

	it("resumes where the connection dropped, and imports completely", async () => {
		const begun = await uploads.createUpload({
			body: { filename: "a/../C:\\mail\u202e.mbox", sizeBytes: mail.length },
		});
		expect(begun).toMatchObject({ filename: "mail .mbox", offset: 0, sizeBytes: mail.length });
		await sendAndDrop(begun.id, mail.subarray(0, 30_000), mail.length);
		const offset = await vi.waitFor(async () => {
			const upload = await uploads.getUpload({ params: { id: begun.id } });
			expect(upload.offset).toBe(30_000);
			return upload.offset;
		}, 15_000);
		expect(await problemOf(accounts.importMbox({ query: { upload: begun.id } }))).toBe("409 upload-incomplete");
		let done = await append(begun.id, offset, mail.slice(offset, 50_000));
		done = await append(begun.id, done.offset, mail.slice(done.offset));
		expect(done.offset).toBe(mail.length);
		const { account } = await accounts.importMbox({ query: { upload: begun.id } });
		await server.ctx.jobs.drain();
		const { total } = await user
			.client(emailsContract)
			.listEmails({ query: { account: account.id, q: "from:sender" } });
		expect(total).toBeGreaterThan(100);
		expect((await accounts.listAccounts()).items[0]).toMatchObject({ totalEmails: 300, name: "mail .mbox" });
		expect(await problemOf(uploads.getUpload({ params: { id: begun.id } }))).toBe("404 not-found");
		expect(await problemOf(accounts.importMbox({ query: { upload: begun.id } }))).toBe("404 not-found");
	});

	it("rejects bytes at a wrong offset, and returns the right one", async () => {
		const { id } = await uploads.createUpload({ body: { filename: "x.mbox", sizeBytes: 1_000 } });
		await append(id, 0, mail.slice(0, 100));
		const refused = await append(id, 50, mail.slice(50, 100)).catch((cause: ApiError) => cause as ApiError);
		expect(refused).toMatchObject({ status: 409, code: "wrong-offset" });
		expect((refused as ApiError).headers.get("upload-offset")).toBe("100");
		expect((await uploads.getUpload({ params: { id } })).offset).toBe(100);
		const without = await uploads
			.appendUpload({ params: { id } }, { bytes: mail.slice(0, 5) })
			.catch((c: ApiError) => c);
		expect(without).toMatchObject({ code: "wrong-offset" });
	});

	it("accepts one request at a time", async () => {
		const { id } = await uploads.createUpload({ body: { filename: "x.mbox", sizeBytes: 1_000 } });
		let release: () => void = () => undefined;
		const slow = new ReadableStream<Uint8Array>({
			start(controller) {
				controller.enqueue(mail.slice(0, 10));
				release = () => controller.close();
			},
		});
		const first = user.fetch(`/api/v1/uploads/${id}`, {
			method: "PATCH",
			body: slow,
			headers: { "upload-offset": "0" },
			duplex: "half",
		} as RequestInit);
		while ((await uploads.getUpload({ params: { id } })).offset < 10) await new Promise((next) => setTimeout(next, 10));
		expect(await problemOf(append(id, 10, mail.slice(10, 20)))).toBe("409 upload-busy");
		release();
		expect((await first).status).toBe(200);
		expect((await append(id, 10, mail.slice(10, 20))).offset).toBe(20);
	});

	it("is complete and imported when several requests send its last part at once", async () => {
		const { id } = await uploads.createUpload({ body: { filename: "y.mbox", sizeBytes: mail.length } });
		const { offset } = await append(id, 0, mail.slice(0, 50_000));
		const replies = await Promise.all([1, 2, 3, 4].map(() => problemOf(append(id, offset, mail.slice(offset)))));
		expect(replies.filter((reply) => reply === "none")).toHaveLength(1);
		for (const reply of replies) expect(["none", "409 upload-busy", "409 wrong-offset"]).toContain(reply);
		expect((await uploads.getUpload({ params: { id } })).offset).toBe(mail.length);
		const { account } = await accounts.importMbox({ query: { upload: id } });
		await server.ctx.jobs.drain();
		// The same mail belongs to one mailbox, whatever its file is called.
		const { items } = await accounts.listAccounts();
		expect(items.find((item) => item.id === account.id)).toMatchObject({ totalEmails: 300 });
	});

	it("accepts one request at a time across processes", async () => {
		const { id } = await uploads.createUpload({ body: { filename: "x.mbox", sizeBytes: 1_000 } });
		const setLease = (until: string) =>
			server.ctx.database.query(
				`update uploads set lease_id = gen_random_uuid(), lease_until = now() + interval '${until}' where id = $1`,
				[id],
			);
		await setLease("15 seconds");
		expect(await problemOf(append(id, 0, mail.slice(0, 10)))).toBe("409 upload-busy");
		// The other process has crashed.
		await setLease("-1 second");
		expect((await append(id, 0, mail.slice(0, 10))).offset).toBe(10);
	});

	it("accepts no more than announced, and no more than the server's limit", async () => {
		const create = (sizeBytes: number) => uploads.createUpload({ body: { filename: "x.mbox", sizeBytes } });
		expect(await problemOf(create(2_000_001))).toBe("413 too-large");
		const { id } = await create(100);
		expect(await problemOf(append(id, 0, mail.slice(0, 200)))).toBe("413 too-large");
	});

	it("is rejected and deleted when its first bytes are not mail", async () => {
		const { id } = await uploads.createUpload({ body: { filename: "holiday.mbox.jpg", sizeBytes: 100_000 } });
		const picture = new Uint8Array(10_000).fill(7);
		picture.set([0xff, 0xd8, 0xff, 0xe0]);
		expect(await problemOf(append(id, 0, picture))).toBe("415 not-a-mail-file");
		expect(await problemOf(uploads.getUpload({ params: { id } }))).toBe("404 not-found");
		expect(await files()).not.toContain(id);
	});

	it("is private to its owner", async () => {
		const { id } = await uploads.createUpload({ body: { filename: "x.mbox", sizeBytes: 1_000 } });
		const stranger = (await server.signUp()).client(uploadsContract);
		expect(await problemOf(stranger.getUpload({ params: { id } }))).toBe("404 not-found");
		expect(await problemOf(stranger.appendUpload({ params: { id } }, { bytes: mail.slice(0, 9) }))).toBe(
			"404 not-found",
		);
		expect(await problemOf(stranger.deleteUpload({ params: { id } }))).toBe("404 not-found");
		const signedOut = createClient(uploadsContract, (path, init) =>
			fetch(new URL(path, server.url), { ...init, headers: { ...init.headers, origin: server.url } }),
		);
		expect(await problemOf(signedOut.getUpload({ params: { id } }))).toBe("401 unauthenticated");
		await uploads.deleteUpload({ params: { id } });
		expect(await problemOf(uploads.getUpload({ params: { id } }))).toBe("404 not-found");
	});

	it("is limited in number per user, and deleted after a week", async () => {
		const another = (await server.signUp()).client(uploadsContract);
		const create = () => another.createUpload({ body: { filename: "x.mbox", sizeBytes: 1_000 } });
		const first = await create();
		await another.appendUpload(
			{ params: { id: first.id } },
			{ bytes: mail.slice(0, 9), headers: { "upload-offset": "0" } },
		);
		while ((await problemOf(create())) === "none");
		expect(await problemOf(create())).toBe("429 too-many-uploads");
		await maintainUploads({ ...server.ctx, now: () => Date.now() + 6 * 86_400_000 });
		expect(await files()).toContain(first.id);
		await maintainUploads({ ...server.ctx, now: () => Date.now() + 8 * 86_400_000 });
		expect(await files()).not.toContain(first.id);
		expect(await problemOf(another.getUpload({ params: { id: first.id } }))).toBe("404 not-found");
		expect(await problemOf(create())).toBe("none");
		// The imported file of the first test belongs to an account, however old it is.
		expect(await files()).toHaveLength(1);
	});
});

describe("a file sent in one request", () => {
	const send = (filename: string, bytes: Uint8Array<ArrayBuffer>, account?: string) =>
		accounts.importMbox({ query: account === undefined ? { filename } : { filename, account } }, { bytes });

	it("becomes an account named after it; the same file again adds nothing", async () => {
		const mail = bytesOf(makeMbox({ count: 20, start: 1_000 }));
		const first = await send("Old mail.mbox", mail);
		expect(first.account).toMatchObject({ provider: "mbox", name: "Old mail.mbox" });
		await server.ctx.jobs.drain();
		const filesBefore = await files();
		const second = await send("renamed.mbox", mail);
		expect(second.account.id).toBe(first.account.id);
		await server.ctx.jobs.drain();
		const job = await server.ctx.jobs.get(user.ownerId, second.job.id);
		expect(job).toMatchObject({ state: "done", result: { added: 0 } });
		expect((await accounts.listAccounts()).items.find(({ id }) => id === first.account.id)?.totalEmails).toBe(20);
		expect(await files()).toEqual(filesBefore);
	});

	it("is a mailbox of its own, also with a name that another file has, unless a mailbox is requested", async () => {
		const first = await send("Both.mbox", bytesOf(makeMbox({ count: 4, start: 2_000 })));
		const second = await send("both.mbox", bytesOf(makeMbox({ count: 5, start: 2_004 })));
		const third = await send("Both.mbox", bytesOf(makeMbox({ count: 6, start: 2_020 })));
		const fourth = await send("Third.mbox", bytesOf(makeMbox({ count: 7, start: 2_040 })), first.account.id);
		expect([first, second, third, fourth].map(({ account }) => account.name)).toEqual([
			"Both.mbox",
			"both (2).mbox",
			"Both (3).mbox",
			"Both.mbox",
		]);
		expect(fourth.account.id).toBe(first.account.id);
		await server.ctx.jobs.drain();
		const { items } = await accounts.listAccounts();
		const counts = [first, second, third].map(({ account }) => items.find(({ id }) => id === account.id)?.totalEmails);
		expect(counts).toEqual([11, 5, 6]);
	});

	it("adds nothing when it has the same mail with other line ends", async () => {
		const mail = makeMbox({ count: 5, start: 5_000 }).replace(/\r\n/g, "\n");
		const first = await send("lf.mbox", bytesOf(mail));
		await send("crlf.mbox", bytesOf(mail.replace(/\n/g, "\r\n")), first.account.id);
		await server.ctx.jobs.drain();
		const account = (await accounts.listAccounts()).items.find(({ id }) => id === first.account.id);
		expect(account?.totalEmails).toBe(5);
	});

	it("with the line ends of old Macintosh programs is mail like any other", async () => {
		const mail = makeMbox({ count: 3, start: 5_100 }).replace(/\r?\n/g, "\r");
		const { account } = await send("old-mac.mbox", bytesOf(mail));
		const eml = "From: ann@example.org\rSubject: Old\r\rWritten on a Macintosh.\r";
		const single = await send("old.eml", bytesOf(eml));
		await server.ctx.jobs.drain();
		const { items } = await accounts.listAccounts();
		expect([account, single.account].map(({ id }) => items.find((one) => one.id === id)?.totalEmails)).toEqual([3, 1]);
	});

	it("is rejected with a reason when it is not mail, too large, or nameless, and leaves nothing", async () => {
		const before = await files();
		expect(await problemOf(send("list.csv", bytesOf("name,age\nA,1\nB,2\n".repeat(500))))).toBe("415 not-a-mail-file");
		expect(await problemOf(send("empty.mbox", new Uint8Array(0)))).toBe("415 not-a-mail-file");
		expect(await problemOf(send("big.mbox", bytesOf(makeMbox({ count: 9_000 }))))).toBe("413 too-large");
		expect(await problemOf(accounts.importMbox(undefined, { bytes: bytesOf("From x") }))).toBe("400 filename-missing");
		expect(await problemOf(send("x.mbox", bytesOf("x"), crypto.randomUUID()))).toBe("404 not-found");
		expect(await files()).toEqual(before);
	});

	it("is found after the data folder has moved", async () => {
		const { account } = await send("moved.mbox", bytesOf(makeMbox({ count: 2, start: 4_000 })));
		await server.ctx.jobs.drain();
		const before = await files();
		const dataDir = await mkdtemp(join(tmpdir(), "mailstead-moved-"));
		await cp(server.install.dataDir, dataDir, { recursive: true, filter: (path) => !path.endsWith(".s.PGSQL.5432") });
		const moved = { ...server.ctx, config: { ...server.ctx.config, dataDir } };
		await maintainUploads({ ...moved, now: () => Date.now() + 8 * 24 * 3_600_000 });
		const { session, environment } = await openSession(moved, user.ownerId, account.id);
		await session.close();
		const [file] = await environment.files();
		expect(file?.path.startsWith(dataDir)).toBe(true);
		expect((await stat(file?.path ?? "")).size).toBe(file?.sizeBytes);
		expect(await files()).toEqual(before);
		await rm(dataDir, { recursive: true });
	});

	it("is identified by its bytes", async () => {
		const mail = bytesOf(makeMbox({ count: 2, start: 3_000 }));
		const { account } = await send("hashed.mbox", mail);
		const row = await server.ctx.database.one<{ sha256: string }>(
			"select sha256 from account_files where account_id = $1",
			[account.id],
		);
		expect(row?.sha256).toBe(createHash("sha256").update(mail).digest("hex"));
	});
});
