import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { domainOf, formatAddress, isOneAddress, parseAddress, parseAddressList } from "./addresses.ts";

const emails = (raw: string) => parseAddressList(raw).map((address) => address.email);

test.each([
	["ann@example.org", true],
	["Ann.Lee+x@Example.ORG", true],
	["ann@büro.example", true],
	["ann@example.org,bob@example.org", false],
	["ann@example.org;bob@example.org", false],
	["friends:ann@example.org", false],
	["ann@example.org(bob@example.org)", false],
	["<ann@example.org>", false],
	["ann@example.org\r\nbcc:bob@example.org", false],
	["ann", false],
	["@example.org", false],
	[`${"a".repeat(250)}@example.org`, false],
])("is one address: %s: %s", (text, is) => expect(isOneAddress(text)).toBe(is));

describe("parseAddressList", () => {
	test("reads names, quotes, comments and groups", () => {
		expect(parseAddressList('"Lee, Ann" <Ann@Example.ORG>, bob@example.com (Bob B.)')).toEqual([
			{ name: "Lee, Ann", email: "Ann@example.org" },
			{ name: "Bob B.", email: "bob@example.com" },
		]);
		expect(emails("Team: a@example.org, B <b@example.org>; c@example.org")).toEqual([
			"a@example.org",
			"b@example.org",
			"c@example.org",
		]);
		expect(parseAddressList("undisclosed-recipients:;")).toEqual([]);
	});

	test("decodes encoded words, including commas inside them, and raw bytes", () => {
		expect(parseAddress("=?utf-8?Q?Lee,_Ann?= <a@example.org>").name).toBe("Lee, Ann");
		expect(parseAddress("J\xf6rg <j@example.org>").name).toBe("Jörg");
		expect(parseAddress("J\xc3\xb6rg <j@example.org>").name).toBe("Jörg");
		expect(parseAddress("=?utf-8?B?w7Y=?= =?utf-8?B?w7Y=?= <j@example.org>").name).toBe("öö");
	});

	test("recovers what it can from malformed input", () => {
		expect(emails("a@example.org; b@example.org")).toEqual(["a@example.org", "b@example.org"]);
		expect(emails("<a@example.org, b@example.org")).toEqual(["a@example.org", "b@example.org"]);
		expect(parseAddress("Ann Lee ann@example.org")).toEqual({ name: "Ann Lee", email: "ann@example.org" });
		expect(parseAddress('"Ann <ann@example.org>')).toEqual({ name: "Ann", email: "ann@example.org" });
		expect(parseAddress("'ann@example.org'")).toEqual({ name: "", email: "ann@example.org" });
		expect(parseAddress("<<ann@example.org>>").email).toBe("ann@example.org");
		expect(parseAddress("mailto:ann@example.org").email).toBe("ann@example.org");
		expect(parseAddress("<@relay.example,@other.example:ann@example.org>").email).toBe("ann@example.org");
		expect(parseAddress("Postmaster")).toEqual({ name: "Postmaster", email: "" });
		expect(parseAddress("root (Cron Daemon)")).toEqual({ name: "Cron Daemon", email: "root" });
		expect(parseAddress('"john doe"@example.org').email).toBe('"john doe"@example.org');
		expect(parseAddress("")).toEqual({ name: "", email: "" });
	});

	test("never throws and runs in linear time", () => {
		fc.assert(fc.property(fc.string({ unit: "binary", maxLength: 300 }), (raw) => void parseAddressList(raw)));
		fc.assert(
			fc.property(
				fc.array(fc.constantFrom("<", ">", "(", ")", '"', "\\", ",", ";", ":", "@", "a", " ", "=?", "?="), {
					maxLength: 80,
				}),
				(pieces) => {
					for (const { name, email } of parseAddressList(pieces.join("")))
						expect(name !== "" || email !== "").toBe(true);
				},
			),
		);
		const started = performance.now();
		for (const hostile of ["(", "<", '"', "a@b,", "=?", ":", '"@', "((", '<"'])
			parseAddressList(hostile.repeat(100_000));
		expect(performance.now() - started).toBeLessThan(5_000);
	});

	test("round-trips what it writes", () => {
		const name = fc.string({ unit: "grapheme", maxLength: 30 }).map((text) => text.replace(/[\p{C}\s]+/gu, " ").trim());
		fc.assert(
			fc.property(name, fc.emailAddress(), (written, email) => {
				// Names that look like encoded words, comments or quotes deliberately parse differently.
				fc.pre(!/=\?|^'.*'$/.test(written));
				const bytes = Buffer.from(formatAddress({ name: written, email })).toString("latin1");
				const [found] = parseAddressList(bytes);
				const at = email.lastIndexOf("@");
				expect(found).toEqual({
					name: written.replace(/\s+/g, " "),
					email: email.slice(0, at) + email.slice(at).toLowerCase(),
				});
			}),
		);
	});
});

test("domainOf returns lower case, and empty without a domain", () => {
	expect(domainOf("Ann@Example.ORG")).toBe("example.org");
	expect(domainOf("root")).toBe("");
});
