import { testLinear } from "#shared/testing/linear-time.ts";
import { readXml, XmlError } from "./xml.ts";

function read(xml: string): void {
	try {
		readXml(xml, 1e9);
	} catch (cause) {
		if (!(cause instanceof XmlError)) throw cause;
	}
}

const XML = [
	"<",
	">",
	"/",
	"<a>",
	"</a>",
	"<b/>",
	" c=",
	"'d'",
	'"',
	"<![CDATA[",
	"]]>",
	"<!--",
	"-->",
	"<?",
	"?>",
	"&",
	"&amp;",
	"e",
];

testLinear([
	{ name: "XML", run: read, alphabet: XML },
	{
		name: "XML in an element",
		run: (xml) => read(`<a>${xml}</a>`),
		alphabet: [...XML, "<b>f</b>", "<b c='d'/>", "<b></b>&lt;"],
	},
	{ name: "XML in an attribute", run: (xml) => read(`<a b="${xml}"/>`), alphabet: XML },
]);
