import { expect, it } from "vitest";
import { expectLinear } from "#shared/testing/linear-time.ts";
import open from "../parse/open.task.ts";
import { examineLinks } from "./links.ts";
import { borrowedBrand, imitatedBrand } from "./sender-name.ts";

interface Sent {
	from?: string;
	headers?: string[];
	html?: string;
	attachment?: string;
}

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
	const found = await open(Buffer.from(raw));
	return found.warnings.map(({ kind, about, other }) => `${kind}: ${about}${other === "" ? "" : ` > ${other}`}`);
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
		await expectLinear(examineLinks, (size) => unit.repeat(size / unit.length), { sizes });
	for (const unit of ["paypal ", "a", "rn", "@a.", "а"]) {
		await expectLinear(
			(name: string) => borrowedBrand(name, "a.example"),
			(size) => unit.repeat(size / unit.length),
			{ sizes },
		);
		await expectLinear(imitatedBrand, (size) => unit.repeat(size / unit.length), { sizes });
	}
});
