import { expect, it } from "vitest";
import { testLinear } from "#shared/testing/linear-time.ts";
import { readEntries, readLeftOut } from "./read-entries.ts";

it("splits at lines, commas and semicolons, and keeps what has an @", () => {
	expect(readEntries("ann@x.test, \"bob@x.test\";\n\ncy@x.test\r\nname\n'di@x.test'")).toEqual([
		...["ann@x.test", "bob@x.test", "cy@x.test", "di@x.test"],
	]);
	expect(readEntries("")).toEqual([]);
	expect(readEntries("no address, none")).toEqual([]);
	expect(readLeftOut('ann@x.test, bob;\n\n"name"\r\n;')).toEqual(["bob", "name"]);
});

it("keeps quoted parts and names together", () => {
	expect(readEntries('"ann, lee"@x.test, "Lee, Bob" <bob@x.test>')).toEqual([
		'"ann, lee"@x.test',
		'"Lee, Bob" <bob@x.test>',
	]);
	expect(readEntries('5" pipe@x.test, bob@x.test')).toEqual(['5" pipe@x.test', "bob@x.test"]);
});

it("keeps what is quoted with escaped quotation marks, and a mark that nothing closes", () => {
	expect(readEntries('"a \\", b" <ann@x.test>, "bob@x.test')).toEqual(['"a \\", b" <ann@x.test>', '"bob@x.test']);
	expect(readEntries('"ann@x.test\n", bob@x.test')).toEqual(['"ann@x.test', "bob@x.test"]);
});

testLinear([
	{ name: "entries", run: readEntries, alphabet: ['"', "\\", '\\"', "'", ",", ";", " ", "\n", "a", "@", '"a" '] },
]);
