import { afterAll, beforeAll, expect, it } from "vitest";
import { createClient } from "#shared/client.ts";
import { accountsContract } from "#shared/contracts/accounts.ts";
import { emailsContract } from "#shared/contracts/emails.ts";
import { plansContract } from "#shared/contracts/plans.ts";
import { signInContract } from "#shared/contracts/sign-in.ts";
import { startTestServer, type TestServer, type TestUser } from "#test/server.ts";

/** Where changes were made, as the sessions page names it. */

const phone = "Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0";
const laptop = "Mozilla/5.0 (Macintosh; Intel Mac OS X 15_5) AppleWebKit/605.1.15 Version/18.5 Safari/605.1.15";

let server: TestServer;
let ada: TestUser;
let id: string;
beforeAll(async () => {
	server = await startTestServer();
	ada = await server.signUp();
	await ada.client(accountsContract).startDemo();
	await server.ctx.jobs.drain(100_000);
	id = (await ada.client(emailsContract).listEmails({ query: { folder: "inbox" } })).items[0]?.id ?? "";
});
afterAll(() => server.close());

/** The user's plans, with what else tells who asks. */
const plansWith = (headers: Record<string, string>) =>
	createClient(plansContract, (path, init) =>
		ada.fetch(path, { ...init, headers: { ...(init?.headers as Record<string, string>), ...headers } }),
	);

it("is recorded of each change and of its undo", async () => {
	const plan = await plansWith({ "user-agent": laptop }).createPlan({ body: { action: "archive", ids: [id] } });
	const { operation } = await plansWith({ "user-agent": phone }).applyPlan({ params: { id: plan.id } });
	expect(operation.device).toBe("Firefox on Android");
	await server.ctx.jobs.drain();
	const undo = await plansWith({ "user-agent": laptop }).undoOperation({ params: { id: plan.id } });
	expect(undo.operation.device).toBe("Safari on macOS");
	await server.ctx.jobs.drain();
	const { items } = await plansWith({}).listOperations({ query: { limit: 2 } });
	expect(items.map(({ device }) => device)).toEqual(["Safari on macOS", "Firefox on Android"]);
});

it("is nobody's where an app asks with a key", async () => {
	const scopes = ["mail:write" as const];
	const { secret } = await ada.client(signInContract).createApiKey({ body: { name: "a program", scopes } });
	const app = plansWith({ authorization: `Bearer ${secret}`, "user-agent": phone });
	const plan = await app.createPlan({ body: { action: "archive", ids: [id] } });
	const { operation } = await app.applyPlan({ params: { id: plan.id } });
	expect(operation.device).toBeNull();
});
