import { describe, expect, it } from "vitest";
import { organizationName } from "../organization-names.ts";
import { organizationIn } from "./organization-header.ts";
import { readSignOffs } from "./sign-offs.ts";

describe("the Organization header", () => {
	const of = (raw: string, name = "organization") => organizationIn([{ name, raw } as never]);
	it.each<[string, string | null]>([
		["Endeavors Technology, Inc.", "Endeavors Technology, Inc"],
		["=?iso-8859-1?Q?Din=E9?= College", "Diné College"],
		["freshrpms.net", "freshrpms.net"],
		['"Electric Brain" <http://brain.test>', "Electric Brain"],
		["株式会社リー", "株式会社リー"],
		...["none", "poor at best.", "[NDC] ;)", "very little", "N/A", "", "i have none", "Home", "ann@lee.test"].map(
			(text): [string, null] => [text, null],
		),
	])("%j", (raw, company) => expect(of(raw)).toBe(company));

	it("is spelled in two ways", () => expect(of("Lee Co", "organisation")).toBe("Lee Co"));
	it("is not there", () => expect(organizationIn([])).toBe(null));
});

describe("sign-offs", () => {
	const ann = { name: "Ann Lee", email: "ann@home.test" };
	it.each([
		["Signed-off-by: Ann Lee <ann@redhat.com>", ["Ann Lee", "Red Hat"]],
		["Signed-off-by: Annette Lee <ann@home.test>", ["Annette Lee"]],
		["Signed-off-by: Bob Ray <bob@intel.com>\nSigned-off-by: Ann Lee <ann@lee.test>", ["Ann Lee"]],
		["Signed-off-by: Bob Ray <bob@intel.com>", []],
		["Reviewed-by: Ann Lee <ann@redhat.com>", []],
	])("%j", (text, values) => {
		expect(readSignOffs(text, ann).map(({ value }) => value)).toEqual(values);
	});
});

it.each([
	["ann@intel.com", "Intel"],
	["ann@linux.intel.com", "Intel"],
	["ann@alum.mit.edu", null],
	["ann@gmail.com", null],
	["ann@ieee.org", null],
])("%s writes from %j", (email, name) => expect(organizationName(email)).toBe(name));
