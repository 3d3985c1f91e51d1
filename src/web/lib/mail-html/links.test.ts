import { describe, expect, it } from "vitest";
import { expectLinear } from "#shared/testing/linear-time.ts";
import { destination, safeHref, showsDestination } from "./links.ts";

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

	it("allows web, mail and telephone links", () => {
		expect(safeHref("https://shop.example/a?b=c")).toBe("https://shop.example/a?b=c");
		expect(safeHref("//shop.example/a")).toBe("https://shop.example/a");
		expect(safeHref("mailto:a@x.example")).toBe("mailto:a@x.example");
		expect(safeHref("tel:+491234")).toBe("tel:+491234");
	});

	it("removes user info that imitates a host", () => {
		expect(safeHref("https://bank.example@evil.example/")).toBe("https://evil.example/");
	});

	it("returns the real host, and reports a different host in the text", () => {
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

describe("link targets", () => {
	it.each(["mailto:%E0%A4%A", "mailto:%", "tel:%ff", "https://x.example/%E0%A4%A", "https://", "not an address", ""])(
		"returns a result without failing: %j",
		(href) => {
			expect(typeof destination(href, "text").shown).toBe("string");
			expect(typeof showsDestination(href, "text")).toBe("boolean");
		},
	);

	it("are in the text when it is the same address", () => {
		expect(showsDestination("https://www.shop.example/a", "shop.example")).toBe(true);
		expect(showsDestination("https://shop.example/a", " https://shop.example/b ")).toBe(true);
		expect(showsDestination("mailto:ann@x.example?subject=1", "Ann@x.example")).toBe(true);
		expect(showsDestination("tel:+491234", "+49 12 34")).toBe(true);
		expect(showsDestination("https://xn--bcher-kva.example/", "bücher.example")).toBe(true);
	});

	it("are hidden by any other text", () => {
		expect(showsDestination("https://evil.example/", "https://bank.example/login")).toBe(false);
		expect(showsDestination("https://evil.example/", "Track your order")).toBe(false);
		expect(showsDestination("https://evil.example/", "")).toBe(false);
		expect(showsDestination("mailto:eve@x.example", "ann@x.example")).toBe(false);
	});

	it("are found in linear time in the longest text", async () => {
		for (const unit of ["a.", "a", " ", "a.a/"]) {
			const text = (size: number) => unit.repeat(size);
			await expectLinear((shown) => destination("https://x.example/", shown), text, { sizes: [50_000, 400_000] });
		}
	});
});
