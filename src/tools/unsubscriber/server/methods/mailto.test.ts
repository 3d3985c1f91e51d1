import PostalMime from "postal-mime";
import { expect, test } from "vitest";
import { composeMessage } from "#server/mail/send/compose.ts";
import { readMailto } from "./mailto.ts";

test("a mailto URI gives recipient, subject and body", () => {
	expect(readMailto("mailto:leave@news.test")).toEqual({ to: "leave@news.test", subject: "unsubscribe", body: "" });
	expect(readMailto("MAILTO:leave+u=7@News.Test?Subject=Leave%20me%3D1+2&body=one%0D%0Atwo")).toEqual({
		to: "leave+u=7@news.test",
		subject: "Leave me=1+2",
		body: "one\ntwo",
	});
	expect(readMailto("mailto:?to=leave@news.test&amp;subject=Ungef%C3%A4hr")).toMatchObject({
		to: "leave@news.test",
		subject: "Ungefähr",
	});
	expect(readMailto("mailto:a@b%C3%BCcher.test")?.to).toBe("a@xn--bcher-kva.test");
	expect(readMailto("mailto:not-one,leave@news.test,other@third.test")?.to).toBe("leave@news.test");
});

test("uses only recipient, subject and body", async () => {
	const message = readMailto(
		"mailto:leave@news.test?cc=all@third.test&bcc=b@third.test&from=x@third.test&in-reply-to=%3Cx@y%3E&attach=/etc/passwd" +
			"&subject=Hello%0D%0ABcc:%20victim@third.test%0D%0A%0D%0Abody&body=.%0D%0A.%0D%0AQUIT&subject=second",
	);
	expect(message).toEqual({ to: "leave@news.test", subject: "Hello Bcc: victim@third.test body", body: ".\n.\nQUIT" });
	if (message === null) return;
	const { raw } = await composeMessage(
		{
			from: { name: "", email: "ann@example.net" },
			recipients: { to: [{ name: "", email: message.to }], cc: [], bcc: [] },
		},
		{ subject: message.subject, text: message.body },
		{},
		{ messageId: "one@example.net", date: new Date("2026-01-05T10:00:00Z") },
	);
	const { headers, to, from, subject, text } = await PostalMime.parse(raw);
	expect(headers.map(({ key }) => key).sort()).toEqual(
		["from", "to", "subject", "date", "message-id", "mime-version", "content-type", "content-transfer-encoding"].sort(),
	);
	expect(to).toEqual([{ name: "", address: "leave@news.test" }]);
	expect(from).toEqual({ name: "", address: "ann@example.net" });
	expect(subject).toBe(message.subject);
	expect(text?.trim()).toBe(message.body);
});

test("rejects invalid recipients, malformed and overlong URIs", () => {
	for (const address of [
		...["mailto:", "mailto:nobody", "mailto:@news.test", "mailto:a@", "mailto:a@localhost", "mailto:a b@news.test"],
		...["mailto:a@news.test%0D%0ABcc:b@third.test", "mailto:%22a,b%22@news.test", "mailto:a%00@news.test"],
		...[
			"mailto:a@127.0.0.1",
			"mailto:a@[127.0.0.1]",
			"mailto:a@-news.test",
			"mailto:.a@news.test",
			"mailto:a@news..test",
		],
		...["mailto:<a@news.test>", "mailto:a@news.test;b@third.test", "mailto:a%ZZ@news.test", "mailto:a%FF@news.test"],
		...["https://news.test/?mailto:a@news.test"],
		`mailto:${"a".repeat(250)}@news.test`,
		`mailto:a@news.test?subject=${"a".repeat(2_001)}`,
		`mailto:a@news.test?body=${"a".repeat(20_001)}`,
	])
		expect([address, readMailto(address)]).toEqual([address, null]);
});
