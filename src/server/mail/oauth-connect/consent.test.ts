import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ApiError } from "#shared/client.ts";
import { accountsContract } from "#shared/contracts/accounts.ts";
import { consentContract } from "#shared/contracts/consent.ts";
import { emailsContract } from "#shared/contracts/emails.ts";
import { jobsContract } from "#shared/contracts/jobs.ts";
import { plansContract } from "#shared/contracts/plans.ts";
import { type ConsentAnswer, consentJourney } from "#test/emulators/consent-flow.ts";
import { startGoogle } from "#test/emulators/google.ts";
import { startMicrosoft } from "#test/emulators/microsoft.ts";
import { freePort } from "#test/free-port.ts";
import { startTestServer, type TestServer, type TestUser } from "#test/server.ts";
import type { Context } from "../../identity/auth/context.ts";
import { openContext } from "../../server.ts";
import { openCredentials, sealCredentials } from "../sessions/credentials.ts";
import { providerEnvironment } from "../sessions/session.ts";
import { consentFlow } from "./begin.ts";
import { expirePendingConsents } from "./pending-consents.ts";

type ConsentKind = "gmail" | "outlook";

const ANN = { gmail: "ann@gmail.example", outlook: "ann@outlook.example" };
/** Grants nothing elsewhere in this file: Google accumulates the scopes a user has granted. */
const CLEO = "cleo@gmail.example";
const BOB = { gmail: "bob@gmail.example", outlook: "bob@outlook.example" };

let origin: string;
let google: Awaited<ReturnType<typeof startGoogle>>;
let microsoft: Awaited<ReturnType<typeof startMicrosoft>>;
let server: TestServer;
let owner: TestUser;

beforeAll(async () => {
	const port = await freePort();
	origin = `http://localhost:${port}`;
	const people = (kind: ConsentKind) => [
		{ email: ANN[kind], name: "Ann Example" },
		{ email: BOB[kind], name: "Bob Example" },
	];
	google = await startGoogle({ origin, people: [...people("gmail"), { email: CLEO, name: "Cleo Example" }] });
	microsoft = await startMicrosoft({ origin, people: people("outlook") });
	server = await startTestServer({
		env: { PORT: String(port), BASE_URL: origin, ALLOW_PRIVATE_HOSTS: "on", ...google.env, ...microsoft.env },
	});
});
afterAll(async () => {
	await server?.close();
	await google?.close();
	await microsoft?.close();
});
beforeEach(async () => {
	// All users here sign up from one IP address.
	await server.ctx.database.exec("delete from rate_limits", []);
	owner = await server.signUp();
});

const redirectOf = (kind: ConsentKind) => `${origin}/auth/${kind}/callback`;

/** Starts as the page does. */
function begin(
	kind: ConsentKind,
	more: { access?: "full" | "read"; account?: string; extras?: "serverRules"[] } = {},
	who = owner,
) {
	return who.client(consentContract)[`${kind}-auth-init`]({ body: { redirectUri: redirectOf(kind), ...more } });
}

/** Submits what the provider redirected with. */
function finish(kind: ConsentKind, back: URL, who = owner) {
	const code = back.searchParams.get("code") ?? "";
	const state = back.searchParams.get("state") ?? "";
	return who.client(consentContract)[`${kind}-auth`]({ body: { code, state, redirectUri: redirectOf(kind) } });
}

interface FlowOptions extends ConsentAnswer {
	email?: string;
	access?: "full" | "read";
	account?: string;
}

/** The whole flow: begin, consent, finish. */
async function connect(
	kind: ConsentKind,
	{ email = ANN[kind], access = "full", account, ...answer }: FlowOptions = {},
) {
	const { authUrl } = await begin(kind, { access, ...(account !== undefined && { account }) });
	return finish(kind, await consentJourney(authUrl, email, answer));
}

const errorOf = async (work: Promise<unknown>): Promise<{ status: number; code: string; message: string }> => {
	const cause = await work.then(
		() => null,
		(error: unknown) => error,
	);
	expect(cause).toBeInstanceOf(ApiError);
	const { status, code, message } = cause as ApiError;
	return { status, code, message };
};
const EXPIRED = { status: 400, code: "consent-expired", message: "Authentication session expired. Please try again." };
const accounts = async (who = owner) => (await who.client(accountsContract).listAccounts()).items;

describe.each(["gmail", "outlook"] as const)("connecting %s", (kind) => {
	it("returns the user and the account, and keeps the tokens private", async () => {
		const granted = await connect(kind);
		expect(granted).toMatchObject({
			token_type: "Bearer",
			user: { email: ANN[kind], name: "Ann Example" },
			account: { provider: kind, name: ANN[kind], status: "connected", access: "full" },
		});
		expect(granted.expires_in).toBeGreaterThan(3_000);
		const stored = await credentials(granted.account.id);
		expect(stored.accessToken).toEqual(expect.any(String));
		expect(stored.refreshToken).toEqual(expect.any(String));
		const exposed = JSON.stringify([granted, await accounts()]);
		expect(exposed).not.toContain(stored.accessToken);
		expect(exposed).not.toContain(stored.refreshToken);
	});

	it("sends a state of eight 32-bit numbers in hex and PKCE, and keeps the verifier", async () => {
		const begun = await begin(kind);
		const parameters = new URL(begun.authUrl).searchParams;
		expect(begun.state).toMatch(/^[0-9a-f]{64}$/);
		expect(parameters.get("state")).toBe(begun.state);
		expect(parameters.get("code_challenge_method")).toBe("S256");
		expect(parameters.get("redirect_uri")).toBe(redirectOf(kind));
		expect(Object.keys(begun).sort()).toEqual(["authUrl", "state"]);
	});

	it("accepts a consent once", async () => {
		const back = await consentJourney((await begin(kind)).authUrl, ANN[kind]);
		await finish(kind, back);
		expect(await errorOf(finish(kind, back))).toEqual(EXPIRED);
		expect(await accounts()).toHaveLength(1);
	});

	it("accepts one of two concurrent requests", async () => {
		const back = await consentJourney((await begin(kind)).authUrl, ANN[kind]);
		const both = await Promise.allSettled([finish(kind, back), finish(kind, back)]);
		expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
	});

	it("rejects another user's pending consent, which stays valid for that user", async () => {
		const other = await server.signUp();
		const back = await consentJourney((await begin(kind)).authUrl, ANN[kind]);
		expect(await errorOf(finish(kind, back, other))).toEqual(EXPIRED);
		expect(await accounts(other)).toEqual([]);
		await finish(kind, back);
	});

	it("rejects a consent after ten minutes, and deletes it", async () => {
		const back = await consentJourney((await begin(kind)).authUrl, ANN[kind]);
		const { rows } = await age("601 seconds");
		expect(rows).toBe(1);
		expect(await errorOf(finish(kind, back))).toEqual(EXPIRED);
		await expirePendingConsents(server.ctx);
		const remaining = await server.ctx.database.query("select from pending_consents where owner_id = $1", [
			owner.ownerId,
		]);
		expect(remaining).toHaveLength(0);
	});

	it("accepts a consent that is nearly ten minutes old", async () => {
		const back = await consentJourney((await begin(kind)).authUrl, ANN[kind]);
		await age("570 seconds");
		await finish(kind, back);
	});

	it.each(["https://elsewhere.example/auth/KIND/callback", "ORIGIN/auth/callback", "ORIGIN/auth/KIND/callback?next=x"])(
		"sends no code to %s",
		async (pattern) => {
			const redirectUri = pattern.replace("ORIGIN", origin).replace("KIND", kind);
			const request = owner.client(consentContract)[`${kind}-auth-init`]({ body: { redirectUri } });
			expect(await errorOf(request)).toMatchObject({ status: 400, code: "bad-redirect" });
		},
	);

	it("passes on the provider's error code when it rejects the code", async () => {
		const back = await consentJourney((await begin(kind)).authUrl, ANN[kind]);
		back.searchParams.set("code", "made-up");
		expect(await errorOf(finish(kind, back))).toEqual({
			status: 400,
			code: "consent-failed",
			message: "Authentication failed: invalid_grant",
		});
	});

	it("reconnects the same mailbox under the same id, in any letter case", async () => {
		const first = await connect(kind);
		const again = await connect(kind);
		expect(again.account.id).toBe(first.account.id);
		expect(await accounts()).toHaveLength(1);
	});

	it("does not replace the reconnected mailbox by another one", async () => {
		const { account } = await connect(kind);
		const { code, message } = await errorOf(connect(kind, { email: BOB[kind], account: account.id }));
		expect(code).toBe("other-account");
		expect(message).toContain(`You signed in as ${BOB[kind]}, and this mailbox is ${ANN[kind]}.`);
		expect(await accounts()).toHaveLength(1);
	});

	it("does not start for another user's account", async () => {
		const { account } = await connect(kind);
		const other = await server.signUp();
		expect(await errorOf(begin(kind, { account: account.id }, other))).toMatchObject({ status: 404 });
	});

	it("is read-only where only reading was granted: changes are rejected, and capabilities say so", async () => {
		emulatorOf(kind).addMessage(ANN[kind], messageWith("A letter to read"));
		const { account } = await connect(kind, { access: "read" });
		expect(account.access).toBe("read");
		expect(account.capabilities).toMatchObject({ labels: false, folders: false, send: false, serverRules: false });
		await server.ctx.jobs.drain();
		const { items } = await owner.client(emailsContract).listEmails({ query: { account: account.id } });
		const email = items.find(({ subject }) => subject === "A letter to read");
		expect(email).toBeDefined();
		const plan = (body: object) => owner.client(plansContract).createPlan({ body: body as never });
		const refused = await errorOf(plan({ action: "archive", query: "", account: account.id }));
		expect(refused).toMatchObject({ status: 409, code: "read-only" });
		for (const chosen of [{ ids: [email?.id] }, { query: "" }])
			expect(await errorOf(plan({ action: "archive", ...chosen }))).toMatchObject({ status: 409, code: "read-only" });

		const upgraded = await connect(kind, { account: account.id });
		expect(upgraded.account).toMatchObject({ id: account.id, access: "full" });
		await plan({ action: { type: "star", value: true }, ids: [email?.id] });
	});

	it("revokes the grant when the account is disconnected, and deletes it whatever the provider answers", async () => {
		const { account } = await connect(kind);
		await server.ctx.jobs.drain();
		emulatorOf(kind).fail({ serverError: 1, only: ({ path }) => path.includes("revoke") });
		await owner.client(accountsContract).deleteAccount({ params: { id: account.id } });
		await server.ctx.jobs.drain();
		emulatorOf(kind).fail(null);
		const { items } = await owner.client(jobsContract).listJobs({});
		// Microsoft has no revocation endpoint.
		expect(items.find((job) => job.kind === "disconnect")?.result).toEqual({ revoked: kind === "outlook" });
		expect(await accounts()).toEqual([]);
		const remaining = await server.ctx.database.query("select from connected_accounts where id = $1", [account.id]);
		expect(remaining).toHaveLength(0);
	});

	it("renews a token once for all concurrent callers and processes", async () => {
		const { account } = await connect(kind);
		await server.ctx.jobs.drain();
		await runsOut(account.id);
		const before = emulatorOf(kind).refreshes();
		const other = await anotherContext();
		try {
			const contexts = [server.ctx, other.ctx, server.ctx, other.ctx, server.ctx, other.ctx];
			const remaining = await Promise.all(
				contexts.map(async (ctx) => {
					const { environment } = await providerEnvironment(ctx, owner.ownerId, account.id);
					return consentFlow(ctx, kind).refreshToken(environment);
				}),
			);
			expect(Math.min(...remaining)).toBeGreaterThan(3_000);
		} finally {
			await other.close();
		}
		expect(emulatorOf(kind).refreshes()).toBe(before + 1);
	});
});

describe("connecting gmail", () => {
	it("requests offline access with the consent screen, and only the scopes it needs", async () => {
		const full = new URL((await begin("gmail")).authUrl).searchParams;
		expect(full.get("access_type")).toBe("offline");
		expect(full.get("prompt")).toBe("consent");
		expect(scopes(full)).toEqual(USUAL);
		const read = new URL((await begin("gmail", { access: "read" })).authUrl).searchParams;
		expect(scopes(read)).toEqual(["gmail.readonly"]);
	});

	it("requests the rules scope only on demand, and keeps earlier grants", async () => {
		const parameters = new URL((await begin("gmail", { extras: ["serverRules"] })).authUrl).searchParams;
		expect(scopes(parameters)).toEqual([...USUAL, "gmail.settings.basic"].sort());
		expect(parameters.get("include_granted_scopes")).toBe("true");
		const { account } = await connect("gmail", { email: BOB.gmail, ticks: (scope) => !scope.includes("settings") });
		expect(account.capabilities.serverRules).toBe(false);
	});

	it("stores nothing of a consent without mail access", async () => {
		const { code, message } = await errorOf(connect("gmail", { email: CLEO, ticks: () => false }));
		expect(code).toBe("consent-incomplete");
		expect(message).toContain("select the boxes");
		expect(await accounts()).toEqual([]);
	});

	it("records a partial grant as what it is", async () => {
		const { account } = await connect("gmail", { email: CLEO, ticks: (scope) => scope.endsWith("readonly") });
		expect(account.access).toBe("read");
	});

	it("serves the profile picture without requests from the page to Google", async () => {
		const { user } = await connect("gmail");
		expect(user.picture).toMatch(/^data:image\/png;base64,/);
	});

	it("renews on request, and asks to sign in again when there is no refresh token", async () => {
		const { account } = await connect("gmail");
		await server.ctx.jobs.drain();
		const refresh = () => owner.client(consentContract)["gmail-refresh"]({ body: { account: account.id } });
		await runsOut(account.id);
		expect((await refresh()).expires_in).toBeGreaterThan(3_000);
		await runsOut(account.id);
		google.revoke(ANN.gmail);
		expect(await errorOf(refresh())).toMatchObject({ status: 409, code: "needs-sign-in" });
	});

	it("reports when Google does not say whose mailbox it is", async () => {
		const back = await consentJourney((await begin("gmail")).authUrl, ANN.gmail);
		google.fail({ serverError: 1, only: ({ path }) => path.endsWith("/profile") });
		const refused = await errorOf(finish("gmail", back));
		google.fail(null);
		expect(refused).toMatchObject({ code: "consent-failed", message: "Failed to fetch Gmail profile: 500" });
	});

	it("reports when Google does not respond", async () => {
		const back = await consentJourney((await begin("gmail")).authUrl, ANN.gmail);
		google.fail({ reset: 1 });
		const refused = await errorOf(finish("gmail", back));
		google.fail(null);
		expect(refused).toMatchObject({ status: 502, code: "provider-unreachable" });
	});
});

const USUAL = ["gmail.labels", "gmail.modify", "gmail.readonly", "gmail.send"];

const scopes = (parameters: URLSearchParams) =>
	(parameters.get("scope") ?? "")
		.split(" ")
		.map((scope) => scope.replace("https://www.googleapis.com/auth/", ""))
		.filter((scope) => scope.startsWith("gmail."))
		.sort();

const emulatorOf = (kind: ConsentKind) => (kind === "gmail" ? google : microsoft);

const messageWith = (subject: string) =>
	`From: Mira <mira@orchard.example>\r\nSubject: ${subject}\r\nDate: ${new Date().toUTCString()}\r\nMessage-ID: <${Math.random()}@x.example>\r\n\r\nWords.\r\n`;

/** Backdates this user's pending consents. */
async function age(by: string): Promise<{ rows: number }> {
	const rows = await server.ctx.database.query(
		"update pending_consents set expires_at = expires_at - $2::interval where owner_id = $1 returning 1",
		[owner.ownerId, by],
	);
	return { rows: rows.length };
}

async function credentials(account: string): Promise<Record<string, unknown>> {
	const row = await server.ctx.database.one<{ credentials: Buffer }>(
		"select credentials from connected_accounts where id = $1",
		[account],
	);
	return openCredentials(server.ctx.config, owner.ownerId, account, row?.credentials ?? null) ?? {};
}

/** Makes the stored token expire within a minute. */
async function runsOut(account: string): Promise<void> {
	const old = await credentials(account);
	const sealed = sealCredentials(server.ctx.config, owner.ownerId, account, {
		...old,
		expiresAt: Date.now() + 60_000,
	});
	await server.ctx.database.exec("update connected_accounts set credentials = $2 where id = $1", [account, sealed]);
}

/**
 * A second process on the same database; the embedded one serves a single process, so there it shares the connection.
 */
async function anotherContext(): Promise<{ ctx: Context; close(): Promise<void> }> {
	const { config } = server.ctx;
	if (config.databaseUrl !== null) return openContext(config);
	return { ctx: { ...server.ctx }, close: async () => {} };
}
