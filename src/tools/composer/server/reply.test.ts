import { describe, expect, test } from "vitest";
import { parseHeader } from "#server/mail/parse/parse-message.ts";
import { parseMessageIds } from "#shared/mail/message-ids.ts";
import { reported } from "../../../../fixtures/reported.ts";
import type { DraftKind } from "../contract.ts";
import { recipientsOf, subjectOf } from "./reply.ts";

const OWN = new Set(["sam@example.org", "sam.lee@gmail.com", "sam@xn--bcher-kva.example"]);

function answerTo(raw: string | Buffer, kind: DraftKind = "reply") {
	const original = parseHeader(Buffer.from(raw));
	const { to, cc } = recipientsOf(kind, original, OWN);
	const list = (addresses: typeof to) => addresses.map(({ email }) => email).join(" ");
	return { subject: subjectOf(kind, original.subject), to: list(to), cc: list(cc), first: to[0]?.name, original };
}

const reportedAnswer = (name: string, kind?: DraftKind) => answerTo(reported(`compose/${name}.eml`), kind);

describe("kind 11: whom an answer goes to", () => {
	test.each<[string, DraftKind, string, string]>([
		["r09", "reply_all", "jane.reply@dest.example help@dest.example bo@dest.example", "team@dest.example"],
		["r10", "reply", "cust@dest.example", ""],
		["r11", "reply", "cust@dest.example", ""],
		["r11", "reply_all", "cust@dest.example", ""],
		["r12", "reply", "noreply@dest.example", ""],
		["r14", "reply", "list@lists.dest.example", ""],
		["r17", "reply_all", "alias@dest.example", ""],
		["r18", "reply_all", "j@dest.example k@dest.example", ""],
	])("%s, %s", (name, kind, to, cc) => expect(reportedAnswer(name, kind)).toMatchObject({ to, cc }));

	test("the name of who filled in a form is kept", () => expect(reportedAnswer("r11").first).toBe("Real Customer"));

	const mail = (fields: string) => `${fields}\nSubject: x\nMessage-ID: <x@example.org>\n\nx\n`;
	test.each<[string, string, DraftKind, string, string]>([
		[
			"a form to several",
			"From: sam@example.org\nTo: sam@example.org, bo@example.net\nReply-To: cust@example.com",
			"reply",
			"cust@example.com",
			"",
		],
		[
			"a form to a tagged address",
			"From: Form <sam@example.org>\nTo: sam+form@example.org\nReply-To: cust@example.com",
			"reply",
			"cust@example.com",
			"",
		],
		[
			"Reply-To with the own address",
			"From: bo@example.net\nTo: sam@example.org\nReply-To: bo@example.net, sam@example.org",
			"reply",
			"bo@example.net",
			"",
		],
		[
			"Reply-To with the own address only",
			"From: bo@example.net\nTo: sam@example.org\nReply-To: sam+list@example.org",
			"reply",
			"bo@example.net",
			"",
		],
		[
			"own mail to oneself and another",
			"From: sam@example.org\nTo: sam@example.org, bo@example.net",
			"reply",
			"bo@example.net",
			"",
		],
		[
			"own mail whose Cc is another",
			"From: sam@example.org\nTo: sam@example.org\nCc: bo@example.net",
			"reply",
			"bo@example.net",
			"",
		],
		["own tagged sender", "From: sam+out@example.org\nTo: bo@example.net", "reply", "bo@example.net", ""],
		[
			"a tagged address in Cc",
			"From: bo@example.net\nTo: team@example.net\nCc: Sam+Bills@Example.org",
			"reply_all",
			"bo@example.net team@example.net",
			"",
		],
		[
			"dots of Gmail",
			"From: bo@example.net\nTo: samlee+x@googlemail.com, al@example.net",
			"reply_all",
			"bo@example.net al@example.net",
			"",
		],
		[
			"a domain in U-labels",
			"From: bo@example.net\nTo: Sam@bücher.example, al@xn--bcher-kva.example, AL@bücher.example",
			"reply_all",
			"bo@example.net al@xn--bcher-kva.example",
			"",
		],
		["mail to oneself alone", "From: sam@example.org\nTo: sam@example.org", "reply", "sam@example.org", ""],
	])("%s", (_, fields, kind, to, cc) => expect(answerTo(mail(fields), kind)).toMatchObject({ to, cc }));
});

describe("kind 28: prefixes and ids of what is answered", () => {
	test.each(["r03", "r04", "r05", "r06", "r07", "r15"])("%s gets no second prefix", (name) => {
		const { subject, original } = reportedAnswer(name);
		expect(subject).toBe(original.subject);
	});

	test("r16: a forwarded message is answered", () => expect(reportedAnswer("r16").subject).toBe("Re: FW: r16 fw"));

	test.each([
		"Vá: x",
		"Отг: x",
		"Отв: x",
		"Odg: x",
		"RÉF: x",
		"Rép : x",
		"答复：x",
		"返信: x",
		"답장: x",
		"תגובה: x",
		"رد: x",
		"ΑΠ: x",
		"Trả lời: x",
		"ตอบ: x",
		"Re[2]: x",
		"Antwort: x",
		"ATS: x",
		"Odp[3]: x",
	])("%s gets no second prefix", (subject) => expect(subjectOf("reply", subject)).toBe(subject));

	test.each(["转发: x", "Továbbítás: x", "Προώθ: x", "הועבר: x", "전달: x"])(
		"%s is forwarded without a second prefix",
		(subject) => expect(subjectOf("forward", subject)).toBe(subject),
	);

	test.each(["Report: x", "Nachtrag: x", "Nation: x"])("%s is no answer yet", (subject) =>
		expect(subjectOf("reply", subject)).toBe(`Re: ${subject}`),
	);

	test.each(["r01", "r02"])("%s has a plain id", (name) => {
		const { messageId } = reportedAnswer(name).original;
		expect(parseMessageIds(`<${messageId}>`)).toEqual([messageId]);
		expect(messageId).not.toMatch(/[\s()]/);
	});

	test("r20: all ids are kept", () => {
		const raw = reported("compose/r20.eml");
		const { references } = parseHeader(raw);
		expect(references.length).toBe(
			new Set(
				raw
					.toString()
					.match(/<[^>\s]+@[^>\s]+>/g)
					?.slice(0) ?? [],
			).size - idsElsewhere(raw),
		);
	});
});

/** Addresses and ids of a header outside References. */
function idsElsewhere(raw: Buffer): number {
	const outside = raw.toString().replace(/^References:.*(?:\r?\n[ \t].*)*/m, "");
	return new Set(outside.match(/<[^>\s]+@[^>\s]+>/g) ?? []).size;
}
