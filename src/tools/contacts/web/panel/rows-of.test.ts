import { expect, it } from "vitest";
import { rowsOf } from "./rows-of.ts";

const ann = {
	...{ name: "Ann", company: "", position: "", phones: ["1"], postalAddress: "", website: "", note: "", tags: [] },
	...{ firstName: "", middleName: "", lastName: "", birthday: "", customFields: [], types: [] },
};

it("splits a card with more addresses than a row may have, and joins the rows by its first address", () => {
	const addresses = (emails: string[]) => rowsOf([{ ...ann, emails }], 3).map((row) => row.emails);
	expect(addresses(["a", "b", "c"])).toEqual([["a", "b", "c"]]);
	expect(addresses(["a", "b", "c", "d", "e", "f"])).toEqual([
		["a", "b", "c"],
		["a", "d", "e"],
		["a", "f"],
	]);
	expect(rowsOf([{ ...ann, emails: ["a"] }])).toEqual([{ ...ann, emails: ["a"] }]);
});
