import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { domain, from, makeMessage, rule } from "#providers/conformance-rules.ts";
import type { MemoryEnvironment } from "#providers/memory-environment.ts";
import { AuthExpired } from "#server/mail/provider/errors.ts";
import type { ProviderRule } from "#server/mail/provider/rules.ts";
import type { ProviderSession } from "#server/mail/provider/session.ts";
import { type Google, startGoogle } from "#test/emulators/google.ts";
import { createGmailProvider } from "../provider.ts";
import { environmentOf, optionsFor } from "../testing.ts";

const people = Array.from({ length: 12 }, () => ({ email: `${randomUUID()}@gmail.example`, name: "Ann Example" }));
const SHOP = rule("shop", [domain("shop.example")], { move: { role: "trash" } });

let google: Google;
let email: string;
let environment: MemoryEnvironment;
let session: ProviderSession;

beforeAll(async () => {
	google = await startGoogle({ people });
});
afterAll(() => google.close());
beforeEach(async () => {
	google.fail(null);
	email = people.pop()?.email ?? "";
	environment = await environmentOf(google, email, "full", ["serverRules"]);
	session = await createGmailProvider(optionsFor(google)).open(environment);
});

const apply = async (rules: ProviderRule[]) => session.rules?.apply(rules, new Set(), new AbortController().signal);
const list = async () => session.rules?.list(new AbortController().signal);
const arrive = (subject: string, sender: string): string[] => {
	const id = google.addMessage(email, makeMessage({ subject, from: sender }));
	return google.messages(email).find((message) => message.id === id)?.labels ?? [];
};

describe("Gmail filters", () => {
	test("use the fields of Gmail's own form", async () => {
		const rules = [
			rule("a", [from("a@example.org", "b@example.org"), { about: "subject", texts: ["price list"] }], {
				labels: ["Shop"],
			}),
			rule("c", [{ about: "larger", bytes: 5_000_000 }, from("c@example.org")], {
				move: { role: "archive" },
				read: true,
			}),
			rule(
				"b",
				[
					{ about: "list", ids: ["news.example.net"] },
					{ about: "attachment", not: true },
				],
				{ star: true },
			),
		];
		expect(await apply(rules)).toMatchObject([{ state: "applied" }, { state: "applied" }, { state: "applied" }]);
		const label = google.labels(email).find(({ name }) => name === "Shop")?.id;
		const id = expect.any(String);
		expect(google.filters(email)).toEqual([
			{
				id,
				criteria: { from: "a@example.org OR b@example.org", subject: '"price list"' },
				action: { addLabelIds: [label], removeLabelIds: [] },
			},
			{
				id,
				criteria: { from: "c@example.org", size: 5_000_000, sizeComparison: "larger" },
				action: { addLabelIds: [], removeLabelIds: ["INBOX", "UNREAD"] },
			},
			{
				id,
				criteria: { query: expect.stringMatching(/^list:\(news\.example\.net\) -has:attachment -\{\(from:\(a@/) },
				action: { addLabelIds: ["STARRED"], removeLabelIds: [] },
			},
		]);
	});

	test("emulate rule order, which Gmail does not have", async () => {
		await apply([rule("boss", [from("boss@shop.example")], { star: true }), SHOP]);
		expect(arrive("One", "boss@shop.example")).toEqual(["INBOX", "STARRED", "UNREAD"]);
		expect(arrive("Two", "other@shop.example")).toEqual(["TRASH", "UNREAD"]);
	});

	test("keep mail they move to Spam out of the inbox, and add a note", async () => {
		const [outcome] = (await apply([rule("spam", [from("x@example.org")], { move: { role: "spam" } })])) ?? [];
		expect(outcome).toMatchObject({
			state: "applied",
			difference: expect.stringContaining("Mailstead moves it to Spam"),
		});
		expect(arrive("One", "x@example.org")).toEqual(["UNREAD"]);
	});

	test("are not duplicated when the user has an identical one, which stays when ours is removed", async () => {
		const own = google.addFilter(email, {
			criteria: { from: "@shop.example" },
			action: { addLabelIds: ["TRASH"], removeLabelIds: [] },
		});
		expect(await apply([SHOP])).toMatchObject([{ state: "applied", id: own }]);
		expect(await list()).toMatchObject([{ id: own, key: null }]);
		await apply([]);
		expect(google.filters(email)).toHaveLength(1);
	});

	test("are created once even when Gmail's responses are lost", async () => {
		const rules = Array.from({ length: 8 }, (_, n) => rule(`r${n}`, [from(`p${n}@example.org`)], { read: true }));
		google.fail({
			seed: 5,
			lost: 0.5,
			only: ({ method, path }) => method !== "GET" && path.includes("filters"),
			times: 6,
		});
		for (let attempt = 0; attempt < 5; attempt++) await apply(rules).catch(() => undefined);
		expect(google.struck()).toBeGreaterThan(0);
		google.fail(null);
		expect(await apply(rules)).toHaveLength(8);
		expect(google.filters(email)).toHaveLength(8);
		await apply([]);
		expect(google.filters(email)).toEqual([]);
	});

	test("stop at Gmail's limit, and the rest are reported", async () => {
		for (let n = 0; n < 1_000; n++)
			google.addFilter(email, { criteria: { from: `p${n}@example.org` }, action: { removeLabelIds: ["UNREAD"] } });
		expect(await apply([SHOP])).toEqual([
			{ key: "shop", state: "refused", reason: expect.stringContaining("no more than 1,000 filters") },
		]);
	});

	test("are refused with a reason where Gmail's search cannot express them", async () => {
		const odd = [
			rule("signs", [from("c@example.org"), { about: "subject", texts: ["!!!"] }], { star: true }),
			rule("prefix", [from("a@example.org"), { about: "subject", texts: ["art"], not: true }], { star: true }),
			rule("folder", [from("b@example.org")], { move: { folderId: "x" } }),
		];
		expect((await apply(odd))?.map((one) => (one.state === "refused" ? one.reason : one.state))).toEqual([
			"Gmail looks for words alone, and “!!!” holds none.",
			"Gmail searches for whole words only, so it cannot exclude words that begin with “art”.",
			"Gmail has labels, and no folders to move mail to.",
		]);
	});

	test("made by the user are read as rules where possible", async () => {
		const add = (criteria: Record<string, unknown>, action: { addLabelIds?: string[]; removeLabelIds?: string[] }) =>
			google.addFilter(email, { criteria, action });
		add({ from: "*@shop.example OR Ann Lee", subject: "offer" }, { removeLabelIds: ["INBOX", "UNREAD"] });
		add({ query: 'list:(news.example.net) has:attachment -"not this"' }, { addLabelIds: ["TRASH"] });
		add({ query: "(a OR (b c)) older_than:2d" }, { addLabelIds: ["STARRED"] });
		add({ from: "x@example.org" }, { removeLabelIds: ["SPAM"] });
		const rules = (await list())?.map((one) => one.rule);
		expect(rules).toEqual([
			{
				conditions: [
					{ about: "from", addresses: [], domains: ["shop.example"], texts: ["Ann Lee"], not: false },
					{ about: "subject", texts: ["offer"], not: false },
				],
				actions: { move: { role: "archive" }, labels: [], read: true, star: false },
			},
			{
				conditions: [
					{ about: "list", ids: ["news.example.net"], not: false },
					{ about: "attachment", not: false },
					{ about: "anywhere", texts: ["not this"], not: true },
				],
				actions: { move: { role: "trash" }, labels: [], read: false, star: false },
			},
			null,
			null,
		]);
	});

	test("need a separate consent, which connecting does not request", async () => {
		const usual = await environmentOf(google, email);
		const plain = await createGmailProvider(optionsFor(google)).open(usual);
		const refused = await plain.rules
			?.apply([SHOP], new Set(), new AbortController().signal)
			.catch((cause: unknown) => cause);
		expect(refused).toBeInstanceOf(AuthExpired);
		expect(google.requests.at(-1)).toMatchObject({ method: "settings.filters.create", status: 403 });
		const { capabilitiesOf } = createGmailProvider(optionsFor(google));
		expect(capabilitiesOf?.({ access: "full" })).toMatchObject({ serverRules: false });
		expect(capabilitiesOf?.({ access: "full", filters: true })).toMatchObject({ serverRules: true });
		expect(capabilitiesOf?.({ access: "read", filters: true })).toMatchObject({ serverRules: false });
	});

	test("cost the expected quota units, and are removed with the mailbox", async () => {
		const before = google.requests.length;
		await apply([SHOP, rule("two", [from("a@example.org")], { star: true })]);
		const requests = google.requests.slice(before).filter(({ method }) => method.startsWith("settings."));
		expect(requests.map(({ method, units }) => [method, units])).toEqual([
			["settings.filters.list", 1],
			["settings.filters.create", 5],
			["settings.filters.create", 5],
		]);
		google.addFilter(email, { criteria: { from: "own@example.org" }, action: { removeLabelIds: ["UNREAD"] } });
		await createGmailProvider(optionsFor(google)).disconnect(environment, AbortSignal.timeout(10_000));
		expect(google.filters(email)).toMatchObject([{ criteria: { from: "own@example.org" } }]);
	});
});
