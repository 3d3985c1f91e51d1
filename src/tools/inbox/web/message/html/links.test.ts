import { describe, expect, it } from "vitest";
import { destination, safeHref } from "./links.ts";

describe("links in a message", () => {
	it.each([
		"javascript:alert(1)",
		"JaVaScRiPt:alert(1)",
		" java\nscript:alert(1)",
		"\u0001javascript:alert(1)",
		"vbscript:x",
		"data:text/html,<script>alert(1)</script>",
		"blob:https://x.example/1",
		"file:///etc/passwd",
		"/api/v1/accounts",
		"relative",
		"",
	])("leads nowhere: %j", (href) => {
		expect(safeHref(href)).toBeNull();
	});

	it("follows the web, mail and telephones", () => {
		expect(safeHref("https://shop.example/a?b=c")).toBe("https://shop.example/a?b=c");
		expect(safeHref("//shop.example/a")).toBe("https://shop.example/a");
		expect(safeHref("mailto:a@x.example")).toBe("mailto:a@x.example");
		expect(safeHref("tel:+491234")).toBe("tel:+491234");
	});

	it("takes away a name that pretends to be the host", () => {
		expect(safeHref("https://bank.example@evil.example/")).toBe("https://evil.example/");
	});

	it("tells the real host, and when the text names another", () => {
		expect(destination("https://evil.example/x", "https://bank.example/login")).toEqual({
			shown: "evil.example",
			pretends: "bank.example",
		});
		expect(destination("https://www.bank.example/x", "bank.example").pretends).toBeNull();
		expect(destination("https://click.bank.example/x", "www.bank.example/offer").pretends).toBeNull();
		expect(destination("https://evil.example/x", "Click here").pretends).toBeNull();
		expect(destination("http://shop.example:81/x", "Shop")).toEqual({
			shown: "http://shop.example:81",
			pretends: null,
		});
		expect(destination("mailto:a%20b@x.example?subject=1", "write").shown).toBe("a b@x.example");
	});
});
