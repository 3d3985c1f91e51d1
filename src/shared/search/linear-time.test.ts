import { testLinear } from "../testing/linear-time.ts";
import { parseQuery, QueryError } from "./query.ts";
import { addTokens, foldText, lexemesOf, queryTokens } from "./tokens.ts";
import { addressOf, dayOf, domainOf, sizeOf, timeOf } from "./values.ts";
import { wordsOf } from "./words.ts";
import { writeQuery } from "./write.ts";

const QUERY = [
	'"',
	'""',
	"(",
	")",
	"-",
	" ",
	"OR",
	"from:",
	"a",
	"<",
	">",
	"@",
	".",
	"in:",
	"list:",
	"larger:1",
	"2024-01-01",
];
const WORDS = [
	"a",
	".",
	"@",
	"-",
	" ",
	"\u0315",
	"\u0300",
	"\u0316",
	"\u0334",
	"\ufdfa",
	"漢",
	"\ud840\udc00",
	"\ud83d",
	"ß",
	"\u200b",
	"\u0e01",
];

const tolerant = (text: string) => {
	try {
		return writeQuery(parseQuery(text));
	} catch (cause) {
		if (cause instanceof QueryError) return "";
		throw cause;
	}
};
const user = (text: string) => ({ name: text, email: text });

testLinear([
	{ name: "searches", run: tolerant, alphabet: QUERY },
	{ name: "addresses in searches", run: addressOf, alphabet: ["<", ">", "@", " ", "a"] },
	{ name: "domains in searches", run: domainOf, alphabet: [".", "@", "a", " "] },
	{
		name: "values in searches",
		run: (text) => [sizeOf(text), dayOf(text), timeOf(text)],
		alphabet: ["1", "-", ".", "k", "t", ":"],
	},
	{ name: "folding", run: foldText, alphabet: WORDS },
	{ name: "words of a phrase", run: wordsOf, alphabet: WORDS },
	{ name: "words for the index", run: (text) => addTokens(text, new Set(), 3_000), alphabet: WORDS },
	{ name: "words of a search", run: (text) => queryTokens(text, "s"), alphabet: WORDS },
	{
		name: "words of a message",
		run: (text) =>
			lexemesOf(
				{
					subject: text,
					from: user(text),
					to: [user(text)],
					cc: [],
					bcc: [],
					text,
					attachments: [{ filename: text }],
				},
				text,
			),
		alphabet: WORDS,
	},
]);
