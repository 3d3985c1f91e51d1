import fc from "fast-check";
import { expect, it } from "vitest";
import { readPartialJson } from "./partial-json.ts";

it("reads what is written so far", () => {
	expect(readPartialJson('Here you are: {"sentences": [{"text": "The launch is mo')).toEqual({
		sentences: [{ text: "The launch is mo" }],
	});
	expect(readPartialJson('{"a": ["one", "tw')).toEqual({ a: ["one", "tw"] });
	expect(readPartialJson('{"a": {"b": 1}, "c')).toEqual({ a: { b: 1 } });
	expect(readPartialJson('{"a": 1, "b": tr')).toEqual({ a: 1 });
	expect(readPartialJson('{"a": "x\\')).toBeUndefined();
	expect(readPartialJson("Good morning")).toBeUndefined();
	expect(readPartialJson('{"a": 1}} and more')).toEqual({ a: 1 });
});

it("never throws, and reads complete JSON as JSON.parse does", () => {
	fc.assert(
		fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.nat(), (value, cut) => {
			const text = JSON.stringify(value);
			expect(readPartialJson(text)).toEqual(JSON.parse(text));
			readPartialJson(text.slice(0, cut % (text.length + 1)));
		}),
	);
});
