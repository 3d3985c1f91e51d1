import { expect, it } from "vitest";
import { htmlToPlainText } from "./html-to-plain-text.ts";
import { sanitizeHtml } from "./sanitize-html.ts";

it("keeps what the editor makes", () => {
	const html = [
		'<div>Hi <strong>Ann</strong>, <em>see</em> <a href="https://ink.example/a?b=1&amp;c=2">this</a>.</div><div><br></div>',
		'<ol start="3"><li><div>one</div></li></ol><ul><li><div>two</div></li></ul><pre style="font-family:monospace;white-space:pre-wrap"><code>a &lt; b</code></pre>',
	].join("");
	expect(sanitizeHtml(html)).toBe(html);
});

it.each([
	["scripts", "a<script>alert(1)</script>b", "ab"],
	["scripts that do not end", "a<script>alert(1)", "a"],
	["handlers", '<div onclick="alert(1)" style="color:red">a</div>', "<div>a</div>"],
	["javascript: links", '<a href="javascript:alert(1)">a</a>', "a"],
	["hidden javascript: links", '<a href=" java&#10;script&colon;alert(1)">a</a>', "a"],
	["data: links", '<a href="data:text/html,x">a</a>', "a"],
	["images and frames", '<img src=x onerror=alert(1)><iframe src="https://x.example">b</iframe>a', "a"],
	["style sheets and comments", "<style>b{}</style><!-- <b>x</b> -->a", "a"],
	[
		"tags in attributes",
		'<a href="https://x.example/&quot;onclick=alert(1)">a</a>',
		'<a href="https://x.example/&quot;onclick=alert(1)">a</a>',
	],
	["tags that do not end", '<b>a<img src="', "<strong>a</strong>"],
	["tags in the wrong order", "<b><p>a</b></p><li>b", "<strong><div>a</div></strong><li>b</li>"],
	["foreign content", "<svg><a href='https://x.example'><style><b></svg>a<math>b</math>", "a"],
	["names of Object's own", "<constructor>a</constructor><toString>b</toString>", "ab"],
	["signs", '1 < 2 &amp; 3 &lt;b&gt; "x"', "1 &lt; 2 &amp; 3 &lt;b&gt; &quot;x&quot;"],
])("leaves out %s", (_, html, safe) => {
	expect(sanitizeHtml(html)).toBe(safe);
	expect(sanitizeHtml(safe)).toBe(safe);
});

it("keeps parameters of links that are named like characters", () => {
	const html = '<a href="https://x.example/?a=1&copy=2">a</a>';
	expect(sanitizeHtml(html)).toBe('<a href="https://x.example/?a=1&amp;copy=2">a</a>');
});

it("takes linear time", () => {
	const start = performance.now();
	for (const part of ["<a ", '<a href="', "<b>", "</b>", "<script", "<!--", "<x'"])
		sanitizeHtml(part.repeat(200_000 / part.length));
	expect(performance.now() - start).toBeLessThan(10_000);
});

it("has a plain text with numbers, marks and addresses", () => {
	const html = sanitizeHtml(
		[
			'<div>Hi <b>Ann</b>,</div><div><br></div><div>see <a href="https://ink.example/a?b=1&amp;c=2"><b>this</b> page</a>,',
			'<a href="https://ink.example/">ink.example</a>, <a href="mailto:a@ink.example">a@ink.example</a></div>',
			"<ol start='3'><li><div>one</div></li><li>two<ul><li>inner</li></ul></li><li>three</li></ol><blockquote>said</blockquote>",
		].join(" "),
	);
	expect(htmlToPlainText(html, 1_000)).toBe(
		"Hi Ann,\n\nsee this page <https://ink.example/a?b=1&c=2>, ink.example, a@ink.example\n\n3. one\n4. two\n\n- inner\n\n5. three\n\n> said",
	);
	expect(htmlToPlainText(html, 7)).toBe("Hi Ann,");
});
