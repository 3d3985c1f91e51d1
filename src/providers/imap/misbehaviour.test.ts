import { afterEach, expect, test } from "vitest";
import { list } from "#providers/conformance-mailbox.ts";
import { memoryEnvironment } from "#providers/memory-environment.ts";
import { NotFound, RateLimited, Unavailable, Unsupported } from "#server/mail/provider/errors.ts";
import type { ProviderSession } from "#server/mail/provider/session.ts";
import * as misbehaviour from "#test/imap-faults/misbehaviour.ts";
import { respond, type Script, startScriptedImap } from "#test/imap-faults/script.ts";
import { imapProvider } from "./provider.ts";

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
	for (const close of closers.splice(0)) await close();
});

async function open(script: Script): Promise<ProviderSession> {
	const server = await startScriptedImap(script);
	const session = await imapProvider.open(
		memoryEnvironment({
			account: {
				settings: {
					email: "a@example.org",
					username: "a",
					imap: { host: server.host, port: server.port, security: "none" },
					smtp: null,
				},
				credentials: { password: "secret password" },
			},
		}),
	);
	closers.push(() => session.close(), server.close);
	return session;
}

const header = "From: a@example.org\r\nSubject: one\r\n\r\n";
const one = `* 1 FETCH (UID 1 FLAGS () RFC822.SIZE 50 INTERNALDATE "05-Jan-2026 08:50:15 +0000" BODY[HEADER] {${header.length}}\r\n${header})`;
const first = (session: ProviderSession) =>
	session.reader.listChanges(null, { limit: 50, signal: new AbortController().signal });

test.each<[string, Script]>([
	["hangs up while it greets", { GREETING: misbehaviour.bye }],
	["greets with bytes that are no text", { GREETING: (socket) => void socket.end("\0\xff\xfe\r\n\r\n") }],
	["never ends a line", { LIST: misbehaviour.endlessLine }],
	["announces a message of 4 GB", { FETCH: misbehaviour.hugeLiteral }],
	["cuts a message short", { FETCH: misbehaviour.cutLiteral }],
	["hangs up while it signs in", { LOGIN: (socket) => void socket.end() }],
	["hangs up while it lists", { SELECT: (socket) => void socket.end("* 3 EXI") }],
])("a server that %s asks to be tried again later", async (_, script) => {
	const failure = await first(await open(script)).catch((cause: unknown) => cause);
	expect(failure instanceof Unavailable || failure instanceof RateLimited).toBe(true);
	expect((failure as Error).message).not.toContain("secret password");
});

test("a server that reports a billion messages, or sends unrequested data, is listed correctly", async () => {
	const session = await open({
		SELECT: misbehaviour.wrongCount,
		SEARCH: respond("* SEARCH 1"),
		FETCH: respond("* 9 FETCH (UID 4000000000 FLAGS (\\Seen))", "* 7 FETCH (FLAGS ())", "* nonsense", one),
	});
	const { messages } = await list(session, null, 50);
	expect(messages).toHaveLength(1);
	expect(Buffer.from(messages[0]?.header ?? []).toString()).toBe(header);
});

test("a folder that cannot be opened is skipped, reported once, and does not block others", async () => {
	const session = await open({
		LIST: respond('* LIST () "/" INBOX', '* LIST () "/" Broken'),
		EXAMINE: (socket, tag) => {
			// INBOX is opened first.
			if (opened++ === 1) socket.write(`${tag} NO [CANNOT] Index is corrupt\r\n`);
			else respond("* 1 EXISTS", "* OK [UIDVALIDITY 1] Fine", "* OK [UIDNEXT 2] Fine")(socket, tag);
		},
		SEARCH: respond("* SEARCH 1"),
		FETCH: respond(one),
	});
	let opened = 0;
	const { messages, pages } = await list(session, null, 50);
	expect(messages).toHaveLength(1);
	const skipped = pages.flatMap((page) => page.skipped ?? []);
	expect(skipped).toEqual([
		{ offset: 0, reason: expect.stringMatching(/“Broken” cannot be opened.*Index is corrupt/) },
	]);
});

test("no messages are lost when SEARCH returns too few", async () => {
	const second = one.replace("* 1 FETCH (UID 1", "* 2 FETCH (UID 2");
	const session = await open({
		SELECT: respond("* 2 EXISTS", "* OK [UIDVALIDITY 1] Fine", "* OK [UIDNEXT 3] Fine"),
		SEARCH: respond("* SEARCH 2"),
		FETCH: respond(one, second),
	});
	expect((await list(session, null, 50)).messages).toHaveLength(2);
});

test("reads UTF-8 names from servers that send them (RFC 6855)", async () => {
	const session = await open({
		CAPABILITY: respond("* CAPABILITY IMAP4rev1 ENABLE NAMESPACE UTF8=ACCEPT"),
		NAMESPACE: respond('* NAMESPACE (("" "/")) NIL NIL'),
		ENABLE: respond("* ENABLED UTF8=ACCEPT"),
		LIST: respond('* LIST () "/" INBOX', '* LIST () "/" "Entwürfe & mehr/日本語"'),
		SEARCH: respond("* SEARCH 1"),
		FETCH: respond(one),
	});
	expect((await session.reader.listFolders()).map(({ name }) => name)).toContain("Entwürfe & mehr/日本語");
	const { messages } = await list(session, null, 50);
	expect(messages.map(({ folderId }) => folderId)).toEqual(["INBOX", "Entwürfe & mehr/日本語"]);
});

test.each<[string, string, new (...parts: never[]) => Error]>([
	["[LIMIT] Too many", "NO", RateLimited],
	["[INUSE] In use", "NO", RateLimited],
	["[UNAVAILABLE] Backend is away", "NO", Unavailable],
	["Request is throttled. Suggested Backoff Time: 20 milliseconds", "BAD", RateLimited],
	["[NOPERM] Not you", "NO", Unsupported],
])("%j is classified correctly", async (words, status, kind) => {
	const session = await open({ STORE: (socket, tag) => void socket.write(`${tag} ${status} ${words}\r\n`) });
	const { messages } = await list(await open({ FETCH: respond(one), SEARCH: respond("* SEARCH 1") }), null, 50);
	const id = messages[0]?.id ?? "";
	await expect(session.writer.setFlags([id], { read: true })).rejects.toBeInstanceOf(kind);
});

test("marking as important fails with an error on a server that forbids keywords", async () => {
	const box = [
		"* 3 EXISTS",
		"* OK [UIDVALIDITY 1] Fine",
		"* OK [UIDNEXT 4] Fine",
		"* OK [PERMANENTFLAGS (\\Seen \\Flagged)] Limited",
	];
	const session = await open({ SELECT: respond(...box), FETCH: respond(one), SEARCH: respond("* SEARCH 1") });
	const id = (await list(session, null, 50)).messages[0]?.id ?? "";
	await expect(session.writer.setFlags([id], { important: true })).rejects.toBeInstanceOf(Unsupported);
	expect(await session.writer.setFlags([id], { read: true, important: false })).toEqual({ missing: [], renamed: {} });
	await expect(session.writer.move([id], "nowhere")).rejects.toBeInstanceOf(NotFound);
});
