/** Conformance tests for providers that run rules themselves. */

import { expect } from "vitest";
import { never, type Opened, persist, type RuleFixture, withHeaderText } from "#providers/conformance-mailbox.ts";
import type { ProviderRule, ProviderRules, RuleCondition, RuleOutcome } from "#server/mail/provider/rules.ts";
import type { ProviderSession } from "#server/mail/provider/session.ts";

interface Fixture extends RuleFixture {
	session: ProviderSession;
	apply(rules: ProviderRule[], again?: string[]): Promise<RuleOutcome[]>;
	list: () => ReturnType<ProviderRules["list"]>;
	/** Delivers a message and finds where it went. */
	arrive(testMessage: RuleMessage): Promise<MessageState>;
}

interface RuleMessage {
	subject: string;
	from?: string;
	/** Additional header lines. */
	head?: string[];
	text?: string;
	attachment?: boolean;
}

interface MessageState {
	role: string | undefined;
	folder: string | undefined;
	read: boolean;
	starred: boolean;
	labels: string[];
}

export function rule(
	key: string,
	conditions: (RuleCondition | Omit<RuleCondition, "not">)[],
	actions: Partial<ProviderRule["actions"]>,
): ProviderRule {
	return {
		key,
		name: `Rule ${key}`,
		conditions: conditions.map((condition) => ({ not: false, ...condition }) as RuleCondition),
		actions: { move: null, labels: [], read: false, star: false, ...actions },
		isNative: true,
	};
}

export const from = (...addresses: string[]) => ({ about: "from" as const, addresses, domains: [], texts: [] });
export const domain = (...domains: string[]) => ({ about: "from" as const, addresses: [], domains, texts: [] });
const subject = (...texts: string[]) => ({ about: "subject" as const, texts });
const ARCHIVE = { move: { role: "archive" as const } };
const TRASH = { move: { role: "trash" as const } };

export function makeMessage({
	subject: about,
	from: sender = "ann@example.org",
	head = [],
	text = "Hello",
	attachment,
}: RuleMessage): string {
	const lines = [
		`From: Somebody <${sender}>`,
		"To: Bob <bob@example.net>",
		`Subject: ${about}`,
		`Message-ID: <${crypto.randomUUID()}@example.org>`,
		`Date: ${new Date().toUTCString().replace("GMT", "+0000")}`,
		...head,
	];
	if (!attachment) return [...lines, "", text, ""].join("\r\n");
	const type = "text/plain; charset=utf-8";
	const part = (more: string[], body: string): string[] => ["--cut", `Content-Type: ${type}`, ...more, "", body];
	return [
		...lines,
		"MIME-Version: 1.0",
		"Content-Type: multipart/mixed; boundary=cut",
		"",
		...part([], text),
		...part(["Content-Disposition: attachment; filename=list.txt"], "One\r\nTwo"),
		"--cut--",
		"",
	].join("\r\n");
}

function fixtureOf({ mailbox, session, again }: Opened): Fixture | null {
	const { rules: fixture } = mailbox;
	const { rules } = session;
	if (fixture === undefined) {
		expect(rules).toBeUndefined();
		return null;
	}
	if (rules === undefined) throw new Error("Rules are declared, and session.rules is missing");
	let fresh: ProviderSession | null = null;
	return {
		...fixture,
		session,
		apply: (wanted, keys = []) => persist(() => rules.apply(wanted, new Set(keys), never())),
		list: () => persist(() => rules.list(never())),
		async arrive(testMessage) {
			await fixture.deliver(makeMessage(testMessage));
			fresh ??= await again();
			const observer = fresh;
			const folders = await persist(() => observer.reader.listFolders());
			const found = await persist(() => withHeaderText(observer, `Subject: ${testMessage.subject}\r\n`));
			expect(found).toHaveLength(1);
			const [message] = found;
			const folder = folders.find(({ id }) => id === message?.folderId);
			return {
				role: folder?.role,
				folder: folder?.id,
				read: message?.flags.read ?? false,
				starred: message?.flags.starred ?? false,
				labels: message?.labels ?? [],
			};
		},
	};
}

const applied = (keys: string[]) => keys.map((key) => expect.objectContaining({ key, state: "applied" }));

export function serverRules(start: () => Promise<Opened>) {
	const open = async (): Promise<Fixture | null> => fixtureOf(await start());
	return {
		async serverRules() {
			const fixture = await open();
			if (fixture === null) return;
			const { apply, arrive, session } = fixture;
			const created = await session.writer.createFolder?.("Filed by a rule");
			const filed = created === undefined ? { labels: ["Filed"] } : { move: { folderId: created.id } };
			const rules = [
				rule("shop", [domain("shop.in")], TRASH),
				rule("boss", [from("boss@example.org"), { about: "larger", bytes: 30_000, not: true }], {
					...ARCHIVE,
					read: true,
				}),
				rule("list", [{ about: "list", ids: ["news.example.net"] }, from("news@example.net")], filed),
				rule("large", [{ about: "larger", bytes: 30_000 }, from("large@example.com")], ARCHIVE),
				rule("files", [{ about: "attachment" }, subject("price list"), from("files@example.com")], { read: true }),
				rule("words", [{ about: "anywhere", texts: ["lottery"] }, from("words@example.com")], {
					move: { role: "spam" },
				}),
			];
			const keys = rules.map(({ key }) => key);
			expect(await apply(rules)).toEqual(applied(keys));
			expect(await arrive({ subject: "One", from: "any@shop.in" })).toMatchObject({ role: "trash" });
			expect(await arrive({ subject: "Two", from: "any@mail.shop.in" })).toMatchObject({ role: "trash" });
			for (const sender of ["any@shop.info", "any@myshop.in"])
				expect(await arrive({ subject: `Of ${sender}`, from: sender })).toMatchObject({ role: "inbox", read: false });
			const long = "All work and no play makes Jack a dull boy.\r\n".repeat(1_000);
			expect(await arrive({ subject: "Three", from: "boss@example.org" })).toMatchObject({
				role: "archive",
				read: true,
			});
			expect(await arrive({ subject: "Four", from: "boss@example.org", text: long })).toMatchObject({ role: "inbox" });
			const head = ["List-Id: The news <news.example.net>"];
			expect(await arrive({ subject: "Five", from: "news@example.net", head })).toMatchObject(
				created === undefined ? { labels: ["Filed"] } : { folder: created.id },
			);
			expect(await arrive({ subject: "Five again", from: "news@example.net" })).toMatchObject({ role: "inbox" });
			expect(await arrive({ subject: "Six", from: "large@example.com", text: long })).toMatchObject({
				role: "archive",
			});
			const file = { from: "files@example.com", attachment: true };
			expect(await arrive({ subject: "The Price List", ...file })).toMatchObject({ read: true, role: "inbox" });
			expect(await arrive({ subject: "The price list alone", ...file, attachment: false })).toMatchObject({
				read: false,
			});
			const won = { from: "words@example.com", text: "You won the (lottery)." };
			expect(await arrive({ subject: "Seven", ...won })).toMatchObject({ role: fixture.spam });
			const before = await fixture.list();
			expect(before.map(({ key }) => key).sort()).toEqual([...keys].sort());
			expect(await apply(rules)).toEqual(applied(keys));
			expect((await fixture.list()).map(({ id }) => id)).toEqual(before.map(({ id }) => id));

			const changed = rules.filter(({ key }) => key !== "boss");
			changed[0] = rule("shop", [domain("shop.in")], { read: true });
			expect(await apply(changed)).toEqual(applied(changed.map(({ key }) => key)));
			expect(await arrive({ subject: "Eight", from: "any@shop.in" })).toMatchObject({ role: "inbox", read: true });
			expect(await arrive({ subject: "Nine", from: "boss@example.org" })).toMatchObject({ role: "inbox", read: false });
			expect(await fixture.list()).toHaveLength(changed.length);

			expect(await apply([])).toEqual([]);
			expect(await fixture.list()).toEqual([]);
			expect(await arrive({ subject: "Ten", from: "any@shop.in" })).toMatchObject({ role: "inbox", read: false });
		},
		async ruleOrder() {
			const fixture = await open();
			if (fixture === null) return;
			const boss = rule("boss", [from("boss@example.org")], ARCHIVE);
			const sale = rule("sale", [subject("sale")], TRASH);
			await fixture.apply([boss, sale]);
			expect(await fixture.arrive({ subject: "One sale", from: "boss@example.org" })).toMatchObject({
				role: "archive",
			});
			expect(await fixture.arrive({ subject: "Another sale" })).toMatchObject({ role: "trash" });
			// A rule that trashes mail is refused when an earlier rule is not at the provider.
			const here = { ...rule("here", [from("boss@example.org")], ARCHIVE), isNative: false };
			expect(await fixture.apply([here, sale])).toEqual([
				{ key: "sale", state: "refused", reason: expect.stringContaining("“Rule here” comes before this rule") },
			]);
			expect(await fixture.apply([here, rule("other", [from("a@example.org")], TRASH)])).toEqual(applied(["other"]));
			const vague = rule("vague", [{ about: "anywhere", texts: ["offer"] }], fixture.impossible);
			expect(await fixture.apply([vague, sale])).toEqual([
				expect.objectContaining({ state: "refused" }),
				{ key: "sale", state: "refused", reason: expect.stringContaining("“Rule vague” comes before this rule") },
			]);
		},
		async userRules() {
			const fixture = await open();
			if (fixture === null) return;
			const { apply, arrive } = fixture;
			await fixture.createUserRule();
			const own = await fixture.list();
			expect(own).toEqual([expect.objectContaining({ key: null, isEnabled: true })]);
			expect(own[0]?.text).toMatch(/own rule/);
			const shop = rule("shop", [domain("shop.example")], ARCHIVE);
			expect(await apply([shop])).toEqual(applied(["shop"]));
			expect(await arrive({ subject: "An own rule" })).toMatchObject({ role: "inbox", read: true });
			expect(await arrive({ subject: "One", from: "a@shop.example" })).toMatchObject({ role: "archive", read: false });
			const userRules = (await fixture.list()).filter(({ key }) => key === null);
			expect(userRules).toMatchObject([{ id: own[0]?.id, isEnabled: true }]);
			await apply([rule("shop", [domain("shop.example")], TRASH)]);
			expect(await arrive({ subject: "Still an own rule" })).toMatchObject({ role: "inbox", read: true });
			await apply([]);
			expect(await arrive({ subject: "At last an own rule" })).toMatchObject({ role: "inbox", read: true });
			expect(await fixture.list()).toEqual(own);
		},
		async ruleChanges() {
			const fixture = await open();
			if (fixture === null) return;
			const { apply, arrive } = fixture;
			const shop = rule("shop", [domain("shop.example")], ARCHIVE);
			await apply([shop]);
			if (fixture.changeManagedRule) {
				await fixture.changeManagedRule();
				expect(await fixture.list()).toMatchObject([{ key: "shop", isChanged: true }]);
				expect(await apply([shop])).toEqual([{ key: "shop", state: "changed" }]);
				expect(await apply([shop], ["shop"])).toEqual(applied(["shop"]));
				expect(await fixture.list()).toMatchObject([{ key: "shop", isChanged: false }]);
			}
			await fixture.deleteManagedRules();
			expect((await fixture.list()).filter(({ key }) => key !== null)).toEqual([]);
			expect(await apply([shop])).toEqual([{ key: "shop", state: "deleted" }]);
			expect(await arrive({ subject: "One", from: "a@shop.example" })).toMatchObject({ role: "inbox" });
			expect(await apply([shop], ["shop"])).toEqual(applied(["shop"]));
			expect(await arrive({ subject: "Two", from: "a@shop.example" })).toMatchObject({ role: "archive" });
			// A changed rule under the same key replaces the one deleted at the provider.
			await fixture.deleteManagedRules();
			expect(await apply([rule("shop", [domain("shop.example")], TRASH)])).toEqual(applied(["shop"]));
			expect(await arrive({ subject: "Three", from: "a@shop.example" })).toMatchObject({ role: "trash" });
		},
		async ruleRefusals() {
			const fixture = await open();
			if (fixture === null) return;
			const shop = rule("shop", [domain("shop.example")], ARCHIVE);
			const odd = rule("odd", [from("a@example.org")], fixture.impossible);
			expect(await fixture.apply([odd, shop])).toEqual([
				{ key: "odd", state: "refused", reason: expect.stringMatching(/^[A-Z].+\.$/) },
				...applied(["shop"]),
			]);
			expect(await fixture.arrive({ subject: "One", from: "a@example.org" })).toMatchObject({ role: "inbox" });
			expect((await fixture.list()).map(({ key }) => key)).toEqual(["shop"]);
			const aborted = fixture.session.rules?.apply([shop], new Set(), AbortSignal.abort(new Error("no more")));
			await expect(aborted).rejects.toThrow("no more");
		},
	};
}
