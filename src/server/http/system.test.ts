import { afterEach, describe, expect, it } from "vitest";
import { type AppUnderTest, openApp } from "./testing/app.ts";

let site: AppUnderTest;
afterEach(() => site.close());

describe("whether the server lives and can work", () => {
	it("is told to anybody", async () => {
		site = await openApp();
		const health = await site.request("/healthz");
		expect(await health.json()).toEqual({ status: "ok", version: site.ctx.config.version });
		expect(await (await site.request("/readyz")).json()).toEqual({ status: "ready" });
	});

	it.each([
		["fails", () => Promise.reject(new Error("connection refused at 10.1.2.3"))],
		["hangs", () => new Promise<never>(() => undefined)],
	])("is two things when the database %s", async (_, query) => {
		site = await openApp();
		const { cookie } = await site.person("ada@example.org");
		const original = site.ctx.database.query;
		site.ctx.database.query = query;
		expect((await site.request("/healthz", { headers: { cookie } })).status).toBe(200);
		const ready = await site.request("/readyz", { headers: { cookie } });
		expect([ready.status, await ready.json()]).toMatchObject([
			503,
			{ code: "not-ready", detail: "The database does not answer." },
		]);
		site.ctx.database.query = original;
	});
});
