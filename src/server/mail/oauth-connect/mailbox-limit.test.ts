import { afterAll, beforeAll, expect, it } from "vitest";
import type { ApiError } from "#shared/client.ts";
import { accountsContract } from "#shared/contracts/accounts.ts";
import { consentContract } from "#shared/contracts/consent.ts";
import { pricingContract } from "#shared/contracts/pricing.ts";
import { consentJourney } from "#test/emulators/consent-flow.ts";
import { startGoogle } from "#test/emulators/google.ts";
import { startMicrosoft } from "#test/emulators/microsoft.ts";
import { freePort } from "#test/free-port.ts";
import { startTestServer, type TestServer, type TestUser } from "#test/server.ts";

/** The limit of a pricing plan, for mailboxes that are connected by consent. */

const PEOPLE = {
	gmail: ["ann@gmail.example", "bob@gmail.example"],
	outlook: ["ann@outlook.example", "bob@outlook.example"],
};
type Kind = keyof typeof PEOPLE;

let origin: string;
let google: Awaited<ReturnType<typeof startGoogle>>;
let microsoft: Awaited<ReturnType<typeof startMicrosoft>>;
let server: TestServer;
let operator: TestUser;
beforeAll(async () => {
	const port = await freePort();
	origin = `http://localhost:${port}`;
	const people = (kind: Kind) => PEOPLE[kind].map((email) => ({ email, name: email }));
	google = await startGoogle({ origin, people: people("gmail") });
	microsoft = await startMicrosoft({ origin, people: people("outlook") });
	server = await startTestServer({
		env: { PORT: String(port), BASE_URL: origin, ALLOW_PRIVATE_HOSTS: "on", ...google.env, ...microsoft.env },
	});
	operator = await server.signUp();
	const limits = { mailboxes: 1, aiPersonalizations: null, validations: null };
	await operator
		.client(pricingContract)
		.createPricingPlan({ body: { name: "Solo", price: "Free", limits, isDefault: true } });
});
afterAll(async () => {
	await server?.close();
	await google?.close();
	await microsoft?.close();
});

/** The whole flow. */
async function connect(user: TestUser, kind: Kind, email: string) {
	const redirectUri = `${origin}/auth/${kind}/callback`;
	const { authUrl } = await user.client(consentContract)[`${kind}-auth-init`]({ body: { redirectUri } });
	const back = (await consentJourney(authUrl, email)).searchParams;
	const body = { code: back.get("code") ?? "", state: back.get("state") ?? "", redirectUri };
	return user.client(consentContract)[`${kind}-auth`]({ body });
}

it.each(["gmail", "outlook"] as const)("refuses a mailbox too many at %s, and reconnects the first", async (kind) => {
	const [first = "", second = ""] = PEOPLE[kind];
	const user = await server.signUp();
	const { account } = await connect(user, kind, first);
	const refused = await connect(user, kind, second).catch((cause: ApiError) => cause);
	expect(refused).toMatchObject({
		...{ status: 409, code: "plan-limit" },
		message: expect.stringContaining("Your plan, Solo, includes 1 mailbox, and you have 1 connected. Disconnect"),
	});
	const again = await connect(user, kind, first);
	expect(again.account.id).toBe(account.id);
	const { items } = await user.client(accountsContract).listAccounts();
	expect(items.map(({ email, status }) => [email, status])).toEqual([[first, "connected"]]);
	// Nothing of the refused mailbox is left that a later sync could use.
	const jobs = await server.ctx.database.query("select distinct account_id from jobs where owner_id = $1", [
		user.ownerId,
	]);
	expect(jobs).toEqual([{ account_id: account.id }]);
});
