import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { createLogger } from "#server/log.ts";
import type { Access } from "#server/mail/provider/provider.ts";
import { openCredentials } from "#server/mail/sessions/credentials.ts";
import { accountsContract } from "#shared/contracts/accounts.ts";
import { consentContract } from "#shared/contracts/consent.ts";
import { type Google, startGoogle } from "#test/emulators/google.ts";
import { startTestServer, type TestServer, type TestUser } from "#test/server.ts";
import { consentAt, message } from "./testing.ts";

const BASE = "http://localhost:3000";
const redirectUri = `${BASE}/auth/gmail/callback`;
const people = Array.from({ length: 12 }, () => ({ email: `${randomUUID()}@gmail.example`, name: "Ann Example" }));

/** The server's log lines. */
const lines: string[] = [];
let google: Google;
let server: TestServer;
let ann: TestUser;
let email: string;
beforeAll(async () => {
	google = await startGoogle({ people, origin: BASE });
	const log = createLogger({ logLevel: "debug" }, { write: (line) => void lines.push(line) });
	server = await startTestServer({ env: { ...google.env, BASE_URL: BASE, ALLOW_PRIVATE_HOSTS: "on" }, log });
	ann = await server.signUp();
});
afterAll(async () => {
	await server.close();
	await google.close();
});
afterEach(() => google.fail(null));

/** Runs the OAuth flow at Google. */
async function connect(access: Access, allows?: (scope: string) => boolean) {
	const client = ann.client(consentContract);
	const { authUrl, state } = await client["gmail-auth-init"]({ body: { redirectUri, access } });
	const code = await consentAt(authUrl, email, allows);
	return client["gmail-auth"]({ body: { code, state, redirectUri } });
}

async function newPerson(): Promise<void> {
	email = people.pop()?.email ?? "";
	google.addMessage(email, message("Hello"));
}

test("connects Gmail with name, address and picture, and syncs the mail", async () => {
	await newPerson();
	const { user, account, job, scope } = await connect("full");
	expect(user).toMatchObject({ email, name: "Ann Example" });
	expect(user.picture).toMatch(/^data:image\/png;base64,/);
	expect(account).toMatchObject({ email, provider: "gmail", access: "full", status: "connected" });
	expect(scope).toContain("gmail.modify");
	await server.ctx.jobs.drain();
	expect(await server.ctx.jobs.get(ann.ownerId, job.id)).toMatchObject({ state: "done" });
	expect(google.requests.filter((request) => request.email === email).length).toBeGreaterThan(0);
});

test("requests read-only access when chosen, and offers no changes then", async () => {
	await newPerson();
	const client = ann.client(consentContract);
	const { authUrl } = await client["gmail-auth-init"]({ body: { redirectUri, access: "read" } });
	expect(new URL(authUrl).searchParams.get("scope")).not.toMatch(/modify|send|labels/);
	const { account } = await connect("read");
	expect(account).toMatchObject({ access: "read", capabilities: { labels: false, send: false } });
});

test("treats a smaller grant as read-only, and an empty one as not connected", async () => {
	await newPerson();
	expect((await connect("full", (scope) => !/modify/.test(scope))).account).toMatchObject({ access: "read" });
	await newPerson();
	await expect(connect("full", (scope) => !/gmail/.test(scope))).rejects.toMatchObject({ code: "consent-incomplete" });
});

test("reports that Google did not answer, or rejected the code", async () => {
	await newPerson();
	const client = ann.client(consentContract);
	const begin = () => client["gmail-auth-init"]({ body: { redirectUri, access: "full" } });
	const { state } = await begin();
	await expect(client["gmail-auth"]({ body: { code: "no-such-code", state, redirectUri } })).rejects.toMatchObject({
		code: "consent-failed",
		message: "Authentication failed: invalid_grant",
	});
	google.fail({ reset: 1 });
	const again = await begin();
	await expect(client["gmail-auth"]({ body: { code: "any", state: again.state, redirectUri } })).rejects.toMatchObject({
		code: "provider-unreachable",
	});
});

test("refreshes an expiring token, and asks the user to reconnect when that fails", async () => {
	await newPerson();
	const { account } = await connect("full");
	await server.ctx.jobs.drain();
	const client = ann.client(consentContract);
	google.expire(email);
	google.addMessage(email, message("Later"));
	await ann.client(accountsContract).syncAccount({ params: { id: account.id } });
	await server.ctx.jobs.drain();
	const { expires_in } = await client["gmail-refresh"]({ body: { account: account.id } });
	expect(expires_in).toBeGreaterThan(3_000);
	google.revoke(email);
	const { job } = await ann.client(accountsContract).syncAccount({ params: { id: account.id } });
	await server.ctx.jobs.drain();
	expect(await server.ctx.jobs.get(ann.ownerId, job.id)).toMatchObject({ state: "failed" });
	const { items } = await ann.client(accountsContract).listAccounts();
	expect(items.find((one) => one.id === account.id)).toMatchObject({ status: "needs_sign_in" });
});

test("is not told by a sync with old tokens that it must be reconnected, once it was", async () => {
	await newPerson();
	const { account, job: first } = await connect("full");
	await server.ctx.jobs.drain();
	const { database } = server.ctx;
	google.revoke(email);
	// A running sync of another process: the workers of this one would claim a queued one at once.
	const job = { id: randomUUID() };
	await database.exec(
		`insert into jobs (id, owner_id, account_id, kind, input, unit, state, dedupe_key, lease_id, lease_until)
		select $1::uuid, owner_id, account_id, kind, input, unit, 'running', account_id::text, $1::uuid, now() + interval '1 hour'
		from jobs where owner_id = $2 and id = $3`,
		[job.id, ann.ownerId, first.id],
	);
	const again = await connect("full");
	expect(again.account.id).toBe(account.id);
	expect(again.job.id).not.toBe(job.id);
	await database.exec("update jobs set state = 'queued', lease_id = null, lease_until = null where id = $1", [job.id]);
	await server.ctx.jobs.drain();
	expect(await server.ctx.jobs.get(ann.ownerId, again.job.id)).toMatchObject({ state: "done" });
	const { items } = await ann.client(accountsContract).listAccounts();
	expect(items.find((one) => one.id === account.id)).toMatchObject({ status: "connected" });
});

test("revokes the grant when the mailbox is disconnected", async () => {
	await newPerson();
	const { account } = await connect("full");
	await server.ctx.jobs.drain();
	const row = await server.ctx.database.one<{ credentials: Buffer }>(
		"select credentials from connected_accounts where owner_id = $1 and id = $2",
		[ann.ownerId, account.id],
	);
	const { accessToken } = openCredentials(server.ctx.config, ann.ownerId, account.id, row?.credentials ?? null) ?? {};
	const requestProfile = () =>
		fetch(`${google.apiUrl}/gmail/v1/users/me/profile`, {
			headers: { authorization: `Bearer ${String(accessToken)}` },
		});
	expect((await requestProfile()).status).toBe(200);
	await ann.client(accountsContract).deleteAccount({ params: { id: account.id } });
	await server.ctx.jobs.drain();
	expect((await requestProfile()).status).toBe(401);
});

test("never exposes a token in a log, page, response or the database", async () => {
	await newPerson();
	lines.length = 0;
	google.fail({ seed: 3, rateLimited: 0.05, serverError: 0.05, reset: 0.05, expired: 0.2, truncated: 0.05 });
	const reply = JSON.stringify(await connect("full").catch((cause: unknown) => cause));
	google.fail(null);
	await newPerson();
	const { account } = await connect("full");
	google.fail({ seed: 3, rateLimited: 0.05, serverError: 0.05, reset: 0.05, expired: 0.2, truncated: 0.05 });
	await server.ctx.jobs.drain();
	google.revoke(email);
	const { job } = await ann.client(accountsContract).syncAccount({ params: { id: account.id } });
	await server.ctx.jobs.drain();
	google.fail(null);
	const paths = ["", `/${account.id}/syncs`, `/${account.id}/folders`].map((path) => `/api/v1/accounts${path}`);
	const pages = await Promise.all(
		[...paths, `/api/v1/jobs/${job.id}`, "/api/v1/jobs", "/"].map(async (path) => (await ann.fetch(path)).text()),
	);
	const tables = await server.ctx.database.query(
		"select to_jsonb(a) as row from connected_accounts a union all select to_jsonb(j) from jobs j union all select to_jsonb(s) from email_sync_status s",
		[],
	);
	const seen = [...lines, reply, ...pages, JSON.stringify(tables)].join("\n");
	expect(lines.length).toBeGreaterThan(0);
	// The prefix of the fake Google's tokens.
	expect(seen).not.toMatch(/google_[\w-]{20}/);
	expect(seen).not.toContain(google.clientSecret);
});
