import { testLinear } from "#shared/testing/linear-time.ts";
import { contentFeaturesOf } from "./content-features.ts";
import { cleanName, shownContentIds } from "./mime/attachments.ts";
import { decodeText, partContent } from "./mime/part-content.ts";
import { readStructure } from "./mime/structure.ts";
import { tnefFiles } from "./mime/tnef.ts";
import { decodeUuencode, findUuencoded } from "./mime/uuencode.ts";
import { attachmentContent, parseForStore, parseFull, parseHeader } from "./parse-message.ts";
import { addressesIn } from "./remote-addresses.ts";
import { htmlToText } from "./shown/html-text.ts";
import { unsubscribeLinksInHtml, unsubscribeLinksInText } from "./unsubscribe-links.ts";

const bytes = (text: string) => Buffer.from(text, "latin1");
const LARGE = [32_768, 524_288];

const HTML = [
	...'<|>|<p>|</p>|<a href=|<a href="https://a/">|</a>|<!--|-->|<!|"|\'|=|<table>|<td>|<blockquote type=cite>|<style>|</style>'.split(
		"|",
	),
	...[
		"<head>",
		"<select>",
		"<pre>",
		"&",
		"&amp;",
		"&#x",
		" ",
		"\n",
		"a",
		"cid:a",
		"unsubscribe",
		"alt=",
		"href=",
		"<br",
		"<img src=",
		"url(",
		",",
	],
];
const TEXT = [
	"https://a/",
	"http",
	")",
	".",
	" ",
	"\n",
	">",
	"a",
	"unsubscribe",
	"manage your ",
	"수신 ",
	"no longer wish ",
	"?",
	"<",
];
const UU = [
	"begin 644 a\n",
	"begin 644  ",
	"begin ",
	"end\n",
	"end\t",
	`M${"A".repeat(60)}\n`,
	"#0V%T\n",
	"`\n",
	"\n",
	" ",
	"a",
	"\r\n",
];
const PARTS = [
	..."--b\n|--b--\n|--|\n|\r\n|Content-Type: text/plain\n|Content-Type: text/html\n|Content-Type: message/rfc822\n| |\t|:|x".split(
		"|",
	),
	...[
		"Content-Type: multipart/mixed; boundary=b\n\n",
		"Content-Transfer-Encoding: base64\n",
		"Content-Disposition: attachment; filename=a\n",
		"Content-ID: <a@b>\n",
		"begin 644 x\n",
		"=",
		"(",
		"Content-Transfer-Encoding: (\n",
	],
];
const FIELDS = [
	..."To: |Cc: |From: |Date: |Received: |References: |List-Unsubscribe: |List-Id: |Message-ID: |Subject: |X: ".split(
		"|",
	),
	...'\n|\n |a|,|;|"|<|>|(|)|:|@|=?utf-8?q?|?=| |a@b,|<a@b> |g: a@b, c@d;|\\|\xe9'.split("|"),
];
const ENCODED = ["=", "A", "AAAA", "\n", " ", "-", "=41", "=\n", "\t", "\r\n", "(", "!"];
const encoding = (name: string) => ({
	name: `content in ${name}`,
	run: (text: string) => {
		const raw = bytes(`Content-Transfer-Encoding: ${name}\n\n${text}`);
		return partContent(raw, readStructure(raw).root);
	},
	alphabet: name === "x-uuencode" ? UU : ENCODED,
	sizes: LARGE,
});
const mixed = (text: string) => bytes(`Content-Type: multipart/mixed; boundary=b\n\n--b\n${text}`);
const page = (text: string) => bytes(`Content-Type: text/html\n\n${text}`);

testLinear([
	{ name: "header sections", run: (text) => parseHeader(bytes(text)), alphabet: FIELDS, sizes: LARGE },
	{ name: "a message's header", run: (text) => parseFull(bytes(`${text}\n\nwords`)), alphabet: FIELDS, sizes: LARGE },
	{ name: "parts", run: (text) => readStructure(mixed(text)), alphabet: PARTS, sizes: LARGE },
	{ name: "a message of parts", run: (text) => parseForStore(mixed(text)), alphabet: PARTS, sizes: LARGE },
	{ name: "a message of parts to be read", run: (text) => parseFull(mixed(text)), alphabet: PARTS, sizes: LARGE },
	{ name: "an attachment", run: (text) => attachmentContent(mixed(text), 0), alphabet: PARTS, sizes: LARGE },
	{ name: "a page", run: (text) => parseFull(page(text)), alphabet: HTML, sizes: LARGE },
	{ name: "a text", run: (text) => parseFull(bytes(`\n${text}`)), alphabet: [...TEXT, ...UU], sizes: LARGE },
	{ name: "HTML", run: (text) => htmlToText(text, 2_000_000), alphabet: HTML, sizes: LARGE },
	{ name: "HTML for the store", run: (text) => htmlToText(text, 100_000), alphabet: HTML, sizes: LARGE },
	{
		name: "content features",
		run: (text) => contentFeaturesOf({ subject: "", text, html: text, hasText: false }),
		alphabet: [...HTML, "sign the", "donate ", "width=1", "background:", "display:none", "20 %", "$5", "\n> "],
		sizes: LARGE,
	},
	{ name: "unsubscribe links of HTML", run: unsubscribeLinksInHtml, alphabet: HTML, sizes: LARGE },
	{ name: "unsubscribe links of text", run: unsubscribeLinksInText, alphabet: TEXT, sizes: LARGE },
	{ name: "pictures shown", run: shownContentIds, alphabet: HTML, sizes: LARGE },
	{ name: "addresses of pictures", run: addressesIn, alphabet: HTML, sizes: LARGE },
	{ name: "file names", run: cleanName, alphabet: [".", "/", "\\", " ", "a", "\0", "\u202e"] },
	{
		name: "uuencoded files",
		run: (text) => findUuencoded(bytes(text)).map((file) => decodeUuencode(bytes(text), file)),
		alphabet: UU,
		sizes: LARGE,
	},
	{
		name: "TNEF",
		run: (text) => tnefFiles(bytes(`\x78\x9f\x3e\x22\0\0${text}`), 500),
		alphabet: ["\0", "\x01", "\x02\x02\x90\0\0\x01\0\0\0a\0\0", "\x02\x05\x90\0\0", "\x1e\0\x07\x37", "\xff", "a"],
		sizes: LARGE,
	},
	{
		name: "text in UTF-8",
		run: (text) => decodeText(bytes(text), "utf-8"),
		alphabet: ["\xc3", "\xa9", "a", "\r"],
		sizes: LARGE,
	},
	...["base64", "quoted-printable", "x-uuencode", "7bit"].map(encoding),
]);
