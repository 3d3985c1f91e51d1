import { expect, it } from "vitest";
import { fieldsOf } from "../template.ts";
import { htmlOf, renderHtml, storedHtml } from "./formatted.ts";

it("is stored with nothing but text and its formatting, and with its plain text", () => {
	const { html, text } = storedHtml(
		'<p onclick="x()">Hi <b>Ann</b><script>x()</script>, <a href="javascript:x()">see</a> <a href="https://ink.example/a">this</a></p>',
	);
	expect(html).toBe('<div>Hi <strong>Ann</strong>, see <a href="https://ink.example/a">this</a></div>');
	expect(text).toBe("Hi Ann, see this <https://ink.example/a>");
});

it("escapes the values of fields, and of fallbacks", () => {
	const { html } = storedHtml("<div>Hi <b>{{Name}}</b> of {{company|Ink & &lt;Co&gt;}}</div>");
	const name = "<b>Eve & Co</b>";
	expect(renderHtml(html, { name })).toEqual({
		html: "<div>Hi <strong>&lt;b&gt;Eve &amp; Co&lt;/b&gt;</strong> of Ink &amp; &lt;Co&gt;</div>",
		text: "Hi <b>Eve & Co</b> of Ink & <Co>",
		missing: [],
	});
});

it("fills in fields in links, whose scheme no value changes", () => {
	const { html, text } = storedHtml('<a href="https://{{site}}/?c={{company}}">see</a><a href="{{site}}">no</a>');
	expect(fieldsOf(text).map(({ name }) => name)).toEqual(["site", "company"]);
	const values = { site: 'ink.example/a"b', company: "Ink & Co" };
	expect(renderHtml(html, values).html).toBe('<a href="https://ink.example/a%22b/?c=Ink%20%26%20Co">see</a>no');
	expect(renderHtml(html, { site: "ink.example" }).missing).toEqual(["company"]);
});

it("keeps a field in one piece when a part of it is formatted", () => {
	const { html } = storedHtml("<div>Hi {{<b>first</b>_na<i>me|there}}!</i></div>");
	expect(renderHtml(html, { first_name: "Ann" }).html).toBe("<div>Hi Ann<strong></strong><em>!</em></div>");
});

it("makes links of web addresses, also in values, and in plain text", () => {
	const { html } = storedHtml("<div>See https://ink.example/a, {{site}}</div>");
	expect(renderHtml(html, { site: "http://b.example" }).html).toBe(
		'<div>See <a href="https://ink.example/a">https://ink.example/a</a>, <a href="http://b.example">http://b.example</a></div>',
	);
	expect(htmlOf("1 < 2\nhttps://ink.example/?a=1&b=2.")).toBe(
		'<div>1 &lt; 2<br>\n<a href="https://ink.example/?a=1&amp;b=2">https://ink.example/?a=1&amp;b=2</a>.</div>',
	);
});
