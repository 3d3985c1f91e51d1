import { describe, expect, it } from "vitest";
import { scrubSheet, withoutMarkup } from "./css/css.ts";
import { safeHref } from "./links.ts";

describe("kind 26: links as they are written", () => {
	it.each([
		["mailto:a@x.example?subject=Hello World", "mailto:a@x.example?subject=Hello%20World"],
		["https://example.org/My Report 2025.pdf", "https://example.org/My%20Report%202025.pdf"],
		["https://example.org/a b?q=c d#e f", "https://example.org/a%20b?q=c%20d#e%20f"],
		[
			"mailto:ada@example.org?subject=Hello World&body=two words",
			"mailto:ada@example.org?subject=Hello%20World&body=two%20words",
		],
		["https://example.org/a\r\n  b", "https://example.org/a%20%20b"],
		["https://example.org/a\nb", "https://example.org/ab"],
		[" \t\u0001https://example.org/sp ", "https://example.org/sp"],
		["https://exam ple.org/x", "https://example.org/x"],
		["www.example.org/page", "https://www.example.org/page"],
		[" WWW.example.org", "https://www.example.org/"],
		["www.example.org/a b?c=1", "https://www.example.org/a%20b?c=1"],
	])("%j leads to %s", (href, expected) => expect(safeHref(href)).toBe(expected));

	it.each(["www.", "www.pdf", "example.org", "wwwx/y", "java script:alert(1)", "\u0000 javascript :x", "www.a b/c"])(
		"%j leads nowhere",
		(href) => expect(safeHref(href)).toBeNull(),
	);
});

describe("kind 17: sheets with what looks like markup", () => {
	/** What makes a sanitizer drop a whole sheet. */
	const markup = /<[/\w!?]/;

	it.each([
		["<!-- p.MsoNormal {margin:0} -->", "p.MsoNormal{margin:0}\n"],
		["/* <b> */ p{color:red} /* </p", "p{color:red}\n"],
		["@media (400px<width){.s{color:red}} .s{color:blue}", "@media (400px< width){.s{color:red}\n}\n.s{color:blue}\n"],
		["@media (width<=600px){p{color:red}}", "@media (width<=600px){p{color:red}\n}\n"],
		["@media (300px<=width<600px){p{color:red}}", "@media (300px<=width< 600px){p{color:red}\n}\n"],
		["<!<!---- p{color:red}", ""],
		["<![CDATA[ a{color:red} ]]> p{color:red}", ""],
		["a{color:red} <o:p> b{color:red}", "a{color:red}\n"],
	])("%s", (css, expected) => {
		const plain = withoutMarkup(css);
		expect(plain).not.toMatch(markup);
		if (expected !== "") expect(scrubSheet(plain)).toBe(expected);
	});
});
