import { describe, expect, it } from "vitest";
import { expectLinear } from "#shared/testing/linear-time.ts";
import { linkify } from "./linkify.ts";

const links = (text: string) => linkify(text).flatMap((part) => part.href ?? []);

describe("links in plain text", () => {
	it("finds addresses without surrounding punctuation", () => {
		expect(links("See https://x.example/a_(b), or (www.y.example/z).")).toEqual([
			"https://x.example/a_(b)",
			"https://www.y.example/z",
		]);
		expect(links("Write to ann@x.example.")).toEqual(["mailto:ann@x.example"]);
	});

	it("preserves the text", () => {
		const text = "a <https://x.example/>\nb https://y.example/?q=1#c, d@e.example!";
		expect(
			linkify(text)
				.map((part) => part.text)
				.join(""),
		).toBe(text);
	});

	it("does not link scripts", () => {
		expect(links("javascript:alert(1) data:text/html,x")).toEqual([]);
	});
});

describe("links in hostile text", () => {
	it.each([
		["a.a.a…", "a.", ""],
		["a-a-a…", "a-", ""],
		["www.www.…", "www.", ""],
		["www. www. …", "www. ", ""],
		["http://a))))…", ")", "http://a"],
		["http://a]]]]…", "]", "http://a"],
		["http://http://…", "http://", ""],
		["@@@@…", "@", ""],
		["a@a@a…", "a@", ""],
		["a@a.a@a.…", "a@a.", ""],
		["one word", "a", ""],
		["an address of one long label", "a", "x@"],
		["an address of many labels", "a.", "x@"],
		["addresses", "a@b.co ", ""],
	])("looks through %s in linear time", async (_, unit, head) => {
		const text = (size: number) => head + unit.repeat(size / unit.length);
		await expectLinear(linkify, text, { sizes: [100_000, 800_000] });
	});

	it("does not link invalid addresses, and loses no text", () => {
		const text = `http://a.example/${"b".repeat(100_000)} ann@x.example`;
		const parts = linkify(text);
		expect(parts.flatMap((part) => part.href ?? [])).toEqual(["mailto:ann@x.example"]);
		expect(parts.map((part) => part.text).join("")).toBe(text);
	});

	it("stops at the maximum number of links", () => {
		const text = "a@b.example ".repeat(140_000);
		const parts = linkify(text, 100);
		expect(parts.filter((part) => part.href !== null)).toHaveLength(100);
		expect(parts.map((part) => part.text).join("")).toBe(text);
	});

	it("finds the same links as before next to punctuation", () => {
		expect(links("<mailto:a.b+c@x-y.example>; (see: ann@x.example,https://y.example)")).toEqual([
			"mailto:a.b+c@x-y.example",
			"mailto:ann@x.example",
			"https://y.example/",
		]);
		expect(links("www.x and www.x. and WWW.Shop.Example/a?b=c!")).toEqual(["https://www.shop.example/a?b=c"]);
		expect(links("user@localhost, .dot@x.example and x@y.z")).toEqual(["mailto:dot@x.example"]);
	});
});
