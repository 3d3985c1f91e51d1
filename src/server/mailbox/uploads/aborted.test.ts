import { readdir } from "node:fs/promises";
import { request } from "node:http";
import { join } from "node:path";
import { Writable } from "node:stream";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { uploadsContract } from "#shared/contracts/accounts.ts";
import { createLogger } from "../../log.ts";
import { makeMbox } from "../../testing/mail-file.ts";
import { startTestServer, type TestPerson, type TestServer } from "../../testing/server.ts";
import { uploadPath } from "./files.ts";
import { tidyUploads } from "./tidy.ts";

/** Uploads whose sender goes away, or whose process does. */

let server: TestServer;
let person: TestPerson;
let lines: { level: number; msg: string; status?: number; route?: string }[] = [];
const mail = new TextEncoder().encode(makeMbox({ count: 300 }));

beforeAll(async () => {
	const destination = new Writable({
		write(chunk, _, done) {
			for (const line of String(chunk).split("\n").filter(Boolean)) lines.push(JSON.parse(line));
			done();
		},
	});
	server = await startTestServer({ log: createLogger({ logLevel: "debug" }, destination) });
	person = await server.signUp();
});
beforeEach(() => {
	lines = [];
});
afterAll(() => server.close());

/** Sends the beginning of a longer body, waits until the server has it, then drops the connection. */
async function sendAndDrop(method: string, path: string, isThere: () => Promise<boolean>): Promise<void> {
	const headers = { cookie: person.cookie, origin: server.url, "upload-offset": "0", "content-length": "1000000" };
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

const files = async (): Promise<string[]> => readdir(join(server.place.dataDir, "uploads")).catch(() => []);
const answered = () => lines.find(({ msg, route }) => msg === "request" && route?.includes("{id}") !== undefined);

describe("an upload whose sender goes away", () => {
	it("is no failure of the server's, and can be gone on with", async () => {
		const uploads = person.client(uploadsContract);
		const { id } = await uploads.createUpload({ body: { filename: "a.mbox", sizeBytes: 1_000_000 } });
		const params = { id };
		await sendAndDrop("PATCH", `/api/v1/uploads/${id}`, async () => (await uploads.getUpload({ params })).offset > 0);
		await expect.poll(() => lines.some(({ status }) => status === 499)).toBe(true);
		expect(lines.filter(({ level }) => level >= 40)).toEqual([]);
		expect(answered()).toBeDefined();
		expect((await uploads.getUpload({ params })).offset).toBe(30_000);
		await uploads.deleteUpload({ params });
	});

	it("leaves nothing when it came in one request", async () => {
		const path = "/api/v1/accounts/mbox?filename=a.mbox";
		await sendAndDrop("POST", path, async () => (await files()).length > 0);
		await expect.poll(() => lines.some(({ status }) => status === 499)).toBe(true);
		expect(lines.filter(({ level }) => level >= 40)).toEqual([]);
		expect(await files()).toEqual([]);
		expect(await server.ctx.database.query("select id from uploads", [])).toEqual([]);
	});
});
