import { expect, it } from "vitest";
import { replaced } from "./look-alikes.tsx";

it("puts the usual address in every field, once", () => {
	const to = [
		{ name: "Anna", email: "Anna@exarnple.com" },
		{ name: "Bob", email: "bob@example.net" },
	];
	const usual = { name: "", email: "anna@example.com" };
	expect(
		replaced(
			{ to, cc: [usual, { ...usual, email: "anna@exarnple.com" }], bcc: [] },
			"anna@exarnple.com",
			"anna@example.com",
		),
	).toEqual({
		to: [usual, to[1]],
		cc: [usual],
		bcc: [],
	});
});
