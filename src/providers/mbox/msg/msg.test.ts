import { expect, test } from "vitest";
import { parseFull } from "#server/mail/parse/parse-message.ts";
import { formatOf } from "../reading/format.ts";
import { readMsg } from "./msg.ts";
import { mailOfMsg } from "./msg-mail.ts";
import { BINARY, msgFile, UNICODE } from "./msg-testing.ts";

const file = msgFile(
	[
		["001A", UNICODE, "IPM.Note"],
		["0037", UNICODE, "Grüße aus Köln"],
		["0C1A", UNICODE, "Ann Lee"],
		["5D01", UNICODE, "ann@example.org"],
		["1000", UNICODE, "Hello Bob"],
		["1013", BINARY, "<p>Hello <b>Bob</b></p>"],
		["1035", UNICODE, "<one@example.org>"],
	],
	[
		["3001", UNICODE, "Bob"],
		["39FE", UNICODE, "bob@example.org"],
	],
	[
		["3707", UNICODE, "plan.txt"],
		["3701", BINARY, "the plan"],
		["370E", UNICODE, "text/plain"],
	],
);

const never = new AbortController().signal;

async function* chunksOf(bytes: Uint8Array): AsyncGenerator<Buffer> {
	yield Buffer.from(bytes);
}

test("an Outlook message becomes mail with its sender, recipients, body and attachments", async () => {
	expect(formatOf(Buffer.from(file.subarray(0, 4_096)), "letter.msg")).toBe("msg");
	expect(formatOf(Buffer.from(file.subarray(0, 4_096)), "table.xls")).toBe("unknown");
	const raw = await readMsg(chunksOf(file), never);
	const { message, html, content } = await parseFull(raw);
	expect(message).toMatchObject({
		subject: "Grüße aus Köln",
		from: { name: "Ann Lee", email: "ann@example.org" },
		to: [{ name: "Bob", email: "bob@example.org" }],
		messageId: "one@example.org",
		damage: [],
	});
	expect(message.text.trim()).toBe("Hello Bob");
	expect(html).toContain("<b>Bob</b>");
	expect(message.attachments.map(({ filename }) => filename)).toEqual(["plan.txt"]);
	expect(content(0)?.toString()).toBe("the plan");
	expect((await mailOfMsg(file)).equals(raw)).toBe(true);
});

test("a received message keeps its original header", async () => {
	const header =
		"Received: from a by b; Mon, 4 Jan 2021 10:00:00 +0000\r\nFrom: Ann <ann@example.org>\r\nSubject: Folded\r\n subject\r\nContent-Type: multipart/mixed; boundary=gone\r\nReferences: <zero@example.org>\r\n";
	const received = msgFile(
		[
			["1000", UNICODE, "Hello"],
			["007D", UNICODE, header],
		],
		[],
		[],
	);
	const { message } = await parseFull(await mailOfMsg(received));
	expect(message).toMatchObject({ subject: "Folded subject", references: ["zero@example.org"], damage: [] });
	expect(message.text.trim()).toBe("Hello");
});

test("what is no Outlook message is refused with a reason", async () => {
	const cut = file.subarray(0, 700);
	await expect(readMsg(chunksOf(cut), never)).rejects.toThrow("This Outlook message cannot be read");
	await expect(readMsg(chunksOf(Buffer.from("text")), never)).rejects.toThrow("This Outlook message cannot be read");
});
