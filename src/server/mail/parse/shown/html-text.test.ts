import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { htmlToText } from "./html-text.ts";

vi.setConfig({ testTimeout: 120_000 });

const text = (html: string) => htmlToText(html, 100_000);

describe("htmlToText", () => {
	test("breaks lines where a browser does", () => {
		expect(text("<p>One<br>two</p><p>three</p>")).toBe("One\ntwo\n\nthree");
		expect(text("<div>a</div><div>b</div>")).toBe("a\nb");
		expect(text("<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>")).toBe("a b\nc");
		expect(text("a\n  b <b>c</b>d")).toBe("a b cd");
		expect(text("<pre>a\n  b</pre>")).toBe("a\n  b");
	});

	test("decodes entities and omits what is not text", () => {
		expect(text("&lt;a&gt; &amp; &eacute;&#8364;&#x20ac;&nbsp;x &unknown;")).toBe("<a> & é€€ x &unknown;");
		expect(text("<style>p{}</style><script>if (a<b) {}</script><!-- <p>no</p> -->yes<![endif]>")).toBe("yes");
		expect(text("<head><title>no</title></head><body>yes")).toBe("yes");
		expect(text('<a title="a > b" href=x>link</a>')).toBe("link");
	});

	test("marks quoted mail", () => {
		expect(
			text('Yes.<blockquote type="cite">Shall we?<blockquote type="cite">When?</blockquote></blockquote>Bye'),
		).toBe("Yes.\n\n> Shall we?\n>\n>> When?\n\nBye");
	});

	test("handles malformed HTML", () => {
		expect(text("a < b and <3 but <b>c")).toBe("a < b and <3 but c");
		expect(text('<a href="never ends>text</a> more <b>words</b>')).toContain("words");
		expect(text("<p")).toBe("");
		fc.assert(fc.property(fc.string({ unit: "binary", maxLength: 500 }), (html) => void text(html)));
	});

	test("takes time linear in the page, whatever its nesting", () => {
		const pages = [
			"<table><tr><td>".repeat(700_000),
			`${"<table><tr><td>".repeat(100_000)}deep${"</td></tr></table>".repeat(100_000)}`,
			"<head>".repeat(1_500_000),
			'<a "'.repeat(2_000_000),
			'<a b="'.repeat(1_500_000),
			"<!--".repeat(2_000_000),
			"<".repeat(8_000_000),
			"&".repeat(8_000_000),
			"<blockquote type=cite>".repeat(400_000),
			"<template><select>".repeat(500_000),
		];
		for (const page of pages) {
			const started = performance.now();
			htmlToText(page, 100_000);
			expect(performance.now() - started, page.slice(0, 20)).toBeLessThan(8_000);
		}
		expect(htmlToText(pages[1] as string, 100_000)).toBe("deep");
	});
});
