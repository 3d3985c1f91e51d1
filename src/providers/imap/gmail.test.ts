import { afterEach, beforeEach, expect, test } from "vitest";
import { list } from "#providers/conformance-mailbox.ts";
import { memoryEnvironment } from "#providers/memory-environment.ts";
import { NotFound, Unsupported } from "#server/mail/provider/errors.ts";
import type { ProviderSession, RemoteMessage } from "#server/mail/provider/provider.ts";
import { type GmailImap, startGmailImap } from "#test/gmail-imap.ts";
import { imapProvider } from "./provider.ts";

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
	(await session.listFolders()).find((one) => one.role === role)?.id ?? "";

test("every message is listed once, in the folder that its labels name", async () => {
	server.add("\\Inbox", "\\Important", "Arbeit", "Gr&APwA3w-e");
	server.add("\\Sent");
	server.add("\\Draft");
	server.add("Arbeit");
	server.add("\\Inbox", "\\Sent");
	const folders = await session.listFolders();
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
	expect(await session.move([id], await folder("archive"))).toEqual({ missing: [], renamed: {} });
	expect([...message.labels]).toEqual(["Arbeit"]);
	const archived = await list(session, before.cursor, 100);
	expect(archived.messages).toMatchObject([{ id, folderId: await folder("archive"), labels: ["Arbeit"] }]);

	const trashed = await session.move([id], await folder("trash"));
	id = trashed.renamed[id] ?? "";
	expect(message.location).toBe("trash");
	const inTrash = await list(session, archived.cursor, 100);
	expect(inTrash).toMatchObject({ messages: [{ id, folderId: await folder("trash") }], removed: [first?.id] });

	const restored = await session.move([id], await folder("inbox"));
	id = restored.renamed[id] ?? "";
	expect([message.location, [...message.labels]]).toEqual(["all", ["Arbeit", "\\Inbox"]]);
	const after = await list(session, inTrash.cursor, 100);
	expect(after.messages.at(-1)).toMatchObject({ id, folderId: await folder("inbox") });
	await expect(session.move([id], "Arbeit")).rejects.toBeInstanceOf(NotFound);
});

test("deletes permanently, marks as important, and leaves labels to Gmail", async () => {
	const [one, two] = [server.add("\\Inbox"), server.add("\\Inbox")];
	const { messages } = await list(session, null, 100);
	await session.setFlags([messages[0]?.id ?? ""], { important: true, read: true });
	expect([[...two.labels], two.flags.has("\\Seen")]).toEqual([["\\Inbox", "\\Important"], true]);
	await session.destroy([messages[1]?.id ?? ""]);
	expect(server.messages).toEqual([two]);
	expect(one.location).toBe("trash");
	await expect(session.createFolder?.("Neu")).rejects.toBeInstanceOf(Unsupported);
});
