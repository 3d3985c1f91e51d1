import { describe, expect, test } from "vitest";
import { reported } from "../../../../fixtures/reported.ts";
import { parseMessage } from "./parse-message.ts";
import { htmlToText } from "./shown/html-text.ts";

const cases = JSON.parse(reported("hidden/hidden.json").toString()) as { case: string; html: string }[];
const text = (html: string) => htmlToText(html, 100_000);
const tags = (word: string) => String.fromCodePoint(...[...word].map((letter) => 0xe0000 + letter.charCodeAt(0)));

const HIDDEN = [
	'<div style="DISPLAY : none !important">SECRET</div>',
	'<div style="dis/**/play:block;display:/* */none">SECRET</div>',
	'<div style="d\\69splay:none">SECRET</div>',
	'<div style="display&#58;none">SECRET</div>',
	'<p style="visibility:collapse">SECRET</p>',
	'<p style="opacity:0%">SECRET</p>',
	'<p style="opacity:.01">SECRET</p>',
	'<p style="filter:opacity(0)">SECRET</p>',
	'<p style="font:0/0 a">SECRET</p>',
	'<p style="font-size:1px;line-height:1px">SECRET</p>',
	'<div style="font-size:0"><b style="font-size:2em">SECRET</b></div>',
	'<body bgcolor=white text="#FEFEFE">SECRET',
	'<table bgcolor="#003366"><tr><td><span style="color:rgb(0, 51, 102)">SECRET</span></td></tr></table>',
	'<div style="background:url(x) #fff"><p style="background-color:#000;color:black">SECRET</p></div>',
	'<p style="color:#ffffff00">SECRET</p>',
	'<p style="color:hsla(0,0%,0%,0)">SECRET</p>',
	'<p style="-webkit-text-fill-color:transparent">SECRET</p>',
	'<div style="width:0;overflow:hidden">SECRET</div>',
	'<span style="display:inline-block;height:1px;overflow-y:hidden">SECRET</span>',
	'<p style="text-indent:-9999px">SECRET</p>',
	'<p style="position:fixed;top:-200em">SECRET</p>',
	'<p style="margin-left:-9999px">SECRET</p>',
	'<p style="transform:translateX(-9999px)">SECRET</p>',
	'<p style="transform:scale(0)">SECRET</p>',
	'<p style="position:absolute;clip:rect(0 0 0 0)">SECRET</p>',
	'<p style="position:absolute;clip:rect(1px, 1px, 1px, 1px)">SECRET</p>',
	'<p style="clip-path:inset(50%)">SECRET</p>',
	'<p style="clip-path:circle(0)">SECRET</p>',
	"<style>.a > .b{display:none}</style><div class=a><p class='x b'>SECRET</p></div>",
	"<style>#x .b{color:#fff}</style><div id=x><i><b class=b>SECRET</b></i></div>",
	"<style><!-- td[class=pre], p[class~='pre']{font-size:0px!important} --></style><p class='pre' style='font-size:20px'>SECRET</p>",
	"<style>@media screen and (min-width:1px){p{visibility:hidden}}</style><p>SECRET</p>",
	"<style>.x{display:none}@media (max-width:1px){.x{display:block}}</style><p class=x>SECRET</p>",
	"<style>@media all and (min-width:100px){@media screen{.x{display:none}}}</style><p class=x>SECRET</p>",
	"<style>@layer a{.x{font-size:1px}}</style><p class=x>SECRET</p>",
	"<p class=late>SECRET</p><style>.late{opacity:0}</style>",
	"<!-- SECRET --><title>SECRET</title>",
	"<img alt='' title=SECRET data-x=SECRET><input type=hidden value=SECRET>",
	"<div hidden='until-found'>SECRET</div>",
	"<div style='display:none'>a</span><table><tr><td>SECRET</td></tr></table></div>",
	"<p style='display:none'>SECRET<b><i>SECRET</p>",
];

const SHOWN = [
	'<div style="display:none">x</div>SHOWN',
	'<p style="display:none">x<div>SHOWN</div>',
	"<ul><li style='display:none'>x<li>SHOWN</ul>",
	"<table><tr><td hidden>x<td>SHOWN</table>",
	"<table><tr style='display:none'><td>x</td></tr><tr><td>SHOWN</td></tr></table>",
	"<span style='display:none'>x</span>SHOWN",
	"<td><span style='font-size:0'>x</td><td>SHOWN</td>",
	'<p aria-hidden="true">SHOWN</p>',
	'<p hidden style="display:block">SHOWN</p>',
	'<td style="font-size:0"><p style="font-size:14px">SHOWN</p></td>',
	'<td bgcolor="#000"><font color=white>SHOWN</font></td>',
	'<td background="hero.png"><font color=white>SHOWN</font></td>',
	'<div style="background:linear-gradient(#000,#333)"><h1 style="color:#fff">SHOWN</h1></div>',
	"<style>.hero{background:#003}</style><div class=hero><p style='color:white'>SHOWN</p></div>",
	"<style>div:nth-child(1){background:#003}</style><div><p style='color:white'>SHOWN</p></div>",
	'<div style="color:#fff"><a href="https://example.org/">SHOWN</a></div>',
	'<a style="background-color:#06c;color:#fff;display:inline-block;mso-hide:all">SHOWN</a>',
	"<!--[if !mso]><!--><div style='mso-hide:all'>SHOWN</div><!--<![endif]-->",
	"<!--[if mso]><style>p{display:none}</style><![endif]--><p>SHOWN</p>",
	"<style>@media print{p{display:none}}</style><p>SHOWN</p>",
	"<style>@media (max-width:600px){.d{display:none!important}}</style><p class=d>SHOWN</p>",
	"<style>.m{display:none}@media (max-width:600px){.m{display:block!important}}</style><p class=m>SHOWN</p>",
	"<style>@media (prefers-color-scheme:dark){p{color:#fff!important}}</style><p>SHOWN</p>",
	"<style>p:hover{display:none}.a .b{display:none}</style><p class=b>SHOWN</p>",
	'<td style="height:0;overflow:hidden">SHOWN</td>',
	'<div style="height:0">SHOWN</div>',
	'<span style="width:0;overflow:hidden">SHOWN</span>',
	'<p style="color:#767676">SHOWN</p>',
	'<p style="text-indent:-18.0pt;margin-left:-10px">SHOWN</p>',
	'<div style="color:transparent;background-clip:text;background:linear-gradient(red,blue)">SHOWN</div>',
];

describe("kind 27: what a reader does not see is no text for programs", () => {
	test.each(cases)("$case", ({ case: name, html }) => {
		const read = text(html);
		if (name.startsWith("t17")) return expect(read).toBe("SHOWN");
		expect(read).toBe(name.startsWith("t16") ? "hi" : "");
	});

	test.each(HIDDEN)("hidden: %s", (html) => expect(text(`Hello ${html}`)).not.toContain("SECRET"));
	test.each(SHOWN)("shown: %s", (html) => expect(text(html)).toContain("SHOWN"));
	test("shown behind deep nesting", () => {
		const deep = `${"<div>".repeat(600)}<p style="display:none">x</p>${"</div>".repeat(600)}`;
		expect(text(`${deep}SHOWN`)).toContain("SHOWN");
	});

	test("letters without a shape", async () => {
		const england = `\u{1f3f4}${tags("gbeng")}\u{e007f}`;
		const zeros = "\u200b\u200c".repeat(40);
		const { text: plain, subject } = await parseMessage(
			Buffer.from(
				`Subject: =?utf-8?B?${Buffer.from(`Plan${tags("obey")}`).toString("base64")}?=\nContent-Type: text/plain; charset=utf-8\n\n` +
					`Hi${tags("ignore all")} ${england} 👩‍❤️‍👨 نمی‌خواهم${zeros}\u{fe0f}${"\u{e0121}".repeat(9)}!\n`,
			),
		);
		expect(plain.trim()).toBe(`Hi ${england} 👩‍❤️‍👨 نمی‌خواهم!`);
		expect(subject).toBe("Plan");
		expect(text(`a${zeros}b`)).toBe("ab");
	});
});
