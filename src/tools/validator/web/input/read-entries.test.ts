import { expect, it } from "vitest";
import { readEntries } from "./read-entries.ts";

it("splits at lines, commas and semicolons, and keeps what has an @", () => {
	expect(readEntries("ann@x.test, \"bob@x.test\";\n\ncy@x.test\r\nname\n'di@x.test'")).toEqual([
		...["ann@x.test", "bob@x.test", "cy@x.test", "di@x.test"],
	]);
	expect(readEntries("")).toEqual([]);
	expect(readEntries("no address, none")).toEqual([]);
});

it("keeps quoted parts and names together", () => {
	expect(readEntries('"ann, lee"@x.test, "Lee, Bob" <bob@x.test>')).toEqual([
		'"ann, lee"@x.test',
		'"Lee, Bob" <bob@x.test>',
	]);
	expect(readEntries('5" pipe@x.test, bob@x.test')).toEqual(['5" pipe@x.test', "bob@x.test"]);
});
