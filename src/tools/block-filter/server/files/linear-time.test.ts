import { testLinear } from "#shared/testing/linear-time.ts";
import { addressCondition, UnsupportedRule } from "../../from-query.ts";
import { BadFile } from "../formats/file-rule.ts";
import { FILTER_LIMITS } from "../formats/filter-limits.ts";
import { readGmail } from "../formats/gmail-search.ts";
import { readGmailXml } from "../formats/read-gmail-xml.ts";
import { readSieve } from "../formats/sieve/read.ts";

const tolerant = (read: (text: string) => unknown) => (text: string) => {
	try {
		return read(text);
	} catch (cause) {
		if (cause instanceof BadFile || cause instanceof UnsupportedRule) return null;
		throw cause;
	}
};
const SEARCH = ['"', "(", ")", "{", "}", "-", " ", " OR ", "|", ",", "from:", "a", "@", ".", "*"];
const SIEVE = [
	...'if |header |:contains |:matches |"a" |"|\\|[|]|,|;|{|}|(|)|#|\n|/*|*/|text:\n|.\n|keep;|fileinto "a";|anyof(|not |1k |a'.split(
		"|",
	),
	'if header :contains "subject" "a" { discard; }\n',
	"text:  #",
	"*",
];
const XML = [
	"<entry>",
	"</entry>",
	"<apps:property name='from' value='a'/>",
	"<!--",
	"-->",
	"<",
	">",
	"'",
	"&",
	"&amp;",
	" ",
	"=",
	"<![CDATA[",
	"]]>",
	"<a ",
	"/>",
	"\n",
];

testLinear([
	{ name: "Sieve scripts", run: tolerant(readSieve), alphabet: SIEVE },
	{ name: "Gmail's searches", run: tolerant((text) => readGmail("any", text.slice(0, 20_000))), alphabet: SEARCH },
	{ name: "Gmail's senders", run: tolerant((text) => readGmail("from", text.slice(0, 20_000))), alphabet: SEARCH },
	{ name: "people", run: (text) => addressCondition("sender", text), alphabet: SEARCH },
	{
		name: "Gmail's files",
		run: tolerant((text) => readGmailXml(`<feed>${text}</feed>`, FILTER_LIMITS)),
		alphabet: XML,
	},
	{ name: "Gmail's files of anything", run: tolerant((text) => readGmailXml(text, FILTER_LIMITS)), alphabet: XML },
]);
