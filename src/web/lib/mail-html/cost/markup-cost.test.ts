import { describe, expect, it } from "vitest";
import { budget } from "../base/budget.ts";
import { costOf } from "./markup-cost.ts";

describe("markup cost", () => {
	it("accepts ordinary mail", () => {
		const html = `<table><tr><td>${"<p>Hello<br>there</p>".repeat(500)}</td></tr></table>`;
		expect(costOf(html)).toEqual({ over: null, cut: html.length });
	});

	it("stops early in 10 MB of nested tables, and reports where", () => {
		const html = "<table><tr><td>".repeat(700_000);
		const cost = costOf(html);
		expect(cost.cut).toBeLessThan(html.length / 100);
		expect(cost.over).toContain("nested tables");
		expect(html.slice(0, cost.cut).match(/<table>/g)).toHaveLength(budget.tableDepth);
	});

	it("counts elements and length, also where tags are closed", () => {
		expect(costOf("<i>a</i>".repeat(budget.tags + 1)).over).toContain("parts");
		expect(costOf("a".repeat(budget.length + 1))).toEqual({ over: "it is very long", cut: budget.length });
		expect(costOf("<div>".repeat(budget.depth + 1)).over).toContain("nested elements");
	});

	it("does not count closed siblings or open paragraphs as depth", () => {
		expect(costOf("<div><p>a<p>b</div>".repeat(900)).over).toBeNull();
		expect(costOf("<table><tr><td>x</table>".repeat(900)).over).toBeNull();
	});
});

describe("elements added by the parser", () => {
	it("counts formatting that is repeated in every block", () => {
		const unclosed = Array.from({ length: 100 }, (_, i) => `<font size="${i}">`).join("");
		expect(costOf(`<p>${unclosed}${"<p>x<br>".repeat(5000)}`).over).toContain("parts");
	});

	it("does not count what mail commonly leaves open", () => {
		expect(costOf(`<p><font size="2">a${"<p><font size=2>text<br>".repeat(1200)}`).over).toBeNull();
		expect(costOf(`<table>${"<tr><td><font face=x><b>a</td><td><i>b<tr>".repeat(1200)}</table>`).over).toBeNull();
		expect(costOf(`<font><b><i>${"<p>a</p>".repeat(8000)}</i></b></font>`).over).toBeNull();
	});
});
