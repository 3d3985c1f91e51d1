import { expect, test } from "vitest";
import { readGmailLabels, splitLabels } from "./gmail-labels.ts";
import { decodeWords } from "./header.ts";
import { folderFromName, messageStateOf } from "./message-state.ts";

test.each([
	["Inbox,Category Promotions,Unread", "inbox", false, ["Category Promotions"]],
	["Spam,Category Updates,Unread", "spam", false, ["Category Updates"]],
	["=?UTF-8?Q?Posteingang,Wichtig,Ge=C3=B6ffnet,Kategorie:_=22Neuigkeiten=22?=", "inbox", true, ["Category Updates"]],
	['=?UTF-8?Q?Entw=C3=BCrfe,"Kunden,_alt"?=', "drafts", true, ["Kunden, alt"]],
	[
		"=?UTF-8?Q?Messages_archiv=C3=A9s,Non_lus,Cat=C3=A9gorie=C2=A0:_E-mails_?= =?UTF-8?Q?personnels?=",
		"archive",
		false,
		["Category Personal"],
	],
	["=?UTF-8?Q?Bo=C3=AEte_de_r=C3=A9ception,Travail?=", "inbox", true, ["Travail"]],
	["=?UTF-8?Q?Enviados,Categor=C3=ADa:_Promociones?=", "sent", true, ["Category Promotions"]],
	["Posta in arrivo,Da leggere,Categoria: Aggiornamenti", "inbox", false, ["Category Updates"]],
	["=?UTF-8?B?TGl4ZWlyYSxOw6NvIGxpZGFzLENhdGVnb3JpYTogQXR1YWxpemHDp8O1ZXM=?=", "trash", false, ["Category Updates"]],
	["Prullenbak,Ongelezen,Met ster", "trash", false, []],
	["Sent,Opened", "sent", true, []],
	["Sent,Inbox", "inbox", true, []],
	["Archived,Trips/2024", "archive", true, ["Trips/2024"]],
])("Gmail labels %s", (value, folder, read, labels) => {
	expect(readGmailLabels(value)).toMatchObject({ folder, read, labels });
});

test("stars and importance are flags, not labels", () => {
	expect(readGmailLabels("Inbox,Starred,Important")).toMatchObject({ starred: true, important: true, labels: [] });
	expect(readGmailLabels("Posteingang,Markiert,Wichtig")).toMatchObject({ starred: true, important: true, labels: [] });
});

test("labels are split at commas outside quotes", () => {
	expect(splitLabels('A, "b, c" ,"say ""hi""","x\\"y", ,D"e')).toEqual(["A", "b, c", 'say "hi"', 'x"y', 'D"e']);
});

test("a character split between two encoded words is restored", () => {
	expect(decodeWords("=?UTF-8?Q?caf=C3?= =?UTF-8?Q?=A9?= =?utf-8?B?IMOpdMOp?=")).toBe("café été");
	expect(decodeWords("=?x-nobody?Q?a=E9?=")).toBe("aé");
});

test.each([
	["Sent.mbox", "sent"],
	["Sent-1.mbox.gz", "sent"],
	["Spam.mbox", "spam"],
	["spam-2.mbox", "inbox"],
	["trash (3).mbox", "inbox"],
	["Takeout/Mail/Gesendet.mbox", "sent"],
	["Export/Deleted Messages.mbox/mbox", "trash"],
	["Inbox.sbd/Drafts", "drafts"],
	["Export/Sent/holiday.eml", "sent"],
	["Sent/2024/holiday.eml", "inbox"],
	["Trash.eml", "inbox"],
	["All mail.mbox", "archive"],
	["work.mbox", "inbox"],
])("the file name %s means %s", (name, folder) => {
	expect(folderFromName(name)).toBe(folder);
});

const raw = (...fields: string[]): Buffer => Buffer.from(`${fields.join("\r\n")}\r\n\r\nbody\r\nStatus: RO\r\n`);

test("status fields are read as flags", () => {
	expect(messageStateOf(raw("Status: RO", "X-Status: AF"), "a.mbox")).toMatchObject({
		folder: "inbox",
		flags: { read: true, answered: true, starred: true, important: false },
	});
	expect(messageStateOf(raw("X-Mozilla-Status: 0007"), "Drafts")).toMatchObject({
		folder: "drafts",
		flags: { read: true, answered: true, starred: true },
	});
	expect(messageStateOf(raw("X-Mozilla-Status: 0009"), "Inbox").folder).toBe("trash");
	expect(messageStateOf(raw("Subject: hi"), "Inbox").flags.read).toBe(false);
});

test("Gmail's labels override status fields and file names, and include the thread", () => {
	const message = raw("X-GM-THRID: 1648663919273572724", "X-Gmail-Labels: Inbox,", " Unread,Work", "Status: RO");
	expect(messageStateOf(message, "Sent.mbox")).toEqual({
		folder: "inbox",
		flags: { read: false, starred: false, important: false, answered: false },
		labels: ["Work"],
		threadId: "1648663919273572724",
	});
});
