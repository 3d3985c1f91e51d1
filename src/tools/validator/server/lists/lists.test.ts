import { describe, expect, it } from "vitest";
import { editDistance, isDisposable, isFreeProvider, isRelay } from "#kernel/domains.ts";
import { isGibberish } from "./gibberish.ts";
import { isRole } from "./roles.ts";
import { suggestDomain } from "./typo.ts";

it("knows roles", () => {
	expect(["info", "Sales", "no-reply", "postmaster", "support+de"].filter(isRole)).toHaveLength(5);
	expect(["ann", "informed", "salesman", "ann.support"].filter(isRole)).toEqual([]);
});

it("knows free providers", () => {
	expect(["gmail.com", "web.de", "yahoo.co.uk"].every(isFreeProvider)).toBe(true);
	expect(isFreeProvider("example.org")).toBe(false);
});

it("knows disposable domains, and that relays are none", () => {
	expect(["mailinator.com", "sub.mailinator.com", "guerrillamail.com", "yopmail.com"].every(isDisposable)).toBe(true);
	// Kind 30: x08 and others.
	const known = [
		"ann.33mail.com",
		"private.icloud.com",
		"relay.cloaked.id",
		"passmail.com",
		"erine.email",
		"opayq.com",
	];
	const relays = [...known, "duck.com", "mozmail.com", "privaterelay.appleid.com", "ann.anonaddy.me", "passmail.net"];
	expect(relays.filter(isDisposable)).toEqual([]);
	expect(relays.every(isRelay)).toBe(true);
	expect(isDisposable("gmail.com")).toBe(false);
	expect(isDisposable("com")).toBe(false);
});

describe("gibberish", () => {
	it.each(["xkqjzvbw", "a8f3k2l9d0s1", "sdfghjklqw", "bcdfghjkl", "qwrtpsdfgh", "zxcvbnmkj", "x7k2p9q4m1z"])(
		"%s",
		(name) => expect(isGibberish(name)).toBe(true),
	);

	it.each([
		...[
			"ann",
			"ann.lee",
			"krzysztof.szczepanski",
			"schwartz",
			"hirschsprung",
			"nguyen.thi.hoa",
			"jmcgrath1984",
			"mr.smith",
		],
		...[
			"wschmidt",
			"ludwigshafen",
			"strength",
			"rhythm.section",
			"vlkprstskrz.x".slice(0, 5),
			"bjorn.knutsson",
			"ann2024",
		],
		...["почтовыйящик", "xavier.quintero", "jsmith", "tsvetkov", "knightsbridge", "mkrtchyan", "dvorak", "o'brien"],
	])("not %s", (name) => expect(isGibberish(name)).toBe(false));
});

describe("suggestDomain", () => {
	it.each([
		["gmial.com", "gmail.com"],
		["gmail.con", "gmail.com"],
		["gamil.com", "gmail.com"],
		["hotnail.com", "hotmail.com"],
		["yaho.com", "yahoo.com"],
		["outlok.com", "outlook.com"],
		["wbe.de", "web.de"],
		["example.con", "example.com"],
	])("%s → %s", (typed, meant) => expect(suggestDomain(typed)).toBe(meant));

	it.each(["example.org", "gmail.com", "acme.io", "q.com"])("none for %s", (domain) => {
		expect(suggestDomain(domain)).toBeNull();
	});

	it("measures distances", () => {
		expect(editDistance("gmial.com", "gmail.com", 2)).toBe(1);
		expect(editDistance("abc", "abc", 2)).toBe(0);
		expect(editDistance("abcdef", "uvwxyz", 2)).toBe(3);
	});
});
