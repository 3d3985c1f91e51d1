import { expect, it } from "vitest";
import { editDistance } from "./edit-distance.ts";
import { suggestDomain } from "./meant-domain.ts";

it.each([
	["gmial.com", "gmail.com"],
	["gamil.com", "gmail.com"],
	["gmaill.com", "gmail.com"],
	["gmail.con", "gmail.com"],
	["gmail.co", "gmail.com"],
	["gmial.cm", "gmail.com"],
	["hotnail.com", "hotmail.com"],
	["hotmial.fr", "hotmail.fr"],
	["yaho.com", "yahoo.com"],
	["yahooo.co.uk", "yahoo.co.uk"],
	["outlok.com", "outlook.com"],
	["iclould.com", "icloud.com"],
	["comcast.nte", "comcast.net"],
	["example.con", "example.com"],
])("%s → %s, whether or not it receives mail", (typed, meant) => {
	expect(suggestDomain(typed)).toBe(meant);
	expect(suggestDomain(typed, true)).toBe(meant);
});

it.each([
	["wbe.de", "web.de"],
	["gmx.dee", "gmx.de"],
	["fmail.com", "gmail.com"],
	["outllook.con", "outlook.com"],
	["acme.om", "acme.com"],
])("%s → %s, only where it receives none", (typed, meant) => expect(suggestDomain(typed, true)).toBe(meant));

it.each([
	...["example.org", "gmail.com", "acme.io", "q.com", "cloud.com", "email.com", "mail.com", "horizon.net", "wahoo.com"],
	...["love.com", "line.com", "soho.com", "never.com", "main.ru", "fred.fr", "ropers.com", "wbe.de", "show.ca"],
	...["yahoo.pl", "hotmail.se", "outlook.at", "verizon.com", "comcast.com", "yandex.com", "acme.co", "acme.om"],
])("none for %s, which can be meant", (domain) => {
	expect(suggestDomain(domain)).toBeNull();
});

it("measures distances", () => {
	expect(editDistance("gmial.com", "gmail.com", 2)).toBe(1);
	expect(editDistance("abc", "abc", 2)).toBe(0);
	expect(editDistance("abcdef", "uvwxyz", 2)).toBe(3);
});
