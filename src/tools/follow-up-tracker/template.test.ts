import { expect, it } from "vitest";
import { fieldName, fieldsOf, render } from "./template.ts";

it("fills in values and fallbacks, and names what is missing", () => {
	const text = "Hi {{First Name|there}}, is {{ company }} hiring? {{role| }}";
	expect(render(text, { first_name: "Ada", company: "Ink & Co" })).toEqual({
		text: "Hi Ada, is Ink & Co hiring? ",
		missing: [],
	});
	expect(render(text, { first_name: "  " })).toEqual({ text: "Hi there, is  hiring? ", missing: ["company"] });
});

it("never fills in what a value contains", () => {
	expect(render("{{a}}", { a: "{{b}} $& $1", b: "secret" }).text).toBe("{{b}} $& $1");
	expect(render("{{constructor|x}}", {}).text).toBe("x");
});

it("lists the fields of a text", () => {
	expect(fieldsOf("{{a}} {{b|x}} {{a|y}}")).toEqual([
		{ name: "a", isRequired: true },
		{ name: "b", isRequired: false },
	]);
	expect(fieldName(" Company (legal) ")).toBe("company_legal");
});
