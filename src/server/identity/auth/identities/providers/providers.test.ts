import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { type SignInEmulators, startSignInEmulators } from "#test/emulators/sign-in.ts";
import { type AppUnderTest, cookieOf, openApp, origin } from "#test/http/app.ts";
import { readConfig } from "../../../../config.ts";
import { google } from "./google.ts";
import { microsoft } from "./microsoft.ts";

const redirectUri = `${origin}/auth/callback`;
const people = [
	{ email: "microsoft@work.example", name: "Mia Work" },
	{ email: "google@work.example", name: "Mia Work" },
	{ email: "google@other.example", name: "Ola Other" },
	{ email: "gil@gmail.com", name: "Gil Mail" },
	{ email: "hal@gmail.com", name: "Hal Mail" },
	{ email: "ida@gmail.com", name: "Ida Mail" },
];

const dataDir = mkdtempSync(join(tmpdir(), "mailstead-sign-in-"));
let emulators: SignInEmulators;
let site: AppUnderTest;
beforeAll(async () => {
	emulators = await startSignInEmulators(origin, people);
	const { microsoft, google } = readConfig({ ...emulators.env, DATA_DIR: dataDir });
	site = await openApp({ config: { microsoft, google } });
});
afterAll(async () => {
	await site.close();
	await emulators.close();
	rmSync(dataDir, { recursive: true });
});

type Kind = "microsoft" | "google";
const call = (path: string, body: object, headers: Record<string, string> = {}) =>
	site.post(path, body, { "x-security-check": "", ...headers });
const begin = (kind: Kind, body: object = {}, headers: Record<string, string> = {}) =>
	call(`/api/v1/functions/${kind}-auth-init`, { redirectUri, ...body }, headers);
const finish = (kind: Kind, body: object, headers: Record<string, string> = {}) =>
	call(`/api/v1/functions/${kind}-auth-callback`, { redirectUri, ...body }, headers);

/**
 * Chooses an account at the provider.
 * @returns the query parameters of the redirect
 */
async function choose(authUrl: string, email: string): Promise<{ code: string; state: string }> {
	const page = await (await fetch(authUrl)).text();
	const form = page.split("<form").find((part) => part.includes(`value="${email}"`)) ?? "";
	const plain = (text: string) => text.replaceAll("&amp;", "&").replaceAll("&#39;", "'").replaceAll("&quot;", '"');
	const fields = [...form.matchAll(/name="([^"]+)" value="([^"]*)"/g)].map(([, name = "", value = ""]) => [
		name,
		plain(value),
	]);
	const action = /action="([^"]+)"/.exec(form)?.[1] ?? "";
	const reply = await fetch(new URL(action, authUrl), {
		method: "POST",
		body: new URLSearchParams(fields),
		redirect: "manual",
	});
	const back = new URL(reply.headers.get("location") ?? "");
	return { code: back.searchParams.get("code") ?? "", state: back.searchParams.get("state") ?? "" };
}

async function journey(kind: Kind, email: string, headers: Record<string, string> = {}, link?: true) {
	const { authUrl } = (await (await begin(kind, link ? { link } : {}, headers)).json()) as { authUrl: string };
	return finish(kind, await choose(authUrl, email), headers);
}

interface Answered {
	session: { properties: { hashed_token: string } };
}

async function enter(kind: Kind, email: string): Promise<Response> {
	const body = (await (await journey(kind, email)).json()) as Answered;
	return call("/api/auth/sign-in/token", { token_hash: body.session.properties.hashed_token, type: "magiclink" });
}

const codeOf = async (response: Response) => ((await response.json()) as { code: string }).code;

describe.each(["microsoft", "google"] as const)("signing in with %s", (kind) => {
	beforeAll(() => site.later(61_000));
	it("creates a user once, and a session each time", async () => {
		const email = `${kind}@work.example`;
		const session = await site.request("/api/auth/get-session", {
			headers: { cookie: cookieOf(await enter(kind, email)) },
		});
		// The emulated Microsoft has personal accounts, whose addresses it vouches for; the emulated Google does not say.
		const vouched = kind === "microsoft";
		expect(await session.json()).toMatchObject({ user: { name: "Mia Work", email, emailVerified: vouched } });
		expect((await enter(kind, email)).status).toBe(200);
		expect(await site.ctx.database.query("select 1 from users where email = $1", [email])).toHaveLength(1);
	});

	it("requests a code with PKCE, a nonce and only identity scopes", async () => {
		const body = (await (await begin(kind)).json()) as { state: string; authUrl: string };
		const { searchParams: parameters } = new URL(body.authUrl);
		expect(Object.fromEntries(parameters)).toMatchObject({
			response_type: "code",
			scope: "openid email profile",
			client_id: `${kind}-client`,
			redirect_uri: redirectUri,
			code_challenge_method: "S256",
			state: body.state,
		});
		expect(parameters.get("nonce")?.length).toBeGreaterThan(30);
		expect(parameters.get("code_challenge")?.length).toBe(43);
	});

	it("does not finish where a passkey was added meanwhile", async () => {
		const email = `${kind}@work.example`;
		expect((await enter(kind, email)).status).toBe(200);
		const { session } = (await (await journey(kind, email)).json()) as Answered;
		await site.ctx.database.exec(
			`insert into passkeys (id, public_key, user_id, credential_id, counter, device_type, backed_up)
			select $1, 'key', id, $1, 0, 'singleDevice', false from users where email = $1`,
			[email],
		);
		const token_hash = session.properties.hashed_token;
		expect(await codeOf(await call("/api/auth/sign-in/token", { token_hash, type: "magiclink" }))).toBe(
			"INVALID_TOKEN",
		);
	});

	it("accepts each state once, and only its own", async () => {
		const { authUrl } = (await (await begin(kind)).json()) as { authUrl: string };
		const back = await choose(authUrl, "hal@gmail.com");
		expect(await codeOf(await finish(kind, { ...back, state: "made-up" }))).toBe("sign-in-expired");
		expect(await codeOf(await finish(kind, { ...back, redirectUri: `${origin}/auth` }))).toBe("sign-in-expired");
		expect(await codeOf(await finish(kind, back))).toBe("sign-in-expired");
	});

	it("finds the state in the browser's cookie where only the code comes back", async () => {
		const begun = await begin(kind);
		const { authUrl } = (await begun.json()) as { authUrl: string };
		const [cookie = ""] = begun.headers.getSetCookie().filter((one) => one.includes("sign_in_state"));
		expect(cookie).toMatch(/; Max-Age=600; Path=\/api\/v1\/functions; HttpOnly; SameSite=Lax/);
		const { state: _, ...back } = await choose(authUrl, `${kind}@work.example`);
		expect(await codeOf(await finish(kind, back))).toBe("sign-in-expired");
		const headers = { cookie: cookie.split(";")[0] ?? "" };
		expect(await (await finish(kind, back, headers)).json()).toMatchObject({ success: true });
		expect(await codeOf(await finish(kind, back, headers))).toBe("sign-in-expired");
	});

	it("sends no code to another site", async () => {
		for (const bad of [
			"https://evil.example/auth/callback",
			"http://localhost:3000@evil.example/auth/callback",
			`${origin}/auth/callback/../../api/v1/x`,
			`${origin}/auth/callback?next=https://evil.example`,
			`${origin}/inbox`,
		])
			expect([bad, await codeOf(await begin(kind, { redirectUri: bad }))]).toEqual([bad, "bad-redirect"]);
	});

	it.each(["code", "nonce"] as const)("fails with a wrong %s", async (fault) => {
		emulators[kind].fail(fault);
		expect(await (await journey(kind, "hal@gmail.com")).json()).toEqual({ success: false });
		emulators[kind].fail(null);
	});

	it("reports when the provider does not respond", async () => {
		const away = readConfig({
			...emulators.env,
			DATA_DIR: dataDir,
			MICROSOFT_SIGN_IN_URL: "http://localhost:9",
			GOOGLE_SIGN_IN_URL: "http://localhost:9",
		});
		const other = await openApp({ config: { microsoft: away.microsoft, google: away.google } });
		const reply = await other.post(`/api/v1/functions/${kind}-auth-init`, { redirectUri });
		expect([reply.status, await codeOf(reply)]).toEqual([502, "provider-unreachable"]);
		await other.close();
	});
});

describe("an ID token", () => {
	beforeAll(() => site.later(61_000));
	it("is rejected with a signature by another key", async () => {
		emulators.microsoft.fail("signature");
		expect(await (await journey("microsoft", "hal@gmail.com")).json()).toEqual({ success: false });
		emulators.microsoft.fail(null);
	});
});

describe("an address that already has an account", () => {
	beforeAll(() => site.later(61_000));
	it("links an identity only when both sides have verified it", async () => {
		const other = await site.user("google@other.example");
		await site.ctx.database.exec("update users set email_verified = true where id = $1", [other.id]);
		expect(await codeOf(await journey("google", "google@other.example"))).toBe("identity-not-linked");
		const gil = await site.user("gil@gmail.com");
		expect(await codeOf(await journey("google", "gil@gmail.com"))).toBe("identity-not-linked");
		await site.ctx.database.exec("update users set email_verified = true where id = $1", [gil.id]);
		const entered = await enter("google", "gil@gmail.com");
		expect(await entered.json()).toMatchObject({ user: { id: gil.id } });
	});

	it("does not remain with a user who signed up in another's name", async () => {
		const squatter = await site.user("ida@gmail.com");
		await journey("microsoft", "ida@gmail.com", { cookie: squatter.cookie }, true);
		await site.post("/api/auth/sign-in/magic-link", { email: "ida@gmail.com" });
		const link = await vi.waitUntil(() => site.logged.join("").match(/\/auth\/link#([\w.-]+)/)?.[1]);
		const owner = await call("/api/auth/sign-in/token", { token_hash: link, type: "magiclink" });
		expect(owner.status).toBe(200);
		const old = await site.request("/api/v1/sessions", { headers: { cookie: squatter.cookie } });
		expect(old.status).toBe(401);
		expect((await site.post("/api/auth/sign-in/email", squatter)).status).toBe(401);
		// The identity that the squatter linked is unlinked: it signs in the owner because Microsoft vouches for the
		// address.
		const identity = await site.ctx.database.one("select 1 from auth_accounts where user_id = $1", [squatter.id]);
		expect(identity).toBeUndefined();
	});
});

describe("linking", () => {
	beforeAll(() => site.later(61_000));
	it("links an identity to the signed-in user, whatever its address", async () => {
		const joe = await site.user("joe@example.org");
		const headers = { cookie: joe.cookie };
		expect(await (await journey("microsoft", "hal@gmail.com", headers, true)).json()).toEqual({
			success: true,
			linked: true,
		});
		const entered = await enter("microsoft", "hal@gmail.com");
		expect(await entered.json()).toMatchObject({ user: { id: joe.id } });
		const { items } = (await (await site.request("/api/v1/identities", { headers })).json()) as {
			items: { id: string }[];
		};
		expect(items).toMatchObject([{ provider: "microsoft", email: "hal@gmail.com" }]);
		const other = await site.user("kim@example.org");
		const conflicting = await journey("microsoft", "hal@gmail.com", { cookie: other.cookie }, true);
		expect(await codeOf(conflicting)).toBe("identity-taken");
		const gone = await site.request(`/api/v1/identities/${items[0]?.id}`, { method: "DELETE", headers });
		expect(gone.status).toBe(204);
	});

	it("cannot be finished by another user, or started without a session", async () => {
		const [lea, max] = [await site.user("lea@example.org"), await site.user("max@example.org")];
		expect((await begin("google", { link: true })).status).toBe(401);
		const { authUrl } = (await (await begin("google", { link: true }, { cookie: lea.cookie })).json()) as {
			authUrl: string;
		};
		const back = await choose(authUrl, "hal@gmail.com");
		expect(await codeOf(await finish("google", back, { cookie: max.cookie }))).toBe("sign-in-expired");
	});

	it("keeps one sign-in method", async () => {
		const entered = await enter("google", "hal@gmail.com");
		const headers = { cookie: cookieOf(entered) };
		const { items, hasPassword } = (await (await site.request("/api/v1/identities", { headers })).json()) as {
			items: { id: string }[];
			hasPassword: boolean;
		};
		expect([items.length, hasPassword]).toEqual([1, false]);
		const reply = await site.request(`/api/v1/identities/${items[0]?.id}`, { method: "DELETE", headers });
		expect([reply.status, await codeOf(reply)]).toEqual([409, "last-sign-in-method"]);
	});
});

describe("a provider's claim of an address", () => {
	beforeAll(() => site.later(61_000));
	const token = { iss: "", aud: "", iat: 0, exp: 0, sub: "s" };
	it.each([
		[microsoft, { tid: "t", email: "a@b.example" }, false],
		[microsoft, { tid: "t", email: "a@b.example", xms_edov: true }, true],
		[microsoft, { tid: "9188040d-6c67-4c5b-b112-36a304b66dad", email: "a@b.example" }, true],
		[microsoft, { tid: "t", preferred_username: "a@b.example", xms_edov: true }, false],
		[google, { email: "a@gmail.com", email_verified: true }, true],
		[google, { email: "a@gmail.com", email_verified: false }, false],
		[google, { email: "a@b.example", email_verified: true }, false],
		[google, { email: "a@b.example", email_verified: true, hd: "b.example" }, true],
	])("%o %o: vouched %s", (facts, claims, vouched) => {
		expect(facts.read({ ...token, ...claims })).toMatchObject({ vouched });
	});
});

describe("a server without configured providers", () => {
	beforeAll(() => site.later(61_000));
	it("offers neither", async () => {
		const plain = await openApp();
		const methods = await (await plain.request("/api/v1/sign-in-methods")).json();
		expect(methods).toEqual({ microsoft: false, google: false, mail: false, signUp: "open", isFirst: true });
		const reply = await plain.post("/api/v1/functions/microsoft-auth-init", { redirectUri });
		expect([reply.status, await codeOf(reply)]).toEqual([404, "not-configured"]);
		await plain.close();
	});

	describe.each(["closed", "invite"] as const)("the first moment of a server (%s)", (signUp) => {
		const before = { site: undefined as AppUnderTest | undefined };
		beforeEach(async () => {
			const { microsoft, google } = readConfig({ ...emulators.env, DATA_DIR: dataDir });
			before.site = site;
			site = await openApp({ config: { microsoft, google, signUp } });
			return async () => {
				await site.close();
				site = before.site as AppUnderTest;
			};
		});
		/** Who has an account, and whether it is the operator's. */
		const users = () =>
			site.ctx.database.query<{ email: string; is_operator: boolean }>(
				"select email, exists (select 1 from operator o where o.user_id = u.id) as is_operator from users u",
				[],
			);
		/** Begins at both, and then returns from both at the same time. */
		async function atOnce(...entries: [Kind, string][]): Promise<Response[]> {
			const answers = await Promise.all(
				entries.map(async ([kind, email]) => {
					const { authUrl } = (await (await begin(kind)).json()) as { authUrl: string };
					return [kind, await choose(authUrl, email)] as const;
				}),
			);
			return Promise.all(answers.map(([kind, answer]) => finish(kind, answer)));
		}

		it("lets exactly one of several in that come from Microsoft and Google", async () => {
			const replies = await atOnce(
				["google", "gil@gmail.com"],
				["microsoft", "microsoft@work.example"],
				["google", "hal@gmail.com"],
			);
			expect(replies.map(({ status }) => status).sort()).toEqual([200, 403, 403]);
			expect(await users()).toEqual([{ email: expect.any(String) as string, is_operator: true }]);
			const [refused] = replies.filter(({ status }) => status === 403);
			expect(await codeOf(refused as Response)).toBe("sign-up-closed");
		});

		it("admits exactly one of two, by password and by Google", async () => {
			const password = "correct horse battery";
			const form = { name: "F", email: "first@example.org", password };
			const [byForm, [byGoogle]] = await Promise.all([
				site.post("/api/auth/sign-up/email", form),
				atOnce(["google", "gil@gmail.com"]),
			]);
			expect([byForm.status, byGoogle?.status].sort()).toEqual([200, 403]);
			expect(await users()).toEqual([
				{ email: byForm.status === 200 ? form.email : "gil@gmail.com", is_operator: true },
			]);
			site.later(61_000);
			const entered = await site.post("/api/auth/sign-in/email", form);
			expect(entered.status).toBe(byForm.status === 200 ? 200 : 401);
		});
	});

	it("creates no users through them when sign-up is closed", async () => {
		const { microsoft, google } = readConfig({ ...emulators.env, DATA_DIR: dataDir });
		const closed = await openApp({ config: { microsoft, google, signUp: "closed" } });
		const methods = async () => (await closed.request("/api/v1/sign-in-methods")).json();
		// Somebody has to be able to set up the server.
		expect(await methods()).toMatchObject({ signUp: "open" });
		await closed.user("first@example.org");
		expect(await methods()).toMatchObject({ signUp: "closed" });
		const before = site;
		site = closed;
		expect(await codeOf(await journey("google", "hal@gmail.com"))).toBe("sign-up-closed");
		site = before;
		await closed.close();
	});
});
