import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { codeOf } from "#test/authenticator.ts";
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

const next = "a quite new password";
const post = (path: string, body: object, cookie = "") =>
	site.post(`/api/auth/${path}`, body, { "x-security-check": "", cookie });
const open = (token: string, cookie: string) =>
	site.request(`/api/auth/verify-email?token=${token}`, { headers: { cookie } });
const signInBy = (token_hash: string) => post("sign-in/token", { token_hash, type: "magiclink" });
const resetBy = (token: string) => post("reset-password", { token, newPassword: next });

/** How many links of each kind an address was sent. */
const sent = new Map<string, number>();
function linkTo(email: string, page: "link" | "reset" | "verify"): Promise<string> {
	const count = (sent.get(`${page} ${email}`) ?? 0) + 1;
	sent.set(`${page} ${email}`, count);
	return mailedLink(sink, email, page, count);
}

interface Links {
	signIn: string;
	reset: string;
	verify: string;
	change: string;
}

let hours = 0;

/** Has links of all kinds sent. */
async function askForAll(owner: TestUser): Promise<Links> {
	// Each time in another hour, for the limits of a client; sessions are fresh at the real time only.
	const ahead = ++hours * 3_600_000;
	site.later(ahead);
	await site.post("/api/auth/sign-in/magic-link", { email: owner.email });
	const signIn = await linkTo(owner.email, "link");
	await site.post("/api/auth/request-password-reset", { email: owner.email });
	const reset = await linkTo(owner.email, "reset");
	site.later(-ahead);
	const verify = await linkTo(owner.email, "verify");
	const newEmail = `other-${owner.email}`;
	expect((await post("change-email", { newEmail }, owner.cookie)).status).toBe(200);
	return { signIn, reset, verify, change: await linkTo(newEmail, "verify") };
}

async function expectVoid(links: Partial<Links>, cookie: string): Promise<void> {
	const opened: Record<keyof Links, (token: string) => Promise<Response>> = {
		signIn: signInBy,
		reset: resetBy,
		verify: (token) => open(token, cookie),
		change: (token) => open(token, cookie),
	};
	for (const [kind, token] of Object.entries(links) as [keyof Links, string][]) {
		const reply = await opened[kind](token);
		const { code } = (await reply.json()) as { code?: string };
		expect([kind, reply.status >= 400 && reply.status < 500, code]).toEqual([
			kind,
			true,
			expect.stringMatching(/^(INVALID_TOKEN|OTHER_ACCOUNT|ADDRESS_TAKEN)$/),
		]);
	}
}

describe("links emailed before", () => {
	it("are void after a change of address", async () => {
		const ada = await site.user("ada@example.org");
		const links = await askForAll(ada);
		expect((await open(links.change, ada.cookie)).status).toBe(200);
		await expectVoid(links, ada.cookie);
		// Nor do they serve the address they were sent to, should another account have it now.
		const other = await site.user("ada@example.org");
		await expectVoid(links, other.cookie);
	});

	it("are void after a change of password", async () => {
		const ben = await site.user("ben@example.org");
		const links = await askForAll(ben);
		const body = { currentPassword: ben.password, newPassword: next };
		const changed = await post("change-password", body, ben.cookie);
		expect(changed.status).toBe(200);
		await expectVoid(links, cookieOf(changed));
	});

	it("are void after the second factor was set up, and after it was removed", async () => {
		const cid = await site.user("cid@example.org");
		const links = await askForAll(cid);
		const enabled = await post("two-factor/enable", { password: cid.password }, cid.cookie);
		const { totpURI } = (await enabled.json()) as { totpURI: string };
		const confirmed = await post("two-factor/verify-totp", { code: codeOf(totpURI) }, cid.cookie);
		expect(confirmed.status).toBe(200);
		const cookie = cookieOf(confirmed);
		await expectVoid(links, cookie);
		await site.post("/api/auth/request-password-reset", { email: cid.email });
		const reset = await linkTo(cid.email, "reset");
		const disabled = await post("two-factor/disable", { password: cid.password }, cookie);
		expect(disabled.status).toBe(200);
		await expectVoid({ reset }, cookieOf(disabled));
	});

	it("are void after a passkey was added or removed", async () => {
		const dot = await site.user("dot@example.org");
		const first = await askForAll(dot);
		await site.ctx.database.exec(
			`insert into passkeys (id, public_key, user_id, credential_id, counter, device_type, backed_up)
			values ('dot', 'key', $1, 'credential', 0, 'singleDevice', false)`,
			[dot.id],
		);
		await expectVoid(first, dot.cookie);
		await site.post("/api/auth/request-password-reset", { email: dot.email });
		const reset = await linkTo(dot.email, "reset");
		await site.ctx.database.exec("update passkeys set counter = 1 where id = 'dot'", []);
		await site.ctx.database.exec("delete from passkeys where id = 'dot'", []);
		await expectVoid({ reset }, dot.cookie);
	});

	it.each(["signIn", "reset", "verify"] as const)("are void after one was used: %s", async (kind) => {
		const eve = await site.user(`eve-${kind.toLowerCase()}@example.org`);
		const links = await askForAll(eve);
		const used = { signIn: signInBy, reset: resetBy, verify: (token: string) => open(token, eve.cookie) }[kind];
		const reply = await used(links[kind]);
		expect(reply.status).toBe(200);
		// Any of them proves the address, which ends the sessions of those who had not.
		const again = await site.post("/api/auth/sign-in/email", { ...eve, password: next });
		const cookie = { signIn: cookieOf(reply), reset: cookieOf(again), verify: eve.cookie }[kind];
		// Opened again, a link that verifies an address has nothing left to do.
		const { verify, ...others } = links;
		expect((await open(verify, cookie)).status).toBe(200);
		await expectVoid(others, cookie);
	});

	it("are void one by one: of two that are opened at the same time one is used", async () => {
		const fay = await site.user("fay@example.org");
		const { signIn, reset } = await askForAll(fay);
		const statuses = (await Promise.all([signInBy(signIn), resetBy(reset)])).map(({ status }) => status);
		expect(statuses.filter((status) => status === 200)).toHaveLength(1);
	});
});

describe("a link", () => {
	it("does not work without its binding, or with that of another", async () => {
		const gus = await site.user("gus@example.org");
		const { signIn, reset } = await askForAll(gus);
		const [token] = reset.split(".");
		await expectVoid({ reset: token ?? "" }, gus.cookie);
		await expectVoid({ reset: `${token}.${signIn.split(".")[1]}` }, gus.cookie);
		expect((await resetBy(reset)).status).toBe(200);
	});
});
