import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { attachmentContent, parseFull, parseMessage } from "./parse-message.ts";

const fixture = (name: string) => readFileSync(new URL(`../../../../fixtures/mail/${name}`, import.meta.url));

describe("parseMessage", () => {
	test("parses a message with an image, a file and a forwarded message", async () => {
		const message = await parseMessage(fixture("message.eml"));
		expect(message).toMatchObject({
			messageId: "letter-3@example.org",
			inReplyTo: ["letter-2@example.net"],
			references: ["letter-1@example.org", "letter-2@example.net"],
			subject: "Re: Märzplän überarbeitet",
			from: { name: "Ann Lée", email: "ann@example.org" },
			to: [
				{ name: "Bob, the builder", email: "bob@example.net" },
				{ name: "", email: "carl@example.net" },
				{ name: "Dora", email: "dora@example.net" },
			],
			cc: [{ name: "Jörg", email: "joerg@example.net" }],
			date: Date.UTC(2021, 2, 2, 10, 15, 30),
			receivedDate: Date.UTC(2021, 2, 2, 10, 15, 32),
			preview: "Hello Bob, the März plan is attached. See you, Ann",
			hasHtml: true,
			listUnsubscribe: null,
			damage: [],
		});
		expect(message.text).toContain("the März plan is attached. \nSee you, Ann");
		expect(message.attachments).toEqual([
			{
				index: 0,
				filename: "logo.png",
				contentType: "image/png",
				sizeBytes: 70,
				contentId: "logo@example.org",
				isInline: true,
			},
			{
				index: 1,
				filename: "März plan 2021.pdf",
				contentType: "application/pdf",
				sizeBytes: 15,
				contentId: null,
				isInline: false,
			},
			{
				index: 2,
				filename: "message.eml",
				contentType: "message/rfc822",
				sizeBytes: 101,
				contentId: null,
				isInline: false,
			},
		]);
		expect(message.headers["authentication-results"]).toContain("dmarc=pass");
	});

	const withHtml = (text: string, html: string) =>
		parseMessage(
			Buffer.from(
				[
					"From: news@example.org",
					'Content-Type: multipart/alternative; boundary="b"',
					"",
					...["--b", "Content-Type: text/plain", "", text],
					...["--b", "Content-Type: text/html", "", html, "--b--", ""],
				].join("\r\n"),
			),
		);

	test("reads the HTML where the text part is only a link to it", async () => {
		const html = `<p>${"The council votes on Tuesday on the road. ".repeat(8)}</p><p>Please chip in before that.</p>`;
		for (const link of [
			"Read it online: https://example.org/n/1\r\nUnsubscribe: https://example.org/u",
			"https://example.org/n/1",
		]) {
			const message = await withHtml(link, html);
			expect(message.preview).toMatch(/^The council votes/);
			expect(message.contentFeatures).toContain("asks-plainly-for-money");
		}
		const short = "Here is the plan: https://example.org/plan";
		expect((await withHtml(short, `<div>${short}</div><div>Sent from my phone</div>`)).text.trim()).toBe(short);
		const whole = "The road is closed from Monday, and the bus stops at the market instead. ".repeat(3);
		expect((await withHtml(`${whole}https://example.org/n/1`, html)).text).toContain("the bus stops");
	});

	test("parses a newsletter without a text part", async () => {
		const message = await parseMessage(fixture("newsletter.eml"));
		expect(message.listUnsubscribe).toEqual({
			urls: ["https://loaf.example/u/8fK2?m=1"],
			mailtos: ["mailto:leave-daily@loaf.example?subject=leave"],
			links: [],
			oneClick: true,
			oneClickCheck: "unsigned",
			listId: "daily.loaf.example",
		});
		expect(message.text).toMatch(/^Rye & oats/);
		// The words for previews, which no reader of the email sees.
		expect(message.text).not.toContain("This week");
		expect(message.text).toContain("€4.50");
		expect(message.text).toContain("- Rye\n- Oats");
		expect(message.text).not.toMatch(/alert|color|<|\bno\b/);
		expect(message.headers).toMatchObject({ precedence: "bulk", "feedback-id": "10:daily:loaf" });
	});

	test("an invitation and a delivery report keep their special parts as files", async () => {
		const invitation = await parseMessage(fixture("invitation.eml"));
		expect(invitation.attachments).toMatchObject([{ filename: "invitation.ics", contentType: "text/calendar" }]);
		expect(invitation.text.trim()).toBe("Planning on Tuesday.");
		const bounce = await parseMessage(fixture("bounce.eml"));
		expect(bounce.attachments.map(({ filename }) => filename)).toEqual(["delivery-status.txt", "headers.txt"]);
	});

	test("parses what can be parsed of a malformed message, and reports the rest", async () => {
		const message = await parseMessage(fixture("broken.eml"));
		expect(message).toMatchObject({
			from: { name: "Zoë", email: "zoe@example.org" },
			to: [{ email: "bob@example.net" }, { email: "carl@example.net" }],
			date: null,
			subject: "Café =?utf-8?q?ol=C3=A9",
		});
		expect(message.headers["x-status"]).toBe("RO");
		expect(message.text.trim()).toBe("Naïve text");
		expect(message.attachments).toMatchObject([
			{ filename: "passwd x.gif", contentType: "image/gif" },
			{ filename: "note.txt", contentType: "text/plain", sizeBytes: 3 },
		]);
		expect(message.damage).toEqual(
			[
				"Headers hold a line that cannot be read",
				"The boundary is not the one that the headers name",
				"The end is missing",
				'Unknown character set "x-made-up"',
				"The date cannot be read",
			].sort((a, b) => message.damage.indexOf(a) - message.damage.indexOf(b)),
		);
	});

	test("reports that an empty message is empty, and keeps text that is not a message", async () => {
		expect((await parseMessage(new Uint8Array(0))).damage).toEqual(["The message is empty"]);
		const words = await parseMessage(Buffer.from("just some words\nand more"));
		expect(words.text).toBe("just some words\nand more");
		expect(words.damage).toEqual(["No headers"]);
	});
});

test("an absence names its day of return only if its own day is known", async () => {
	const raw = (date: string) =>
		Buffer.from(`From: a@b.example\r\nSubject: Out of office: x\r\n${date}\r\nI am away until 4 March.`);
	const untilOf = async (date: string) => (await parseMessage(raw(date))).incoming;
	expect(await untilOf("Date: Mon, 2 Feb 2026 10:00:00 +0000\r\n")).toMatchObject({ until: "2026-03-04" });
	expect(await untilOf("")).toMatchObject({ kind: "absence", until: null });
});

test("parseFull has the HTML, all headers and every file", async () => {
	const full = await parseFull(fixture("message.eml"));
	expect(full.html).toContain("cid:logo@example.org");
	expect(full.headers.filter(({ name }) => name === "received")).toHaveLength(1);
	expect(full.headers.find(({ name }) => name === "subject")?.value).toBe("Re: Märzplän überarbeitet");
	expect(full.content(1)?.toString("latin1")).toMatch(/^%PDF-1\.4/);
	expect(full.content(3)).toBe(null);
	const forwarded = await parseMessage(full.content(2) as Buffer);
	expect(forwarded.subject).toBe("Forwarded");
});

test("attachmentContent returns bytes and facts by the same index", async () => {
	const raw = fixture("broken.eml");
	const note = await attachmentContent(raw, 1);
	expect(note?.bytes.toString()).toBe("Cat");
	const picture = await attachmentContent(raw, 0);
	expect(picture?.bytes.subarray(0, 6).toString()).toBe("GIF89a");
	expect(picture?.problem).toBe("Text below base64 content");
	expect(await attachmentContent(raw, 2)).toBe(null);
});
