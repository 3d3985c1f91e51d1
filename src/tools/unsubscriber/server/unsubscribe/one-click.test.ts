import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Resolve } from "#server/platform/net/address-guard.ts";
import { createGuardedFetch, type GuardedFetch } from "#server/platform/net/guarded-fetch.ts";
import { type Senders, startSenders } from "../testing/senders.ts";
import { postOneClick } from "./one-click.ts";

let senders: Senders;
/** In these tests 127.0.0.2 counts as public, and the rest of 127.0.0.0/8 as private. */
let guarded: GuardedFetch;

beforeAll(async () => {
	senders = await startSenders(["shop.test", "other.test", "inside.test"]);
	const addresses: Record<string, string> = {
		"inside.test": "127.0.0.1",
		"shop.test": "127.0.0.2",
		"other.test": "127.0.0.2",
	};
	const resolve: Resolve = async (name) =>
		[{ address: addresses[name] ?? "", family: 4 }].filter((one) => one.address !== "");
	const also = { addresses: new Set(["127.0.0.2"]), ports: new Set([String(senders.port)]) };
	const fetch = createGuardedFetch({ allowPrivateHosts: false, also, resolve });
	guarded = (url, request) => fetch(url, { ...request, timeoutMs: 1_000 });
});
afterAll(() => senders.close());
beforeEach(() => {
	senders.requests.length = 0;
});

const post = (path: string, host = "shop.test") =>
	postOneClick(guarded, senders.url(path, host), new AbortController().signal);
const requestedPaths = () => senders.requests.map(({ method, at }) => `${method} ${at}`);

test("sends one POST with only what RFC 8058 requires", async () => {
	expect(await post("/yes?u=a%20b&l=1")).toMatchObject({
		state: "confirmed",
		response: { status: 200, text: "You are off the list." },
	});
	const [{ method, at, body, headers } = { method: "", at: "", body: "", headers: {} }, ...more] = senders.requests;
	expect([method, at, body, more]).toEqual(["POST", "shop.test/yes?u=a%20b&l=1", "List-Unsubscribe=One-Click", []]);
	expect(headers["content-type"]).toBe("application/x-www-form-urlencoded");
	const names = Object.keys(headers).sort();
	expect(names).toEqual(
		["accept", "accept-encoding", "connection", "content-length", "content-type", "host", "user-agent"].sort(),
	);
	expect(headers["user-agent"]).not.toMatch(/node|http/i);
});

test("accepts any 2xx, whatever the body", async () => {
	expect(await post("/accepted")).toMatchObject({ state: "confirmed", response: { status: 202, text: "" } });
	expect(await post("/page")).toMatchObject({ state: "confirmed", response: { status: 200, text: "Bye & thanks" } });
	const long = await post("/long");
	expect([long.state, long.response?.text]).toEqual(["confirmed", "y".repeat(300)]);
});

test("treats everything else as a failure and stores the reply", async () => {
	expect(await post("/broken")).toMatchObject({
		state: "failed",
		reason: "refused",
		response: { status: 500, text: "Out of order" },
	});
	expect(await post("/gone")).toMatchObject({ state: "failed", reason: "refused", response: { status: 404 } });
	expect(await post("/silent")).toMatchObject({ state: "failed", reason: "timed-out", response: null });
	expect(await post("/cut")).toMatchObject({ state: "failed", reason: "unreachable" });
	expect(await post("/yes", "nowhere.test")).toMatchObject({ state: "failed", reason: "unreachable" });
});

test("retries a busy server once per Retry-After, but not hours later", async () => {
	expect(await post("/busy")).toMatchObject({ state: "confirmed", response: { status: 200, text: "Yes, now" } });
	expect(await post("/too-busy")).toMatchObject({ state: "failed", reason: "refused", response: { status: 503 } });
	expect(requestedPaths()).toEqual(["POST shop.test/busy", "POST shop.test/busy", "POST shop.test/too-busy"]);
});

test("does not follow a redirect that changes the method to GET", async () => {
	expect(await post("/moved")).toMatchObject({
		state: "needs_action",
		reason: "redirected",
		response: { status: 302 },
	});
	expect(await post("/see-other")).toMatchObject({ state: "needs_action", reason: "redirected" });
	expect(await post("/plain")).toMatchObject({
		state: "needs_action",
		reason: "redirected",
		response: { status: 308 },
	});
	expect(requestedPaths()).toEqual(["POST shop.test/moved", "POST shop.test/see-other", "POST shop.test/plain"]);
});

test("follows a few redirects that keep POST, never to a private address", async () => {
	expect((await post("/temporary")).state).toBe("confirmed");
	expect((await post("/permanent")).state).toBe("confirmed");
	expect(await post("/round")).toMatchObject({ state: "failed", reason: "too-many-redirects" });
	expect(senders.requests.every(({ method, body }) => method === "POST" && body === "List-Unsubscribe=One-Click")).toBe(
		true,
	);
	expect(senders.requests.length).toBe(2 + 2 + 4);
	senders.requests.length = 0;
	for (const path of ["/inside", "/inside-by-name"])
		expect(await post(path)).toMatchObject({ state: "failed", reason: "host-not-allowed" });
	expect(await post("/yes", "inside.test")).toMatchObject({ state: "failed", reason: "host-not-allowed" });
	expect(requestedPaths()).toEqual(["POST shop.test/inside", "POST shop.test/inside-by-name"]);
});

test("rejects unusual URLs", async () => {
	const odd = async (url: string) => (await postOneClick(guarded, url, new AbortController().signal)).reason;
	expect(await odd("https://user:secret@shop.test/yes")).toBe("bad-address");
	expect(await odd("https://shop.test:22/yes")).toBe("bad-address");
	expect(requestedPaths()).toEqual([]);
});
