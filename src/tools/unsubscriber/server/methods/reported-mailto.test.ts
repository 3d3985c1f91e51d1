import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parseListUnsubscribe } from "#shared/mail/list-unsubscribe.ts";
import { readMailto as readLink } from "#shared/mail/mailto.ts";
import { readMailto } from "./mailto.ts";

/** The rows of a table below its head, each as its columns. */
function rows(path: string): string[][] {
	const text = readFileSync(new URL(`../../../../../fixtures/reported/${path}`, import.meta.url), "utf8");
	return text
		.trimEnd()
		.split("\n")
		.slice(1)
		.map((line) => line.split("\t"));
}

const unfolded = (text: string): string => text.replaceAll("\\n", "").replaceAll("\\t", "\t");

const HEADERS: Record<string, object> = {
	u01: { urls: ["https://news.example/u/1?id=abc"], oneClick: true },
	u02: { urls: ["https://news.example/u/2"], mailtos: ["mailto:u2@news.example"] },
	u03: { urls: ["https://news.example/u/3?x=1"], oneClick: true },
	u04: { mailtos: ["mailto:listserv@lists.example?body=SIGNOFF%20GARDEN-L"] },
	u05: { mailtos: ["mailto:majordomo@lists.example?subject=unsubscribe%20garden%20list"] },
	u05b: { mailtos: ["mailto:info@shop.example?subject=Vom%20Newsletter%20abmelden"] },
	u07: { urls: ["https://news.example/u?a=1,2,3&b=4"], oneClick: true },
	u08: { urls: ["https://news.example/u?a=1&b=2"], oneClick: true },
	u09: { urls: ["https://news.example/u9"] },
	u16: { urls: ["https://news.example/u16"] },
	u18: { urls: ["https://news.example/u18"], mailtos: ["mailto:u18@news.example"] },
	u22: { mailtos: ["mailto:u22@news.example"] },
	u28: { mailtos: ["mailto:u28@news.example"] },
};
const LINKS: Record<string, object> = {
	l01: { subject: "Re: Plan", text: "On Monday, Nicolò wrote:\nhi" },
	l03: { subject: "a+b" },
	l04: { to: [{ name: "", email: "a+tag@x.example" }] },
	l05: { to: [{ email: "a@x.example" }, { email: "b@x.example" }], cc: [{ email: "c@x.example" }] },
	l06: { bcc: [], subject: "x Bcc: evil@x.example" },
	l07: { subject: "Hello World" },
	l08: { subject: "Hello World" },
};

describe("kind 25: unsubscribe headers", () => {
	const read = (unsubscribe: string, post?: string) =>
		parseListUnsubscribe({ unsubscribe: [unsubscribe], post, listId: undefined });

	it.each(rows("unsub/headers.tsv"))("%s: %s", (name, header, post) =>
		expect(read(unfolded(header ?? ""), post === "" ? undefined : post)).toMatchObject(HEADERS[name ?? ""] ?? {}),
	);

	it.each([
		[
			"<mailto:ls@x.example?subject=Leave the&amp;body=SIGNOFF A B>",
			"mailto:ls@x.example?subject=Leave%20the&body=SIGNOFF%20A%20B",
		],
		["<mailto: ls@x.example ? body = SIGNOFF\tA>", "mailto:ls@x.example?body=SIGNOFFA"],
		["<mailto:///leave@x.example?subject=off list>", "mailto:leave@x.example?subject=off%20list"],
		["<MAILTO://leave@x.example>", "MAILTO:leave@x.example"],
	])("keeps the words of a command in %s", (header, mailto) => expect(read(header)?.mailtos).toEqual([mailto]));

	it("reads ampersands of HTML in every link", () =>
		expect(read("<https://x.example/?a=1&amp;b=2&#38;c=3>, <mailto:u@x.example>")?.urls).toEqual([
			"https://x.example/?a=1&b=2&c=3",
		]));

	it.each([
		["mailto:listserv@lists.example?body=SIGNOFF%20GARDEN-L", { body: "SIGNOFF GARDEN-L" }],
		["mailto:u@x.example?subject=100%&body=stop%20it", { subject: "100%", body: "stop it" }],
		["mailto:u@x.example?subject=D%E9sabonner", { subject: "Désabonner" }],
		["mailto://u@x.example?subject=off", { to: "u@x.example", subject: "off" }],
	])("are sent as %s says", (address, message) => expect(readMailto(address)).toMatchObject(message));
});

describe("kind 25: mailto links", () => {
	it.each(rows("mailto/mailto.tsv"))("%s: %s", (name, link) =>
		expect(readLink((link ?? "").replace(/ \(.*\)$/, ""))).toMatchObject(LINKS[name ?? ""] ?? {}),
	);

	it.each([
		["mailto:a@x.example?subject=50%25%20off%20100%", { subject: "50% off 100%" }],
		["mailto:a@x.example?subject=a%zz%20b", { subject: "a%zz b" }],
		["mailto:a@x.example?body=Caf%E9%20und%20B%C3%A4r", { text: "Café und Bär" }],
		["mailto:a@x.example?subject=one&amp;body=two", { subject: "one", text: "two" }],
		["mailto://a@x.example", { to: [{ name: "", email: "a@x.example" }] }],
	])("reads %s", (link, request) => expect(readLink(link)).toMatchObject(request));
});
