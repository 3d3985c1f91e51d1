import { testLinear } from "#shared/testing/linear-time.ts";
import { readMailto } from "./mailto.ts";
import { readOffer } from "./offer.ts";
import { firstLine } from "./outcome.ts";
import { verdictOf } from "./receiver.ts";

const ADDRESS = ["mailto:", "?", "&", "=", "%", "%40", "@", ".", "-", "a", ",", "to=", "subject=", "#", " ", "&amp;"];
const HEADER = ["<", ">", ",", "(", ")", " ", "a", "@", ".", "mailto:", "https://a/", "?", "-", "=", ";", '"'];
const RESULTS = [
	"a",
	"-",
	"=",
	";",
	".",
	'"',
	"\\",
	"(",
	")",
	" ",
	"dkim=pass ",
	"header.d=a.example ",
	"d=a.example;",
	"h=list-unsubscribe:",
	"header.b=a",
];
const receiver = { domains: ["a.example"], isUnnamed: true };
const field = (name: string, raw: string) => ({ name, raw });

testLinear([
	{ name: "mailto addresses", run: readMailto, alphabet: ADDRESS },
	{
		name: "offers",
		run: (text) => readOffer([field("list-unsubscribe", text), field("list-unsubscribe-post", text)], []),
		alphabet: HEADER,
	},
	{ name: "first lines", run: firstLine, alphabet: ["\r", "\n", " ", "\t", "a", "\0"] },
	{
		name: "the receiver's results",
		run: (text) =>
			verdictOf(
				receiver,
				[field("authentication-results", `a.example; ${text}`), field("dkim-signature", text)],
				["list-unsubscribe"],
			),
		alphabet: RESULTS,
	},
]);
