import { expect, test } from "vitest";
import type { Fact } from "./contract.ts";
import { replacementsFor, withFields } from "./merge-fields.ts";

const fact = (kind: Fact["kind"], value: string): Fact => ({
	...{ id: kind, kind, value, emailId: null, url: null, seenAt: "2026-11-01T00:00:00.000Z" },
});
const helen = [fact("name", "Helen Ostrow"), fact("company", "Harbour Museum"), fact("position", "Curator")];

test("name and company become fields with fallbacks, as whole words and above the signature", () => {
	const texts = {
		subjects: ["Helen, a short question", "Harbour Museum: a short question"],
		body: [
			"Hello Helen,",
			"I am writing to you as Curator at Harbour Museum. Helena and the Harbour Museums are others.",
			"Dear Helen Ostrow,",
			"Best regards,\nHelen",
		].join("\n\n"),
		signature: "Helen",
	};
	const replacements = replacementsFor(texts, helen, "en");
	expect(replacements.map(({ field, value }) => [field, value])).toEqual([
		["name", "Helen Ostrow"],
		["first_name", "Helen"],
		["company", "Harbour Museum"],
	]);
	expect(withFields(texts, replacements)).toEqual({
		subjects: ["{{first_name|there}}, a short question", "{{company|your company}}: a short question"],
		body: [
			"Hello {{first_name|there}},",
			"I am writing to you as Curator at {{company|your company}}. Helena and the Harbour Museums are others.",
			"Dear {{name|there}},",
			"Best regards,\nHelen",
		].join("\n\n"),
	});
});

test("a first name that is a word is replaced only where somebody is addressed", () => {
	const will = [fact("name", "Will Stone")];
	const texts = { subjects: ["Will you join?"], body: "Hi Will,\n\nWill you come? Will is kind.", signature: "" };
	const replacements = replacementsFor(texts, will, "en");
	expect(withFields(texts, replacements)).toEqual({
		subjects: ["Will you join?"],
		body: "Hi {{first_name|there}},\n\nWill you come? Will is kind.",
	});
});

test("nothing is replaced where the text has none of it, and a fallback cannot break the field", () => {
	const texts = { subjects: ["A question"], body: "Hello,\n\nWe cut tickets.", signature: "" };
	expect(replacementsFor(texts, helen, "en")).toEqual([]);
	const named = { ...texts, body: "Hi Helen," };
	const [first] = replacementsFor(named, helen, "en");
	expect(first && withFields(named, [{ ...first, fallback: "a}}|b" }]).body).toBe("Hi {{first_name|ab}},");
});
