import { expect, it } from "vitest";
import type { Card, Contact } from "../../contract.ts";
import { tagsIn } from "../base/tags-in.ts";
import { cardOf, valuesOf } from "./card-form.ts";

const card: Card = {
	...{ name: "Ann Lee", firstName: "Ann", middleName: "M.", lastName: "Lee", company: "Garden", position: "CEO" },
	...{ phones: ["+49 30 1", "+49 30 2"], postalAddress: "Road 1", website: "https://a.test", note: "x" },
	...{ birthday: "--04-12", tags: ["Friends", "Tea"], customFields: [{ label: "Shoe size", value: "38: wide" }] },
	types: [
		{ value: "ann@a.test", type: "work" },
		{ value: "+49 30 2", type: "mobile" },
	],
};

it("shows a card as text, and reads it as it was", () => {
	const values = valuesOf({ name: "Ann" } as Contact, card);
	expect(values).toMatchObject({
		...{ phones: "+49 30 1\n+49 30 2 (mobile)", birthday: "04-12", tags: "Friends, Tea" },
		customFields: "Shoe size: 38: wide",
	});
	expect(cardOf(values, card)).toEqual(card);
});

it("reads birthdays, tags and fields as people write them", () => {
	const values = valuesOf({ name: "" } as Contact, null);
	const read = cardOf({ ...values, birthday: "1985-4-2", customFields: "likes tea\n : x", tags: " a,, b,a" }, null);
	expect(read).toMatchObject({ birthday: "1985-04-02", tags: ["a", "b"] });
	expect(read.customFields).toEqual([
		{ label: "Other", value: "likes tea" },
		{ label: "Other", value: ": x" },
	]);
	// The server says what is wrong with it.
	expect(cardOf({ ...values, birthday: "31.02." }, null).birthday).toBe("31.02.");
	expect(tagsIn("")).toEqual([]);
});
