import { randomBytes } from "node:crypto";
import dns from "node:dns";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { startTestS3, type TestS3 } from "#test/s3/server.ts";
import { readConfig, type S3Config } from "../../config.ts";
import { checkS3 } from "./check.ts";
import { StorageUnavailable } from "./request.ts";
import { createS3, type S3 } from "./s3.ts";

let store: TestS3;
let config: S3Config;
let s3: S3;
const folder = mkdtempSync(join(tmpdir(), "mailstead-s3-"));

beforeAll(async () => {
	store = await startTestS3();
	config = settings({});
	s3 = createS3(config, { backoffMs: 1 });
});
afterAll(async () => {
	await store.stop();
	rmSync(folder, { recursive: true });
});
beforeEach(() => {
	store.objects.clear();
	store.requests.clear();
	store.faults.length = 0;
	store.pageSize = 1_000;
});

function settings(more: Record<string, string>): S3Config {
	const { s3: found } = readConfig({ DATA_DIR: folder, ...store.env("in/here"), ...more });
	if (found === null) throw new Error("No store is set");
	return found;
}

async function keys(prefix: string, from = s3): Promise<string[]> {
	const found: string[] = [];
	for await (const { key } of from.list(prefix)) found.push(key);
	return found;
}

describe("objects in a bucket", () => {
	it("stores and reads objects under the prefix", async () => {
		const bytes = randomBytes(300_000);
		await s3.put("some/where", bytes);
		expect([...store.objects.keys()]).toEqual(["in/here/some/where"]);
		expect(bytes.equals((await s3.get("some/where")) ?? Buffer.alloc(0))).toBe(true);
		expect(await s3.size("some/where")).toBe(300_000);
		await s3.put("empty", new Uint8Array());
		expect(await s3.get("empty")).toEqual(new Uint8Array());
		expect(await s3.get("absent")).toBeNull();
		expect(await s3.size("absent")).toBeNull();
		expect(await s3.stream("absent", 0, 1)).toBeNull();
		const part = await s3.stream("some/where", 1_000, 1_999);
		expect(bytes.subarray(1_000, 2_000).equals(await new Response(part).bytes())).toBe(true);
	});

	it.each([
		["every page leads back to the same", "<NextContinuationToken>again</NextContinuationToken>", "makes no progress"],
		["a page leads to no other", "", "is truncated, without a continuation token"],
	])("fails to list when %s", async (_, next, error) => {
		const page = `<ListBucketResult><IsTruncated>true</IsTruncated>${next}</ListBucketResult>`;
		const server = createServer((_, reply) => reply.end(page));
		await once(server.listen(0, "127.0.0.1"), "listening");
		const { port } = server.address() as AddressInfo;
		const stuck = createS3({ ...config, endpoint: `http://127.0.0.1:${port}` });
		await expect(keys("a/", stuck)).rejects.toThrow(error);
		server.close();
	});

	it("lists in pages and deletes in batches", async () => {
		store.pageSize = 3;
		const names = Array.from({ length: 10 }, (_, i) => `a/${i}`);
		for (const name of [...names, "b/1"]) await s3.put(name, Buffer.from("x"));
		expect(await keys("a/")).toEqual(names);
		expect(store.requests.get("LIST")).toBe(4);
		await s3.delete(names);
		await s3.delete([]);
		expect(await keys("")).toEqual(["b/1"]);
		expect(store.requests.get("DELETES")).toBe(1);
		for (const name of names) await s3.put(name, Buffer.from("x"));
		await createS3(config, { keysPerDelete: 3 }).delete(names);
		expect(await keys("")).toEqual(["b/1"]);
		expect(store.requests.get("DELETES")).toBe(1 + 4);
	});

	it("uploads large objects in parts, atomically", async () => {
		const piece = 5 * 1024 * 1024;
		const bytes = randomBytes(2 * piece + 123);
		const pieces = (until: number) =>
			(async function* () {
				for (let at = 0; at < bytes.length; at += piece) {
					if (at >= until) throw new Error("no more");
					yield bytes.subarray(at, at + piece);
				}
			})();
		store.faults.push({ on: "PIECES", how: 503 }, { on: "PIECES", how: "cut" });
		await s3.putPieces("long", pieces(bytes.length));
		expect(bytes.equals(store.objects.get("in/here/long")?.bytes ?? Buffer.alloc(0))).toBe(true);
		await expect(s3.putPieces("other", pieces(piece))).rejects.toThrow("no more");
		expect(await s3.size("other")).toBeNull();
		expect(store.unfinished()).toBe(0);
	});

	it("treats a multipart upload as complete when only the response was lost", async () => {
		const one = async function* () {
			yield Buffer.from("only");
		};
		// The part itself, then the completion, which is retried.
		store.faults.push({ on: "PIECES", how: "lost-reply" }, { on: "PIECES", how: 500 });
		await s3.putPieces("short", one());
		store.faults.push({ on: "UPLOADS", how: 500 });
		await s3.putPieces("short", one());
		expect(await s3.get("short")).toEqual(new Uint8Array(Buffer.from("only")));
		expect(store.unfinished()).toBe(0);
	});
});

describe("a failing store", () => {
	it("is retried after transient errors", async () => {
		store.faults.push({ how: 503 }, { how: "cut" });
		await s3.put("k", Buffer.from("v"));
		store.faults.push({ how: "cut-reply" }, { how: 429 });
		expect(await s3.get("k")).toEqual(new Uint8Array(Buffer.from("v")));
	});

	it("is retried after a timeout", async () => {
		await s3.put("k", Buffer.from("v"));
		store.faults.push({ how: "silence" }, { on: "GET", how: 503 });
		expect(await createS3(config, { answerMs: 300, backoffMs: 1 }).get("k")).toEqual(new Uint8Array(Buffer.from("v")));
	});

	it("fails with an error when it does not recover, or when the caller aborts", async () => {
		store.faults.push(...Array.from({ length: 50 }, () => ({ how: 503 })));
		await expect(s3.get("k")).rejects.toThrow(StorageUnavailable);
		const stopping = new AbortController();
		const waiting = s3.put("k", Buffer.from("v"), stopping.signal);
		stopping.abort(new Error("enough"));
		await expect(waiting).rejects.toThrow("enough");
	});

	it("is not retried after a rejection", async () => {
		store.faults.push({ how: 403 });
		await expect(s3.get("k")).rejects.toThrow("AccessDenied");
		expect(store.requests.get("GET")).toBe(1);
	});
});

describe("configuration errors", () => {
	const cases: [string, Record<string, string>, string][] = [
		["bucket", { S3_BUCKET: "absent" }, 'S3_BUCKET: there is no bucket "absent"'],
		["key", { S3_ACCESS_KEY_ID: "AKIDOTHER" }, "S3_ACCESS_KEY_ID: "],
		["secret", { S3_SECRET_ACCESS_KEY: "wrong" }, "S3_SECRET_ACCESS_KEY: "],
		["region", { S3_REGION: "us-east-1" }, "S3_REGION: the bucket"],
		["endpoint", { S3_ENDPOINT: "http://127.0.0.1:9" }, "S3_ENDPOINT: http://127.0.0.1:9 cannot be used"],
	];
	it.each(cases)("%s", async (_, more, words) => {
		const wrong = settings(more);
		const failure = await checkS3(createS3(wrong, { backoffMs: 1 }), wrong).catch((cause: Error) => cause);
		expect(String(failure)).toContain(words);
		expect(String(failure)).not.toContain(store.keys.secretAccessKey);
	});

	it("reports a key without permissions", async () => {
		store.faults.push({ how: 403 });
		await expect(checkS3(s3, config)).rejects.toThrow("S3_ACCESS_KEY_ID: this key may not use");
	});

	it("reports nothing and leaves no object when all is well", async () => {
		await checkS3(s3, config);
		expect(store.objects.size).toBe(0);
	});

	it("rejects incomplete settings", () => {
		expect(() => settings({ S3_SECRET_ACCESS_KEY: "" })).toThrow("belong together");
		expect(() => settings({ S3_PREFIX: "with blank" })).toThrow("S3_PREFIX");
	});
});

it("reaches a bucket by its host name", async () => {
	const real = dns.lookup;
	const here = ((_: string, ...rest: [object, () => void]) => real("127.0.0.1", ...rest)) as typeof dns.lookup;
	const lookup = vi.spyOn(dns, "lookup").mockImplementation(here);
	const endpoint = store.endpoint.replace("127.0.0.1", "localhost");
	await createS3({ ...config, endpoint, forcePathStyle: false }).put("k", Buffer.from("v"));
	expect(lookup.mock.calls[0]?.[0]).toBe("mail.localhost");
	lookup.mockRestore();
	expect([...store.objects.keys()]).toEqual(["in/here/k"]);
});
