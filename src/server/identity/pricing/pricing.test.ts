import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ApiError } from "#shared/client.ts";
import { accountsContract } from "#shared/contracts/accounts.ts";
import { pricingContract } from "#shared/contracts/pricing.ts";
import { settingsContract } from "#shared/contracts/settings.ts";
import { smallDemo } from "#test/demo.ts";
import { startDns, type TestDns } from "#test/dns/dns.ts";
import { type Dovecot, startDovecot } from "#test/dovecot/dovecot.ts";
import { type ModelServer, startModelServer } from "#test/model-server.ts";
import { startTestServer, type TestServer, type TestUser } from "#test/server.ts";
import { assistantContract } from "#tools/ai-personalizer/contract.ts";
import { validatorContract } from "#tools/validator/contract.ts";

/** The last hour of a month. */
const NOVEMBER = Date.UTC(2026, 10, 30, 23);
const DECEMBER = NOVEMBER + 2 * 3_600_000;

let now = NOVEMBER;
let dovecot: Dovecot;
let dns: TestDns;
let models: ModelServer;
let server: TestServer;
let operator: TestUser;
let usual: string[];

beforeAll(async () => {
	dovecot = await startDovecot();
	dns = await startDns({
		localhost: { A: "127.0.0.1" },
		"mx.mail.test": { A: "192.0.2.25" },
		"good.test": { MX: [10, "mx.mail.test"] },
		"silent.test": "silence",
	});
	models = await startModelServer();
	usual = getCACertificates("default");
	setDefaultCACertificates([...usual, dovecot.certificate]);
	const env = { ALLOW_PRIVATE_HOSTS: "on", DNS_SERVERS: dns.server };
	server = await startTestServer({ env, now: () => now, demo: smallDemo() });
	operator = await server.signUp();
});
afterAll(async () => {
	await server.close();
	setDefaultCACertificates(usual);
	await models.close();
	await dns.close();
	await dovecot.stop();
});

const routes = () => operator.client(pricingContract);
const unlimited = { mailboxes: null, aiPersonalizations: null, validations: null };
let plans = 0;
const addPlan = (limits: Partial<Record<keyof typeof unlimited, number>>, more: object = {}) =>
	routes().createPricingPlan({
		body: { name: `Plan ${++plans}`, price: "Free", limits: { ...unlimited, ...limits }, ...more },
	});

/** Somebody with these limits. */
async function userWith(limits: Parameters<typeof addPlan>[0]): Promise<TestUser> {
	const user = await server.signUp();
	const { id } = await addPlan(limits);
	await routes().setUserPlan({ params: { id: user.ownerId }, body: { planId: id } });
	return user;
}

/** Status, code and message of a problem; null: there was none. */
const problemOf = (answer: Promise<unknown>): Promise<string | null> =>
	answer.then(
		() => null,
		(cause: ApiError) => `${cause.status} ${cause.code} ${cause.message}`,
	);
const limited = (text: string) => expect.stringMatching(new RegExp(`^409 plan-limit .*${text}`));

const usage = (user: TestUser) => user.client(pricingContract).getPlanUsage();
const addresses = (count: number, name = "person") => Array.from({ length: count }, (_, n) => `${name}${n}@good.test`);

async function validate(user: TestUser, emails: string[]): Promise<number> {
	let verdicts = 0;
	for await (const _ of user.client(validatorContract).validateEmails({ body: { emails } })) verdicts++;
	return verdicts;
}

describe("without plans", () => {
	it("nothing is limited, and usage is counted", async () => {
		const user = await server.signUp();
		expect((await fetch(`${server.url}/api/v1/pricing`)).status).toBe(200);
		expect(await routes().listPlansOffered()).toEqual({ items: [], hasPayment: false });
		expect(await validate(user, addresses(30))).toBe(30);
		expect(await usage(user)).toEqual({
			plan: null,
			mailboxes: { used: 0, limit: null },
			aiPersonalizations: { used: 0, limit: null },
			validations: { used: 30, limit: null },
			renewedAt: "2026-12-01T00:00:00.000Z",
		});
	});
});

describe("validations", () => {
	it("are refused as a list beyond the limit, and allowed again in the next month", async () => {
		const user = await userWith({ validations: 10 });
		expect(await validate(user, addresses(7))).toBe(7);
		expect(await problemOf(validate(user, addresses(4)))).toEqual(
			limited("10 validations a month. 3 are left, and this needs 4.*renewed on December 1 .*change your plan"),
		);
		expect((await usage(user)).validations).toEqual({ used: 7, limit: 10 });
		expect(await validate(user, addresses(3))).toBe(3);
		const one = () => user.client(validatorContract).validateEmail({ body: { email: "x@good.test" } });
		expect(await problemOf(one())).toEqual(limited("None is left"));
		now = DECEMBER;
		expect(await problemOf(one())).toBeNull();
		expect((await usage(user)).validations).toEqual({ used: 1, limit: 10 });
		expect((await user.client(validatorContract).listVerdicts({ query: {} })).emailsValidated).toBe(11);
		now = NOVEMBER;
	});

	it("do not exceed the limit together", async () => {
		const user = await userWith({ validations: 10 });
		const all = await Promise.all(Array.from({ length: 5 }, () => problemOf(validate(user, addresses(4)))));
		expect(all.filter((problem) => problem === null)).toHaveLength(2);
		expect((await usage(user)).validations.used).toBe(8);
	});

	it("are returned when the list is stopped", async () => {
		const user = await userWith({ validations: 10 });
		const silent = addresses(9).map((email) => email.replace("good", "silent"));
		const emails = ["first@good.test", ...silent];
		for await (const { email } of user.client(validatorContract).validateEmails({ body: { emails } })) {
			expect(email).toBe("first@good.test");
			expect((await usage(user)).validations.used).toBe(10);
			break;
		}
		// Sooner than the last attempt to ask for the domain ends.
		await expect.poll(async () => (await usage(user)).validations.used, { timeout: 3_000 }).toBe(1);
	});

	it("of a file stop at the limit, say so, and the next file is refused", async () => {
		const user = await userWith({ validations: 600 });
		const bytes = new TextEncoder().encode(addresses(700).join("\n"));
		const upload = () => user.client(validatorContract).validateFile({ query: { filename: "list.txt" } }, { bytes });
		const { id } = await upload();
		await server.ctx.jobs.drain();
		const file = await user.client(validatorContract).getFileBatch({ params: { id } });
		// The rest is kept with its reason.
		expect(file).toMatchObject({ batch: { state: "done", total: 700, outcomes: { left_out: 100 } }, duplicates: 0 });
		expect(file.error).toMatch(/600 validations a month. None is left/);
		expect((await usage(user)).validations.used).toBe(600);
		expect(await problemOf(upload())).toEqual(limited("None is left"));
	});

	it("of a canceled file that were not made are returned", async () => {
		const user = await userWith({ validations: 5_000 });
		const bytes = new TextEncoder().encode(addresses(3_000, "canceled").join("\n"));
		const { id } = await user.client(validatorContract).validateFile({ query: { filename: "list.txt" } }, { bytes });
		await user.client(validatorContract).cancelFileBatch({ params: { id } });
		await server.ctx.jobs.drain();
		const { batch } = await user.client(validatorContract).getFileBatch({ params: { id } });
		expect((await usage(user)).validations.used).toBe(batch.done);
		expect(batch.done).toBeLessThan(3_000);
	});
});

describe("AI personalizations", () => {
	const draft = (user: TestUser) =>
		user.client(assistantContract).draftEmail({ body: { recipient: "mara@good.test", goal: "Ask for a call" } });

	it("do not exceed the limit together", async () => {
		const user = await userWith({ aiPersonalizations: 3 });
		const all = await Promise.all(Array.from({ length: 6 }, () => problemOf(draft(user))));
		expect(all.filter((problem) => problem === null)).toHaveLength(3);
		expect(all.filter((problem) => problem !== null)[0]).toEqual(limited("3 AI personalizations a month"));
		expect((await usage(user)).aiPersonalizations).toEqual({ used: 3, limit: 3 });
	});

	it("are not counted when none was written", async () => {
		const user = await userWith({ aiPersonalizations: 1 });
		await user.client(settingsContract).updateSettings({
			params: { section: "ai" },
			body: { engine: "own", provider: "openai-compatible", baseUrl: models.url, model: "none" },
		});
		models.behave({ kind: "status", status: 401 });
		expect(await problemOf(draft(user))).toMatch(/model-key-rejected/);
		expect((await usage(user)).aiPersonalizations.used).toBe(0);
	});
});

describe("mailboxes", () => {
	let people = 0;
	const connect = async (user: TestUser) => {
		const { user: email, password } = await dovecot.addUser({ name: `plan${++people}@post.test` });
		const imap = { host: "localhost", port: dovecot.imapsPort, security: "tls" as const };
		return user.client(accountsContract).connectImap({ body: { email, password, imap, smtp: null } });
	};

	it("are connected up to the limit; the demo does not count", async () => {
		const user = await userWith({ mailboxes: 1 });
		await user.client(accountsContract).startDemo();
		const { account } = await connect(user);
		expect(await problemOf(connect(user))).toEqual(limited("includes 1 mailbox, and you have 1 connected. Disconnect"));
		expect((await user.client(accountsContract).listAccounts()).items).toHaveLength(2);
		expect((await usage(user)).mailboxes).toEqual({ used: 1, limit: 1 });
		await user.client(accountsContract).deleteAccount({ params: { id: account.id } });
		expect(await problemOf(connect(user))).toBeNull();
	});

	it("do not exceed the limit together, and survive a lower one", async () => {
		const user = await userWith({ mailboxes: 2 });
		const all = await Promise.all([1, 2, 3, 4].map(() => problemOf(connect(user))));
		expect(all.filter((problem) => problem === null)).toHaveLength(2);
		const { id } = await addPlan({ mailboxes: 0, validations: 0 });
		await routes().setUserPlan({ params: { id: user.ownerId }, body: { planId: id } });
		expect((await usage(user)).mailboxes).toEqual({ used: 2, limit: 0 });
		const { items } = await user.client(accountsContract).listAccounts();
		expect(items.map(({ status }) => status)).toEqual(["connected", "connected"]);
		// Reconnecting adds none.
		const [first] = items;
		if (first === undefined) throw new Error("No mailbox");
		const update = user.client(accountsContract).updateConnection({
			params: { id: first.id },
			body: { email: first.email ?? "", name: "Renamed" },
		});
		expect(await problemOf(update)).toBeNull();
	});
});

describe("plans", () => {
	it("are the operator's, by position, and the default is the plan of everybody else", async () => {
		const user = await server.signUp();
		const theirs = user.client(pricingContract);
		expect(await problemOf(theirs.listPricingPlans())).toMatch(/^403/);
		expect(await problemOf(theirs.setUserPlan({ params: { id: user.ownerId }, body: { planId: null } }))).toMatch(
			/^403/,
		);
		const more = { name: "Basic", position: 1, features: ["Two mailboxes"], isDefault: true };
		const basic = await addPlan({ validations: 5 }, { ...more, position: 900 });
		expect(await problemOf(addPlan({}, { name: "BASIC" }))).toMatch(/^409 plan-name-taken/);
		expect((await usage(user)).plan).toEqual({ id: basic.id, name: "Basic" });
		const shown = (await user.client(pricingContract).listPlansOffered()).items;
		expect(shown.at(-1)).toEqual({
			...{ id: basic.id, name: "Basic", price: "Free", period: "", description: "", features: ["Two mailboxes"] },
			...{ isDefault: true, isPerMailbox: false, canBuy: false },
			limits: { ...unlimited, validations: 5 },
		});
		// Another default takes its place.
		const other = await addPlan({}, { isDefault: true });
		expect((await usage(user)).plan?.id).toBe(other.id);
		const { items } = await routes().listPricingPlans();
		expect(items.filter(({ isDefault }) => isDefault).map(({ id }) => id)).toEqual([other.id]);
		await routes().updatePricingPlan({
			params: { id: basic.id },
			body: { ...more, name: "Basic 2", price: "$1", limits: { ...unlimited, validations: 6 }, isDefault: true },
		});
		expect(await usage(user)).toMatchObject({ plan: { name: "Basic 2" }, validations: { limit: 6 } });
		await routes().deletePricingPlan({ params: { id: basic.id } });
		expect((await usage(user)).plan).toBeNull();
	});

	it("can't be deleted while users have them; a deleted user has none", async () => {
		const user = await userWith({ mailboxes: 1 });
		const { plan } = await usage(user);
		const params = { id: plan?.id ?? "" };
		expect(await problemOf(routes().deletePricingPlan({ params }))).toMatch(/plan-in-use 1 user has this plan/);
		const found = await routes().listUsers({ query: { q: user.email } });
		expect(found).toMatchObject({
			items: [{ id: user.ownerId, email: user.email, planId: plan?.id }],
			nextAfter: null,
		});
		await user.client(settingsContract).deleteMyAccount({ body: { confirm: user.email } });
		await server.ctx.jobs.drain();
		expect(await problemOf(routes().deletePricingPlan({ params }))).toBeNull();
		expect((await routes().listUsers({ query: { q: user.email } })).items).toEqual([]);
	});

	it("of users are listed in pages", async () => {
		const first = await routes().listUsers({ query: { limit: 3 } });
		const second = await routes().listUsers({ query: { limit: 3, after: first.nextAfter ?? "" } });
		const emails = [...first.items, ...second.items].map(({ email }) => email);
		expect(emails).toHaveLength(6);
		expect(new Set(emails).size).toBe(6);
	});
});
