import { expect, it } from "vitest";
import { readXml, XmlError } from "./xml.ts";

it("reads elements, attributes, text and entities", () => {
	const root = readXml(`\uFEFF<?xml version="1.0"?>
		<!-- <a> --><config version='1.1' empty="">
			one &amp; &lt;two&gt; &#x41;<br/><![CDATA[<3 & 4>]]>
			<server type="a &quot;b&quot;"> x </server ></config>`);
	expect([root.name, [...root.attributes]]).toEqual([
		"config",
		[
			["version", "1.1"],
			["empty", ""],
		],
	]);
	expect(root.text.replace(/\s+/g, " ")).toBe("one & <two> A<3 & 4>");
	expect(root.children.map(({ name, text }) => [name, text])).toEqual([
		["br", ""],
		["server", "x"],
	]);
	expect(root.children[1]?.attributes.get("type")).toBe('a "b"');
});

it("rejects what is not one complete document", () => {
	for (const text of [
		...["", "text", "<a>", "</a>", "<a></b>", "<a><b></a></b>", "<a/><b/>", "<a>x</a>y", "< a/>", "<a b/>", "<a b=c/>"],
		...['<a b="c/>', "<a", "<a/", "<!-- <a/>", "<a><![CDATA[x</a>", "<?xml <a/>", "<a><SSL/socketType></a>"],
		'<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>',
	])
		expect(() => readXml(text), text).toThrow(XmlError);
});

it("expands nothing and limits the depth", () => {
	expect(readXml("<a>&b;&c;</a>").text).toBe("&b;&c;");
	expect(readXml("<a>x &lt;&#38;&#x26; <![CDATA[<y>]]> &nope;</a>").text).toBe("x <&& <y> &nope;");
	expect(() => readXml(`${"<a>".repeat(100)}${"</a>".repeat(100)}`)).toThrow(XmlError);
	expect(() => readXml(`<a>${"<b/>".repeat(10_000)}</a>`)).toThrow(XmlError);
	expect(readXml(`<a>${"<b/>".repeat(10_000)}</a>`, 20_000).children).toHaveLength(10_000);
});

it("reads long malformed input in one pass", () => {
	for (const text of ["<".repeat(200_000), `<a ${"b='c' ".repeat(40_000)}`, `<a>${"&".repeat(200_000)}`])
		expect(() => readXml(text)).toThrow(XmlError);
});

it("reads as many elements as it is told, and stops at the next one", () => {
	const items = (count: number) => `<a>${"<b c='d'>x &amp; y</b>".repeat(count)}</a>`;
	expect(readXml(items(20_000), 20_001).children).toHaveLength(20_000);
	expect(() => readXml(items(500_000))).toThrow("Too many elements");
});

it("says in a short sentence what is wrong", () => {
	expect(() => readXml("<a><b></a>")).toThrow(/^Expected closing tag 'b' \(opened in line 1, col 4\)/);
	const [message = ""] = ["<".repeat(200_000)].map((text) => {
		try {
			return readXml(text).name;
		} catch (cause) {
			return (cause as Error).message;
		}
	});
	expect(message.length).toBeLessThanOrEqual(200);
});

it("refuses names that objects of JavaScript have", () => {
	for (const name of ["constructor", "__proto__", "prototype"])
		for (const xml of [`<a><${name}/></a>`, `<a ${name}="x"/>`]) expect(() => readXml(xml), xml).toThrow(XmlError);
});
