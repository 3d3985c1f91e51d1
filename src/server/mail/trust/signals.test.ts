import { expect, it } from "vitest";
import { expectLinear } from "#shared/testing/linear-time.ts";
import { parseMessage } from "../parse/parse-message.ts";
import { hasHiddenLetters, wordWithForeignLetters } from "./disguised-name.ts";
import { impossibleDomain } from "./impossible-domain.ts";
import { linkSignals } from "./link-signals.ts";
import { borrowedBrand, imitatedBrand } from "./sender-name.ts";
import { skeletonOf } from "./skeleton.ts";
import { judge, NO_RELATIONS } from "./verdict.ts";

interface Sent {
	from?: string;
	headers?: string[];
	html?: string;
	attachment?: string;
}

/** The server of the mailbox, whose results are believed. */
const RECEIVER = { domains: ["receiver.example"], isUnnamed: false };

/** What a message is warned about, as `kind: about > other`. */
async function warnings({ from = "Ann <ann@vale.example>", headers = [], html = "<p>Hi</p>", attachment }: Sent) {
	const file = attachment === undefined ? [] : [`Content-Disposition: attachment; filename="${attachment}"`];
	const raw = [
		...headers,
		`From: ${from}`,
		"To: Robin <robin@vale.example>",
		"Subject: Hello",
		"MIME-Version: 1.0",
		"Content-Type: multipart/mixed; boundary=b",
		"",
		"--b",
		"Content-Type: text/html; charset=utf-8",
		"",
		html,
		...(file.length === 0 ? [] : ["--b", "Content-Type: application/octet-stream", ...file, "", "AAAA"]),
		"--b--",
		"",
	].join("\r\n");
	const { from: sender, trust } = await parseMessage(Buffer.from(raw));
	const { reasons } = judge(trust, sender, { ...NO_RELATIONS, receiver: RECEIVER });
	return reasons.map(({ kind, about, other }) => `${kind}: ${about}${other === "" ? "" : ` > ${other}`}`);
}

const results = (text: string): string => `Authentication-Results: mx.receiver.example; ${text}`;
const link = (href: string, text: string): string => `<p><a class=x href="${href}"><b>${text}</b></a></p>`;

it.each<[what: string, sent: Sent, expected: string[]]>([
	[
		"a sender whose domain asks to reject what fails",
		{ headers: [results("dmarc=fail (p=REJECT sp=REJECT dis=NONE) header.from=bank.example")] },
		["not_authentic: bank.example"],
	],
	["a domain that reads like a brand's", { from: "Service <x@paypa1.com>" }, ["look_alike: paypa1.com > PayPal"]],
	["the same in other letters", { from: "Service <x@xn--pypal-4ve.com>" }, ["look_alike: xn--pypal-4ve.com > PayPal"]],
	["a domain with an ending that none has", { from: "Bank <x@secure.bankk>" }, ["no_domain: secure.bankk > bankk"]],
	["a domain that is reserved", { from: "Bank <x@bank.invalid>" }, ["no_domain: bank.invalid > invalid"]],
	["a domain that is written wrong", { from: "Bank <x@-bank-.com>" }, []],
	["a domain with an empty part", { from: "Bank <x@bank..com>" }, ["no_domain: bank..com"]],
	["a number for a domain", { from: "Bank <x@192.0.2.7>" }, ["no_domain: 192.0.2.7"]],
	[
		"a machine's own name that leads to the web",
		{ from: "Support <root@vps123>", html: link("https://evil.com/a", "Open") },
		["no_domain: vps123"],
	],
	["hidden letters", { from: "Pl\u200bease read <x@vale.example>" }, ["hidden_letters: x@vale.example"]],
	["letters turned around", { from: "\u202eknaB <x@vale.example>" }, ["hidden_letters: x@vale.example"]],
	["a soft hyphen in a word", { from: "Secu\u00adrity <x@vale.example>" }, ["hidden_letters: x@vale.example"]],
	["letters of two alphabets", { from: "Sесurity <x@vale.example>" }, ["foreign_letters: Sесurity > x@vale.example"]],
	[
		"a brand's name in foreign letters",
		{ from: "Νеtflіх <x@evil.example>" },
		["foreign_letters: Νеtflіх > x@evil.example", "borrowed_name: Netflix > evil.example"],
	],
	["the same without a Latin letter", { from: "РауРаІ <x@evil.example>" }, ["borrowed_name: PayPal > evil.example"]],
	["a capital i for an l", { from: "PayPaI <x@evil.example>" }, ["borrowed_name: PayPal > evil.example"]],
	["bold signs", { from: "𝐍𝐞𝐭𝐟𝐥𝐢𝐱 <x@evil.example>" }, ["borrowed_name: Netflix > evil.example"]],
	[
		"a hidden sign in a brand",
		{
			from: "Pay\u200bPal <x@evil.example>",
		},
		["hidden_letters: x@evil.example", "borrowed_name: PayPal > evil.example"],
	],
	["a brand of the kept list", { from: "WeTransfer <x@evil.example>" }, ["borrowed_name: WeTransfer > evil.example"]],
	["a brand and random letters", { from: "x@netflix-x8k2q.com" }, ["look_alike: netflix-x8k2q.com > Netflix"]],
	[
		"the same with its name",
		{ from: "Netflix <x@netflix-billing-xkqz.com>" },
		["look_alike: netflix-billing-xkqz.com > Netflix", "borrowed_name: Netflix > netflix-billing-xkqz.com"],
	],
	[
		"a brand's name before a foreign address",
		{ from: '"PayPal Service" <x@evil.example>' },
		["borrowed_name: PayPal > evil.example"],
	],
	[
		"a name that is another address",
		{ from: '"ceo@vale.example" <boss@evil.example>' },
		["named_address: ceo@vale.example > boss@evil.example"],
	],
	[
		"a link that shows a brand's site",
		{ html: link("https://evil.example/login", "www.paypal.com/login") },
		["link: www.paypal.com > evil.example"],
	],
	["a program", { attachment: "invoice.pdf.exe" }, ["program: invoice.pdf.exe"]],
	["a hidden script", { attachment: "invoice.pdf .js" }, ["program: invoice.pdf .js"]],
	[
		"a field for a password",
		{ html: '<form action="https://evil.example"><input name="p" type="password"></form>' },
		["password_field: vale.example"],
	],
	[
		"two weak signs",
		{ headers: ["Reply-To: x@elsewhere.example"], html: link("http://192.0.2.7/", "Open") },
		["numeric_link: 192.0.2.7", "reply_to: elsewhere.example > vale.example"],
	],
])("warns about %s", async (_, sent, expected) => {
	expect(await warnings(sent)).toEqual(expected);
});

it.each<[what: string, sent: Sent]>([
	["a domain that only observes", { headers: [results("dmarc=fail (p=NONE) header.from=bank.example")] }],
	[
		"a mailing list, which breaks signatures",
		{ headers: ["List-Id: <talk.example>", results("dmarc=fail (p=REJECT) header.from=bank.example")] },
	],
	["the brand itself", { from: "PayPal <service@mail.paypal.co.uk>" }],
	["a brand of the kept list itself", { from: "Booking.com <x@mailer.booking.com>" }],
	[
		"a brand of the kept list at a domain that was confirmed",
		{ from: "WeTransfer <x@other.com>", headers: [results("dmarc=pass header.from=other.com")] },
	],
	["a person who is called like a brand", { from: "Julia <julia@vale.example>" }],
	["a brand's other domain", { from: "PayPal <x@paypal-communication.com>" }],
	["an underscore", { from: "Ann <ann@mail_server.vale.example>" }],
	["a domain in other letters", { from: "Ann <ann@bücher.example>" }],
	["a machine at home", { from: "Cron <root@nas.local>", html: link("http://nas.local/log", "Log") }],
	["a list that writes a name of its own", { headers: ["List-Id: <talk.example>"], from: "Ann <ann@vale.invalid>" }],
	["names in one alphabet", { from: "Ольга Смирнова <x@vale.example>" }],
	["words in two alphabets", { from: "Сбербанк Online, ΔΕΗ Athens <x@vale.example>" }],
	["a unit", { from: "µTech Ωmega <x@vale.example>" }],
	["joiners that are spelling", { from: "می\u200cخواهم <x@vale.example>" }],
	["marks of direction around a name", { from: "\u200fרון\u200e Ann <x@vale.example>" }],
	["an emoji of several signs", { from: "Ann 👩\u200d💻 <x@vale.example>" }],
	["a brand in a longer name", { from: '"Amazon Deals Blog" <x@blog.example>' }],
	[
		"a brand whose mail another domain signs for it",
		{ from: "Netflix <x@mailer.example>", headers: [results("dkim=pass header.d=netflix.mailer.example")] },
	],
	["the recipient's own address in the name", { from: '"robin@vale.example via Forms" <x@forms.example>' }],
	["a tracked link", { html: link("https://track.example/1", "www.vale.example") }],
	["a link wrapped by a gateway", { html: link("https://eur01.safelinks.protection.outlook.com/?a=1", "paypal.com") }],
	[
		"a redirect that carries its destination",
		{ html: link("https://go.example/?u=https%3A%2F%2Fpaypal.com", "paypal.com") },
	],
	["a file name in a link", { html: link("https://files.example/1", "report.final") }],
	["one weak sign", { headers: ["Reply-To: x@elsewhere.example"] }],
	["a document", { attachment: "report.v2.pdf" }],
])("does not warn about %s", async (_, sent) => {
	expect(await warnings(sent)).toEqual([]);
});

it("takes linear time", async () => {
	const sizes: [number, number] = [50_000, 400_000];
	for (const unit of ["<a href=x>", '<a href="https://a.example/">a.example', "<a ", "<input "])
		await expectLinear(
			(html: string) => void linkSignals({ html, text: "", domain: "a.example", isBulk: false }),
			(size) => unit.repeat(size / unit.length),
			{ sizes },
		);
	for (const unit of ["paypal ", "a", "rn", "@a.", "а", "a-1", "a\u200b", "\u200b", "support "]) {
		for (const read of [hasHiddenLetters, wordWithForeignLetters, impossibleDomain, skeletonOf])
			await expectLinear(
				(text: string) => void read(text),
				(size) => unit.repeat(size / unit.length),
				{ sizes },
			);
		await expectLinear(
			(name: string) => borrowedBrand(name, "a.example"),
			(size) => unit.repeat(size / unit.length),
			{ sizes },
		);
		await expectLinear(imitatedBrand, (size) => unit.repeat(size / unit.length), { sizes });
	}
});
