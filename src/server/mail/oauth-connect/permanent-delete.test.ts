import { afterAll, beforeAll, expect, it } from "vitest";
import { type ConsentExtra, consentContract } from "#shared/contracts/consent.ts";
import { plansContract } from "#shared/contracts/plans.ts";
import { type ConsentAnswer, consentJourney } from "#test/emulators/consent-flow.ts";
import { type Google, startGoogle } from "#test/emulators/google.ts";
import { freePort } from "#test/free-port.ts";
import { startTestServer, type TestServer, type TestUser } from "#test/server.ts";

const EMAIL = "dora@gmail.example";

let origin: string;
let google: Google;
let server: TestServer;
let user: TestUser;
beforeAll(async () => {
	const port = String(await freePort());
	origin = `http://localhost:${port}`;
	google = await startGoogle({ origin, people: [{ email: EMAIL, name: "Dora Example" }] });
	server = await startTestServer({ env: { PORT: port, BASE_URL: origin, ALLOW_PRIVATE_HOSTS: "on", ...google.env } });
	user = await server.signUp();
});
afterAll(async () => {
	await server?.close();
	await google?.close();
});

/** Connects like a user in a browser. @returns the account, and the scopes that were requested */
async function connect(request: { account?: string; extras?: ConsentExtra[] } = {}, answer: ConsentAnswer = {}) {
	const client = user.client(consentContract);
	const redirectUri = `${origin}/auth/gmail/callback`;
	const { authUrl } = await client["gmail-auth-init"]({ body: { redirectUri, ...request } });
	const back = (await consentJourney(authUrl, EMAIL, answer)).searchParams;
	const body = { code: back.get("code") ?? "", state: back.get("state") ?? "", redirectUri };
	const { account } = await client["gmail-auth"]({ body });
	await server.ctx.jobs.drain();
	return { account, scopes: new URL(authUrl).searchParams.get("scope")?.split(" ") ?? [] };
}

it("is possible at Gmail once the user has allowed it, and requested again when reconnecting", async () => {
	const raw =
		"From: Mira <mira@orchard.example>\r\nSubject: Old\r\nMessage-ID: <old@orchard.example>\r\n\r\nWords.\r\n";
	google.addMessage(EMAIL, raw, { labels: ["TRASH"] });
	const first = await connect();
	const { id } = first.account;
	expect(first.scopes).not.toContain("https://mail.google.com/");
	expect(first.account.capabilities.permanentDelete).toBe(false);
	const plans = user.client(plansContract);
	const plan = () => plans.createPlan({ body: { action: "delete", folder: "trash", account: id } });
	await expect(plan()).rejects.toMatchObject({ status: 400, code: "not-supported" });

	const extras: ConsentExtra[] = ["permanentDelete"];
	const declined = await connect({ account: id, extras }, { ticks: (scope) => !scope.includes("mail.google.com") });
	expect(declined.scopes).toContain("https://mail.google.com/");
	expect(declined.account).toMatchObject({ id, access: "full", capabilities: { permanentDelete: false } });

	const allowed = await connect({ account: id, extras });
	expect(allowed.account).toMatchObject({ id, capabilities: { permanentDelete: true } });
	await plans.applyPlan({ params: { id: (await plan()).id } });
	await server.ctx.jobs.drain();
	expect(google.messages(EMAIL)).toEqual([]);

	google.revoke(EMAIL);
	expect((await connect({ account: id })).account.capabilities.permanentDelete).toBe(true);
});
