import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type AppUnderTest, openApp, origin, type TestUser } from "#test/http/app.ts";
import { createLogger } from "../log.ts";
import { createEventStreams } from "./event-stream.ts";

const accountId = "01a1f767-c935-77a0-bb9e-6bd6c560a3af";
let site: AppUnderTest;
let ada: TestUser;
let bea: TestUser;
beforeAll(async () => {
	site = await openApp();
	ada = await site.user("ada@example.org");
	bea = await site.user("bea@example.org");
});
afterAll(() => site.close());

function reader(response: Response): { next(): Promise<string | null>; close(): Promise<void> } {
	const source = response.body?.getReader();
	if (source === undefined) throw new Error("No stream");
	return {
		async next() {
			const { value } = await source.read();
			return value === undefined ? null : new TextDecoder().decode(value);
		},
		close: () => source.cancel(),
	};
}

const listen = async (user: TestUser) =>
	reader(await site.request("/api/v1/events", { headers: { cookie: user.cookie } }));

describe("the event stream", () => {
	it("delivers only the user's own events", async () => {
		const response = await site.request("/api/v1/events", { headers: { cookie: ada.cookie } });
		expect(response.headers.get("content-type")).toBe("text/event-stream");
		expect(response.headers.get("content-security-policy")).toMatch(/^default-src 'self'/);
		const stream = reader(response);
		expect(await stream.next()).toBe("retry: 2000\n\n");
		site.ctx.events.publish(bea.id, { type: "accounts" });
		site.ctx.events.publish(ada.id, { type: "mail", accountId });
		expect(await stream.next()).toBe(`data: {"type":"mail","accountId":"${accountId}"}\n\n`);
		await stream.close();
	});

	it("ends with the request and releases all resources", async () => {
		const before = site.ctx.events.subscribe;
		let listening = 0;
		site.ctx.events.subscribe = (owner, listener) => {
			const stop = before(owner, listener);
			listening++;
			return () => {
				listening--;
				stop();
			};
		};
		const first = await listen(ada);
		const hangUp = new AbortController();
		const second = reader(
			await site.request("/api/v1/events", { headers: { cookie: ada.cookie }, signal: hangUp.signal }),
		);
		await site.request("/api/v1/events", { headers: { cookie: ada.cookie }, method: "HEAD" });
		expect(listening).toBe(2);
		await first.close();
		expect(listening).toBe(1);
		hangUp.abort();
		expect([await second.next(), await second.next()]).toEqual(["retry: 2000\n\n", null]);
		expect(listening).toBe(0);
		site.ctx.events.subscribe = before;
	});

	it("sends heartbeats while the session is valid, and ends with it", async () => {
		const { cookie, id } = await site.user("carl@example.org");
		const streams = createEventStreams(site.ctx, 20);
		const request = new Request(`${origin}/api/v1/events`, { headers: { cookie } });
		const stream = reader(streams.open(id, request, request.signal));
		expect([await stream.next(), await stream.next()]).toEqual(["retry: 2000\n\n", ": still here\n\n"]);
		await site.request("/api/auth/sign-out", { method: "POST", headers: { cookie } });
		let last: string | null = "";
		while (last !== null) last = await stream.next();
	});

	it("ends when the session cannot be checked", async () => {
		const log = createLogger({ logLevel: "silent" });
		const auth = { ...site.ctx.auth, authenticate: () => Promise.reject(new Error("no database")) };
		const streams = createEventStreams({ ...site.ctx, auth, log }, 10);
		const stream = reader(streams.open(ada.id, new Request(origin), new AbortController().signal));
		expect([await stream.next(), await stream.next()]).toEqual(["retry: 2000\n\n", null]);
	});

	it("is limited to twenty per user", async () => {
		const open = await Promise.all(Array.from({ length: 20 }, () => listen(bea)));
		const refused = await site.request("/api/v1/events", { headers: { cookie: bea.cookie } });
		expect([refused.status, await refused.json()]).toMatchObject([429, { code: "too-many-streams" }]);
		await open.pop()?.close();
		open.push(await listen(bea));
		for (const stream of open) await stream.close();
	});

	it("disconnects a browser that does not read", async () => {
		const streams = createEventStreams(site.ctx);
		const response = streams.open(ada.id, new Request(origin), new AbortController().signal);
		for (let i = 0; i < 1500; i++) site.ctx.events.publish(ada.id, { type: "accounts" });
		const stream = reader(response);
		let count = 0;
		while ((await stream.next()) !== null) count++;
		expect(count).toBeLessThanOrEqual(1001);
	});
});
