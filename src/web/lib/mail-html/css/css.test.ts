import { describe, expect, it } from "vitest";
import { expectLinear } from "#shared/testing/linear-time.ts";
import { addressesIn, scrubDeclarations, scrubSheet } from "./css.ts";

describe("styles of a message", () => {
	it("keeps harmless styles", () => {
		expect(scrubDeclarations("color: #333; font: 14px/1.4 Arial; padding:0 4px")).toBe(
			"color: #333; font: 14px/1.4 Arial; padding:0 4px",
		);
		expect(scrubSheet("p.a > b { color: red }\n@media (max-width: 600px) { td { display:block !important } }")).toBe(
			"p.a > b{color: red}\n@media (max-width: 600px){td{display:block !important}\n}\n",
		);
	});

	it.each([
		'@import "https://evil.example/a.css"; p { color: red }',
		"@import url(https://evil.example/a.css); p { color: red }",
		"@\\69mport url(https://evil.example/a.css); p { color: red }",
		"@font-face { font-family: x; src: url(https://evil.example/f.woff2) } p { color: red }",
		"p { color: red; background: url(https://evil.example/p.png) }",
		"p { color: red; background: u\\72l(https://evil.example/p.png) }",
		"p { color: red; background: u\\000072 l('https://evil.example/p.png') }",
		'p { color: red; background: image-set("https://evil.example/p.png" 1x) }',
		'p { color: red; background: -webkit-image-set(url(https://evil.example/p.png) 1x, "https://evil.example/q.png" 2x) }',
		"p { color: red; background: ur/**/l(https://evil.example/p.png); list-style: url(//evil.example/x) }",
		"p { color: red; width: expression(alert(1)); -moz-binding: url(https://evil.example/x.xml#x) }",
		"p { color: red; behavior: url(https://evil.example/x.htc) }",
		"p { color: red; cursor: url(https://evil.example/c.cur), auto }",
		"p { color: red; content: url('https://evil.example/\\'x.png') }",
		"p { color: red; background: url(https://evil.example/unclosed",
		"@supports (background: url(https://evil.example/x)) { a { color: red } } p { color: red }",
		'@media all { @import url("https://evil.example/x"); p { color: red; background: url( "https://evil.example/y" ) } }',
	])("loads nothing: %s", (css) => {
		const clean = scrubSheet(css);
		expect(clean).not.toMatch(/evil|import|font-face|expression|binding|url\(/i);
		expect(clean).toContain("color: red");
	});

	it("keeps class names with escaped symbols, as utility classes have them", () => {
		const sheet =
			".md\\:w-1\\/2{width:50%}\n.p-1\\.5, .\\32xl\\:hidden{padding:6px}\n.w-\\[10px\\]:hover{width:10px}\n";
		expect(scrubSheet(sheet)).toBe(sheet);
		expect(scrubSheet(`@media (min-width:600px){.sm\\:flex{display:block}}`)).toContain(".sm\\:flex{display:block}");
	});

	it("drops selectors that escapes disguise, or that would escape what follows", () => {
		expect(scrubSheet("p:h\\61s(b){color:red} .a:\\000068 as(b){color:red} .b\\ {color:red}")).toBe("");
	});

	it("keeps the color when the image is blocked", () => {
		expect(scrubDeclarations("background: #0a0a23 url(https://x.example/a.png) no-repeat")).toBe(
			"background-color: #0a0a23",
		);
	});

	it("replaces allowed images with local ones and keeps embedded ones", () => {
		const resolve = (url: string) => (url === "https://x.example/a.png" ? "blob:here" : null);
		expect(scrubDeclarations("background: url('https://x.example/a.png') center", resolve)).toBe(
			'background: url("blob:here") center',
		);
		expect(scrubDeclarations("background-image:url(data:image/png;base64,AA==)")).toBe(
			'background-image:url("data:image/png;base64,AA==")',
		);
		expect(scrubDeclarations("background-image:url(data:image/svg+xml;base64,AA==)")).toBe("");
	});

	it("cannot be closed by markup in a selector, and survives invalid input", () => {
		expect(scrubSheet("</style><script>alert(1)</script> p { color: red }")).toBe("");
		expect(scrubSheet("p { color: red")).toBe("p{color: red}\n");
		expect(scrubSheet("}}}{{{")).not.toContain("url");
		expect(scrubSheet("@media a{@media b{@media c{@media d{@media e{@media f{p{color:red}}}}}}}")).not.toContain("red");
	});

	it("reports the images it removes, and only images", () => {
		const css =
			"@import url(https://x.example/0.css); a{background:url(https://x.example/1.png)} b{background:u\\72l('https://x.example/2.png')}";
		expect(addressesIn((resolve) => scrubSheet(css, resolve))).toEqual([
			"https://x.example/1.png",
			"https://x.example/2.png",
		]);
	});
});

describe("hostile styles", () => {
	const urls = (css: string) => scrubDeclarations(css);
	it.each<[string, (size: number) => unknown]>([
		["url( and spaces", (size) => urls(`background:url(${" ".repeat(size)}`)],
		["url( and spaces, closed", (size) => urls(`background:url(${" ".repeat(size)}x y)`)],
		["many url(", (size) => urls(`background:${"url( ".repeat(size / 5)}`)],
		["many url(, quoted", (size) => urls(`background:${'url("'.repeat(size / 5)}`)],
		["unclosed braces", (size) => scrubSheet("a{".repeat(size / 2))],
		["unclosed groups", (size) => scrubSheet("@media a{".repeat(size / 9))],
		["unclosed brackets", (size) => scrubSheet(`a{width:${"calc(".repeat(size / 5)}`)],
		["rules without a semicolon", (size) => scrubSheet("a{}".repeat(size / 3))],
		["semicolons without a rule", (size) => scrubSheet(";".repeat(size))],
		["unclosed comments", (size) => scrubSheet("/*".repeat(size / 2))],
		["unclosed strings", (size) => scrubSheet(`"'`.repeat(size / 2))],
		["escapes", (size) => scrubSheet("\\75 ".repeat(size / 4))],
		["expression(", (size) => urls(`a:${"expression ".repeat(size / 11)}`)],
		["colours behind pictures", (size) => urls(`background:${"rgb(".repeat(size / 4)}url(x)`)],
	])("are read in linear time: %s", async (_, work) => {
		await expectLinear(work, (size) => size, { sizes: [60_000, 480_000] });
	});

	it("keeps nothing that a browser would recurse over", () => {
		expect(scrubSheet("a{".repeat(10_000))).not.toContain("{a");
		expect(scrubSheet(`a{color:red;${"b{".repeat(9000)}color:blue${"}".repeat(9000)}width:1px}`)).toBe(
			"a{color:red; width:1px}\n",
		);
		expect(scrubSheet(`a${":not(b".repeat(9000)}${")".repeat(9000)}{color:red}`)).toBe("");
		expect(scrubSheet(`@media ${"(".repeat(9000)}a${")".repeat(9000)}{a{color:red}}`)).toBe("");
		expect(scrubDeclarations(`color:red;width:${"calc(".repeat(9000)}1px${")".repeat(9000)}`)).toBe("color:red");
		expect(scrubDeclarations(`color:red;grid:${"[".repeat(9000)}`)).toBe("color:red");
	});

	it("parses strings like a browser", () => {
		expect(scrubSheet(`a[title="}{;"] { color: red } b { font-family: "a;}b" }`)).toBe(
			`a[title="}{;"]{color: red}\nb{font-family: "a;}b"}\n`,
		);
		expect(scrubSheet(`a { font-family: "\\"}"; color: red }`)).toBe(`a{font-family: "\\"}"; color: red}\n`);
	});

	it("keeps the rules that are selected", () => {
		expect(
			scrubSheet(
				"a{color:red} @media all{b{color:blue} i{color:red}}",
				() => null,
				(rule) => (rule === "b" ? null : () => true),
			),
		).toBe("a{color:red}\n@media all{i{color:red}\n}\n");
	});
});
