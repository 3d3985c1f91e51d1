import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { createLogger } from "#server/log.ts";
import type { Access } from "#server/mail/provider/provider.ts";
import { providerEnvironment } from "#server/mail/sessions/session.ts";
import { accountsContract } from "#shared/contracts/accounts.ts";
import { consentContract } from "#shared/contracts/consent.ts";
import { emailsContract } from "#shared/contracts/emails.ts";
import { type Microsoft, startMicrosoft } from "#test/emulators/microsoft.ts";
import { startTestServer, type TestServer, type TestUser } from "#test/server.ts";
import { consentAt, message, people, truthOf } from "./testing.ts";

const BASE = "http://localhost:3000";
const redirectUri = `${BASE}/auth/outlook/callback`;
const testPeople = people(20);

/** The server's log lines. */
const lines: string[] = [];
let microsoft: Microsoft;
let server: TestServer;
let ann: TestUser;
let email: string;
beforeAll(async () => {
	microsoft = await startMicrosoft({ people: testPeople, origin: BASE });
	const log = createLogger({ logLevel: "debug" }, { write: (line) => void lines.push(line) });
	server = await startTestServer({ env: { ...microsoft.env, BASE_URL: BASE, ALLOW_PRIVATE_HOSTS: "on" }, log });
	ann = await server.signUp();
});
afterAll(async () => {
	await server.close();
	await microsoft.close();
});
afterEach(() => microsoft.fail(null));

function newPerson(): void {
	email = testPeople.pop()?.email ?? "";
	for (const [minute, subject] of ["one", "two", "three"].entries())
		microsoft.addMessage(email, message(`${subject} of ${email}`, minute), { folder: "inbox" });
}

/** Runs the OAuth flow at Microsoft. @param granted fewer scopes than requested, as an administrator may configure */
async function connect(access: Access, granted?: string) {
	const client = ann.client(consentContract);
	const { authUrl, state } = await client["outlook-auth-init"]({ body: { redirectUri, access } });
	const consentUrl = new URL(authUrl);
	if (granted !== undefined) consentUrl.searchParams.set("scope", granted);
	const code = await consentAt(consentUrl.href, email);
	return client["outlook-auth"]({ body: { code, state, redirectUri } });
}

/** The state of every stored message, by subject. */
async function inboxOf(
	account: string,
): Promise<Map<string, { id: string; isRead: boolean; isStarred: boolean; folder: string }>> {
	const { items } = await ann.client(emailsContract).listEmails({ query: { account, limit: 50 } });
	return new Map(items.map(({ subject, ...rest }) => [subject ?? "", rest]));
}

test("connects Outlook with name, address and picture, and syncs the mail", async () => {
	newPerson();
	const { user, account, job, scope } = await connect("full");
	expect(user).toMatchObject({ email, name: expect.stringMatching(/^Person/) });
	expect(user.picture).toMatch(/^data:image\/png;base64,/);
	expect(account).toMatchObject({ email, provider: "outlook", access: "full", status: "connected" });
	expect(scope).toContain("Mail.ReadWrite");
	await server.ctx.jobs.drain();
	expect(await server.ctx.jobs.get(ann.ownerId, job.id)).toMatchObject({ state: "done" });
	expect([...(await inboxOf(account.id)).keys()].sort()).toEqual(
		["one", "three", "two"].map((name) => `${name} of ${email}`),
	);
});

test("requests read-only access when chosen, and offers no changes then", async () => {
	newPerson();
	const client = ann.client(consentContract);
	const { authUrl } = await client["outlook-auth-init"]({ body: { redirectUri, access: "read" } });
	const { searchParams } = new URL(authUrl);
	expect(searchParams.get("scope")).toBe("openid email profile offline_access User.Read Mail.Read");
	expect(searchParams.get("code_challenge_method")).toBe("S256");
	const { account, job } = await connect("read");
	expect(account).toMatchObject({ access: "read", capabilities: { labels: false, folders: false, send: false } });
	await server.ctx.jobs.drain();
	expect(await server.ctx.jobs.get(ann.ownerId, job.id)).toMatchObject({ state: "done" });
	const [message] = [...(await inboxOf(account.id)).values()];
	const starring = client["outlook-update-email"]({
		body: { emailId: message?.id ?? "", action: "star", value: true },
	});
	await expect(starring).rejects.toMatchObject({ code: "read-only" });
});

test("treats a smaller grant as read-only, and one without mail access as not connected", async () => {
	newPerson();
	const less = await connect("full", "openid offline_access User.Read https://graph.microsoft.com/Mail.Read");
	expect(less.account).toMatchObject({ access: "read" });
	newPerson();
	const noMail = connect("full", "openid email profile offline_access User.Read");
	await expect(noMail).rejects.toMatchObject({
		code: "consent-incomplete",
		message: expect.stringContaining("your mail"),
	});
	const noStay = connect("full", "openid User.Read Mail.ReadWrite Mail.Send");
	await expect(noStay).rejects.toMatchObject({
		code: "consent-incomplete",
		message: expect.stringContaining("keep access"),
	});
});

test("reports that Microsoft did not answer, rejected the code, or that the attempt expired", async () => {
	newPerson();
	const client = ann.client(consentContract);
	const begin = () => client["outlook-auth-init"]({ body: { redirectUri, access: "full" } });
	const { state } = await begin();
	await expect(client["outlook-auth"]({ body: { code: "no-such-code", state, redirectUri } })).rejects.toMatchObject({
		code: "consent-failed",
		message: "Authentication failed: invalid_grant",
	});
	await expect(client["outlook-auth"]({ body: { code: "any", state, redirectUri } })).rejects.toMatchObject({
		code: "consent-expired",
	});
	const { state: again } = await begin();
	microsoft.fail({ reset: 1 });
	await expect(client["outlook-auth"]({ body: { code: "any", state: again, redirectUri } })).rejects.toMatchObject({
		code: "provider-unreachable",
	});
});

test("outlook-sync brings new mail, and outlook-update-email changes a message at Microsoft and here", async () => {
	newPerson();
	const bob = await server.signUp();
	const client = bob.client(consentContract);
	expect(await client["outlook-sync"]({})).toMatchObject({ success: false, synced: 0 });
	const { authUrl, state } = await client["outlook-auth-init"]({ body: { redirectUri, access: "full" } });
	const code = await consentAt(authUrl, email);
	const { account } = await client["outlook-auth"]({ body: { code, state, redirectUri } });
	await server.ctx.jobs.drain();
	microsoft.addMessage(email, message("news", 10), { folder: "inbox" });
	expect(await client["outlook-sync"]({})).toEqual({ success: true, synced: 1 });
	const { items } = await bob.client(emailsContract).listEmails({ query: { account: account.id, limit: 50 } });
	const emailId = items.find(({ subject }) => subject === "news")?.id ?? "";
	const truth = () => microsoft.messages(email).find(({ raw }) => raw.includes("Subject: news"));
	const change = async (body: Parameters<(typeof client)["outlook-update-email"]>[0]["body"]) => {
		expect(await client["outlook-update-email"]({ body })).toEqual({ success: true });
		await server.ctx.jobs.drain();
	};
	await change({ emailId, action: "mark_read", value: true });
	expect(truth()).toMatchObject({ isRead: true, flag: "notFlagged" });
	await change({ emailId, action: "star", value: true });
	expect(truth()).toMatchObject({ isRead: true, flag: "flagged" });
	// Repeating it has no effect.
	await change({ emailId, action: "star", value: true });
	await change({ emailId, action: "mark_read", value: false });
	expect(truth()).toMatchObject({ isRead: false });
	await change({ emailId, action: "delete" });
	expect(truth()).toMatchObject({ folder: "Deleted Items", flag: "flagged" });
	expect(await client["outlook-sync"]({})).toEqual({ success: true, synced: 0 });
	const row = await server.ctx.database.one<{ role: string; starred: boolean }>(
		"select folder_role as role, is_starred as starred from emails where owner_id = $1 and id = $2",
		[bob.ownerId, emailId],
	);
	expect(row).toEqual({ role: "trash", starred: true });
	expect(truthOf(microsoft, email).size).toBe(4);
});

test("an expiring token is refreshed once across sessions, and the new refresh token is stored", async () => {
	newPerson();
	const { account } = await connect("full");
	await server.ctx.jobs.drain();
	microsoft.expire(email);
	const before = microsoft.refreshes();
	const provider = server.ctx.providers.get("outlook");
	const open = async () => {
		const { environment } = await providerEnvironment(server.ctx, ann.ownerId, account.id);
		const session = await provider?.open(environment);
		return { folders: (await session?.reader.listFolders())?.length, close: session?.close };
	};
	const opened = await Promise.all([open(), open(), open()]);
	expect(new Set(opened.map(({ folders }) => folders)).size).toBe(1);
	expect(microsoft.refreshes()).toBe(before + 1);
	// With the rotated refresh token.
	microsoft.expire(email);
	await open();
	expect(microsoft.refreshes()).toBe(before + 2);
});

test("asks to sign in again when the user has revoked the consent", async () => {
	newPerson();
	const { account } = await connect("full");
	await server.ctx.jobs.drain();
	microsoft.revoke(email);
	const { job } = await ann.client(accountsContract).syncAccount({ params: { id: account.id } });
	await server.ctx.jobs.drain();
	expect(await server.ctx.jobs.get(ann.ownerId, job.id)).toMatchObject({ state: "failed" });
	const { items } = await ann.client(accountsContract).listAccounts({});
	expect(items.find((one) => one.id === account.id)).toMatchObject({ status: "needs_sign_in" });
});

test("deletes its tokens when the mailbox is disconnected", async () => {
	newPerson();
	const { account } = await connect("full");
	await server.ctx.jobs.drain();
	await ann.client(accountsContract).deleteAccount({ params: { id: account.id } });
	await server.ctx.jobs.drain();
	const sealed = await server.ctx.database.query(
		"select credentials from connected_accounts where owner_id = $1 and id = $2 and credentials is not null",
		[ann.ownerId, account.id],
	);
	expect(sealed).toEqual([]);
});

test("never exposes a token in a log, page, response or the database", async () => {
	newPerson();
	lines.length = 0;
	const bad = {
		seed: 3,
		rateLimited: 0.05,
		serverError: 0.05,
		reset: 0.05,
		expired: 0.2,
		truncated: 0.05,
		retryAfter: 1,
	};
	microsoft.fail(bad);
	const reply = JSON.stringify(await connect("full").catch((cause: unknown) => cause));
	microsoft.fail(null);
	newPerson();
	const { account } = await connect("full");
	microsoft.fail({ ...bad, only: ({ path }) => path.startsWith("/v1.0/") });
	await server.ctx.jobs.drain();
	microsoft.revoke(email);
	const { job } = await ann.client(accountsContract).syncAccount({ params: { id: account.id } });
	await server.ctx.jobs.drain();
	microsoft.fail(null);
	const paths = ["", `/${account.id}/syncs`, `/${account.id}/folders`].map((path) => `/api/v1/accounts${path}`);
	const pages = await Promise.all(
		[...paths, `/api/v1/jobs/${job.id}`, "/api/v1/jobs", "/"].map(async (path) => (await ann.fetch(path)).text()),
	);
	const tables = await server.ctx.database.query(
		"select to_jsonb(a) as row from connected_accounts a union all select to_jsonb(j) from jobs j union all select to_jsonb(s) from email_sync_status s union all select to_jsonb(p) from provider_state p",
		[],
	);
	const seen = [...lines, reply, ...pages, JSON.stringify(tables)].join("\n");
	expect(lines.length).toBeGreaterThan(0);
	// The prefix of the emulator's tokens.
	expect(seen).not.toMatch(/microsoft_[\w-]{20}/);
	expect(seen).not.toContain(microsoft.clientSecret);
});
