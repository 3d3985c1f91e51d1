import { expect, it } from "vitest";
import { sampleStep } from "../testing/sample-plan.ts";
import { textFindings } from "./similar-text.ts";

const codesOf = (bodies: string[], waiting = 1): string[] =>
	textFindings(
		bodies.map((body) => sampleStep({ body })),
		waiting,
	).map(({ code, isBlocking, message }) =>
		`${code} ${isBlocking} ${/Messages \d and \d/.exec(message)?.[0] ?? ""}`.trim(),
	);

const offer =
	"Hi {{first_name|there}}, we make ink for printers in your region and would like to show you what it can do. Do you have ten minutes on Thursday?";

it("blocks messages that repeat each other, whatever their case, punctuation and merge fields", () => {
	const again = offer
		.toUpperCase()
		.replace("{{FIRST_NAME|THERE}}", "{{name}}")
		.replaceAll(",", "")
		.replace("Do", " DO");
	expect(codesOf([offer, "Did you see my question, {{first_name|you}}?", again])).toEqual([
		"same-text true Messages 1 and 3",
	]);
	expect(codesOf([offer, offer.replace("Thursday", "Friday")])).toEqual(["same-text true Messages 1 and 2"]);
	expect(codesOf(["Again {{x|y}}", "again"])).toEqual(["same-text true Messages 1 and 2"]);
});

it("lets through what says something else, and quotes a part of it", () => {
	const other = "{{first_name|Hi}}: did you find the time to look at my last email? We make ink for printers.";
	expect(codesOf([offer, other, "", ""])).toEqual([]);
	// Each person's own text, from a column of the file.
	expect(codesOf(["{{first message}}", "{{second message}}"])).toEqual([]);
});

it("mentions a text that many people get word for word", () => {
	expect(codesOf(["The same for everyone."], 101)).toEqual(["not-personal false"]);
	expect(codesOf(["The same for everyone."], 100)).toEqual([]);
	expect(codesOf([offer], 101)).toEqual([]);
});
