import { describe, expect, it } from "vitest";
import { linkify } from "./linkify.ts";

const links = (text: string) => linkify(text).flatMap((part) => part.href ?? []);

describe("links in plain text", () => {
	it("finds addresses and leaves the marks around them", () => {
		expect(links("See https://x.example/a_(b), or (www.y.example/z).")).toEqual([
			"https://x.example/a_(b)",
			"https://www.y.example/z",
		]);
		expect(links("Write to ann@x.example.")).toEqual(["mailto:ann@x.example"]);
	});

	it("gives the text back whole", () => {
		const text = "a <https://x.example/>\nb https://y.example/?q=1#c, d@e.example!";
		expect(
			linkify(text)
				.map((part) => part.text)
				.join(""),
		).toBe(text);
	});

	it("does not take a script for a link", () => {
		expect(links("javascript:alert(1) data:text/html,x")).toEqual([]);
	});
});
