import { afterAll, beforeAll, expect, test } from "vitest";
import { accountsContract } from "#shared/contracts/accounts.ts";
import { consentContract } from "#shared/contracts/consent.ts";
import { emailsContract } from "#shared/contracts/emails.ts";
import { type Microsoft, startMicrosoft } from "#test/emulators/microsoft.ts";
import { freePort } from "#test/free-port.ts";
import { startTestServer, type TestServer } from "#test/server.ts";
import { consentAt, message, people } from "./testing.ts";

const [email = ""] = people(1).map((user) => user.email);

let base: string;
let microsoft: Microsoft;
let server: TestServer;
beforeAll(async () => {
	const port = String(await freePort());
	base = `http://localhost:${port}`;
	microsoft = await startMicrosoft({ people: people(1), origin: base });
	const env = { PORT: port, BASE_URL: base, MICROSOFT_NOTICES: "on", ALLOW_PRIVATE_HOSTS: "on" };
	server = await startTestServer({ env: { ...microsoft.env, ...env } });
});
afterAll(async () => {
	await server.close();
	await microsoft.close();
});

const requestsTo = (method: string) => microsoft.requests.filter((request) => request.method === method);

test("new mail arrives soon after Microsoft's notification", async () => {
	const user = await server.signUp();
	const client = user.client(consentContract);
	const redirectUri = `${base}/auth/outlook/callback`;
	const { authUrl, state } = await client["outlook-auth-init"]({ body: { redirectUri, access: "full" } });
	const code = await consentAt(authUrl, email);
	const { account } = await client["outlook-auth"]({ body: { code, state, redirectUri } });
	const subjects = async () => {
		const { items } = await user.client(emailsContract).listEmails({ query: { account: account.id } });
		return items.map(({ subject }) => subject);
	};
	// The subscription is active, and one poll covered earlier changes.
	const isActive = () =>
		requestsTo("subscriptions.create").some(({ status }) => status === 201) && requestsTo("folders.delta").length > 0;
	await expect.poll(isActive, { timeout: 20_000 }).toBe(true);
	await server.ctx.jobs.drain();
	const polls = requestsTo("folders.delta").length;
	microsoft.addMessage(email, message("Notified"), { folder: "inbox" });
	await expect.poll(subjects, { timeout: 10_000 }).toContain("Notified");
	// No poll was needed.
	expect(requestsTo("folders.delta")).toHaveLength(polls);
	expect(microsoft.notices.length).toBeGreaterThan(0);
	await user.client(accountsContract).deleteAccount({ params: { id: account.id } });
	await server.ctx.jobs.drain();
	expect(requestsTo("subscriptions.delete")).toMatchObject([{ status: 204 }]);
});

test("only callers that know an account's webhook URL are accepted", async () => {
	const notify = (query: Record<string, string>) =>
		fetch(`${base}/api/v1/webhooks/outlook?${new URLSearchParams(query)}`, { method: "POST", body: "{}" });
	const account = "01a1f767-c935-77a0-bb9e-6bd6c560a3b0";
	const forged = await notify({ account, key: "guessed", validationToken: "<script>" });
	expect(forged.status).toBe(404);
	expect(await forged.text()).not.toContain("<script>");
});
