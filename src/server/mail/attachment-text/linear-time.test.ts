import { testLinear } from "#shared/testing/linear-time.ts";
import { OFFICE_OPEN_XML, OPEN_DOCUMENT } from "./office.ts";
import { xmlText } from "./xml-text.ts";

const XML = [
	"<",
	">",
	"/",
	"<w:t>",
	"</w:t>",
	"<c t=",
	'"s"',
	"<p/>",
	"<![CDATA[",
	"]]>",
	"<!--",
	"-->",
	"&",
	"&amp;",
	"a",
];

testLinear([
	{
		name: "XML of Office",
		run: (xml) => xmlText(xml, OFFICE_OPEN_XML.elements, 1e9),
		alphabet: XML,
		sizes: [32_768, 524_288],
	},
	{
		name: "XML of OpenDocument",
		run: (xml) => xmlText(`<text:p>${xml}`, OPEN_DOCUMENT.elements, 1e9),
		alphabet: [...XML, "<text:p>", "</text:p>"],
		sizes: [32_768, 524_288],
	},
]);
