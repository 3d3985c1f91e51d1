import { afterEach, describe, expect, it } from "vitest";
import { type AppUnderTest, cookieOf, openApp } from "#test/http/app.ts";
import { interceptedStatements } from "#test/intercepted-statements.ts";

let site: AppUnderTest;
afterEach(() => site.close());

const signIn = "/api/auth/sign-in/email";
const signUp = "/api/auth/sign-up/email";
const minute = 60_000;

describe("limits", () => {
	it("allow sixty security checks a minute", async () => {
		site = await openApp();
		const statuses: number[] = [];
		for (let i = 0; i < 61; i++) statuses.push((await site.request("/api/v1/security-check")).status);
		expect(statuses.filter((status) => status === 200)).toHaveLength(60);
		const refused = await site.request("/api/v1/security-check");
		expect(refused.status).toBe(429);
		expect(await refused.json()).toMatchObject({ code: "too-many-requests" });
		expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
		site.later(minute);
		expect((await site.request("/api/v1/security-check")).status).toBe(200);
	});

	it("stop password guessing from one client", async () => {
		site = await openApp();
		const statuses: number[] = [];
		for (let i = 0; i < 31; i++) {
			const reply = await site.post(signIn, { email: `p${i}@example.org`, password: "wrong wrong" });
			statuses.push(reply.status);
			if (reply.status === 429) expect(Number(reply.headers.get("retry-after"))).toBeGreaterThan(0);
		}
		expect(statuses).toEqual([...Array(30).fill(401), 429]);
	});

	it("stop password guessing against one user from everywhere", async () => {
		site = await openApp();
		const { email, password } = await site.user("ada@example.org");
		for (let i = 0; i < 50; i++) {
			if (i % 25 === 0) site.later(minute);
			expect(
				(await site.post(signIn, { email: ` ${email.toUpperCase()}`.trim(), password: "wrong wrong" })).status,
			).toBe(401);
		}
		site.later(minute);
		expect((await site.post(signIn, { email, password })).status).toBe(429);
		site.later(60 * minute);
		expect((await site.post(signIn, { email, password })).status).toBe(200);
	});

	it("store no addresses, and delete what has expired", async () => {
		site = await openApp();
		await site.solve();
		const count = async (table: string) => {
			const row = await site.ctx.database.one<{ n: number; text: string }>(
				`select count(*)::int as n, coalesce(string_agg(t::text, ''), '') as text from ${table} t`,
				[],
			);
			expect(row?.text).not.toContain("127.0.0.1");
			return row?.n;
		};
		expect([await count("rate_limits"), await count("security_checks")]).toEqual([1, 1]);
		site.later(11 * minute);
		await site.solve();
		expect([await count("rate_limits"), await count("security_checks")]).toEqual([1, 1]);
	});
});

describe("a security check", () => {
	it("is valid for ten minutes", async () => {
		site = await openApp();
		const { email, password } = await site.user("ada@example.org");
		const [first, second] = [await site.solve(), await site.solve()];
		site.later(9 * minute);
		expect((await site.post(signIn, { email, password }, { "x-security-check": first })).status).toBe(200);
		site.later(2 * minute);
		expect((await site.post(signIn, { email, password }, { "x-security-check": second })).status).toBe(400);
	});
});

describe("a server with closed sign-up", () => {
	it.each(["closed", "invite"] as const)("still accepts its first user (%s)", async (how) => {
		site = await openApp({ config: { signUp: how } });
		await site.user("first@example.org");
		const second = await site.post(signUp, {
			name: "S",
			email: "second@example.org",
			password: "correct horse battery",
		});
		expect(second.status).toBe(403);
		expect(await second.json()).toMatchObject({
			code: "sign-up-closed",
			detail: expect.stringMatching(/^Sign-up is closed/),
		});
		const rows = await site.ctx.database.query("select 1 from users", []);
		expect(rows).toHaveLength(1);
	});
});

/** Holds the next sign-up after it found that there is no operator, at its next limit. */
function holdSignUp({ ctx: { database } }: AppUnderTest): { isHeld: Promise<void>; goOn(): void } {
	const held = Promise.withResolvers<void>();
	const released = Promise.withResolvers<void>();
	let step: "before" | "admitted" | "held" = "before";
	const { query, one, exec } = interceptedStatements(database, async (text, values, run) => {
		if (step === "admitted" && text.includes("rate_limits")) {
			step = "held";
			held.resolve();
			await released.promise;
		}
		const rows = await run(text, values);
		if (step === "before" && text.includes("from operator")) step = "admitted";
		return rows;
	});
	Object.assign(database, { query, one, exec });
	return { isHeld: held.promise, goOn: () => released.resolve() };
}

describe("the first moment of a server with closed sign-up", () => {
	it.each(["closed", "invite"] as const)("admits exactly one (%s)", async (how) => {
		site = await openApp({ config: { signUp: how } });
		const password = "correct horse battery";
		const emails = [1, 2, 3].map((n) => `first-${n}@example.org`);
		const replies = await Promise.all(emails.map((email) => site.post(signUp, { name: "F", email, password })));
		expect(replies.map(({ status }) => status).sort()).toEqual([200, 403, 403]);
		expect(await site.ctx.database.query("select 1 from users", [])).toHaveLength(1);
		const entered = await Promise.all(emails.map((email) => site.post(signIn, { email, password })));
		expect(entered.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
	});

	it("does not say that somebody was admitted who was overtaken", async () => {
		site = await openApp({ config: { signUp: "closed" } });
		const person = (name: string) => ({ name, email: `${name}@example.org`, password: "correct horse battery" });
		const overtaken = holdSignUp(site);
		const late = site.post(signUp, person("late"));
		await overtaken.isHeld;
		expect((await site.post(signUp, person("first"))).status).toBe(200);
		expect((await site.post(signUp, person("third"))).status).toBe(403);
		overtaken.goOn();
		expect((await late).status).toBe(403);
		expect(await site.ctx.database.query("select 1 from users", [])).toHaveLength(1);
	});
});

describe("behind HTTPS", () => {
	it("sets Secure cookies that belong to this host alone", async () => {
		site = await openApp({ config: { baseUrl: "https://mail.example.org" } });
		const headers = { origin: "https://mail.example.org", host: "mail.example.org" };
		const body = { name: "A", email: "a@example.org", password: "correct horse battery" };
		expect((await site.post(signUp, body, headers)).status).toBe(200);
		const reply = await site.post(signIn, body, headers);
		for (const cookie of reply.headers.getSetCookie()) {
			expect(cookie).toMatch(/^__Host-mailstead\.[\w.]+=.*; Path=\/;.*Secure/);
			expect(cookie).not.toContain("Domain");
		}
		const session = await site.request("/api/v1/sessions", { headers: { ...headers, cookie: cookieOf(reply) } });
		expect(session.status).toBe(200);
	});
});
