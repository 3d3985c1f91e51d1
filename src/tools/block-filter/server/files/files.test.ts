import { describe, expect, it } from "vitest";
import type { Condition } from "../../condition.ts";
import { FILTER_LIMITS } from "../formats/filter-limits.ts";
import { writeGmailXml } from "../formats/gmail.ts";
import { writeJson } from "../formats/json.ts";
import { readGmailXml as readXmlFile } from "../formats/read-gmail-xml.ts";
import { readJson } from "../formats/read-json.ts";
import { readSieve } from "../formats/sieve/read.ts";
import { writeSieve } from "../formats/sieve/write.ts";
import type { Rule } from "../rule.ts";

let made = 0;
function rule(part: Partial<Rule>): Rule {
	made++;
	return {
		id: `01900000-0000-7000-8000-${String(made).padStart(12, "0")}`,
		name: `Rule ${made}`,
		ruleType: "domain",
		ruleValue: "example.org",
		conditions: null,
		action: "delete",
		labelName: null,
		folderName: null,
		forwardTo: null,
		isActive: true,
		accountId: null,
		...part,
	};
}
const advanced = (conditions: Condition): Partial<Rule> => ({ ruleType: "advanced", ruleValue: "", conditions });
const pattern = (field: string, value: string) => ({ kind: "pattern", field, value, not: false });
const now = new Date("2026-01-02T03:04:05Z");

/** The fields that both sides of a round trip have in common. */
const essence = ({ id: _, accountId: __, ...rest }: Omit<Rule, "id"> & { id?: string }) => rest;

const SIMPLE: Rule[] = [
	rule({ ruleType: "domain", ruleValue: "example.org", action: "delete" }),
	rule({ ruleType: "sender", ruleValue: "ann@example.org", action: "archive" }),
	rule({ ruleType: "subject", ruleValue: "weekly report", action: "label", labelName: "Reports" }),
	rule({ ruleType: "keyword", ruleValue: "invoice", action: "star", name: `Rémy's <"odd"> & name` }),
	rule({ ruleType: "keyword", ruleValue: "two words", action: "mark_read" }),
];
const TREE: Condition = {
	kind: "all",
	not: false,
	parts: [
		{
			kind: "any",
			not: false,
			parts: [
				{ kind: "domain", value: "a.org", not: false },
				{ kind: "sender", value: "b@c.org", not: false },
			],
		},
		{ kind: "subject", value: "offer", not: true },
		{ kind: "size", than: "larger", bytes: 5_000_000, not: false },
		{ kind: "attachment", not: false },
	],
};

describe("JSON", () => {
	it("keeps everything in rules, in order", () => {
		const rules = [
			...SIMPLE,
			rule({ ...advanced(TREE), action: "move", folderName: "Big" }),
			rule({ action: "forward", forwardTo: "me@example.net", isActive: false }),
		];
		const { rules: read, skipped } = readJson(writeJson(rules));
		expect(skipped).toEqual([]);
		expect(read.map(({ draft }) => essence(draft))).toEqual(rules.map(essence));
	});

	it("reads records of the specification's table, and reports others", () => {
		const text = JSON.stringify([
			{
				name: "Ads",
				rule_type: "domain",
				rule_value: "ads.example",
				action: "label",
				label_name: "Ads",
				is_active: false,
			},
			{ name: "Odd", rule_type: "colour", rule_value: "red", action: "delete" },
			7,
		]);
		const { rules, skipped } = readJson(text);
		expect(rules).toHaveLength(1);
		expect(rules[0]?.draft).toMatchObject({ ruleType: "domain", labelName: "Ads", isActive: false });
		expect(skipped.map(({ name: what }) => what)).toEqual(["Odd", "Filter 3"]);
		for (const bad of ["", "{", "7", '{"a":1}', "[".repeat(200_000)]) expect(() => readJson(bad)).toThrow(/^The file/);
	});
});

const readGmailXml = (xml: string) => readXmlFile(xml, FILTER_LIMITS);

describe("Gmail XML", () => {
	it("round-trips", () => {
		const rules = [...SIMPLE, rule({ ...advanced(TREE), action: "delete" })];
		const { rules: read, skipped } = readGmailXml(writeGmailXml(rules, now));
		expect(skipped).toEqual([]);
		expect(read.map(({ draft }) => essence(draft))).toEqual(rules.map(essence));
	});

	it("lists what Gmail cannot express in comments", () => {
		const rules = [
			rule({ ...advanced({ kind: "unconfirmed", not: false }), name: "Forged --> mail" }),
			rule({ ...advanced({ kind: "suspicious", not: false }), name: "Suspicious" }),
			rule({ action: "forward", forwardTo: "a@b.org" }),
			rule({ isActive: false }),
		];
		const xml = writeGmailXml(rules, now);
		expect(readGmailXml(xml)).toEqual({ rules: [], skipped: [] });
		expect(xml.match(/<!--/g)).toHaveLength(4);
		expect(xml).toContain("match on sender authentication");
		expect(xml).toContain("recognizes suspicious email; Gmail");
	});

	it("reads what Gmail writes", () => {
		const xml = `<?xml version='1.0' encoding='UTF-8'?><feed xmlns='http://www.w3.org/2005/Atom' xmlns:apps='http://schemas.google.com/apps/2006'>
	<title>Mail Filters</title><id>tag:mail.google.com,2008:filters:z1*2</id><author><name>A</name><email>a@b.org</email></author>
	<entry><category term='filter'></category><title>Mail Filter</title><content></content>
		<apps:property name='from' value='a@x.org OR *@news.y.org OR Shop &amp; Co'/>
		<apps:property name='label' value='News/Shops'/><apps:property name='shouldArchive' value='true'/>
		<apps:property name='sizeOperator' value='s_sl'/><apps:property name='sizeUnit' value='s_smb'/></entry>
	<entry><title>Mail Filter</title>
		<apps:property name='subject' value='&quot;your order&quot;'/><apps:property name='doesNotHaveTheWord' value='{urgent refund} -is:starred'/>
		<apps:property name='shouldTrash' value='true'/></entry>
	<entry><title>Mail Filter</title>
		<apps:property name='hasTheWord' value='{list:news.z.org has:attachment} larger:2M'/><apps:property name='hasAttachment' value='true'/>
		<apps:property name='shouldMarkAsRead' value='true'/></entry>
	<entry><title>Mail Filter</title><apps:property name='from' value='c@d.org'/><apps:property name='shouldNeverSpam' value='true'/></entry>
	<entry><title>Mail Filter</title><apps:property name='to' value='me@b.org'/><apps:property name='size' value='3'/>
		<apps:property name='sizeOperator' value='s_ss'/><apps:property name='sizeUnit' value='s_skb'/><apps:property name='forwardTo' value='x@y.org'/></entry>
</feed>`;
		const { rules, skipped } = readGmailXml(xml);
		expect(rules.map(({ draft }) => [draft.ruleType, draft.conditions, draft.action])).toEqual(
			[
				[
					"advanced",
					{
						kind: "any",
						not: false,
						parts: [
							{ kind: "sender", value: "a@x.org", not: false },
							{ kind: "domain", value: "news.y.org", not: false },
							{
								kind: "all",
								not: false,
								parts: ["Shop", "&", "Co"].map((value) => ({ kind: "sender", value, not: false })),
							},
						],
					},
					"label",
				],
				[
					"advanced",
					{
						kind: "all",
						not: false,
						parts: [
							{ kind: "attachment", not: false },
							{ kind: "size", than: "larger", bytes: 2_000_000, not: false },
							{
								kind: "any",
								not: false,
								parts: [
									{ kind: "list", value: "news.z.org", not: false },
									{ kind: "attachment", not: false },
								],
							},
						],
					},
					"mark_read",
				],
				[
					"advanced",
					{
						kind: "all",
						not: false,
						parts: [
							{ kind: "to", value: "me@b.org", not: false },
							{ kind: "size", than: "smaller", bytes: 3_000, not: false },
						],
					},
					"forward",
				],
			].map(expectUnordered),
		);
		expect(rules[0]?.notes).toEqual(["A filter has one action. In Gmail, this one would also archive it."]);
		expect(skipped).toEqual([
			{ name: "Filter 2", reason: expect.stringContaining("read, starred or important"), line: null },
			{ name: "Filter 4", reason: expect.stringContaining("never send it to spam"), line: null },
		]);
	});

	it("rejects other files, and is not slowed down by hostile ones", () => {
		const bomb = `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]><feed><entry/></feed>`;
		for (const bad of [
			bomb,
			"<feed>",
			"<feed></entry>",
			"<html><p>x</p></html>",
			"<a>".repeat(50_000) + "</a>".repeat(50_000),
		])
			expect(() => readGmailXml(bad), bad.slice(0, 30)).toThrow(/^The file/);
		const long = `<feed><entry><property name="hasTheWord" value="${"(a -".repeat(100_000)}"/><property name="shouldTrash" value="true"/></entry>
			<entry><property name="from" value="${"*".repeat(19_000)}"/><property name="shouldTrash" value="true"/></entry></feed>`;
		const { rules, skipped } = readGmailXml(long);
		expect([rules.length + skipped.length, skipped[0]?.reason]).toEqual([2, "Its search is too long."]);
	});
});

/** The order within a group is irrelevant. */
function expectUnordered(row: unknown): unknown {
	if (Array.isArray(row)) return row.map(expectUnordered);
	if (typeof row !== "object" || row === null) return row;
	return Object.fromEntries(
		Object.entries(row).map(([key, value]) => [
			key,
			key === "parts"
				? expect.toSatisfy((parts: unknown[]) => sorted(parts) === sorted(value as unknown[]))
				: expectUnordered(value),
		]),
	);
}
function sorted(parts: unknown[]): string {
	return JSON.stringify(parts.map((part) => JSON.stringify(deep(part))).sort());
}
function deep(one: unknown): unknown {
	if (Array.isArray(one)) return one.map((part) => JSON.stringify(deep(part))).sort();
	if (typeof one !== "object" || one === null) return one;
	return Object.entries(one)
		.map(([key, value]) => [key, deep(value)])
		.sort();
}

describe("Sieve", () => {
	it("round-trips", () => {
		const rules = [
			...SIMPLE,
			rule({ ...advanced(TREE), action: "move", folderName: 'Big "mail"' }),
			rule({ action: "block", isActive: false }),
			rule({ ...advanced({ kind: "list", value: "news.example.org", not: false }), action: "archive" }),
			rule({ ...advanced({ kind: "to", value: "lists@example.org", not: true }), action: "archive" }),
		];
		const { rules: read, skipped } = readSieve(writeSieve(rules));
		expect(skipped).toEqual([]);
		expect(read.map(({ draft }) => essence(draft))).toEqual(rules.map(essence));
	});

	it("lists what Sieve cannot express in comments", () => {
		const script = writeSieve([
			rule({ ...advanced({ kind: "age", than: "older", count: 3, unit: "d", not: false }), name: "Old\n} stop;" }),
			rule({ ...advanced({ kind: "category", value: "social", not: false }) }),
		]);
		expect(script).toMatch(/^# Old } stop;: .*can't match on age\.\n\n# Rule \d+: .*doesn't support categories\.\n$/);
		expect(readSieve(script)).toEqual({ rules: [], skipped: [] });
	});

	it("reads third-party scripts, and reports what it skips and where", () => {
		const script = `require ["fileinto", "imap4flags", "vacation", "body"];
/* Written by
   hand */
# rule:[Lists]
if anyof (header :contains ["List-Id", "X-Mailing-List"] "<dev.example.org>",
          address :domain :is ["From", "Sender"] "lists.example.org")
{
	fileinto "INBOX.Lists.Dev"; stop;
}
elsif size :over 10M { addflag "\\\\Seen"; fileinto "Big"; }
else { addflag "rest"; }
if header :matches "Subject" "*SPAM?*" { discard; stop; }
if header :comparator "i;ascii-casemap" :contains "subject" "lottery" { discard; stop; }
if header :is "X-Spam-Flag" "YES" { fileinto "Junk"; }
if not exists "x-mailing-list" { redirect "me@example.net"; }
vacation :days 7 "I am away";
if true { addflag "all"; }
if header :contains "X-Odd" "YES" { addflag "odd"; }
if allof (address "from" "boss@example.org", not exists "list-id") { if size :over 1K { addflag "big"; } }
if address :is ["to", "cc", "bcc"] "me+shop@example.org" { fileinto :specialuse "\\\\Archive" "Old"; stop; }
if envelope :is "to" "me+club@example.org" { fileinto "Club"; }
if not body :text :contains text:
..dotted line
.
{ redirect "me@example.net"; stop; }
`;
		const { rules, skipped } = readSieve(script);
		expect(
			rules.map(({ draft: { name, action, folderName, conditions, ruleValue } }) => [
				name,
				action,
				folderName ?? conditions ?? ruleValue,
			]),
		).toEqual([
			["Lists", "move", "Lists/Dev"],
			["Larger than 10.49 MB", "move", "Big"],
			["The subject matches “*SPAM?*”", "delete", pattern("subject", "*SPAM?*")],
			["The subject contains “lottery”", "delete", pattern("subject", "*lottery*")],
			["X-Spam-Flag is “YES”", "block", pattern("x_spam_flag", "YES")],
			["X-Mailing-List does not match “?*”", "forward", { ...pattern("x_mailing_list", "?*"), not: true }],
			["To me+shop@example.org", "archive", { kind: "to", value: "me+shop@example.org", not: false }],
		]);
		expect(rules[0]?.draft.conditions).toEqual({
			kind: "any",
			not: false,
			parts: [
				pattern("list_id", "*<dev.example.org>*"),
				pattern("x_mailing_list", "*<dev.example.org>*"),
				pattern("from", "*@lists.example.org"),
				pattern("sender", "*<*@lists.example.org>"),
				{
					kind: "all",
					not: false,
					parts: [pattern("sender", "*@lists.example.org"), { ...pattern("sender", "*<*"), not: true }],
				},
			],
		});
		expect(rules[1]?.notes.join(" ")).toMatch(/would also mark it as read\..* also act on the same mail/);
		expect(rules[3]?.notes).toEqual(["The script deletes mail permanently; here, it goes to the trash."]);
		expect(skipped).toEqual([
			{ name: "“else”", reason: expect.stringContaining("no rule before it"), line: 11 },
			{ name: "“vacation”", reason: "It acts on all mail.", line: 16 },
			{ name: "“if”", reason: "It acts on all mail.", line: 17 },
			{ name: "“if”", reason: "It tests the header “x-odd”.", line: 18 },
			{ name: "“if”", reason: "It has conditions inside its actions.", line: 19 },
			{ name: "“if”", reason: expect.stringContaining("the envelope"), line: 21 },
			{ name: "“if”", reason: expect.stringContaining("text of emails"), line: 22 },
		]);
	});

	it.each([
		["if {", 1],
		['if header "a" "b" { keep; ', 1],
		['\n\nfileinto "x', 3],
		["keep", 1],
		["text:\nno end", 1],
		["§", 1],
		["if header [1] {}", 1],
		[`if ${"not ".repeat(100)} true {keep;}`, 1],
		["if true {".repeat(100), 1],
		["if anyof(".repeat(1_000), 1],
	])("says where %s cannot be read", (script, line) => {
		expect(() => readSieve(script)).toThrow(new RegExp(`line ${line}\\b`));
	});

	it("is not slowed down by hostile scripts", () => {
		for (const script of [
			'"'.repeat(1_000_001),
			`"${"\\".repeat(1_000_000)}`,
			"text:\n.\n".repeat(200_000),
			"/*".repeat(500_000),
			"(".repeat(150_000),
		])
			expect(() => readSieve(script)).toThrow(/Sieve|line/);
	});
});
