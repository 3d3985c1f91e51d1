import { createHash, randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { newId } from "#shared/ids.ts";
import { startTestS3, type TestS3 } from "#test/s3/server.ts";
import { readConfig } from "../../config.ts";
import { writeBlob } from "../../mail/parse/write-blob.ts";
import { type Blobs, createFileBlobs } from "./blobs.ts";
import { createBlobCache } from "./cache.ts";
import { openStorage } from "./open.ts";

let store: TestS3;
let dataDir: string;
beforeAll(async () => {
	store = await startTestS3();
});
afterAll(() => store.stop());
beforeEach(async () => {
	store.objects.clear();
	store.faults.length = 0;
	dataDir = await mkdtemp(join(tmpdir(), "mailstead-blobs-"));
	return () => rm(dataDir, { recursive: true, force: true });
});

const onS3 = async (): Promise<Blobs> =>
	(await openStorage(readConfig({ DATA_DIR: dataDir, ...store.env("p") }))).blobs;
const kinds: [string, () => Promise<Blobs>][] = [
	["files", async () => createFileBlobs(join(dataDir, "blobs"))],
	["durable files", async () => createFileBlobs(join(dataDir, "blobs"), { durable: true })],
	["objects", onS3],
];

function sha256Of(bytes: Uint8Array): string {
	return createHash("sha256").update(bytes).digest("hex");
}

describe.each(kinds)("blobs as %s", (_, open) => {
	it("keeps what parse workers wrote until it is deleted, idempotently", async () => {
		const blobs = await open();
		const [one, other] = [newId(), newId()];
		const messages = Array.from({ length: 40 }, () => randomBytes(500));
		const hashes = messages.map(sha256Of);
		const write = (): void => {
			messages.forEach((bytes, i) => {
				writeBlob(blobs.folder(one), hashes[i] as string, bytes);
			});
		};
		write();
		await Promise.all([blobs.makeDurable(one, hashes), blobs.makeDurable(one, [...hashes, ...hashes])]);
		write();
		await blobs.makeDurable(one, hashes);
		expect(await blobs.put(other, messages[0] as Buffer)).toBe(hashes[0]);
		for (const [i, bytes] of messages.entries())
			expect(sha256Of((await blobs.get(one, hashes[i] as string)) ?? randomBytes(1))).toBe(sha256Of(bytes));
		expect(await blobs.get(other, hashes[1] as string)).toBeNull();
		const listed: string[] = [];
		for await (const { accountId, sha256, sizeBytes } of blobs.list()) {
			listed.push(`${accountId} ${sha256}`);
			expect(sizeBytes).toBe(500);
		}
		expect(listed.sort()).toEqual([`${other} ${hashes[0]}`, ...hashes.map((sha256) => `${one} ${sha256}`)].sort());
		await blobs.delete(one, hashes.slice(3, 5));
		expect(await blobs.get(one, hashes[3] as string)).toBeNull();
		await blobs.deleteAll(one);
		expect(await blobs.get(one, hashes[0] as string)).toBeNull();
		expect(await blobs.get(other, hashes[0] as string)).not.toBeNull();
		await expect(blobs.get(one, "../../secret")).rejects.toThrow();
	});

	it("adds files of another folder, which keeps them", async () => {
		const blobs = await open();
		const account = newId();
		const folder = join(dataDir, "elsewhere");
		const messages = Array.from({ length: 20 }, () => randomBytes(300));
		const hashes = messages.map(sha256Of);
		for (const [i, bytes] of messages.entries()) writeBlob(folder, hashes[i] as string, bytes);
		await blobs.addFrom(folder, account, hashes);
		await blobs.addFrom(folder, account, [...hashes, ...hashes]);
		for (const [i, sha256] of hashes.entries())
			expect(Buffer.from((await blobs.get(account, sha256)) ?? [])).toEqual(messages[i]);
		await blobs.deleteAll(account);
		const again = newId();
		await blobs.addFrom(folder, again, hashes);
		expect(await blobs.size(again, hashes[0] as string)).toBe(300);
		await expect(blobs.addFrom(folder, newId(), [sha256Of(Buffer.from("absent"))])).rejects.toThrow();
	});

	it("streams whole blobs and ranges in chunks", async () => {
		const blobs = await open();
		const account = newId();
		const bytes = randomBytes(700_000);
		const sha256 = await blobs.put(account, bytes);
		const blob = await blobs.open(account, sha256);
		expect(blob?.sizeBytes).toBe(bytes.length);
		const pieces: Buffer[] = [];
		for await (const piece of blob?.body ?? []) pieces.push(piece as Buffer);
		expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThanOrEqual(64 * 1024);
		expect(sha256Of(Buffer.concat(pieces))).toBe(sha256);
		const part = await blobs.open(account, sha256, { start: 1_000, end: 200_000 });
		expect(part?.sizeBytes).toBe(bytes.length);
		expect(Buffer.concat(await (part?.body ?? Readable.from([])).toArray())).toEqual(bytes.subarray(1_000, 200_000));
		const empty = await blobs.open(account, sha256, { start: 5, end: 5 });
		expect(await empty?.body.toArray()).toEqual([]);
		expect(await blobs.open(account, sha256Of(randomBytes(1)))).toBeNull();
		await expect(blobs.open(account, "../../secret")).rejects.toThrow();
	});
});

describe("blobs in a bucket", () => {
	it("stores objects under account and hash and empties the spool", async () => {
		const blobs = await onS3();
		const account = newId();
		const bytes = Buffer.from("Subject: x\r\n\r\n");
		const sha256 = sha256Of(bytes);
		writeBlob(blobs.folder(account), sha256, bytes);
		await blobs.makeDurable(account, [sha256]);
		expect([...store.objects.keys()]).toEqual([`p/${account}/${sha256.slice(0, 2)}/${sha256}`]);
		const remaining = await readdir(blobs.folder(account), { recursive: true, withFileTypes: true });
		expect(remaining.filter((entry) => entry.isFile())).toEqual([]);
	});

	it("keeps nothing when the store fails midway, and retries with the spooled files", async () => {
		const blobs = await onS3();
		const account = newId();
		const messages = Array.from({ length: 20 }, () => randomBytes(100));
		const hashes = messages.map(sha256Of);
		messages.forEach((bytes, i) => {
			writeBlob(blobs.folder(account), hashes[i] as string, bytes);
		});
		store.faults.push({ on: "PUT", how: 403 });
		await expect(blobs.makeDurable(account, hashes)).rejects.toThrow("AccessDenied");
		await blobs.makeDurable(account, hashes);
		expect(store.objects.size).toBe(20);
		await expect(blobs.makeDurable(account, [sha256Of(Buffer.from("never written"))])).rejects.toThrow("was lost");
	});

	it("downloads a blob once for repeated reads, and verifies it each time", async () => {
		const blobs = await onS3();
		const account = newId();
		const bytes = randomBytes(1_000);
		const sha256 = await blobs.put(account, bytes);
		store.faults.push({ on: "GET", how: "wrong-bytes" });
		await expect(blobs.get(account, sha256)).rejects.toThrow("damaged");
		store.requests.clear();
		for (let n = 0; n < 3; n++) expect(sha256Of((await blobs.get(account, sha256)) as Uint8Array)).toBe(sha256);
		expect(store.requests.get("GET")).toBe(1);
		await writeFile(join(dataDir, "cache", account, sha256), "spoiled");
		expect(sha256Of((await blobs.get(account, sha256)) as Uint8Array)).toBe(sha256);
		await blobs.deleteAll(account);
		expect(existsSync(join(dataDir, "cache", account))).toBe(false);
	});

	it("downloads a blob once for concurrent readers, and verifies it before the first byte", async () => {
		const blobs = await onS3();
		const account = newId();
		const bytes = randomBytes(300_000);
		const sha256 = await blobs.put(account, bytes);
		const read = async (): Promise<string> => {
			const blob = await blobs.open(account, sha256);
			return sha256Of(Buffer.concat(await (blob?.body ?? Readable.from([])).toArray()));
		};
		store.faults.push({ on: "GET", how: "wrong-bytes" });
		await expect(read()).rejects.toThrow("damaged");
		store.requests.clear();
		expect(await Promise.all(Array.from({ length: 10 }, read))).toEqual(Array(10).fill(sha256));
		expect(store.requests.get("GET")).toBe(1);
		await writeFile(join(dataDir, "cache", account, sha256), "spoiled");
		expect(await read()).toBe(sha256);
		expect(store.requests.get("GET")).toBe(2);
	});

	it("refuses to start while raw messages are in the data folder", async () => {
		await mkdir(join(dataDir, "blobs", newId()), { recursive: true });
		await expect(onS3()).rejects.toThrow("npm run move -- --blobs s3");
	});
});

it("keeps the local cache within its limit", async () => {
	const cache = createBlobCache(join(dataDir, "cache"), 100_000);
	const hashes: string[] = [];
	for (let n = 0; n < 50; n++) {
		const bytes = randomBytes(10_000);
		hashes.push(sha256Of(bytes));
		await cache.put("a", hashes[n] as string, bytes);
	}
	expect((await readdir(join(dataDir, "cache", "a"))).length).toBeLessThanOrEqual(12);
	expect(await cache.get("a", hashes[49] as string)).not.toBeNull();
	expect(await cache.get("a", hashes[0] as string)).toBeNull();
});
