import { readHeaderSection } from "#server/mail/parse/mime/header-section.ts";
import { DnsFailure } from "#server/platform/net/dns/answer.ts";
import { testLinear } from "#shared/testing/linear-time.ts";
import { firstLine } from "../attempts/outcome.ts";
import { readMailto } from "../methods/mailto.ts";
import { readOffer } from "../methods/read-headers.ts";
import { authResultOf } from "./auth-results.ts";
import { signatureProblem } from "./signature.ts";

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

const noKeys = {
	txt: async (): Promise<never> => {
		throw new DnsFailure("No keys here");
	},
};
const signature =
	"DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed; d=a.example; s=s; h=from; bh=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=; b=AAAA";
const signed = (head: string, body: string) => {
	const raw = Buffer.from(`${head}From: a@b.example\r\n\r\n${body}`, "latin1");
	const { fields } = readHeaderSection(raw, 0);
	return signatureProblem(noKeys, { raw, fields, receivedAt: new Date(0), receiver: null });
};
const LARGE = [524_288, 4_194_304];

testLinear([
	{
		name: "bodies of signed messages",
		run: (text) => signed(`${signature}\r\n`, text),
		alphabet: [" ", "a", "\t", "\r\n", "a b\r\n", "\n"],
		sizes: LARGE,
	},
	{
		name: "headers of signed messages",
		run: (text) => signed(`${signature}; x=${text}\r\n`, "a"),
		alphabet: [" ", ";", "=", "a", "(", '"', "\\", "\r\n ", `\r\n${signature}; `, "l=1; "],
	},
	{
		name: "other headers of signed messages",
		run: (text) => signed(`${signature}\r\nSubject: ${text}\r\n`, "a"),
		alphabet: [" ", "\t", "a", ":", "\r\n ", "\r\nSubject: ", "\r\nFrom :", "\r\n\t \t", "\n"],
		sizes: [16_384, 262_144],
	},
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
			authResultOf(
				receiver,
				[field("authentication-results", `a.example; ${text}`), field("dkim-signature", text)],
				["list-unsubscribe"],
			),
		alphabet: RESULTS,
	},
]);
