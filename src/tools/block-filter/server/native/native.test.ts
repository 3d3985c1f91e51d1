import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { accountsContract } from "#shared/contracts/accounts.ts";
import { consentContract } from "#shared/contracts/consent.ts";
import { smallDemo } from "#test/demo.ts";
import { consentJourney } from "#test/emulators/consent-flow.ts";
import { type Google, startGoogle } from "#test/emulators/google.ts";
import { type Microsoft, startMicrosoft } from "#test/emulators/microsoft.ts";
import { freePort } from "#test/free-port.ts";
import { startTestServer, type TestServer, type TestUser } from "#test/server.ts";
import { message, nativeFixture } from "./testing.ts";

let origin: string;
let google: Google;
let microsoft: Microsoft;
let server: TestServer;
let ada: TestUser;
let testMailbox: ReturnType<typeof nativeFixture>;
let used = 0;

beforeAll(async () => {
	const port = String(await freePort());
	origin = `http://localhost:${port}`;
	const people = (at: string) => Array.from({ length: 16 }, (_, n) => ({ email: `p${n}@${at}`, name: "Ada" }));
	google = await startGoogle({ origin, people: people("gmail.example") });
	microsoft = await startMicrosoft({ origin, people: people("outlook.example") });
	const env = { PORT: port, BASE_URL: origin, ALLOW_PRIVATE_HOSTS: "on", ...google.env, ...microsoft.env };
	server = await startTestServer({ env, demo: smallDemo() });
});
afterAll(async () => {
	await server?.close();
	await google?.close();
	await microsoft?.close();
});
beforeEach(async () => {
	await server.ctx.database.exec("delete from rate_limits", []);
	ada = await server.signUp();
	testMailbox = nativeFixture(server, ada);
	used++;
});

interface ConnectOptions {
	extras?: "serverRules"[];
	account?: string;
	ticks?: (scope: string) => boolean;
}

/** Connects like a user in a browser. @returns the account's id, and the requested scopes */
async function connect(kind: "gmail" | "outlook", { extras = [], account, ticks }: ConnectOptions = {}) {
	const client = ada.client(consentContract);
	const redirectUri = `${origin}/auth/${kind}/callback`;
	const body = { redirectUri, extras, ...(account !== undefined && { account }) };
	const { authUrl } = await client[`${kind}-auth-init`]({ body });
	const back = await consentJourney(authUrl, `p${used}@${kind}.example`, ticks === undefined ? {} : { ticks });
	const code = back.searchParams.get("code") ?? "";
	const state = back.searchParams.get("state") ?? "";
	const granted = await client[`${kind}-auth`]({ body: { code, state, redirectUri } });
	await testMailbox.drain();
	return { account: granted.account, requested: new URL(authUrl).searchParams.get("scope") ?? "" };
}

describe("filters at Gmail", () => {
	const email = () => `p${used}@gmail.example`;

	it("are synced after consent, which is requested only then", async () => {
		const first = await connect("gmail");
		expect(first.requested).not.toContain("settings");
		expect(first.account.capabilities.serverRules).toBe(false);
		const id = first.account.id;
		expect(await testMailbox.nativeState(id)).toMatchObject({
			possible: "consent",
			isOn: false,
			state: "off",
			filters: [],
		});
		const refused = testMailbox.native.setNative({ params: { id }, body: { isOn: true } });
		await expect(refused).rejects.toMatchObject({ status: 409, code: "consent-needed" });

		// A user who leaves the box unchecked is connected as before.
		const without = await connect("gmail", {
			extras: ["serverRules"],
			account: id,
			ticks: (one) => !one.includes("settings"),
		});
		expect(without.requested).toContain("gmail.settings.basic");
		expect(without.account).toMatchObject({ id, access: "full", capabilities: { serverRules: false } });

		const allowed = await connect("gmail", { extras: ["serverRules"], account: id });
		expect(allowed.account).toMatchObject({ id, capabilities: { serverRules: true } });
		await testMailbox.make({ name: "Shop", ruleValue: "shop.example" });
		await testMailbox.make({
			name: "Sale",
			ruleType: "keyword",
			ruleValue: "sale",
			action: "label",
			labelName: "Offers",
		});
		expect(google.filters(email())).toEqual([]);
		await testMailbox.native.setNative({ params: { id }, body: { isOn: true } });
		expect(await testMailbox.nativeState(id)).toMatchObject({
			...{ possible: "yes", isOn: true, state: "synced", lastError: null },
			filters: [
				{ name: "Shop", state: "synced", difference: expect.stringContaining("longer domains") },
				{ name: "Sale", state: "synced", difference: null },
			],
		});
		expect(google.filters(email())).toHaveLength(2);
		// Resumes after the next sign-in.
		const again = await connect("gmail", { account: id });
		expect(again.account.capabilities.serverRules).toBe(true);
	});

	it("run before the mail arrives here, and own the messages they changed", async () => {
		const { account } = await connect("gmail", { extras: ["serverRules"] });
		const key = { id: account.id };
		await testMailbox.make({ name: "News", ruleType: "sender", ruleValue: "news@list.example", action: "archive" });
		// Would match as well if the first rule did not count: its mail is already archived by Gmail on arrival.
		await testMailbox.make({ name: "List", ruleValue: "list.example", action: "label", labelName: "List" });
		await testMailbox.native.setNative({ params: key, body: { isOn: true } });
		await testMailbox.drain();
		google.addMessage(email(), message("news@list.example", "Of the list"));
		google.addMessage(email(), message("other@list.example", "Of another"));
		expect(google.messages(email()).map(({ labels }) => labels.includes("INBOX"))).toEqual([true, false]);
		await testMailbox.sync(account.id);
		expect(await testMailbox.find("Of the list")).toMatchObject({ folder: "archive", labels: [] });
		expect(await testMailbox.find("Of another")).toMatchObject({ folder: "inbox", labels: ["List"] });
		expect((await testMailbox.filters.listFilters()).items.map(({ hitCount }) => hitCount)).toEqual([1, 1]);
	});

	it("block in two steps, because Gmail filters cannot move to Spam", async () => {
		const { account } = await connect("gmail", { extras: ["serverRules"] });
		await testMailbox.make({ name: "Blocked", ruleType: "sender", ruleValue: "x@spam.example", action: "block" });
		await testMailbox.native.setNative({ params: { id: account.id }, body: { isOn: true } });
		expect((await testMailbox.nativeState(account.id)).filters).toMatchObject([
			{ difference: expect.stringContaining("moves it to Spam") },
		]);
		google.addMessage(email(), message("x@spam.example", "Bad one"));
		expect(google.messages(email())[0]?.labels).not.toContain("INBOX");
		await testMailbox.sync(account.id);
		expect(await testMailbox.find("Bad one")).toMatchObject({ folder: "spam" });
	});

	it("follow changes here, and are removed when switched off", async () => {
		const { account } = await connect("gmail", { extras: ["serverRules"] });
		const own = google.addFilter(email(), {
			criteria: { from: "own@example.org" },
			action: { removeLabelIds: ["UNREAD"] },
		});
		await testMailbox.native.setNative({ params: { id: account.id }, body: { isOn: true } });
		await testMailbox.drain();
		const texts = async (): Promise<(string | undefined)[]> => {
			await testMailbox.drain();
			return google
				.filters(email())
				.filter(({ id }) => id !== own)
				.map(({ criteria }) => criteria.from as string);
		};
		const one = await testMailbox.make({ ruleValue: "one.example" });
		const two = await testMailbox.make({ ruleType: "sender", ruleValue: "a@two.example" });
		expect(await texts()).toEqual(["@one.example", "a@two.example"]);
		await testMailbox.filters.updateFilter({ params: { id: one.id }, body: { isActive: false } });
		expect(await texts()).toEqual(["a@two.example"]);
		await testMailbox.filters.updateFilter({ params: { id: one.id }, body: { isActive: true } });
		await testMailbox.filters.deleteFilter({ params: { id: two.id } });
		expect(await texts()).toEqual(["@one.example"]);
		await testMailbox.filters.restoreFilter({ params: { id: two.id } });
		expect((await texts()).sort()).toEqual(["@one.example", "a@two.example"]);
		// Another mailbox's filter does not apply here.
		const elsewhere = await connect("outlook");
		await testMailbox.make({ ruleValue: "three.example", accountId: elsewhere.account.id });
		expect(await texts()).toHaveLength(2);
		await testMailbox.native.setNative({ params: { id: account.id }, body: { isOn: false } });
		expect(await texts()).toEqual([]);
		expect(google.filters(email())).toHaveLength(1);
		expect(await testMailbox.nativeState(account.id)).toMatchObject({ isOn: false, state: "off", filters: [] });
		await testMailbox.make({ ruleValue: "four.example" });
		expect(await texts()).toEqual([]);
	});

	it("are removed with the mailbox", async () => {
		const { account } = await connect("gmail", { extras: ["serverRules"] });
		await testMailbox.make({ ruleValue: "one.example" });
		await testMailbox.native.setNative({ params: { id: account.id }, body: { isOn: true } });
		await testMailbox.drain();
		expect(google.filters(email())).toHaveLength(1);
		await ada.client(accountsContract).deleteAccount({ params: { id: account.id } });
		await testMailbox.drain();
		expect(google.filters(email())).toEqual([]);
	});
});

describe("rules at Outlook", () => {
	const email = () => `p${used}@outlook.example`;

	it("are reported and left alone when changed or deleted there, and restored on request", async () => {
		const { account } = await connect("outlook");
		const key = { id: account.id };
		await testMailbox.make({ name: "One", ruleValue: "one.example" });
		const two = await testMailbox.make({ name: "Two", ruleType: "sender", ruleValue: "a@two.example" });
		await testMailbox.native.setNative({ params: key, body: { isOn: true } });
		expect(await testMailbox.states(account.id)).toEqual(["synced", "synced"]);
		const [first, second] = microsoft.rules(email());
		microsoft.changeRule(email(), first?.id ?? "", { isEnabled: false });
		microsoft.deleteRule(email(), second?.id ?? "");
		await testMailbox.native.checkNative({ params: key });
		expect(await testMailbox.states(account.id)).toEqual(["changed", "deleted"]);
		await testMailbox.make({ name: "Three", ruleValue: "three.example" });
		expect(await testMailbox.states(account.id)).toEqual(["changed", "deleted", "synced"]);
		expect(microsoft.rules(email()).map(({ displayName, isEnabled }) => [displayName, isEnabled])).toEqual([
			["Mailstead: One", false],
			["Mailstead: Three", true],
		]);
		await testMailbox.native.restoreNative({ params: key, body: { filters: [two.id] } });
		expect(await testMailbox.states(account.id)).toEqual(["changed", "synced", "synced"]);
		await testMailbox.native.restoreNative({ params: key, body: {} });
		expect(await testMailbox.states(account.id)).toEqual(["synced", "synced", "synced"]);
		expect(microsoft.rules(email()).map(({ displayName, isEnabled }) => [displayName, isEnabled])).toEqual([
			["Mailstead: One", true],
			["Mailstead: Two", true],
			["Mailstead: Three", true],
		]);
	});

	it("are created per alternative, and what Outlook cannot express runs only here", async () => {
		const { account } = await connect("outlook");
		const leaf = (kind: "domain" | "subject", value: string) => ({ kind, value, not: false });
		const any = { kind: "any" as const, not: false };
		const parts = [leaf("domain", "a.example"), leaf("domain", "b.example"), leaf("subject", "Special offer")];
		await testMailbox.make({ name: "Any", ruleType: "advanced", conditions: { ...any, parts }, action: "mark_read" });
		await testMailbox.make({ name: "Star", ruleType: "sender", ruleValue: "boss@c.example", action: "star" });
		await testMailbox.make({
			name: "Category",
			ruleType: "advanced",
			conditions: { kind: "category", value: "promotions", not: false },
			action: "archive",
		});
		await testMailbox.make({ name: "Behind", ruleValue: "d.example", action: "delete" });
		await testMailbox.make({ name: "Harmless", ruleValue: "e.example", action: "archive" });
		await testMailbox.native.setNative({ params: { id: account.id }, body: { isOn: true } });
		expect((await testMailbox.nativeState(account.id)).filters).toMatchObject([
			{ name: "Any", state: "synced", difference: expect.stringContaining("inside longer words") },
			{ name: "Star", state: "unsupported", reason: "Outlook's rules cannot star a message." },
			{ name: "Category", state: "unsupported", reason: expect.stringContaining("exist only in Mailstead") },
			{ name: "Behind", state: "unsupported", reason: expect.stringContaining("“Category” comes before this rule") },
			{ name: "Harmless", state: "synced" },
		]);
		expect(microsoft.rules(email())).toHaveLength(3);
	});

	it("are retried while Outlook is unreachable, and failures are reported", async () => {
		const { account } = await connect("outlook");
		await testMailbox.make({ name: "One", ruleValue: "one.example" });
		microsoft.fail({ reset: 1, only: ({ path }) => path.includes("messageRules"), times: 6 });
		await testMailbox.native.setNative({ params: { id: account.id }, body: { isOn: true } });
		await expect
			.poll(async () => (await testMailbox.native.listNative()).items[0], { timeout: 20_000 })
			.toMatchObject({ state: "syncing", lastError: expect.stringContaining("Couldn't reach the mail provider") });
		microsoft.fail(null);
		// Any change triggers an immediate retry.
		await testMailbox.native.checkNative({ params: { id: account.id } });
		expect(await testMailbox.nativeState(account.id)).toMatchObject({ state: "synced", lastError: null });
		microsoft.revoke(email());
		microsoft.expire(email());
		await testMailbox.native.checkNative({ params: { id: account.id } });
		expect(await testMailbox.nativeState(account.id)).toMatchObject({
			state: "failed",
			lastError: expect.stringContaining("connected again"),
		});
	});

	it("made by the user can be imported", async () => {
		const { account } = await connect("outlook");
		const folder = microsoft.addFolder(email(), "Receipts");
		await testMailbox.sync(account.id);
		const own = (displayName: string, conditions: object, actions: object) =>
			microsoft.addRule(email(), { displayName, conditions: { ...conditions }, actions: { ...actions } });
		own("Odd", { importance: "high" }, { delete: true });
		own("Receipts", { senderContains: ["@shop.example"] }, { moveToFolder: folder, markAsRead: true });
		await testMailbox.make({ name: "Mine", ruleValue: "mine.example" });
		await testMailbox.native.setNative({ params: { id: account.id }, body: { isOn: true } });
		await testMailbox.drain();
		const { filters: found, skipped } = await testMailbox.native.readNative({ params: { id: account.id } });
		expect(found).toMatchObject([
			{
				draft: {
					name: "Receipts",
					ruleType: "domain",
					ruleValue: "shop.example",
					action: "move",
					folderName: "Receipts",
				},
				notes: [expect.stringContaining("mark it as read")],
				error: null,
				isKnown: false,
			},
		]);
		expect(skipped).toMatchObject([{ name: "Odd" }]);
	});
});

it("mailboxes without a mail server run no rules", async () => {
	await ada.client(accountsContract).startDemo();
	const [demo] = (await testMailbox.native.listNative()).items;
	expect(demo).toMatchObject({ possible: "no", reason: expect.stringContaining("no mail server"), isOn: false });
	const refused = testMailbox.native.setNative({ params: { id: demo?.accountId ?? "" }, body: { isOn: true } });
	await expect(refused).rejects.toMatchObject({ status: 409, code: "not-supported" });
});
