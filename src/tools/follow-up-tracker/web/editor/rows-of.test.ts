import { expect, it } from "vitest";
import { rowsOf } from "./rows-of.ts";

it("makes every other column a field, and leaves out rows without an address", () => {
	const rows = [
		["Ada", "ada@example.org", ""],
		["Nobody", " ", "Ink"],
		["Bea", "bea@example.org"],
	];
	expect(rowsOf(rows, ["First name", "Email", "Company"], 1)).toEqual([
		{ email: "ada@example.org", fields: { "First name": "Ada" } },
		{ email: "bea@example.org", fields: { "First name": "Bea" } },
	]);
});
