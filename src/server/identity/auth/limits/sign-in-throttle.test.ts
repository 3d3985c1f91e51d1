import { afterEach, describe, expect, it } from "vitest";
import { type AppUnderTest, cookieOf, openApp, origin } from "#test/http/app.ts";
import { createApp } from "../../../http/app.ts";
import { createMailer } from "../../../platform/system-mail/mailer.ts";
import { createAuth } from "../auth.ts";
import { authModule } from "../module.ts";

let site: AppUnderTest;
afterEach(() => site.close());

const signIn = "/api/auth/sign-in/email";
const minute = 60_000;
/** Dozens of scrypt hashes on a busy machine. */
const TIMEOUT_MS = 240_000;

/** Behind a proxy, so that a request can come from any address. */
async function open(): Promise<AppUnderTest> {
	return openApp({ config: { trustProxy: true } });
}

async function tryPassword(email: string, password: string, from: string, cookie = ""): Promise<number> {
	const headers = { "x-forwarded-for": from, "x-security-check": await solve(from), ...(cookie !== "" && { cookie }) };
	return (await site.post(signIn, { email, password }, headers)).status;
}

/** Solves a security check for a client; each client may request sixty a minute. */
async function solve(from: string): Promise<string> {
	const reply = await site.request("/api/v1/security-check", { headers: { "x-forwarded-for": from } });
	const { token, a, b } = (await reply.json()) as { token: string; a: number; b: number };
	return `${token}:${a + b}`;
}

async function requestReset(email: string, from: string, cookie = ""): Promise<Response> {
	const headers = { "x-forwarded-for": from, "x-security-check": await solve(from), ...(cookie !== "" && { cookie }) };
	return site.post("/api/auth/request-password-reset", { email }, headers);
}

/** The cookies of a browser that has signed in and opened the app. */
async function deviceOf(cookie: string): Promise<string> {
	return cookieOf(await site.request("/api/v1/sessions", { headers: { cookie } }));
}

describe("wrong passwords", () => {
	it(
		"from sixty addresses do not block the right one",
		async () => {
			site = await open();
			const { email, password } = await site.user("ada@example.org");
			for (let i = 0; i < 60; i++) expect(await tryPassword(email, "wrong wrong", `203.0.113.${i}`)).toBe(401);
			expect(await tryPassword(email, password, "198.51.100.7")).toBe(200);
			// Under attack an unknown client has five attempts instead of fifty.
			const statuses: number[] = [];
			for (let i = 0; i < 6; i++) statuses.push(await tryPassword(email, "wrong wrong", "198.51.100.8"));
			expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
			expect(await tryPassword(email, password, "198.51.100.9")).toBe(200);
		},
		TIMEOUT_MS,
	);

	it(
		"sent in parallel to several processes do not exceed the limit",
		async () => {
			site = await open();
			const { email } = await site.user("bea@example.org");
			const second = anotherProcess(site);
			const froms = Array.from({ length: 4 }, (_, i) => `203.0.113.${i}`);
			const sums = new Map<string, string[]>();
			for (const from of froms) sums.set(from, await Promise.all(Array.from({ length: 30 }, () => solve(from))));
			const attempts = Array.from({ length: 120 }, async (_, i) => {
				const from = froms[i % froms.length] ?? "";
				const app = i % 2 === 0 ? site.app : second;
				return app.request(origin + signIn, {
					method: "POST",
					headers: {
						origin,
						"content-type": "application/json",
						"x-forwarded-for": from,
						"x-security-check": sums.get(from)?.pop() ?? "",
					},
					body: JSON.stringify({ email, password: `wrong ${i} wrong` }),
				});
			});
			const statuses = (await Promise.all(attempts)).map(({ status }) => status);
			expect(statuses.filter((status) => status !== 401 && status !== 429)).toEqual([]);
			// Of the account, and then as many of each client as it may make while the account is under attack.
			expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(50 + froms.length * 5);
			expect(statuses.filter((status) => status === 401).length).toBeGreaterThan(0);
		},
		TIMEOUT_MS,
	);

	it(
		"from a user's own network do not block a device that has signed in before",
		async () => {
			site = await open();
			const { email, password, cookie } = await site.user("cal@example.org");
			const device = await deviceOf(cookie);
			expect(device).toMatch(/mailstead\.device=/);
			for (let i = 0; i < 50; i++) {
				if (i % 25 === 0) site.later(minute);
				expect(await tryPassword(email, "wrong wrong", "203.0.113.1")).toBe(401);
			}
			site.later(minute);
			expect(await tryPassword(email, password, "203.0.113.1")).toBe(429);
			const forged = device.replace(
				/device=([^.]+)\./,
				(_, id: string) => `device=${id.split("").reverse().join("")}.`,
			);
			expect(await tryPassword(email, password, "203.0.113.1", forged)).toBe(429);
			expect(await tryPassword(email, password, "203.0.113.1", device)).toBe(200);
			const mailed = await requestReset(email, "203.0.113.1");
			expect(mailed.status).toBe(200);
		},
		TIMEOUT_MS,
	);

	it(
		"count for the whole network of an IPv6 customer",
		async () => {
			site = await open();
			const statuses: number[] = [];
			for (let i = 0; i < 31; i++)
				statuses.push(await tryPassword("nobody@example.org", "wrong wrong", `2001:db8:1:2::${i.toString(16)}`));
			expect(statuses.at(-1)).toBe(429);
			expect(await tryPassword("nobody@example.org", "wrong wrong", "2001:db8:1:3::1")).toBe(401);
		},
		TIMEOUT_MS,
	);
});

describe("a device's cookie", () => {
	it("is limited to its own account, hidden from scripts, and set once", async () => {
		site = await open();
		const dan = await site.user("dan@example.org");
		const reply = await site.request("/api/v1/sessions", { headers: { cookie: dan.cookie } });
		const [line = ""] = reply.headers.getSetCookie();
		expect(line).toMatch(/^mailstead\.device=[^;]+; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Lax$/);
		expect(line).not.toContain("dan");
		const device = cookieOf(reply);
		const again = await site.request("/api/v1/sessions", { headers: { cookie: `${dan.cookie}; ${device}` } });
		expect(again.headers.getSetCookie()).toEqual([]);
		const eve = await site.user("eve@example.org");
		const shared = cookieOf(
			await site.request("/api/v1/sessions", { headers: { cookie: `${eve.cookie}; ${device}` } }),
		);
		expect(shared.split("~")).toHaveLength(2);
	});
});

describe("emailed links", () => {
	it("requested by one client do not use up those of another", async () => {
		site = await open();
		const statuses: number[] = [];
		for (let i = 0; i < 6; i++) statuses.push((await requestReset("fay@example.org", "203.0.113.1")).status);
		expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
		expect((await requestReset("fay@example.org", "198.51.100.7")).status).toBe(200);
	});

	it("to one address are limited across clients, except for a known device", async () => {
		site = await open();
		const { email, cookie } = await site.user("gus@example.org");
		const device = await deviceOf(cookie);
		for (let i = 0; i < 10; i++) expect((await requestReset(email, `203.0.113.${i}`)).status).toBe(200);
		const refused = await requestReset(email, "198.51.100.7");
		expect([refused.status, await refused.json()]).toMatchObject([429, { code: "links-sent" }]);
		expect((await requestReset(email, "198.51.100.7", device)).status).toBe(200);
		site.later(15 * minute);
		expect((await requestReset(email, "198.51.100.7")).status).toBe(200);
	});
});

/** Another process on the same database. */
function anotherProcess({ ctx }: AppUnderTest) {
	const { config, database, log } = ctx;
	const mailer = createMailer(config, log);
	const auth = createAuth({ config, database, log, mailer, onSessionsEnded: () => undefined, now: ctx.now });
	const other = { ...ctx, auth };
	return createApp(other, authModule.routes(other));
}
