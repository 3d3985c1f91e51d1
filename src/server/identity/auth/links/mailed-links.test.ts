import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type AppUnderTest, cookieOf, openApp, type TestUser } from "#test/http/app.ts";
import { mailedLink } from "#test/http/mailed-link.ts";
import { type SmtpSink, startSmtpSink } from "#test/smtp-sink.ts";

let sink: SmtpSink;
let site: AppUnderTest;
beforeAll(async () => {
	sink = await startSmtpSink();
	site = await openApp({ config: { smtpUrl: sink.url } });
});
afterAll(async () => {
	site.ctx.mailer.close();
	await site.close();
	await sink.close();
});

const password = "correct horse battery";
const post = (path: string, body: object, cookie = "") =>
	site.post(`/api/auth/${path}`, body, { "x-security-check": "", cookie });
const named = async (response: Response) => [response.status, ((await response.json()) as { code?: string }).code];

const linkTo = (email: string, page: string, count = 1) => mailedLink(sink, email, page, count);

async function verified(email: string): Promise<TestUser> {
	const owner = await site.user(email);
	const token = await linkTo(email, "verify");
	const reply = await site.request(`/api/auth/verify-email?token=${token}`, { headers: { cookie: owner.cookie } });
	expect(reply.status).toBe(200);
	return owner;
}

describe("a verification link", () => {
	it("is emailed to new users and works for them only", async () => {
		const [ada, bea] = [await site.user("ada@example.org"), await site.user("bea@example.org")];
		const token = await linkTo("ada@example.org", "verify");
		const open = (cookie: string) => site.request(`/api/auth/verify-email?token=${token}`, { headers: { cookie } });
		expect((await open("")).status).toBe(401);
		expect(await named(await open(bea.cookie))).toEqual([400, "OTHER_ACCOUNT"]);
		expect((await open(ada.cookie)).status).toBe(200);
		const session = await site.request("/api/auth/get-session", { headers: { cookie: ada.cookie } });
		expect(await session.json()).toMatchObject({ user: { emailVerified: true } });
	});

	it("redirects nowhere else", async () => {
		const { cookie } = await site.user("cal@example.org");
		const token = await linkTo("cal@example.org", "verify");
		for (const callback of ["https://evil.example/", "//evil.example", "/\\evil.example"]) {
			const path = `/api/auth/verify-email?token=${token}&callbackURL=${encodeURIComponent(callback)}`;
			const reply = await site.request(path, { headers: { cookie } });
			expect([callback, reply.status, reply.headers.get("location")]).toEqual([callback, 400, null]);
		}
	});

	it("is only sent again to the user's own address", async () => {
		const dan = await site.user("dan@example.org");
		expect((await post("send-verification-email", { email: dan.email })).status).toBe(401);
		const other = await post("send-verification-email", { email: "ada@example.org" }, dan.cookie);
		expect(await named(other)).toEqual([400, "EMAIL_MISMATCH"]);
		expect((await post("send-verification-email", { email: dan.email }, dan.cookie)).status).toBe(200);
		await linkTo(dan.email, "verify", 2);
	});
});

describe("a change of address", () => {
	const mailsTo = (email: string) => sink.received.filter(({ to }) => to.includes(email)).map(({ raw }) => raw);

	it("takes effect when the link sent to the new address is opened, and the previous address is notified", async () => {
		const gil = await verified("gil@example.org");
		const open = (token: string, cookie: string) =>
			site.request(`/api/auth/verify-email?token=${token}`, { headers: { cookie } });
		expect((await post("change-email", { newEmail: "new@example.net" })).status).toBe(401);
		expect((await post("change-email", { newEmail: "New@example.net" }, gil.cookie)).status).toBe(200);
		const token = await linkTo("new@example.net", "verify");
		expect((await site.post("/api/auth/sign-in/email", { ...gil, email: "new@example.net" })).status).toBe(401);
		const hal = await site.user("hal@example.org");
		expect(await named(await open(token, hal.cookie))).toEqual([400, "OTHER_ACCOUNT"]);
		expect((await open(token, gil.cookie)).status).toBe(200);
		const session = await site.request("/api/auth/get-session", { headers: { cookie: gil.cookie } });
		expect(await session.json()).toMatchObject({ user: { email: "new@example.net", emailVerified: true } });
		expect((await site.post("/api/auth/sign-in/email", gil)).status).toBe(401);
		expect((await site.post("/api/auth/sign-in/email", { ...gil, email: "new@example.net" })).status).toBe(200);
		await expect
			.poll(() => mailsTo("gil@example.org").at(-1), { timeout: 5_000 })
			.toContain("account is now new@example.net");
		// It works once.
		expect((await open(token, gil.cookie)).status).toBe(400);
	});

	it("to an address of another account sends that account's owner a notice and no link", async () => {
		const ivy = await site.user("ivy@example.org");
		const jo = await site.user("jo@example.org");
		await linkTo(jo.email, "verify");
		expect((await post("change-email", { newEmail: jo.email })).status).toBe(401);
		expect((await post("change-email", { newEmail: jo.email }, jo.cookie)).status).toBe(400);
		expect((await post("change-email", { newEmail: jo.email }, ivy.cookie)).status).toBe(200);
		await expect.poll(() => mailsTo(jo.email).at(-1), { timeout: 5_000 }).toContain("You have a Mailstead account");
		expect(mailsTo(jo.email)).toHaveLength(2);
	});

	it("changes nothing when somebody else has signed up with the address in the meantime", async () => {
		const kim = await site.user("kim@example.org");
		await post("change-email", { newEmail: "lee@example.org" }, kim.cookie);
		const token = await linkTo("lee@example.org", "verify");
		await site.user("lee@example.org");
		const reply = await site.request(`/api/auth/verify-email?token=${token}`, { headers: { cookie: kim.cookie } });
		expect(await named(reply)).toEqual([400, "ADDRESS_TAKEN"]);
	});

	it("needs a recent sign-in, and is sent five times an hour at most", async () => {
		site.later(60_000);
		const max = await site.user("max@example.org");
		for (let n = 0; n < 5; n++)
			expect((await post("change-email", { newEmail: "max@example.net" }, max.cookie)).status).toBe(200);
		expect((await post("change-email", { newEmail: "max@example.net" }, max.cookie)).status).toBe(429);
		site.later(16 * 60_000);
		expect(await named(await post("change-email", { newEmail: "m@example.net" }, max.cookie))).toEqual([
			403,
			"fresh-session-needed",
		]);
	});
});

describe("a sign-in link", () => {
	it("signs in once", async () => {
		const eve = await verified("eve@example.org");
		await site.post("/api/auth/sign-in/magic-link", { email: "Eve@example.org", redirect: "/inbox?q=a b" });
		const token_hash = await linkTo(eve.email, "link");
		expect(sink.received.at(-1)?.raw).toContain("redirect=");
		const entered = await post("sign-in/token", { token_hash, type: "magiclink" });
		expect(await entered.json()).toMatchObject({ user: { id: eve.id } });
		expect((await site.request("/api/v1/sessions", { headers: { cookie: cookieOf(entered) } })).status).toBe(200);
		expect(await named(await post("sign-in/token", { token_hash, type: "magiclink" }))).toEqual([401, "INVALID_TOKEN"]);
		expect((await site.post("/api/auth/sign-in/email", eve)).status).toBe(200);
	});

	it("takes over an account with an unverified address, and removes what was attached to it", async () => {
		const squatter = await site.user("fay@example.org");
		const made = await site.post(
			"/api/v1/api-keys",
			{ name: "k", scopes: ["mail:read"] },
			{ "x-security-check": "", cookie: squatter.cookie },
		);
		const { secret } = (await made.json()) as { secret: string };
		await site.post("/api/auth/sign-in/magic-link", { email: squatter.email });
		const entered = await post("sign-in/token", {
			token_hash: await linkTo(squatter.email, "link"),
			type: "magiclink",
		});
		expect(await entered.json()).toMatchObject({ user: { id: squatter.id } });
		const old: Record<string, string>[] = [{ cookie: squatter.cookie }, { authorization: `Bearer ${secret}` }];
		for (const headers of old) expect((await site.request("/api/v1/sessions", { headers })).status).toBe(401);
		expect((await site.post("/api/auth/sign-in/email", squatter)).status).toBe(401);
	});

	it("gets the same response for an address without an account, and is not sent", async () => {
		const known = await site.post("/api/auth/sign-in/magic-link", { email: "ada@example.org" });
		const unknown = await site.post("/api/auth/sign-in/magic-link", { email: "nobody@example.org" });
		expect([unknown.status, await unknown.text()]).toEqual([known.status, await known.text()]);
		await linkTo("ada@example.org", "link");
		expect(sink.received.some(({ to }) => to.includes("nobody@example.org"))).toBe(false);
	});
});

describe("a forgotten password", () => {
	it("is reset by an emailed link, once, and every session ends", async () => {
		const gus = await verified("gus@example.org");
		expect((await site.post("/api/auth/request-password-reset", { email: gus.email })).status).toBe(200);
		const token = await linkTo(gus.email, "reset");
		expect(await named(await post("reset-password", { token, newPassword: "short" }))).toEqual([
			400,
			"PASSWORD_TOO_SHORT",
		]);
		expect((await post("reset-password", { token, newPassword: "a new password" })).status).toBe(200);
		expect(await named(await post("reset-password", { token, newPassword: "another one" }))).toEqual([
			400,
			"INVALID_TOKEN",
		]);
		expect((await site.request("/api/v1/sessions", { headers: { cookie: gus.cookie } })).status).toBe(401);
		expect((await site.post("/api/auth/sign-in/email", { email: gus.email, password })).status).toBe(401);
		expect((await site.post("/api/auth/sign-in/email", { email: gus.email, password: "a new password" })).status).toBe(
			200,
		);
	});

	it("gets the same response for an address without an account", async () => {
		const known = await site.post("/api/auth/request-password-reset", { email: "ada@example.org" });
		const unknown = await site.post("/api/auth/request-password-reset", { email: "nobody@example.org" });
		expect([unknown.status, await unknown.text()]).toEqual([known.status, await known.text()]);
	});

	it("requires a security check, and cannot flood a mailbox", async () => {
		site.later(61_000);
		const requestReset = (email: string) => site.post("/api/auth/request-password-reset", { email });
		expect((await post("request-password-reset", { email: "ada@example.org" })).status).toBe(400);
		const statuses: number[] = [];
		for (let i = 0; i < 6; i++) statuses.push((await requestReset("hal@example.org")).status);
		expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
	});
});

describe("signing up with an address that has an account", () => {
	it("notifies its owner, and nobody else", async () => {
		await site.post("/api/auth/sign-up/email", { name: "X", email: "ada@example.org", password });
		await expect
			.poll(() => sink.received.some(({ to, raw }) => to.includes("ada@example.org") && raw.includes("already")))
			.toBe(true);
	});
});
