import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { domain, from, makeMessage, rule } from "#providers/conformance-rules.ts";
import type { MemoryEnvironment } from "#providers/memory-environment.ts";
import type { ProviderRule } from "#server/mail/provider/rules.ts";
import type { ProviderSession } from "#server/mail/provider/session.ts";
import { type Microsoft, startMicrosoft } from "#test/emulators/microsoft.ts";
import { createOutlookProvider } from "../provider.ts";
import { accountOf, people } from "../testing.ts";

const SHOP = rule("shop", [domain("shop.co")], { move: { role: "trash" } });

let microsoft: Microsoft;
let used = 0;
let email: string;
let environment: MemoryEnvironment;
let session: ProviderSession;

beforeAll(async () => {
	microsoft = await startMicrosoft({ people: people(12) });
});
afterAll(() => microsoft.close());
beforeEach(async () => {
	microsoft.fail(null);
	email = microsoft.people[used++]?.email ?? "";
	environment = await accountOf(microsoft, email);
	session = await createOutlookProvider(microsoft).open(environment);
});

const apply = async (rules: ProviderRule[]) => session.rules?.apply(rules, new Set(), new AbortController().signal);
function arrive(subject: string, sender: string): string | undefined {
	const id = microsoft.addMessage(email, makeMessage({ subject, from: sender }));
	return microsoft.messages(email).find(({ immutableId }) => immutableId === id)?.folder;
}

describe("Outlook rules", () => {
	test("match a domain and its subdomains, and no lookalikes", async () => {
		await apply([SHOP]);
		for (const sender of ["a@shop.co", "a@mail.shop.co"]) expect(arrive(sender, sender)).toBe("Deleted Items");
		for (const sender of ["a@shop.com", "a@shop.co.uk", "a@myshop.co", "shop.co@example.org", "x.shop.co@example.org"])
			expect(arrive(sender, sender)).toBe("Inbox");
	});

	test("are placed after the user's own, in order, also after that changed", async () => {
		microsoft.addRule(email, {
			displayName: "Mine",
			conditions: { subjectContains: ["x"] },
			actions: { markAsRead: true },
		});
		const [one, two, three] = ["one", "two", "three"].map((name) =>
			rule(name, [{ about: "subject", texts: [`${name} word`] }], { read: true }),
		) as [ProviderRule, ProviderRule, ProviderRule];
		const names = () => microsoft.rules(email).map(({ displayName }) => displayName);
		await apply([one, two, three]);
		expect(names()).toEqual(["Mine", "Mailstead: Rule one", "Mailstead: Rule two", "Mailstead: Rule three"]);
		const ids = microsoft.rules(email).map(({ id }) => id);
		await apply([three, one, two]);
		expect(names()).toEqual(["Mine", "Mailstead: Rule three", "Mailstead: Rule one", "Mailstead: Rule two"]);
		expect(
			microsoft
				.rules(email)
				.map(({ id }) => id)
				.sort(),
		).toEqual([...ids].sort());
		await apply([three, { ...one, actions: { ...one.actions, labels: ["Blue"] } }, two]);
		expect(names()).toEqual(["Mine", "Mailstead: Rule three", "Mailstead: Rule one", "Mailstead: Rule two"]);
	});

	test("are created once even when Microsoft's responses are lost", async () => {
		const rules = Array.from({ length: 8 }, (_, n) => rule(`r${n}`, [from(`p${n}@example.org`)], { read: true }));
		const only = ({ method, path }: { method: string; path: string }) =>
			method !== "GET" && path.includes("messageRules");
		microsoft.fail({ seed: 5, lost: 0.5, only, times: 6 });
		for (let attempt = 0; attempt < 5; attempt++) await apply(rules).catch(() => undefined);
		expect(microsoft.struck()).toBeGreaterThan(0);
		microsoft.fail(null);
		await apply(rules);
		expect(microsoft.rules(email)).toHaveLength(8);
	});

	test("that exceed Outlook's limits or features are refused with a reason", async () => {
		const odd = [
			rule("star", [from("a@example.org")], { star: true }),
			rule("short", [{ about: "subject", texts: ["art"] }], { read: true }),
			rule("both", [domain("b.example"), domain("c.example")], { read: true }),
			rule("not", [from("d@example.org"), { about: "anywhere", texts: ["lottery"], not: true }], { read: true }),
			rule("long", [from(...Array.from({ length: 6_000 }, (_, n) => `person${n}@a-long-domain.example`))], {
				read: true,
			}),
		];
		expect((await apply(odd))?.map((one) => (one.state === "refused" ? one.reason : one.state))).toEqual([
			"Outlook's rules cannot star a message.",
			"Outlook would find “art” inside many other words: it is too short for a rule there.",
			"Outlook cannot ask for two such conditions in one rule.",
			"Outlook's rules look into subject and text alone, so that they leave out less than this one.",
			"Outlook has no room for more rules. Delete some there, or some filters here.",
		]);
		expect(microsoft.rules(email)).toEqual([]);
	});

	test("made by the user are read as rules where possible", async () => {
		const inbox = { displayName: "Own", actions: { delete: true } };
		microsoft.addRule(email, { ...inbox, conditions: { senderContains: ["@shop.example", "Ann Lee"] } });
		microsoft.addRule(email, { ...inbox, conditions: { importance: "high" } });
		const rules = await session.rules?.list(new AbortController().signal);
		expect(rules?.map((one) => [one.name, one.rule?.conditions ?? null])).toEqual([
			["Own", null],
			["Own", [{ about: "from", addresses: [], domains: ["shop.example"], texts: ["Ann Lee"], not: false }]],
		]);
	});

	test("are removed with the mailbox, and the user's own stay", async () => {
		microsoft.addRule(email, { displayName: "Mine", conditions: {}, actions: { markAsRead: true } });
		await apply([SHOP]);
		await createOutlookProvider(microsoft).disconnect(environment, AbortSignal.timeout(10_000));
		expect(microsoft.rules(email)).toMatchObject([{ displayName: "Mine" }]);
	});
});
