import { describe, expect, it } from "vitest";
import { expectLinear } from "#shared/testing/linear-time.ts";
import { scrubDeclarations, scrubSheet } from "./css.ts";
import { allowedDeclaration } from "./css-properties.ts";
import { Effects } from "./effects.ts";

const isAllowed = (declaration: string) => allowedDeclaration(declaration) !== null;

describe("CSS of mail", () => {
	it.each([
		"color: #1f497d",
		"COLOR:windowtext !important",
		"font: 14px/20px 'Helvetica Neue', arial, sans-serif",
		'font-family: "Times New Roman", -apple-system, serif',
		"font-size: 125%",
		"font-weight: 700",
		"line-height: 0",
		"margin: 0px 0px 0px 0.8ex",
		"margin: 0 auto!important",
		"border-left: solid #cccccc 1.0pt",
		"border: 1px solid rgb(93,105,82)",
		"border-radius: 6px 6px 0 0",
		"-webkit-border-radius: 5px",
		"-webkit-text-size-adjust: 100%",
		"width: calc(28000% - 167400px)",
		"max-width: 600px",
		"display: table-cell",
		'background: #fff url("data:image/png;base64,AA==") no-repeat center / cover',
		"background-image: linear-gradient(90deg, #fff 0%, rgba(0, 0, 0, 0.5) 100%)",
		"box-shadow: 0 0 6px 1px rgba(33, 153, 232, 0.5)",
		"text-decoration: underline",
		"top: -9999px",
		"word-break: break-word",
	])("has %s", (declaration) => {
		expect(isAllowed(declaration)).toBe(true);
	});

	it.each([
		"filter: blur(50px)",
		"backdrop-filter: blur(50px)",
		"-webkit-filter: blur(50px)",
		"columns: 100",
		"column-count: 2",
		"anchor-name: --a",
		"clip-path: circle()",
		"mask-image: linear-gradient(red, blue)",
		"animation: a 1s infinite",
		"transform: scale(900)",
		"shape-outside: circle()",
		"mix-blend-mode: difference",
		"grid-template-columns: repeat(10000, 1px)",
		"display: grid",
		"counter-increment: a",
		'content: "text"',
		"--own: red",
		"color: var(--own)",
		"font-size: 9000px",
		"font-size: 1e9px",
		"width: 99999999px",
		"text-shadow: 1px 1px 90px red",
		`text-shadow: ${Array.from({ length: 300 }, () => "1px 1px 1px red").join(",")}`,
		"background: repeating-linear-gradient(red, blue 1px)",
		"background: linear-gradient(linear-gradient(red, blue), red)",
		"text-decoration: wavy underline",
		"position: sticky",
		"constructor: red",
		"",
	])("leaves out %s", (declaration) => {
		expect(isAllowed(declaration)).toBe(false);
	});

	it("keeps the effects that the budget allows, and draws dotted lines beyond it plain", () => {
		const few = new Effects().allowFor(10);
		const many = new Effects().allowFor(1000);
		const css = "color:red;opacity:.5;border:1px dotted red";
		expect(scrubDeclarations(css, undefined, few)).toBe(css.replaceAll(";", "; "));
		expect(scrubDeclarations(css, undefined, many)).toBe("color:red; border:1px solid red");
		expect(scrubDeclarations("opacity:0", undefined, many)).toBe("opacity:0");
	});

	it("has the selectors of mail", () => {
		const kept = "a:hover, td:nth-child(2n+1) > p:not(.x):first-child, a[href^='tel:']{color:red}\n";
		expect(scrubSheet(kept)).toBe(kept);
		for (const selector of ["div:has(a)", "p::before", ":is(a,b)", ":where(a)", "p::marker"])
			expect(scrubSheet(`${selector}{color:red}`)).toBe("");
		expect(scrubSheet("@container (width > 1px){a{color:red}}@keyframes a{to{color:red}}")).toBe("");
	});

	it.each([
		["spaces", (size: number) => allowedDeclaration(`color:${" ".repeat(size)}x`)],
		["important", (size: number) => allowedDeclaration(`color:${" !important".repeat(size / 11)}`)],
		["brackets", (size: number) => allowedDeclaration(`background:${"url(".repeat(size / 4)}`)],
		["strings", (size: number) => allowedDeclaration(`font-family:"${"\\a".repeat(size / 2)}`)],
		["words", (size: number) => allowedDeclaration(`font-family:${"a ".repeat(size / 2)}`)],
	])("takes linear time for %s", async (_, work) => {
		await expectLinear(work, (size) => size, { sizes: [60_000, 480_000] });
	});
});
