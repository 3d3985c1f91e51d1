import { expect, it } from "vitest";
import { addressKey, asciiDomain, oneSpelling, withoutUnseen } from "./address-key.ts";

it.each([
	["ann@müller-x.example", "ann@xn--mller-x-n2a.example"],
	["Ann@MÜLLER-X.example", "ann@xn--mller-x-n2a.example"],
	["ann@mu\u0308ller-x.example", "ann@xn--mller-x-n2a.example"],
	["ann@XN--MLLER-X-N2A.EXAMPLE.", "ann@xn--mller-x-n2a.example"],
	["post@STRASSE-X.example", "post@strasse-x.example"],
	["post@straße-x.example", "post@xn--strae-x-3va.example"],
	["ann@例え。テスト", "ann@xn--r8jz45g.xn--zckzah"],
	["a\u200bnn\u200e@exam\u00adple.org", "ann@example.org"],
	["\u202aann@example.org\u202c", "ann@example.org"],
	["ann\u3164@example.org\u2060", "ann@example.org"],
	["ann\ufe0f\u{e0061}@example.org", "ann@example.org"],
	['"ann.lee"@example.org', "ann.lee@example.org"],
	['"ann lee"@Example.org', '"ann lee"@example.org'],
	["JU\u0308RGEN@example.org", "jürgen@example.org"],
	["ann@[192.0.2.1]", "ann@[192.0.2.1]"],
	["ann@exa_mple.org", "ann@exa_mple.org"],
	["undisclosed", "undisclosed"],
])("kind 4: %j is %s everywhere", (written, key) => {
	expect(addressKey(written)).toBe(key);
	expect(addressKey(key)).toBe(key);
});

it("keeps the case of the local part, and joiners that change what is read", () => {
	expect(oneSpelling("Ann.Lee@Bücher.example")).toBe("Ann.Lee@xn--bcher-kva.example");
	expect(withoutUnseen("نامه\u200cای")).toBe("نامه\u200cای");
	expect(withoutUnseen("an\u200cn")).toBe("ann");
	expect(asciiDomain("نامه\u200cای.example")).toBe("xn--mgba3gch31f060k.example");
	expect(asciiDomain("b\u00fccher.example:25")).toBe("bücher.example:25");
});
