import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { fetchAll, type Listed, list } from "#providers/conformance-mailbox.ts";
import { AuthExpired, Unavailable } from "#server/mail/provider/errors.ts";
import type { ProviderEnvironment } from "#server/mail/provider/provider.ts";
import type { ProviderSession } from "#server/mail/provider/session.ts";
import { accountOf, secondClient, testMessage } from "#test/dovecot/account.ts";
import { type Dovecot, type MailUser, startDovecot } from "#test/dovecot/dovecot.ts";
import { dovecotPath } from "#test/dovecot/program.ts";
import { startFaultyImap } from "#test/imap-faults/proxy.ts";
import { sized } from "#test/soak.ts";
import { describeIf } from "../../../../fixtures/only-if.ts";
import { imapProvider } from "../provider.ts";

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
	for (const close of closers.splice(0)) await close();
});

async function open(environment: ProviderEnvironment): Promise<ProviderSession> {
	const session = await imapProvider.open(environment);
	closers.unshift(() => session.close());
	return session;
}

const testMessages = (count: number, flags = "") =>
	Array.from({ length: count }, (_, index) => ({ raw: testMessage(`number ${index}`), flags }));
const ids = ({ messages }: Pick<Listed, "messages">): string[] => messages.map(({ id }) => id);

describeIf(dovecotPath !== null)("listing", () => {
	let dovecot: Dovecot;
	beforeAll(async () => {
		dovecot = await startDovecot();
	});
	afterAll(() => dovecot.stop());

	test("lists the inbox's newest messages with headers first, and reports progress", async () => {
		const user = await dovecot.addUser();
		await dovecot.load(user.user, testMessages(120));
		await dovecot.load(user.user, testMessages(3), "Archive");
		await dovecot.load(user.user, testMessages(3), "Junk");
		const session = await open(accountOf(dovecot, user));
		const { messages, pages } = await list(session, null, 500);
		expect(pages[0]).toMatchObject({ more: true, done: 50, total: 126, unit: "messages" });
		expect(pages[0]?.messages).toHaveLength(50);
		expect(Buffer.from(messages[0]?.header ?? []).toString()).toContain("Subject: number 119\r\n");
		expect(Buffer.from(messages[0]?.header ?? []).toString()).toMatch(/\r\n\r\n$/);
		expect(messages.at(-1)?.folderId).toBe("Junk");
		expect(messages[0]).toMatchObject({ sizeBytes: testMessage("number 119").length, receivedAt: expect.any(Number) });
	});

	test("decodes folder names, and creates missing folders on demand", async () => {
		const plain = await startDovecot({ without: ["SPECIAL-USE"], tls: false });
		closers.push(plain.stop);
		const user = await plain.addUser();
		const environment = accountOf(plain, user);
		Object.assign(environment.account.settings, {
			imap: { host: plain.host, port: plain.imapPort, security: "none" },
		});
		const other = await secondClient(plain, user);
		closers.push(async () => other.close());
		for (const path of ["Trash", "Archive"]) await other.mailboxDelete(path);
		for (const path of ["Entwürfe/日本語 & mehr", "Projekte/Archive", "Papierkorb"]) await other.mailboxCreate(path);
		await other.append("INBOX", testMessage("one"));
		const session = await open(environment);
		const roles = (folders: Awaited<ReturnType<ProviderSession["reader"]["listFolders"]>>) =>
			folders.filter(({ role }) => role !== "custom").map(({ name, role }) => [name, role]);
		const folders = await session.reader.listFolders();
		expect(folders.map(({ name }) => name)).toContain("Entwürfe/日本語 & mehr");
		expect(Object.fromEntries(roles(folders))).toMatchObject({ Inbox: "inbox", Sent: "sent", Papierkorb: "trash" });
		const archive = folders.find(({ role }) => role === "archive");
		expect(archive).toMatchObject({ name: "Archive" });
		const [message] = (await list(session, null, 100)).messages;
		await session.writer.move([message?.id ?? ""], archive?.id ?? "");
		expect((await other.status("Archive", { messages: true })) || null).toMatchObject({ messages: 1 });
		expect(roles(await session.reader.listFolders())).toEqual(roles(folders));
	});

	test.each([[{}], [{ without: ["CONDSTORE"] }]])(
		"reports a message as removed that was moved here and is gone before it was listed",
		async (options) => {
			const server = await startDovecot(options);
			closers.push(server.stop);
			const user = await server.addUser();
			await server.load(user.user, testMessages(3));
			const session = await open(accountOf(server, user));
			const before = await list(session, null, 100);
			const [message] = before.messages;
			const { renamed } = await session.writer.move([message?.id ?? ""], "Archive");
			const other = await secondClient(server, user);
			closers.push(async () => other.close());
			await other.mailboxOpen("Archive");
			await other.messageMove("1", "Trash");
			const { removed, messages } = await list(session, before.cursor, 100);
			expect(new Set(removed)).toEqual(new Set([message?.id, renamed[message?.id ?? ""]]));
			expect(messages.map(({ folderId }) => folderId)).toEqual(["Trash"]);
		},
	);

	test.each([[{}], [{ without: ["CONDSTORE"] }]])(
		"a UIDVALIDITY that changes voids one folder alone",
		async (options) => {
			const server = await startDovecot(options);
			closers.push(server.stop);
			const user = await server.addUser();
			await server.load(user.user, testMessages(6));
			await server.load(user.user, testMessages(4), "Archive");
			const session = await open(accountOf(server, user));
			const before = await list(session, null, 100);
			await session.close();
			await server.doveadm("mailbox", "update", "-u", user.user, "--uid-validity", "777", "Archive");
			const after = await list(await open(accountOf(server, user)), before.cursor, 100);
			const archived = before.messages.filter(({ folderId }) => folderId === "Archive").map(({ id }) => id);
			expect(after.removed).toEqual(expect.arrayContaining(archived));
			expect(after.removed).toHaveLength(4);
			expect(after.messages.map(({ folderId }) => folderId)).toEqual(Array(4).fill("Archive"));
			expect(ids(after).some((id) => archived.includes(id))).toBe(false);
			// Both in one page, so that the messages are recognized.
			expect(after.pages[0]).toMatchObject({ removed: expect.arrayContaining(archived), messages: { length: 4 } });
		},
	);

	test("moves by another client appear in one page, and mail arriving during the first listing is not lost", async () => {
		const user = await dovecot.addUser();
		await dovecot.load(user.user, testMessages(60));
		const session = await open(accountOf(dovecot, user));
		const first = await session.reader.listChanges(null, { limit: 500, signal: new AbortController().signal });
		await dovecot.deliver(user.user, testMessage("meanwhile"));
		const rest = await list(session, first.cursor, 500);
		const known = [...first.messages, ...rest.messages];
		expect(new Set(ids({ messages: known })).size).toBe(61);
		const other = await secondClient(dovecot, user);
		closers.push(async () => other.close());
		await other.mailboxOpen("INBOX");
		await other.messageMove("1:20", "Archive");
		const { pages } = await list(session, rest.cursor, 500);
		expect(pages[0]?.removed).toHaveLength(20);
		expect(pages[0]?.messages.map(({ folderId }) => folderId)).toEqual(Array(20).fill("Archive"));
	});

	test("a round that reports a removal lists once more: the message may be in a folder that was listed before", async () => {
		const user = await dovecot.addUser();
		await dovecot.load(user.user, testMessages(3), "Work");
		const session = await open(accountOf(dovecot, user));
		const before = await list(session, null, 100);
		expect(before.messages).toHaveLength(3);
		const other = await secondClient(dovecot, user);
		closers.push(async () => other.close());
		// A move from a folder to the inbox, which was listed before that folder: the round meets its second half only.
		await other.mailboxOpen("Work");
		await other.messageDelete("1");
		const options = { limit: 100, signal: new AbortController().signal, known: async () => new Set<string>() };
		const first = await session.reader.listChanges(before.cursor, options);
		expect(first).toMatchObject({ messages: [], removed: [expect.any(String)], more: true });
		await other.append("INBOX", testMessage("number 0"));
		const second = await session.reader.listChanges(first.cursor, options);
		expect(second).toMatchObject({ messages: [{ folderId: "INBOX" }], removed: [] });
		expect((await list(session, second.cursor, 100)).pages.at(-1)).toMatchObject({ more: false });
	});

	test("folders renamed elsewhere keep their messages' ids, deleted folders remove them", async () => {
		const user = await dovecot.addUser();
		await dovecot.load(user.user, testMessages(3), "Reisen");
		await dovecot.load(user.user, testMessages(2), "Alt");
		const session = await open(accountOf(dovecot, user));
		const before = await list(session, null, 100);
		const in_ = (folder: string) => before.messages.filter(({ folderId }) => folderId === folder).map(({ id }) => id);
		const other = await secondClient(dovecot, user);
		closers.push(async () => other.close());
		await other.mailboxRename("Reisen", "Urlaub");
		await other.mailboxDelete("Alt");
		const after = await list(session, before.cursor, 100);
		expect(ids(after).sort()).toEqual(in_("Reisen").sort());
		expect(after.messages.map(({ folderId }) => folderId)).toEqual(Array(3).fill("Urlaub"));
		expect(after.removed.sort()).toEqual(in_("Alt").sort());
		expect((await fetchAll(session, in_("Reisen"), "full")).size).toBe(3);
	});

	test("a round of changes that does not fit into a page resumes in a new session", async () => {
		const user = await dovecot.addUser();
		await dovecot.load(user.user, testMessages(40));
		const environment = accountOf(dovecot, user);
		const before = await list(await open(environment), null, 500);
		const other = await secondClient(dovecot, user);
		closers.push(async () => other.close());
		await other.mailboxOpen("INBOX");
		await other.messageFlagsAdd("1:25", ["\\Seen"]);
		await other.messageDelete("31:40");
		for (const subject of ["new one", "new two"]) await other.append("INBOX", testMessage(subject));
		const seen: Listed = { messages: [], removed: [], pages: [], cursor: before.cursor };
		for (let more = true; more; ) {
			const session = await open(environment);
			const page = await session.reader.listChanges(seen.cursor, { limit: 7, signal: new AbortController().signal });
			expect(page.messages.length).toBeLessThanOrEqual(7);
			seen.messages.push(...page.messages);
			seen.removed.push(...page.removed);
			seen.cursor = page.cursor;
			more = page.more;
		}
		expect(new Set(ids(seen)).size).toBe(27);
		expect(seen.messages.filter(({ flags }) => flags.read)).toHaveLength(25);
		expect(new Set(seen.removed).size).toBe(10);
	});

	test("a broken connection is Unavailable at any stage, and the listing resumes where it was", async () => {
		const user = await dovecot.addUser();
		await dovecot.load(user.user, testMessages(12));
		await dovecot.load(user.user, testMessages(5), "Archive");
		const faulty = await startFaultyImap({ host: dovecot.host, port: dovecot.imapPort });
		closers.push(faulty.close);
		const environment = accountOf(dovecot, user);
		Object.assign(environment.account.settings, { imap: { host: faulty.host, port: faulty.port, security: "none" } });
		const stages: [from: "client" | "server", after: number | RegExp][] = [
			["server", 5],

			["client", /LOGIN|AUTHENTICATE/],
			["client", /NAMESPACE/],
			["client", /ENABLE/],
			["client", / LIST /],
			["server", /LIST \(/],
			["client", /EXAMINE/],
			["server", /HIGHESTMODSEQ/],
			["client", /SEARCH/],
			["client", /UID FETCH/],
			["server", /BODY\[HEADER\]/],
			["server", /Subject: number 3/],
		];
		for (const [from, after] of stages) {
			faulty.fail({ what: "cut", from, after });
			const session = await open(environment);
			const messages: string[] = [];
			let failures = 0;
			for (let cursor: string | null = null, more = true; more; ) {
				try {
					const page = await session.reader.listChanges(cursor, { limit: 4, signal: new AbortController().signal });
					messages.push(...ids(page));
					({ cursor, more } = page);
				} catch (cause) {
					expect(cause).toBeInstanceOf(Unavailable);
					failures++;
				}
			}
			expect([String(after), failures, new Set(messages).size, messages.length]).toEqual([String(after), 1, 17, 17]);
			await session.close();
		}
	});

	test("a rejected password is AuthExpired", async () => {
		const user = await dovecot.addUser();
		const session = await open(accountOf(dovecot, { ...user, password: "another" }));
		await expect(session.reader.listFolders()).rejects.toBeInstanceOf(AuthExpired);
	});
});

const COUNT = sized(6_000, 50_000);
const MARKED = sized(2_200, 3_000);

describeIf(dovecotPath !== null)(`${COUNT.toLocaleString("en-US")} messages in one folder`, () => {
	let user: MailUser;
	let dovecot: Dovecot;
	beforeAll(async () => {
		dovecot = await startDovecot();
		user = await dovecot.addUser();
		await dovecot.load(user.user, testMessages(COUNT));
	});
	afterAll(() => dovecot.stop());

	test("are listed once each, with a small cursor", async () => {
		const session = await open(accountOf(dovecot, user));
		const { messages, cursor } = await list(session, null, 2000);
		expect(new Set(ids({ messages })).size).toBe(COUNT);
		const other = await secondClient(dovecot, user);
		closers.push(async () => other.close());
		await other.mailboxOpen("INBOX");
		// The first two are among the marked ones.
		await other.messageFlagsAdd(`1:${MARKED}`, ["\\Seen"]);
		await other.messageDelete(`5,77,${MARKED + 1000},${COUNT - 1}`);
		const after = await list(session, cursor, 2000);
		expect(after.removed).toHaveLength(4);
		expect(new Set(ids(after)).size).toBe(MARKED - 2);
		expect(after.cursor.length).toBeLessThan(1000);
	});
});
