import { describe, expect, it } from "vitest";
import { isDisposable, isFreeProvider, isRelay } from "#kernel/domains.ts";
import { isGibberish } from "./gibberish.ts";
import { isRole } from "./roles.ts";

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
