import { readdir, truncate, writeFile } from "node:fs/promises";
import { request } from "node:http";
import { join } from "node:path";
import { Writable } from "node:stream";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { uploadsContract } from "#shared/contracts/accounts.ts";
import { makeMbox } from "#test/mail-file.ts";
import { startTestServer, type TestServer, type TestUser } from "#test/server.ts";
import { createLogger } from "../../log.ts";
import { uploadPath } from "./files.ts";
import { maintainUploads } from "./maintenance.ts";

/** Uploads whose client disconnects, or whose process crashes. */

let server: TestServer;
let user: TestUser;
let lines: { level: number; msg: string; status?: number; route?: string; method?: string }[] = [];
const mail = new TextEncoder().encode(makeMbox({ count: 300 }));

beforeAll(async () => {
	const destination = new Writable({
		write(chunk, _, done) {
			for (const line of String(chunk).split("\n").filter(Boolean)) lines.push(JSON.parse(line));
			done();
		},
	});
	server = await startTestServer({ log: createLogger({ logLevel: "debug" }, destination) });
	user = await server.signUp();
});
beforeEach(() => {
	lines = [];
});
afterAll(() => server.close());

/** Sends the beginning of a longer body, waits until the server has it, then drops the connection. */
async function sendAndDrop(method: string, path: string, isThere: () => Promise<boolean>): Promise<void> {
	const headers = { cookie: user.cookie, origin: server.url, "upload-offset": "0", "content-length": "1000000" };
	const sending = request(new URL(path, server.url), { method, headers });
	const closed = new Promise<void>((resolve) => {
		sending.on("error", () => resolve());
		sending.on("close", () => resolve());
	});
	sending.write(mail.slice(0, 30_000));
	await expect.poll(isThere).toBe(true);
	sending.destroy();
	await closed;
}

const files = async (): Promise<string[]> => readdir(join(server.install.dataDir, "uploads")).catch(() => []);

const errors = () => lines.filter(({ level }) => level >= 40);
/** The log line of a finished request with this method. */
const ended = (method: string) =>
	lines.find((line) => line.msg === "request" && line.method === method && line.status !== 201);

describe("an upload whose client disconnects", () => {
	it("is not a server error, and can be resumed", async () => {
		const uploads = user.client(uploadsContract);
		const { id } = await uploads.createUpload({ body: { filename: "a.mbox", sizeBytes: 1_000_000 } });
		const params = { id };
		await sendAndDrop("PATCH", `/api/v1/uploads/${id}`, async () => (await uploads.getUpload({ params })).offset > 0);
		await expect.poll(() => ended("PATCH")?.status).toBe(499);
		expect(errors()).toEqual([]);
		expect((await uploads.getUpload({ params })).offset).toBe(30_000);
		await uploads.deleteUpload({ params });
	});

	it("leaves nothing when it was sent in one request", async () => {
		const path = "/api/v1/accounts/mbox?filename=a.mbox";
		await sendAndDrop("POST", path, async () => (await files()).length > 0);
		await expect.poll(() => ended("POST")?.status).toBe(499);
		expect(errors()).toEqual([]);
		expect(await files()).toEqual([]);
		expect(await server.ctx.database.query("select id from uploads", [])).toEqual([]);
	});

	it("is not a server error either while a whole file is being checked", async () => {
		const uploads = user.client(uploadsContract);
		const sizeBytes = 1_500_000_000;
		const { id } = await uploads.createUpload({ body: { filename: "a.mbox", sizeBytes } });
		const path = uploadPath(server.ctx.config.dataDir, id);
		await writeFile(path, mail);
		// A sparse file: hashing it takes a second, storing it no space.
		await truncate(path, sizeBytes);
		const stop = new AbortController();
		const importing = user.fetch(`/api/v1/accounts/mbox?upload=${id}`, { method: "POST", signal: stop.signal });
		setTimeout(() => stop.abort(), 150);
		await expect(importing).rejects.toThrow();
		await expect
			.poll(() => lines.some(({ route, status }) => route === "/api/v1/accounts/mbox" && status === 499))
			.toBe(true);
		expect(errors()).toEqual([]);
		// It can still be imported, or deleted.
		await uploads.deleteUpload({ params: { id } });
	});
});

describe("an upload whose process crashed", () => {
	const note = async (resumable: boolean, until: string): Promise<string> => {
		const { id } = await user.client(uploadsContract).createUpload({ body: { filename: "a.mbox", sizeBytes: 100 } });
		await writeFile(uploadPath(server.ctx.config.dataDir, id), mail.slice(0, 50));
		await server.ctx.database.exec(
			`update uploads set resumable = $2, lease_id = gen_random_uuid(), lease_until = now() + $3::interval where id = $1`,
			[id, resumable, until],
		);
		return id;
	};

	it("is deleted within minutes when it cannot be resumed", async () => {
		const dead = await note(false, "-2 minutes");
		const alive = await note(false, "10 seconds");
		const resumable = await note(true, "-2 minutes");
		await maintainUploads(server.ctx);
		expect(new Set(await files())).toEqual(new Set([alive, resumable]));
		const rows = await server.ctx.database.query<{ id: string }>("select id from uploads", []);
		expect(new Set(rows.map(({ id }) => id))).toEqual(new Set([alive, resumable]));
		expect(dead).not.toBe("");
	});

	it("leaves no file without a row for longer than an hour", async () => {
		const unnamed = crypto.randomUUID();
		await writeFile(uploadPath(server.ctx.config.dataDir, unnamed), mail);
		await maintainUploads(server.ctx);
		expect(await files()).toContain(unnamed);
		await maintainUploads({ ...server.ctx, now: () => Date.now() + 2 * 3_600_000 });
		expect(await files()).not.toContain(unnamed);
	});
});
