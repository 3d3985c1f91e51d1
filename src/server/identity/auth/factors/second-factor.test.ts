import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { codeOf } from "#test/authenticator.ts";
import { type AppUnderTest, cookieOf, openApp, type TestUser } from "#test/http/app.ts";

let site: AppUnderTest;
beforeAll(async () => {
	site = await openApp();
});
afterAll(() => site.close());

const STEP = 30_000;
const post = (path: string, body: object, cookie = "") =>
	site.post(`/api/auth/${path}`, body, { "x-security-check": "", cookie });
const bodyOf = async (response: Response) => (await response.json()) as Record<string, unknown>;
const named = async (response: Response) => [response.status, (await bodyOf(response)).code];

interface Protected extends TestUser {
	uri: string;
	recovery: string[];
}

/** A user with an authenticator app. The code of the previous time step was used to set it up. */
async function protectedPerson(email: string): Promise<Protected> {
	const owner = await site.user(email);
	const enabled = await bodyOf(await post("two-factor/enable", { password: owner.password }, owner.cookie));
	const uri = String(enabled.totpURI);
	const done = await post("two-factor/verify-totp", { code: codeOf(uri, Date.now() - STEP) }, owner.cookie);
	expect(done.status).toBe(200);
	return { ...owner, cookie: cookieOf(done), uri, recovery: enabled.backupCodes as string[] };
}

/**
 * The first step of signing in.
 * @returns the cookie of the pending sign-in
 */
async function halfway(owner: TestUser): Promise<string> {
	site.later(5_000);
	const response = await site.post("/api/auth/sign-in/email", owner);
	expect(await bodyOf(response)).toEqual({ twoFactorRedirect: true, twoFactorMethods: ["totp"] });
	const cookie = cookieOf(response);
	expect(await bodyOf(await site.request("/api/v1/sessions", { headers: { cookie } }))).toMatchObject({ status: 401 });
	return cookie;
}

describe("the second factor", () => {
	it("replaces the session when it is set up, and says so once the browser has the new one", async () => {
		const owner = await site.user("abe@example.org");
		const events: string[] = [];
		const stop = site.ctx.events.subscribe(owner.id, ({ type }) => events.push(type));
		const enabled = await bodyOf(await post("two-factor/enable", { password: owner.password }, owner.cookie));
		const code = codeOf(String(enabled.totpURI), Date.now() - STEP);
		const done = await post("two-factor/verify-totp", { code }, owner.cookie);
		// An earlier event would make an open page refetch with the old cookie and conclude that it is signed out.
		expect([done.status, events]).toEqual([200, []]);
		expect(cookieOf(done)).not.toBe(owner.cookie);
		await expect.poll(() => events, { timeout: 10_000 }).toContain("sessions");
		stop();
		// The answer to a request that was on its way with the old cookie must not delete the new one.
		const late = await site.request("/api/auth/get-session", { headers: { cookie: owner.cookie } });
		expect([await late.json(), late.headers.getSetCookie()]).toEqual([null, []]);
	});

	it("is required after the password, and a code is accepted once", async () => {
		const ada = await protectedPerson("ada@example.org");
		const code = codeOf(ada.uri);
		const first = await halfway(ada);
		expect(await named(await post("two-factor/verify-totp", { code: "000000" }, first))).toEqual([401, "INVALID_CODE"]);
		const entered = await post("two-factor/verify-totp", { code }, first);
		expect(entered.status).toBe(200);
		const session = await site.request("/api/auth/get-session", { headers: { cookie: cookieOf(entered) } });
		expect(await session.json()).toMatchObject({ user: { id: ada.id, twoFactorEnabled: true } });
		expect(await named(await post("two-factor/verify-totp", { code }, await halfway(ada)))).toEqual([
			401,
			"INVALID_CODE",
		]);
	});

	it("accepts a code once, also in concurrent requests", async () => {
		const bea = await protectedPerson("bea@example.org");
		const [one, two] = [await halfway(bea), await halfway(bea)];
		const code = codeOf(bea.uri);
		const replies = await Promise.all([one, two].map((cookie) => post("two-factor/verify-totp", { code }, cookie)));
		expect(replies.map(({ status }) => status).sort()).toEqual([200, 401]);
	});

	it("rejects the code that set it up, and old ones", async () => {
		const cal = await protectedPerson("cal@example.org");
		for (const at of [Date.now() - STEP, Date.now() - 4 * STEP])
			expect((await post("two-factor/verify-totp", { code: codeOf(cal.uri, at) }, await halfway(cal))).status).toBe(
				401,
			);
	});

	it("accepts each recovery code once", async () => {
		const dan = await protectedPerson("dan@example.org");
		expect(dan.recovery).toHaveLength(10);
		const [code = "", other = ""] = dan.recovery;
		const replies = await Promise.all(
			[await halfway(dan), await halfway(dan)].map((cookie) => post("two-factor/verify-backup-code", { code }, cookie)),
		);
		expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
		expect((await post("two-factor/verify-backup-code", { code }, await halfway(dan))).status).toBe(401);
		expect((await post("two-factor/verify-backup-code", { code: other }, await halfway(dan))).status).toBe(200);
	});

	it("cannot be guessed: five attempts per sign-in, ten in all, then it is locked for a while", async () => {
		const eve = await protectedPerson("eve@example.org");
		site.later(61_000);
		const statuses: number[] = [];
		for (let attempt = 0; attempt < 3; attempt++) {
			const cookie = await halfway(eve);
			for (let i = 0; i < 5; i++) {
				const code = String(100_000 + attempt * 10 + i);
				statuses.push((await post("two-factor/verify-totp", { code }, cookie)).status);
			}
			site.later(61_000);
		}
		expect(statuses.slice(0, 10)).toEqual(Array(10).fill(401));
		expect(statuses.slice(10)).not.toContain(200);
		const right = await post("two-factor/verify-totp", { code: codeOf(eve.uri) }, await halfway(eve));
		expect(await named(right)).toEqual([429, "ACCOUNT_TEMPORARILY_LOCKED"]);
		const recovery = await post("two-factor/verify-backup-code", { code: eve.recovery[0] }, await halfway(eve));
		expect(recovery.status).toBe(429);
	});

	it("counts wrong codes at a confirmation together with those at sign-ins", async () => {
		const gil = await protectedPerson("gil@example.org");
		const confirm = (code: string) => post("confirm", { password: gil.password, code }, gil.cookie);
		for (let n = 0; n < 4; n++)
			expect((await post("two-factor/verify-totp", { code: `10000${n}` }, await halfway(gil))).status).toBe(401);
		for (let n = 0; n < 6; n++) {
			site.later(60_000);
			expect((await confirm(`20000${n}`)).status).toBe(401);
		}
		// The right code does not help any more, here and there.
		expect((await confirm(codeOf(gil.uri))).status).toBe(429);
		expect((await post("two-factor/verify-totp", { code: codeOf(gil.uri) }, await halfway(gil))).status).toBe(429);
		await site.ctx.database.exec(
			"update two_factors set locked_until = now() - interval '1 second' where user_id = $1",
			[gil.id],
		);
		expect((await confirm(codeOf(gil.uri, Date.now() + STEP))).status).toBe(200);
		const row = await site.ctx.database.one(
			"select failed_verification_count as count, locked_until from two_factors where user_id = $1",
			[gil.id],
		);
		expect(row).toEqual({ count: 0, locked_until: null });
	});

	it.each(["password", "reset password", "second factor"])(
		"refuses a sign-in that was halfway when the %s changed",
		async (what) => {
			const hal = await protectedPerson(`hal-${what.replace(" ", "-")}@example.org`);
			const [byCode, byRecovery] = [await halfway(hal), await halfway(hal)];
			let { uri, recovery } = hal;
			const password = "a quite new password";
			const changes: Record<string, () => Promise<unknown>> = {
				password: () => post("change-password", { currentPassword: hal.password, newPassword: password }, hal.cookie),
				async "reset password"() {
					await site.post("/api/auth/request-password-reset", { email: hal.email });
					const token = await vi.waitUntil(() => site.logged.join("").match(/\/auth\/reset#([\w.-]+)/)?.[1]);
					expect((await post("reset-password", { token, newPassword: password })).status).toBe(200);
				},
				async "second factor"() {
					const disabled = await post("two-factor/disable", { password: hal.password }, hal.cookie);
					const enabled = await post("two-factor/enable", { password: hal.password }, cookieOf(disabled));
					const made = await bodyOf(enabled);
					[uri, recovery] = [String(made.totpURI), made.backupCodes as string[]];
					const code = codeOf(uri, Date.now() - STEP);
					expect((await post("two-factor/verify-totp", { code }, cookieOf(disabled))).status).toBe(200);
				},
			};
			await changes[what]?.();
			const code = codeOf(uri);
			const refused = [401, "INVALID_TWO_FACTOR_COOKIE"];
			expect(await named(await post("two-factor/verify-totp", { code }, byCode))).toEqual(refused);
			expect(await named(await post("two-factor/verify-backup-code", { code: recovery[0] }, byRecovery))).toEqual(
				refused,
			);
			// The code was not used up, and works for the next sign-in.
			const now = await halfway({ ...hal, password: what === "second factor" ? hal.password : password });
			expect((await post("two-factor/verify-totp", { code }, now)).status).toBe(200);
		},
	);

	it("is required after an emailed link, too", async () => {
		const fay = await protectedPerson("fay@example.org");
		await site.post("/api/auth/sign-in/magic-link", { email: fay.email });
		const link = await vi.waitUntil(() => site.logged.join("").match(/\/auth\/link#([\w.-]+)/)?.[1]);
		const reply = await post("sign-in/token", { token_hash: link, type: "magiclink" });
		expect(await bodyOf(reply)).toEqual({ twoFactorRedirect: true, twoFactorMethods: ["totp"] });
		const headers = { cookie: cookieOf(reply) };
		expect((await site.request("/api/v1/sessions", { headers })).status).toBe(401);
	});

	it("can only be removed with the password and a fresh session", async () => {
		const gus = await protectedPerson("gus@example.org");
		await site.ctx.database.exec(
			"update sessions set created_at = created_at - interval '16 minutes' where user_id = $1",
			[gus.id],
		);
		const disable = () => post("two-factor/disable", { password: gus.password }, gus.cookie);
		expect(await named(await disable())).toEqual([403, "fresh-session-needed"]);
		const { cookie } = gus;
		expect((await post("confirm", { password: gus.password }, cookie)).status).toBe(401);
		expect((await post("confirm", { password: "wrong wrong", code: codeOf(gus.uri) }, cookie)).status).toBe(400);
		const code = codeOf(gus.uri);
		const fresh = await post("confirm", { password: gus.password, code }, cookie);
		expect(fresh.status).toBe(200);
		expect((await disable()).status).toBe(401);
		const wrong = await post("two-factor/disable", { password: "wrong wrong" }, cookieOf(fresh));
		expect(await named(wrong)).toEqual([400, "INVALID_PASSWORD"]);
		expect((await post("two-factor/disable", { password: gus.password }, cookieOf(fresh))).status).toBe(200);
		expect(await bodyOf(await site.post("/api/auth/sign-in/email", gus))).toMatchObject({ user: { id: gus.id } });
	});
});
