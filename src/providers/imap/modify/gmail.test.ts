import { afterEach, beforeEach, expect, test } from "vitest";
import { list } from "#providers/conformance-mailbox.ts";
import { memoryEnvironment } from "#providers/memory-environment.ts";
import { emptyMirror, update } from "#providers/mirror.ts";
import { NotFound, Unsupported } from "#server/mail/provider/errors.ts";
import type { RemoteMessage } from "#server/mail/provider/provider.ts";
import type { ProviderSession } from "#server/mail/provider/session.ts";
import { type GmailImap, startGmailImap } from "#test/gmail-imap.ts";
import { imapProvider } from "../provider.ts";

let server: GmailImap;
let session: ProviderSession;
beforeEach(async () => {
	server = await startGmailImap();
	const imap = { host: "127.0.0.1", port: server.port, security: "none" };
	const settings = { email: "a@example.org", username: "a@example.org", imap, smtp: null };
	session = await imapProvider.open(memoryEnvironment({ account: { settings, credentials: { password: "x" } } }));
});
afterEach(async () => {
	await session.close();
	await server.close();
});

const subject = ({ header = new Uint8Array() }: RemoteMessage): string => Buffer.from(header).toString().slice(16, 20);
const folder = async (role: string): Promise<string> =>
	(await session.reader.listFolders()).find((one) => one.role === role)?.id ?? "";

test("every message is listed once, in the folder that its labels name", async () => {
	server.add("\\Inbox", "\\Important", "Arbeit", "Gr&APwA3w-e");
	server.add("\\Sent");
	server.add("\\Draft");
	server.add("Arbeit");
	server.add("\\Inbox", "\\Sent");
	const folders = await session.reader.listFolders();
	expect(folders.map(({ name, role }) => [role, name])).toEqual([
		["inbox", "Inbox"],
		["sent", "Gesendet"],
		["drafts", "Entwürfe"],
		["archive", "Alle Nachrichten"],
		["spam", "Spam"],
		["trash", "Papierkorb"],
	]);
	const { messages } = await list(session, null, 100);
	const roles = new Map(folders.map(({ id, role }) => [id, role]));
	expect(messages.map((one) => [subject(one), roles.get(one.folderId), one.flags.important, one.labels])).toEqual([
		["1004", "inbox", false, []],
		["1003", "archive", false, ["Arbeit"]],
		["1002", "drafts", false, []],
		["1001", "sent", false, []],
		["1000", "inbox", true, ["Arbeit", "Grüße"]],
	]);
});

test("archiving removes a label; moving to Trash and back keeps the message", async () => {
	const message = server.add("\\Inbox", "Arbeit");
	const before = await list(session, null, 100);
	const [first] = before.messages;
	let id = first?.id ?? "";
	expect(await session.writer.move([id], await folder("archive"))).toEqual({ missing: [], renamed: {} });
	expect([...message.labels]).toEqual(["Arbeit"]);
	const archived = await list(session, before.cursor, 100);
	expect(archived.messages).toMatchObject([{ id, folderId: await folder("archive"), labels: ["Arbeit"] }]);

	const trashed = await session.writer.move([id], await folder("trash"));
	id = trashed.renamed[id] ?? "";
	expect(message.location).toBe("trash");
	const inTrash = await list(session, archived.cursor, 100);
	expect(inTrash).toMatchObject({ messages: [{ id, folderId: await folder("trash") }], removed: [first?.id] });

	const restored = await session.writer.move([id], await folder("inbox"));
	id = restored.renamed[id] ?? "";
	expect([message.location, [...message.labels]]).toEqual(["all", ["Arbeit", "\\Inbox"]]);
	const after = await list(session, inTrash.cursor, 100);
	expect(after.messages.at(-1)).toMatchObject({ id, folderId: await folder("inbox") });
	await expect(session.writer.move([id], "Arbeit")).rejects.toBeInstanceOf(NotFound);
});

test("deletes permanently, marks as important, and leaves labels to Gmail", async () => {
	const [one, two] = [server.add("\\Inbox"), server.add("\\Inbox")];
	const { messages } = await list(session, null, 100);
	await session.writer.setFlags([messages[0]?.id ?? ""], { important: true, read: true });
	expect([[...two.labels], two.flags.has("\\Seen")]).toEqual([["\\Inbox", "\\Important"], true]);
	await session.writer.destroy([messages[1]?.id ?? ""]);
	expect(server.messages).toEqual([two]);
	expect(one.location).toBe("trash");
	await expect(session.writer.createFolder?.("Neu")).rejects.toBeInstanceOf(Unsupported);
});

test.each([1, 2, 3, 500])("every round of changes ends in pages of %i", async (limit) => {
	const mirror = emptyMirror();
	const listed = async (changes: number): Promise<void> => {
		await update(session, mirror, { limit, maxPages: Math.ceil(changes / limit) + 5 });
		const shown = [...mirror.messages.values()].map(({ flags, labels, folderId }) => [folderId, flags.read, ...labels]);
		const folders = { spam: "[Gmail]/Spam", trash: "[Gmail]/Papierkorb" };
		const there = server.messages.map(({ labels, flags, location }) => [
			location !== "all" ? folders[location] : labels.has("\\Inbox") ? "INBOX" : "[Gmail]/Alle Nachrichten",
			flags.has("\\Seen"),
			...[...labels].filter((label) => !label.startsWith("\\")),
		]);
		expect(shown.map(String).sort()).toEqual(there.map(String).sort());
	};
	const add = (count: number): void => {
		for (let index = 0; index < count; index++) server.add("\\Inbox");
	};
	const many = limit + 1;
	add(many);
	await listed(many);
	// New.
	add(many);
	await listed(many);
	// Changed elsewhere, and new.
	for (const message of server.messages.slice(0, Math.ceil(limit * 0.9))) server.markSeen(message);
	add(Math.ceil(limit * 0.12) + 2);
	await listed(2 * many);
	// The product's own moves, and back.
	const ids = [...mirror.messages.keys()];
	await session.writer.move(ids, await folder("archive"));
	await listed(ids.length);
	const { renamed } = await session.writer.move(ids, await folder("trash"));
	await listed(2 * ids.length);
	await session.writer.move(Object.values(renamed), await folder("inbox"));
	await listed(3 * ids.length);
});
