import { readPartialJson } from "../partial-json.ts";
import { testLinear } from "../testing/linear-time.ts";
import { formatAddress, parseAddressList } from "./addresses.ts";
import { isAttribution } from "./attribution.ts";
import { parseAuthResults } from "./auth-results.ts";
import { bytesOfBinary, canonicalCharset, decodeCharset } from "./charsets.ts";
import { parseMailDate, parseReceivedDate } from "./dates.ts";
import { readDeliveryReport } from "./delivery-report.ts";
import { decodeRawHeader, decodeWords } from "./encoded-words.ts";
import { parseSmtpReply, statusFromWords } from "./enhanced-status.ts";
import { unflow } from "./flowed.ts";
import { headerText, parseHeaderBlock, unfold } from "./headers.ts";
import { decideIncoming } from "./incoming.ts";
import { listKeyOf, listNameOf } from "./list-identity.ts";
import { parseListId, parseListUnsubscribe } from "./list-unsubscribe.ts";
import { readMboxStatus } from "./mbox-separator-state.ts";
import { parseMessageId, parseMessageIds, parseReferences } from "./message-ids.ts";
import { wishesNoMail } from "./opt-out.ts";
import { parseParameters } from "./parameters.ts";
import { readPlainReport } from "./plain-report.ts";
import { previewOf } from "./preview.ts";
import { quotedSenderOf } from "./quoted-sender.ts";
import { freshText, splitQuotedText } from "./quoted-text.ts";
import { signatureByName } from "./signature.ts";
import { withoutTakeout } from "./takeout.ts";
import { decodeBase64, decodeQ, decodeQuotedPrintable } from "./transfer-encoding.ts";
import { unwrap } from "./unwrap.ts";

const ADDRESSES = [
	...['"', '\\"', "\\", "<", ">", "(", ")", ",", ";", ":", "@", " ", "a", "a@b", "mailto:", "=?a?Q?", "?=", "'"],
	..."a: b@c; |<@a:|x x x|\xe9|\u00fc".split("|"),
];
const HEADER = ["a", "-", "=", ";", ".", '"', "\\", "(", ")", " ", "\t", "/", "1", "dkim=pass", "header.d=a", "\xe9"];
const ENCODED = [
	"=?",
	"?=",
	"?",
	"=?utf-8?Q?",
	"=?utf-8?B?",
	"=C3",
	"a",
	" ",
	"=",
	"=?utf-7?Q?+",
	"=?utf-8?Q?a?=",
	"_",
];
const LIST = [
	"<",
	">",
	",",
	"(",
	")",
	" ",
	"a",
	"@",
	".",
	"mailto:",
	"https://a/",
	"?",
	"-",
	"=",
	"1",
	"\t",
	'"',
	"to=",
];
const LINES = [
	..."\n|> |>|--|-- |On |wrote:|_____|From: a\n|To: b\n|Sent: c\n|Subject: d\n| |a|1|@|<a@b>|https://a/|. |:".split(
		"|",
	),
	..."-----Original Message-----|Sent from my phone\n|Ann|12:30|2013/11/1 |*|=|[|Thanks|\u200b|\u00e9".split("|"),
];
const INCOMING = [
	..."auto|-|reply| |re:|(|[|out of office|;|\n|. |I am |until |please |contact |access |your message |click |a |1 |list |from ".split(
		"|",
	),
	..."unsubscribe|do not |send me |keine |mehr |recall|message|https://a|您|不在|휴가|休暇".split("|"),
];
const SEVEN_BIT = [
	"+",
	"-",
	"A",
	"AAA",
	"+AOk-",
	"~{",
	"~}",
	"~",
	"~\n",
	"\x0e",
	"\x0f",
	"\x1b$)C",
	"\xe9",
	"\n",
	" ",
	"\0",
];

const facts = (headers: Record<string, string>, subject = "", senderEmail = "a@b.example") => ({
	headers,
	listUnsubscribe: null,
	senderEmail,
	senderName: "",
	subject,
	isReply: false,
});
const bytes = (text: string) => bytesOfBinary(text);
const charset = (name: string) => ({
	name: `text in ${name}`,
	run: (text: string) => decodeCharset(bytes(text), name),
	alphabet: SEVEN_BIT,
	sizes: [32_768, 524_288],
});

const REPORT = [
	..."--b|\n|\r\n|\n\n|Content-Type: |multipart/report; boundary=b|message/delivery-status|message/rfc822|text/plain".split(
		"|",
	),
	..."Action: failed|Final-Recipient: rfc822;|a@b.c|Status: 5.1.1|From: mailer-daemon@b|Subject: failure notice".split(
		"|",
	),
	..."---- copy of |Message-Id: <a|user |not |quota| |<|>|#5.1.1|.|-|a|warning|Content-Transfer-Encoding: base64".split(
		"|",
	),
];

testLinear([
	{
		name: "delivery reports",
		run: readDeliveryReport,
		alphabet: REPORT,
		sizes: [16_384, 131_072],
	},
	{
		name: "delivery reports in free text",
		run: (text) =>
			readPlainReport(parseHeaderBlock("From: mailer-daemon@b\nSubject: failure notice").fields, text, {
				maxRecipients: 1_000,
			}),
		alphabet: REPORT,
	},
	{
		name: "what an incoming message is",
		run: (text) =>
			decideIncoming({
				...{ fields: parseHeaderBlock(`Precedence: ${text}\nAuto-Submitted: ${text}`).fields, subject: text, text },
				...{ from: text, types: [text], report: null, date: 0 },
			}),
		alphabet: INCOMING,
	},
	{
		name: "wishes for no more mail",
		run: (text) => wishesNoMail({ subject: text, text, sentSubject: null }),
		alphabet: INCOMING,
	},
	{
		name: "SMTP replies",
		run: parseSmtpReply,
		alphabet: ["550", "-", " ", "5.1.1", "\r\n", ".", "1", "user", "not ", "quota"],
	},
	{ name: "the meaning of a mail server's words", run: statusFromWords, alphabet: REPORT },
	{
		name: "wrapped lines",
		run: unwrap,
		alphabet: ["a line of about sixty characters, as programs wrap their text", "\n", " ", "- ", "To: ", ".", ">"],
	},
	{
		name: "JSON that is not complete",
		run: readPartialJson,
		alphabet: ["{", "[", '"', "\\", ":", ",", "a", "]", "}", "1"],
	},
	{ name: "addresses", run: parseAddressList, alphabet: ADDRESSES },
	{ name: "a written address", run: (text) => formatAddress({ name: text, email: "a@b" }), alphabet: ADDRESSES },
	{ name: "Authentication-Results", run: parseAuthResults, alphabet: HEADER },
	{
		name: "a character set's name",
		run: canonicalCharset,
		alphabet: ["*", ";", "\n", "charset=", " ", "x-", "a", '"'],
	},
	...["utf-7", "hz-gb-2312", "iso-2022-kr", "iso-2022-jp", "utf-8", "cp437", "gbk", "x-nothing", ""].map(charset),
	{ name: "dates", run: parseMailDate, alphabet: ["1", ":", " ", "(", ")", "\\", "Jan", ",", "-", "+0100", "T", "."] },
	{ name: "dates of Received", run: parseReceivedDate, alphabet: [";", "1", ":", " ", "(", "a"] },
	{ name: "encoded words", run: decodeWords, alphabet: ENCODED },
	{ name: "raw header bytes", run: decodeRawHeader, alphabet: ["\xe9", "\xc3\xa9", "a", "\u0100"] },
	{ name: "header text", run: headerText, alphabet: [...ENCODED, "\0", "\x1f", "\xe9"] },
	{
		name: "header sections",
		run: parseHeaderBlock,
		alphabet: ["a:", " ", "\t", "\n", "\r\n", "a", ":", "\n ", "To: b\n", "From "],
	},
	{ name: "folded values", run: unfold, alphabet: [" ", "\t", "\r", "\n", "a", " \r\n "] },
	{ name: "flowed text", run: (text) => unflow(text, true), alphabet: [">", " ", "\n", "a", "-- ", " \n"] },
	{ name: "the list of List-Id", run: (text) => listKeyOf(facts({ "list-id": text }, text)), alphabet: LIST },
	{
		name: "the list of other headers",
		run: (text) =>
			listKeyOf({
				...facts({ "list-post": text, "x-mailing-list": text, "delivered-to": text, precedence: text }, text, text),
				listUnsubscribe: { urls: [], mailtos: [`mailto:${text}`], links: [], oneClick: false, listId: text },
			}),
		alphabet: LIST,
	},
	{
		name: "the list's name",
		run: (text) =>
			listNameOf({
				...facts({ "list-id": text }),
				listUnsubscribe: { urls: [], mailtos: [], links: [], oneClick: false, listId: text },
			}),
		alphabet: LIST,
	},
	{ name: "List-Id", run: parseListId, alphabet: LIST },
	{
		name: "List-Unsubscribe",
		run: (text) => parseListUnsubscribe({ unsubscribe: [text], post: text, listId: text }),
		alphabet: LIST,
	},
	{
		name: "mbox separators of exports",
		run: readMboxStatus,
		alphabet: [" remote from status?", "label=", "&", "a", "%", "folder=inbox&"],
	},
	{ name: "Message-ID", run: parseMessageId, alphabet: ["<", ">", "@", "a", " ", "\t"] },
	{ name: "In-Reply-To", run: parseMessageIds, alphabet: ["<", ">", "@", "a", " ", "\t", "<a@b>"] },
	{ name: "References", run: parseReferences, alphabet: ["<", ">", "@", "a", " ", "\t", "<a@b>", ","] },
	{ name: "Content-Type", run: parseParameters, alphabet: [...HEADER, "*", "*1*=", "%20", "''", "; a=", "?", "a/b "] },
	{ name: "previews", run: previewOf, alphabet: LINES },
	{ name: "quoted text", run: (text) => splitQuotedText(text, "Ann Lee"), alphabet: LINES },
	{ name: "own text", run: freshText, alphabet: LINES },
	{ name: "quoted senders", run: quotedSenderOf, alphabet: LINES },
	{ name: "attributions", run: isAttribution, alphabet: LINES },
	{ name: "signatures", run: (text) => signatureByName(text.split("\n"), `Ann ${text}`), alphabet: LINES },
	{
		name: "Takeout headers",
		run: withoutTakeout,
		alphabet: ["X-GM-THRID: 1\n", "\r", "\n", " ", "a", "X-Gmail-Labels:\n "],
	},
	{ name: "base64", run: decodeBase64, alphabet: ["A", "=", "\n", " ", "-"] },
	{
		name: "quoted-printable",
		run: (text) => decodeQuotedPrintable(bytes(text)),
		alphabet: ["=", " ", "\t", "\n", "\r", "a", "=4", "=41"],
	},
	{ name: "Q encoding", run: decodeQ, alphabet: ["=", "_", "=4", "=41", "a"] },
]);
