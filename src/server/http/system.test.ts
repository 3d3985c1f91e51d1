import { afterEach, describe, expect, it } from "vitest";
import { type AppUnderTest, openApp } from "#test/http/app.ts";

let site: AppUnderTest;
afterEach(() => site.close());

describe("health and readiness", () => {
	it("are public", async () => {
		site = await openApp();
		const health = await site.request("/healthz");
		expect(await health.json()).toEqual({ status: "ok", version: site.ctx.config.version });
		expect(await (await site.request("/readyz")).json()).toEqual({
			status: "ready",
			reason: null,
			disk: { state: expect.stringMatching(/^(ok|low)$/), freeBytes: null },
			subscribers: { failing: 0, parked: 0 },
			eventLoop: {
				p50Ms: expect.any(Number),
				p99Ms: expect.any(Number),
				maxMs: expect.any(Number),
				blockedShare: expect.any(Number),
			},
		});
	});

	it("are not reported by a server whose database has crashed", async () => {
		site = await openApp();
		site.ctx.database.crash = () => new Error("no space left on device");
		const health = await site.request("/healthz");
		expect([health.status, await health.json()]).toMatchObject([503, { code: "database-crashed" }]);
	});

	it("is not ready while the event loop is blocked most of the time", async () => {
		const eventLoop = {
			delay: () => ({ p50Ms: 900, p99Ms: 4_000, maxMs: 9_000 }),
			blockedShare: () => 0.8,
			close: () => undefined,
		};
		site = await openApp({ eventLoop });
		const ready = await site.request("/readyz");
		expect([ready.status, await ready.json()]).toMatchObject([
			503,
			{ code: "not-ready", detail: expect.stringContaining("blocked for 80% of the last 30 seconds") },
		]);
		const { text } = await site.ctx.metrics.text();
		expect(text).toContain('mailstead_event_loop_delay_seconds{quantile="0.99"} 4');
		expect(text).toContain("mailstead_event_loop_blocked_ratio 0.8");
	});

	it.each([
		["fails", () => Promise.reject(new Error("connection refused at 10.1.2.3"))],
		["hangs", () => new Promise<never>(() => undefined)],
	])("are reported separately when the database %s", async (_, query) => {
		site = await openApp();
		const { cookie } = await site.user("ada@example.org");
		const { query: queryBefore, one, exec } = site.ctx.database;
		Object.assign(site.ctx.database, { query, one: query, exec: query });
		expect((await site.request("/healthz", { headers: { cookie } })).status).toBe(200);
		const ready = await site.request("/readyz", { headers: { cookie } });
		expect([ready.status, await ready.json()]).toMatchObject([
			503,
			{ code: "not-ready", detail: "The database is not responding." },
		]);
		Object.assign(site.ctx.database, { query: queryBefore, one, exec });
	});
});
