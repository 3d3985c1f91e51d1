import { describe, expect, test } from "vitest";
import { expectLinear } from "#shared/testing/linear-time.ts";
import { htmlBody, visibleText } from "../../../../../../fixtures/html-document.ts";
import { quotedHtml } from "../../../../../../fixtures/quoted-html.ts";
import { foldQuoted } from "./quoted-html.ts";

describe("quotes in HTML", () => {
	test.each(quotedHtml)("of $client", ({ html, visible }) => {
		const body = htmlBody(html);
		const before = (body.textContent ?? "").replace(/\s+/g, "");
		foldQuoted(body);
		expect(visibleText(body)).toBe(visible);
		for (const summary of body.querySelectorAll("summary")) summary.remove();
		expect((body.textContent ?? "").replace(/\s+/g, "")).toBe(before);
	});

	test("a long signature is folded on its own, a short one is shown", () => {
		const signed = (lines: string) =>
			htmlBody(`<div>Yes.</div><div class="gmail_signature">${lines}</div><blockquote type="cite">Well?</blockquote>`);
		const long = signed("<div>Ann Lee</div><div>Lee &amp; Co</div><div>+1 555 0100</div>");
		foldQuoted(long);
		expect(visibleText(long)).toBe("Yes.");
		expect([...long.querySelectorAll(".mail-quoted-closed")].map(({ textContent }) => textContent)).toEqual([
			"Show signature",
			"Show quoted text",
		]);
		const short = signed("<div>Ann</div>");
		foldQuoted(short);
		expect(visibleText(short)).toBe("Yes. Ann");
	});

	test.each([
		["nested quotes", (size: number) => `<p>a</p>${"<blockquote>".repeat(size / 20)}q`],
		["quotes side by side", (size: number) => "<p>a</p><blockquote>q</blockquote>".repeat(size / 30)],
		["one long quote", (size: number) => `<p>a</p><blockquote>${"<p>q</p>".repeat(size / 8)}</blockquote><p>b</p>`],
		["headers of quotes", (size: number) => "<p>From: a</p>".repeat(size / 12)],
		["nested elements", (size: number) => `${"<div>".repeat(size / 20)}a<blockquote>q</blockquote>`],
	])("takes linear time for %s", async (_, html) => {
		await expectLinear(foldQuoted, (size) => htmlBody(html(size)), { sizes: [10_000, 80_000] });
	});
});
