import { readFileSync } from "node:fs";
import fc from "fast-check";
import { XMLParser } from "fast-xml-parser";
import { describe, expect, it } from "vitest";
import { readTarball } from "../../../../fixtures/archives.ts";
import { corpus } from "../../../../fixtures/corpora.ts";
import { describeIf } from "../../../../fixtures/only-if.ts";
import { mailboxKey, storedAddress } from "./canonical.ts";
import { addressOf } from "./entries.ts";
import { type ParsedAddress, parseAddress } from "./syntax.ts";

const read = (text: string): ParsedAddress => {
	const parsed = parseAddress(text);
	if (typeof parsed === "string") throw new Error(`${text}: ${parsed}`);
	return parsed;
};

describe("parseAddress", () => {
	it.each([
		["ann@example.org", "ann"],
		["ann.lee+news@sub.example.org", "ann.lee+news"],
		[`${"a".repeat(64)}@example.org`, "a".repeat(64)],
		['"ann lee"@example.org', "ann lee"],
		['"a\\"b\\\\c@d"@example.org', 'a"b\\c@d'],
		["用户@例子.广告", "用户"],
		["почта@пример.рф", "почта"],
		["o'brien!#$%&*/=?^_`{|}~-@example.org", "o'brien!#$%&*/=?^_`{|}~-"],
	])("accepts %s", (text, local) => {
		expect(read(text).localText).toBe(local);
	});

	it.each([
		["", "no-at"],
		["ann", "no-at"],
		["@example.org", "local-empty"],
		["ann@", "domain-empty"],
		[".ann@example.org", "local-dots"],
		["ann..lee@example.org", "local-dots"],
		["ann lee@example.org", "local-characters"],
		["ann(note)@example.org", "local-characters"],
		["ann\u0085@example.org", "local-characters"],
		["ann@lee@example.org", "domain-characters"],
		["ann@exa_mple.org", "domain-characters"],
		["ann@-example.org", "domain-characters"],
		["ann@example..org", "domain-characters"],
		["ann@example.org.", "domain-characters"],
		["ann@example.org\n", "domain-characters"],
		[`${"a".repeat(65)}@example.org`, "local-too-long"],
		[`${"ö".repeat(33)}@example.org`, "local-too-long"],
		[`ann@${"a".repeat(64)}.org`, "domain-characters"],
		[`${"a".repeat(60)}@${`${"b".repeat(60)}.`.repeat(3)}abcdefghijk.org`, "too-long"],
		['"ann@example.org', "quotes"],
		['"ann"lee@example.org', "quotes"],
		["ann@[192.0.2.256]", "ip-address"],
		["ann@[IPv6:fe80::1%1]", "ip-address"],
		["ann@xn--a.org", "domain-characters"],
	])("refuses %j: %s", (text, problem) => {
		expect(parseAddress(text)).toBe(problem);
	});

	it("reads internationalized domains by UTS 46", () => {
		expect(read("ann@BÜCHER.example").domain).toEqual({ ascii: "xn--bcher-kva.example", unicode: "bücher.example" });
		expect(read("ann@straße.example").domain?.ascii).toBe("xn--strae-oqa.example");
		expect(read("ann@例え。テスト").domain?.ascii).toBe("xn--r8jz45g.xn--zckzah");
		expect(read("ann@bücher.example").isInternational).toBe(false);
		expect(read("jörg@example.org").isInternational).toBe(true);
	});

	it("reads address literals", () => {
		expect(read("ann@[192.0.2.1]")).toMatchObject({ ip: "192.0.2.1", domain: null });
		expect(read("ann@[IPv6:2001:db8::1]")).toMatchObject({ ip: "2001:db8::1", domain: null });
	});

	it("never throws", () => {
		const piece = fc.constantFrom('"', "\\", "@", ".", "[", "]", "a", "ö", "\ud800", " ", "xn--", "-", "IPv6:", ":");
		fc.assert(fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => void parseAddress(pieces.join(""))));
		fc.assert(fc.property(fc.emailAddress(), (email) => typeof parseAddress(email) === "object"));
	});
});

describe("kind 4 and 30: the addresses of fixtures/reported/validator", () => {
	const cases = readFileSync("fixtures/reported/validator/addresses.tsv", "utf8")
		.split("\n")
		.map((line) => line.split("\t"))
		.filter(([id, , expected]) => id !== "case" && expected?.startsWith("not valid"));

	it.each(cases)("%s %s: %s", (_, written = "", expected = "") => {
		const text = JSON.parse(`"${written}"`) as string;
		expect(typeof parseAddress(text)).toBe("string");
		const repaired = parseAddress(addressOf(text));
		if (expected.includes("repaired"))
			expect(storedAddress(repaired as ParsedAddress)).toMatch(/^[a-z]+@example\.org$/);
		else expect(typeof repaired).toBe("string");
	});

	it.each([
		..."\u034f\u061c\u115f\u180e\u200c\u200d\u200f\u2028\u202a\u202e\u2060\u2066\u2800\u3000\u3164\ufe0f\ufeff\uffa0",
		"\u{e0061}",
	])("refuses a letter that nobody sees: %j", (letter) => {
		expect(parseAddress(`an${letter}n@example.org`)).toBe("local-characters");
	});

	it.each(["a@b.123", "a@example.0", "a@1.2.3.4", "a@xn--bcher-kva.42"])("has a top-level domain: %s", (text) => {
		expect(parseAddress(text)).toBe("domain-characters");
	});
});

it("finds the address of an entry", () => {
	expect(addressOf("  'ann@example.org' ")).toBe("ann@example.org");
	expect(addressOf('"ann@example.org"')).toBe("ann@example.org");
	expect(addressOf("Lee, Ann <ann@example.org>")).toBe("ann@example.org");
	expect(addressOf("mailto:ann@example.org?subject=Hi")).toBe("ann@example.org");
	expect(addressOf('"ann lee"@example.org')).toBe('"ann lee"@example.org');
	expect(addressOf("\ufeffann@example.org\u00a0")).toBe("ann@example.org");
	expect(addressOf("no address")).toBe("no address");
});

it("recognizes addresses of one mailbox", () => {
	const key = (text: string) => mailboxKey(read(text));
	expect(key("A.n.n+shop@googlemail.com")).toBe(key("ann@gmail.com"));
	expect(key("Ann+shop@Example.org")).toBe(key("ann@example.org"));
	expect(key("a.nn@example.org")).not.toBe(key("ann@example.org"));
	expect(key('"ann"@example.org')).toBe(key("ann@example.org"));
	expect(storedAddress(read("Ann@BÜCHER.example"))).toBe("Ann@xn--bcher-kva.example");
});

describeIf(corpus("address/isemail-original.tar.gz") !== null)("the test set of is_email", () => {
	interface Case {
		"@_id": string;
		address?: string;
		category: string;
		diagnosis: string;
	}
	/** What SMTP can carry. `DEPREC` and `CFWS`, which headers may have, are not clear cases: we refuse them. */
	const good = new Set(["ISEMAIL_VALID_CATEGORY", "ISEMAIL_RFC5321", "ISEMAIL_DNSWARN"]);
	const bad = new Set(["ISEMAIL_ERR", "ISEMAIL_RFC5322"]);
	/** Where we disagree, and why. */
	const misses: Record<string, string> = {
		"279": "xn--example.com is not valid Punycode: UTS 46 knows no such domain",
	};

	it("agrees in at least 99 % of clear cases", async () => {
		const files = await readTarball(corpus("address/isemail-original.tar.gz") ?? "");
		const xml = files.find(({ path }) => path.endsWith("tests-original.xml"))?.bytes.toString("utf8") ?? "";
		const parser = new XMLParser({
			ignoreAttributes: false,
			trimValues: false,
			parseTagValue: false,
			htmlEntities: true,
		});
		const { tests } = parser.parse(xml) as { tests: { test: Case[] } };
		const wrong: string[] = [];
		let clear = 0;
		for (const { "@_id": id, address = "", category, diagnosis } of tests.test) {
			if (!good.has(category) && !bad.has(category)) continue;
			clear++;
			// Control characters are written as their symbols.
			const text = address.replace(/[\u2400-\u241f]/g, (c) => String.fromCharCode(c.charCodeAt(0) - 0x2400));
			// "TLD can't be all digits": no such name can exist.
			const isGood = good.has(category) && diagnosis !== "ISEMAIL_RFC5321_TLDNUMERIC";
			if ((typeof parseAddress(text) === "object") !== isGood) wrong.push(`${id} ${text}`);
		}
		const share = ((1 - wrong.length / clear) * 100).toFixed(1);
		console.log(
			`addresses: ${clear - wrong.length} of ${clear} clear cases agree (${share} %); misses: ${wrong.join(", ")}`,
		);
		expect(clear).toBe(243);
		expect(wrong.map((one) => one.split(" ")[0])).toEqual(Object.keys(misses));
		expect(wrong.length / clear).toBeLessThan(0.01);
	});
});

describeIf(corpus("address/email-address-list.tar.gz") !== null)("addresses from headers", () => {
	it("accepts those of RFC 5322's examples", async () => {
		const files = await readTarball(corpus("address/email-address-list.tar.gz") ?? "");
		for (const { path, bytes } of files.filter(({ path }) => path.endsWith(".json")))
			for (const { address } of JSON.parse(bytes.toString("utf8")) as { address: string }[])
				expect(typeof parseAddress(address), `${path}: ${address}`).toBe("object");
	});
});
