import { mkdir, mkdtemp, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type AppUnderTest, openApp } from "#test/http/app.ts";

const script = "console.log('hello');\n".repeat(200);
let root: string;
let site: AppUnderTest;

beforeAll(async () => {
	root = await mkdtemp(join(tmpdir(), "mailstead-web-"));
	await mkdir(join(root, "assets"));
	await writeFile(join(root, "..", "mailstead-outside.txt"), "outside");
	await writeFile(join(root, "index.html"), "<!doctype html><title>Mailstead</title>first");
	await writeFile(join(root, "assets", "app-4f3a.js"), script);
	await writeFile(join(root, "assets", "packed-1.js"), script);
	await writeFile(join(root, "assets", "packed-1.js.br"), "made at the build");
	await writeFile(join(root, "assets", "font-1.woff2"), "font");
	await writeFile(join(root, "icon.svg"), "<svg/>");
	site = await openApp({ webRoot: root });
});
afterAll(async () => {
	await site.close();
	await rm(root, { recursive: true });
	await rm(join(root, "..", "mailstead-outside.txt"));
});

const get = (path: string, headers: Record<string, string> = {}, method = "GET") =>
	site.request(path, { headers, method });

describe("the web app", () => {
	it("answers pages with index.html, revalidated each time", async () => {
		for (const path of ["/", "/index.html", "/inbox", "/tool/unsubscriber", "/auth?x=1.2"]) {
			const reply = await get(path);
			expect([path, reply.status, (await reply.text()).endsWith("first")]).toEqual([path, 200, true]);
			expect(reply.headers.get("content-type")).toMatch(/^text\/html/);
			expect(reply.headers.get("cache-control")).toBe("no-cache");
		}
	});

	it("answers assets as immutable", async () => {
		const reply = await get("/assets/app-4f3a.js");
		expect(await reply.text()).toBe(script);
		expect(reply.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
		expect(reply.headers.get("content-type")).toMatch(/^text\/javascript/);
		const head = await get("/assets/app-4f3a.js", {}, "HEAD");
		expect([head.status, await head.text(), head.headers.get("content-length")]).toEqual([
			200,
			"",
			String(script.length),
		]);
	});

	it("compresses per Accept-Encoding what gets smaller", async () => {
		const bytes = async (reply: Response) => Buffer.from(await reply.arrayBuffer());
		const br = await get("/assets/app-4f3a.js", { "accept-encoding": "gzip, deflate, br, zstd" });
		expect(br.headers.get("content-encoding")).toBe("br");
		expect(brotliDecompressSync(await bytes(br)).toString()).toBe(script);
		const gzip = await get("/assets/app-4f3a.js", { "accept-encoding": "br;q=0, gzip" });
		expect(gzip.headers.get("content-encoding")).toBe("gzip");
		expect(gunzipSync(await bytes(gzip)).toString()).toBe(script);
		const ready = await get("/assets/packed-1.js", { "accept-encoding": "br" });
		expect(await ready.text()).toBe("made at the build");
		for (const path of ["/assets/font-1.woff2", "/icon.svg"])
			expect((await get(path, { "accept-encoding": "br" })).headers.get("content-encoding")).toBeNull();
	});

	it("answers 304 for what the browser has", async () => {
		const etag = (await get("/")).headers.get("etag") ?? "";
		expect((await get("/", { "if-none-match": etag })).status).toBe(304);
		expect((await get("/", { "if-none-match": `"other", W/${etag}` })).status).toBe(304);
		expect((await get("/", { "if-none-match": '"other"' })).status).toBe(200);
	});

	it("serves nothing outside its folder, and no page instead of a missing file", async () => {
		for (const path of [
			...["/assets/app-old.js", "/assets/none", "/favicon.ico", "/assets/", "/assets/packed-1.js.br"],
			...["/..%2fmailstead-outside.txt", "/%2e%2e/mailstead-outside.txt", "/assets/..%2f..%2fmailstead-outside.txt"],
			...["/%00.txt", "/%ff.txt", "/assets%2fapp-4f3a.map"],
		])
			expect([path, (await get(path)).status]).toEqual([path, 404]);
	});

	it("is reloaded after a rebuild", async () => {
		await writeFile(join(root, "index.html"), "<!doctype html><title>Mailstead</title>second");
		await utimes(join(root, "index.html"), new Date(), new Date(Date.now() + 5000));
		expect(await (await get("/")).text()).toContain("second");
	});

	it("reports when it has not been built", async () => {
		const bare = await openApp();
		const reply = await bare.request("/");
		expect(reply.status).toBe(503);
		expect(await reply.text()).toMatch(/^The web app has not been built\. Run `npm start`/);
		await bare.close();
	});
});
