import { afterEach, describe, expect, test } from "vitest";
import { list } from "#providers/conformance-mailbox.ts";
import { MessagesRefused, Unavailable } from "#server/mail/provider/errors.ts";
import { type Quirk, TEXTS } from "#test/imap-faults/quirks.ts";
import { fetchMessages } from "./messages/fetch.ts";
import { openSession } from "./session.ts";
import { openQuirky, type Quirky } from "./testing.ts";

/** Servers as people have reported them: fixtures/reported/imap names the first ones. */

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
	for (const close of closers.splice(0)) await close();
});
const open = (quirk: Quirk) => openQuirky(quirk, closers);

/** Two messages per page. */
const PAGE = 2;
/** Two messages per request. */
const BATCH = { messages: 2, bytes: 1_000_000 };
const { signal } = new AbortController();

interface Seen {
	/** Subjects of the inbox, oldest first; `?`: unreadable. */
	subjects: string[];
	/** UIDs whose text arrived unchanged. */
	texts: number[];
	/** UIDs that were named as refused. */
	refused: number[];
	skipped: string[];
	folders: string[];
}

const uidOf = (id: string): number => Number(/(\d+)$/.exec(id)?.[1]);

/** What a sync sees: all pages, then all texts. */
async function look({ session, environment }: Quirky): Promise<Seen> {
	const { messages, pages } = await list(session, null, PAGE);
	const inbox = messages.filter(({ folderId }) => folderId === "INBOX").sort((a, b) => uidOf(a.id) - uidOf(b.id));
	const subjects = inbox.map(({ header = [] }) => {
		const subject = /^Subject: (.*)\r$/m.exec(Buffer.from(header).toString())?.[1] ?? "";
		return subject.startsWith("message ") ? subject.slice("message ".length) : "?";
	});
	const imap = openSession(environment);
	closers.push(() => imap.close());
	const texts: number[] = [];
	let refused: number[] = [];
	const ids = inbox.map(({ id }) => id);
	try {
		for await (const { id, raw } of fetchMessages(imap, ids, "full", signal, BATCH))
			if (Buffer.from(raw).toString() === TEXTS.get(uidOf(id))) texts.push(uidOf(id));
	} catch (cause) {
		if (!(cause instanceof MessagesRefused)) throw cause;
		refused = cause.ids.map(uidOf);
	}
	return {
		...{ subjects, texts: texts.sort(), refused },
		skipped: pages.flatMap((page) => page.skipped ?? []).map(({ reason }) => reason),
		folders: (await session.reader.listFolders()).map(({ name }) => name),
	};
}

const ALL = [1, 2, 3, 4, 5, 6];
const WELL = { subjects: ALL.map(String), texts: ALL, refused: [] as number[], skipped: [] as string[] };
/** The third message has no text for now, and its subject is known. */
const WITHOUT_TEXT = { ...WELL, texts: [1, 2, 4, 5, 6], refused: [3] };
/** Nothing is known of the third message. */
const UNREADABLE = { ...WITHOUT_TEXT, subjects: ["1", "2", "?", "4", "5", "6"] };
/** The server has no number for it: the others are unharmed. */
const has3 = ({ uids }: { uids: readonly number[] }) => uids.includes(3);
const without = (name: RegExp) => (uid: number, items: Map<string, string>) =>
	uid === 3 ? new Map([...items].filter(([key]) => !name.test(key))) : items;
const withItem = (name: RegExp, value: string) => (uid: number, items: Map<string, string>) =>
	new Map([...items].map(([key, old]) => [key, uid === 3 && name.test(key) ? value : old]));
const names = (...folders: string[]) => expect.arrayContaining(folders);

const quirks: [name: string, quirk: Quirk, expected: Partial<Seen>][] = [
	["q0: nothing odd", {}, WELL],
	[
		"q1: no UIDNEXT",
		{
			answer: (command) => (command === "EXAMINE" ? ["* 6 EXISTS", "* OK [UIDVALIDITY 77] v", "OK done"] : null),
			folders: ['() "/" INBOX'],
		},
		WELL,
	],
	["q3: an impossible date", { item: withItem(/^INTERNALDATE$/, '"00-Jan-0000 00:00:00 +0000"') }, WELL],
	["q4: no delimiter", { folders: ["() NIL INBOX", "() NIL Sent"] }, WELL],
	["q5: no extension", { capabilities: "IMAP4rev1" }, WELL],
	["q6: a response without UID", { item: without(/^UID$/) }, WELL],
	[
		"q7: a range with one message is refused, the others are sent",
		{
			item: (uid, items, { hasText }) => (uid === 3 && hasText ? null : items),
			end: (fetch) => (fetch.hasText && has3(fetch) ? "NO [UNAVAILABLE] FETCH Server error" : null),
		},
		UNREADABLE,
	],
	[
		"kind 10: a range with one message is refused, and none is sent",
		{
			item: (_, items, fetch) => (fetch.hasText && has3(fetch) ? null : items),
			end: (fetch) => (fetch.hasText && has3(fetch) ? "NO [SERVERBUG] Internal error" : null),
		},
		UNREADABLE,
	],
	[
		"kind 10: whatever is asked of one message is BAD",
		{
			item: (_, items, fetch) => (has3(fetch) ? null : items),
			end: (fetch) => (has3(fetch) ? "BAD Invalid message" : null),
		},
		UNREADABLE,
	],
	[
		"kind 10: a range ends with NO after all of it was sent",
		{ end: ({ hasText }) => (hasText ? "NO Some messages could not be read" : null) },
		WELL,
	],
	["kind 10: a message without header and text", { item: without(/^BODY/) }, UNREADABLE],
	["kind 10: a header that is NIL", { item: withItem(/HEADER/, "NIL") }, { subjects: UNREADABLE.subjects, texts: ALL }],
	["q8: a text that is NIL", { item: withItem(/^BODY\[\]/, "NIL") }, WITHOUT_TEXT],
	["kind 10: a text of no bytes", { item: withItem(/^BODY\[\]/, "{0}\r\n") }, WITHOUT_TEXT],
	["kind 10: a text that is empty in quotes", { item: withItem(/^BODY\[\]/, '""') }, WITHOUT_TEXT],
	["kind 10: a text of an empty line", { item: withItem(/^BODY\[\]/, "{2}\r\n\r\n") }, WITHOUT_TEXT],
	["q10: no text in the answer", { item: without(/^BODY\[\]/) }, WITHOUT_TEXT],
	[
		"q28: texts of a range end with NO after the others",
		{
			item: (uid, items, { hasBody }) => (uid === 3 && hasBody ? null : items),
			end: (fetch) => (fetch.hasBody && has3(fetch) ? "NO FETCH some messages could not be fetched" : null),
		},
		WITHOUT_TEXT,
	],
	[
		"kind 10: sizes of a range are refused",
		{
			end: ({ query, uids }) =>
				query.includes("SIZE") && !query.includes("BODY") && uids.includes(3) ? "NO No size" : null,
		},
		WELL,
	],
	[
		"q9: a part without its offset",
		{ item: (_, items) => new Map([...items].map(([name, value]) => [name.replace(/<\d+>$/, ""), value])) },
		WELL,
	],
	[
		"q11: nothing is selected before ID",
		{ answer: (command, _, { isIdentified }) => (command === "EXAMINE" && !isIdentified ? ["NO Unsafe Login"] : null) },
		WELL,
	],
	[
		"q12: a prefix, and a folder in modified UTF-7",
		{
			namespace: '(("INBOX." ".")) NIL NIL',
			folders: ['(\\HasChildren) "." INBOX', '() "." INBOX.Sent', '() "." INBOX.Entw&APw-rfe'],
		},
		{ ...WELL, folders: names("Inbox", "Entwürfe") },
	],
	[
		"q13: INBOX in two ways, odd names",
		{
			folders: [
				'() "/" Inbox',
				'() "/" Inbox',
				'() "/" "a \\"q\\" b"',
				'() "/" "back\\\\slash"',
				'(\\Noselect) "/" Top',
				'() "/" Top/Sub',
				'() "/" "M&ANw-ll & Co"',
				'() "/" {4}\r\n100%',
				'() "/" Trailing/',
			],
		},
		{ ...WELL, folders: names("Inbox", 'a "q" b', "back\\slash", "Top/Sub", "100%") },
	],
	[
		"kind 2: INBOX, Inbox and inbox",
		{ folders: ['() "/" INBOX', '() "/" Inbox', '() "/" inbox', '() "/" Sent'] },
		{ ...WELL, folders: ["Inbox", "Sent", "Drafts", "Junk", "Trash", "Archive"] },
	],
	[
		"q14: STATUS of one folder is refused",
		{
			answer: (command, argument) =>
				command === "STATUS" && argument.includes("Sent") ? ["NO STATUS not allowed"] : null,
		},
		WELL,
	],
	[
		"kind 2: STATUS is refused for every folder",
		{ answer: (command) => (command === "STATUS" ? ["BAD Unknown"] : null) },
		WELL,
	],
	["q16: other news between the responses", { after: ["* OK still here", "* 6 EXISTS"] }, WELL],
	[
		"q20: no PERMANENTFLAGS",
		{
			answer: (command) =>
				command === "EXAMINE" ? ["* 6 EXISTS", "* OK [UIDVALIDITY 77] v", "* OK [UIDNEXT 7] n", "OK done"] : null,
			folders: ['() "/" INBOX'],
		},
		WELL,
	],
	[
		"q21: SEARCH without hits is BAD",
		{ answer: (command, _, { folder }) => (command === "SEARCH" && folder !== "INBOX" ? ["BAD SEARCH"] : null) },
		WELL,
	],
	["q22: SEARCH without its response", { answer: (command) => (command === "SEARCH" ? ["OK done"] : null) }, WELL],
	[
		"kind 2: SEARCH is always refused",
		{ answer: (command) => (command === "SEARCH" ? ["NO Not indexed"] : null) },
		WELL,
	],
	[
		"q23: FETCH in an empty folder is BAD",
		{
			answer: (command, _, { folder }) => (command === "FETCH" && folder !== "INBOX" ? ["BAD no such message"] : null),
		},
		WELL,
	],
	["q24: a date that is NIL", { item: withItem(/^INTERNALDATE$/, "NIL") }, WELL],
	[
		"q25: all sizes are 0",
		{ item: (_, items) => new Map([...items].map(([name, value]) => [name, name === "RFC822.SIZE" ? "0" : value])) },
		WELL,
	],
	["kind 10: no sizes at all", { item: without(/^RFC822/) }, WELL],
	[
		"q26: descending ranges are BAD",
		{
			answer: (command, argument) =>
				command === "FETCH" &&
				/(\d+):(\d+)/
					.exec(argument)
					?.slice(1)
					.map(Number)
					.reduce((a, b) => a - b, 0) === 1
					? ["BAD parameters"]
					: null,
		},
		WELL,
	],
	[
		"q29: Sent is listed twice",
		{ folders: ['() "/" INBOX', '() "/" Sent', '(\\HasNoChildren) "/" Sent'] },
		{ ...WELL, folders: ["Inbox", "Sent", "Drafts", "Junk", "Trash", "Archive"] },
	],
	[
		"kind 2: a folder is listed as a parent, then as itself",
		{ folders: ['() "/" INBOX', '(\\Noselect) "/" Work', '() "/" Work'] },
		{ ...WELL, folders: names("Work") },
	],
	[
		"kind 2: two folders claim to be Sent",
		{ folders: ['() "/" INBOX', '(\\Sent) "/" Sent', '(\\Sent) "/" "Sent Items"'] },
		{ ...WELL, folders: names("Sent", "Sent Items") },
	],
	[
		"q31: quotes, backslashes and a bare & in names",
		{
			folders: [
				'() "/" INBOX',
				'() "/" "a \\"q\\" b"',
				'() "/" "M&ANw-ll & Co"',
				'() "/" {4}\r\n100%',
				'() "/" Trailing/',
			],
		},
		{ ...WELL, folders: names('a "q" b', "100%") },
	],
	[
		"q32: names that differ in case or place",
		{ folders: ['() "/" INBOX', '() "/" Archive', '() "/" archive', '() "/" INBOX/Archive'] },
		{ ...WELL, folders: names("Archive", "archive", "Inbox/Archive") },
	],
	[
		"kind 2: a folder can't be opened for now",
		{
			answer: (command, argument) =>
				command === "EXAMINE" && argument.includes("Sent") ? ["NO [UNAVAILABLE] Backend is away"] : null,
		},
		{ ...WELL, skipped: [expect.stringMatching(/“Sent” cannot be opened.*Backend is away/)] },
	],
	[
		"kind 2: a folder can't be opened at all",
		{
			answer: (command, argument) =>
				command === "EXAMINE" && argument.includes("Sent") ? ["NO [CONTACTADMIN] Damaged"] : null,
		},
		{ ...WELL, skipped: [expect.stringMatching(/“Sent” cannot be opened.*Damaged/)] },
	],
];

describe("a server with a quirk", () => {
	test.each(quirks)("%s", async (_, quirk, expected) => {
		expect(await look(await open(quirk))).toMatchObject(expected);
	});
});

test("kind 10: a message that could not be read arrives once it can", async () => {
	const opened = await open(quirks.find(([name]) => name.startsWith("q7"))?.[1] ?? {});
	expect((await look(opened)).refused).toEqual([3]);
	opened.server.become({});
	expect(await look(opened)).toMatchObject(WELL);
});

test("kind 10: dates and flags of an unreadable message are kept", async () => {
	const { session } = await open(quirks.find(([name]) => name.startsWith("q7"))?.[1] ?? {});
	const { messages } = await list(session, null, PAGE);
	expect(messages.find(({ id }) => uidOf(id) === 3)).toMatchObject({
		receivedAt: Date.parse("2025-11-03T11:00:00Z"),
		sizeBytes: TEXTS.get(3)?.length,
	});
});

test("kind 2: a server that gives no folder at all asks to be tried again later", async () => {
	const { session, server } = await open({
		answer: (command) => (command === "EXAMINE" ? ["NO [UNAVAILABLE] Backend is away"] : null),
	});
	await expect(list(session, null, PAGE)).rejects.toBeInstanceOf(Unavailable);
	server.become({});
	expect((await list(session, null, PAGE)).messages).toHaveLength(6);
});
