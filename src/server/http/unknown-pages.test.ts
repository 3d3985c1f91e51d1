import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type AppUnderTest, openApp } from "#test/http/app.ts";

let root: string;
let site: AppUnderTest;
beforeAll(async () => {
	root = await mkdtemp(join(tmpdir(), "mailstead-pages-"));
	await mkdir(join(root, "assets"));
	await writeFile(join(root, "index.html"), "<!doctype html><title>Mailstead</title>the app");
	const routes = ["/", "/auth", "/inbox/{-$emailId}", "/people/$id/mail", "/help/$", "/tool/block-filter"];
	await writeFile(join(root, "routes.json"), JSON.stringify(routes));
	site = await openApp({ webRoot: root });
});
afterAll(async () => {
	await site.close();
	await rm(root, { recursive: true });
});

describe("an address", () => {
	it.each([
		...["/", "/auth", "/auth/", "/AUTH?redirect=x", "/inbox", "/inbox/", "/inbox/123", "/people/7/mail"],
		...["/help", "/help/a/b", "/tool/block-filter"],
	])("that is a page answers 200: %s", async (path) => {
		const reply = await site.request(path);
		expect([reply.status, reply.headers.get("etag") !== null]).toEqual([200, true]);
	});

	it.each(["/nothing-here", "/inbox/1/2", "/people", "/people/7", "/tool", "/tool/blockXfilter", "/auth/none"])(
		"that is not a page answers 404 with the app: %s",
		async (path) => {
			for (const method of ["GET", "HEAD"]) {
				const reply = await site.request(path, { method, headers: { "if-none-match": "*" } });
				expect([method, reply.status, reply.headers.get("content-type")]).toEqual([
					method,
					404,
					"text/html; charset=utf-8",
				]);
				const text = await reply.text();
				if (method === "GET") expect(text).toContain("the app");
				if (method === "GET") expect(text).toContain("noindex");
			}
		},
	);

	it.each(["/api", "/api/none", "/api/v1/none", "/assets/none.js", "/none.png", "/routes.json"])(
		"that is not an app page answers 404 with a problem: %s",
		async (path) => {
			const reply = await site.request(path);
			expect([reply.status, reply.headers.get("content-type")]).toEqual([404, "application/problem+json"]);
			expect(await reply.json()).toMatchObject({ status: 404, code: "not-found" });
		},
	);

	it("without a page accepts no POST", async () => {
		const reply = await site.request("/nothing-here", { method: "POST" });
		expect([reply.status, reply.headers.get("content-type")]).toEqual([404, "application/problem+json"]);
	});
});

describe.each(["/api/docs", "/api/openapi.json"])("%s", (path) => {
	it("answers 304 to clients that cached it", async () => {
		const first = await site.request(path, { headers: { "accept-encoding": "br" } });
		expect([first.status, first.headers.get("cache-control")]).toEqual([200, "public, max-age=300"]);
		expect(first.headers.get("content-encoding")).toBe("br");
		const etag = first.headers.get("etag") ?? "";
		expect(etag).toMatch(/^"[\w-]+"$/);
		const again = await site.request(path, { headers: { "accept-encoding": "br", "if-none-match": etag } });
		expect([again.status, again.headers.get("etag"), await again.text()]).toEqual([304, etag, ""]);
		const plain = await site.request(path);
		expect((await plain.text()).length).toBeGreaterThan(1_000);
	});
});
