import { createRequire } from "node:module";
import { expect, test } from "vitest";
import { parseFull } from "#server/mail/parse/parse-message.ts";
import { formatOf } from "./format.ts";
import { readMsg } from "./msg.ts";
import { mailOfMsg } from "./msg-mail.ts";

const { burn } = createRequire(import.meta.url)("@kenjiuno/msgreader/lib/Burner.js") as {
	burn: (entries: Entry[]) => Uint8Array;
};

interface Entry {
	name: string;
	type: number;
	length: number;
	binaryProvider?: () => Uint8Array;
	children?: number[];
}

const FOLDER = 1;
const STREAM = 2;
const ROOT = 5;
const UNICODE = "001F";
const BINARY = "0102";

type Values = [tag: string, type: string, value: string][];

/** Writes a compound file with the streams of a message ([MS-OXMSG]). */
function msgFile(message: Values, recipient: Values, attachment: Values): Uint8Array {
	const entries: Entry[] = [{ name: "Root Entry", type: ROOT, length: 0, children: [] }];
	const addStream = (parent: Entry, name: string, bytes: Uint8Array) => {
		parent.children?.push(entries.length);
		entries.push({ name, type: STREAM, length: bytes.length, binaryProvider: () => bytes });
	};
	const addValues = (parent: Entry, values: Values, headBytes: number) => {
		addStream(parent, "__properties_version1.0", new Uint8Array(headBytes));
		for (const [tag, type, value] of values)
			addStream(
				parent,
				`__substg1.0_${tag}${type}`,
				Uint8Array.from(Buffer.from(value, type === UNICODE ? "utf16le" : "utf8")),
			);
	};
	const addFolder = (name: string): Entry => {
		const entry: Entry = { name, type: FOLDER, length: 0, children: [] };
		entries[0]?.children?.push(entries.length);
		entries.push(entry);
		return entry;
	};
	addValues(entries[0] as Entry, message, 32);
	addValues(addFolder("__recip_version1.0_#00000000"), recipient, 8);
	addValues(addFolder("__attach_version1.0_#00000000"), attachment, 8);
	return burn(entries);
}

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
