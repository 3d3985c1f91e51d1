import { createHash, randomBytes } from "node:crypto";
import MailComposer from "nodemailer/lib/mail-composer";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { fetchAll, list } from "#providers/conformance-mailbox.ts";
import { outgoing, sendOptions } from "#providers/conformance-send.ts";
import { Unsupported } from "#server/mail/provider/errors.ts";
import type { ProviderEnvironment } from "#server/mail/provider/provider.ts";
import type { ProviderSession } from "#server/mail/provider/session.ts";
import { accountOf, secondClient, sendingAccountOf, testMessage } from "#test/dovecot/account.ts";
import { type Dovecot, type MailUser, startDovecot } from "#test/dovecot/dovecot.ts";
import { dovecotPath } from "#test/dovecot/program.ts";
import { messageParts } from "#test/emulators/messages.ts";
import { startFaultyImap } from "#test/imap-faults/proxy.ts";
import { startSmtpSink } from "#test/smtp-sink.ts";
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

/** Generous timeout: parallel tests may load the machine. */
const eventually = (check: () => void | Promise<void>): Promise<void> => vi.waitFor(check, { timeout: 20_000 });

describeIf(dovecotPath !== null).each([
	["all extensions", {}, [15, 10]],
	["no UIDPLUS", { capability: "IMAP4rev1 QUOTA IDLE" }, [1, 2]],
] as const)("changing mail with %s", (_, options, megabytes) => {
	let dovecot: Dovecot;
	beforeAll(async () => {
		dovecot = await startDovecot(options);
	});
	afterAll(() => dovecot.stop());

	async function other(user: MailUser) {
		const client = await secondClient(dovecot, user);
		closers.push(async () => client.close());
		return client;
	}

	test("deletes the given messages, never what another client marked", async () => {
		const user = await dovecot.addUser();
		await dovecot.load(user.user, [
			{ raw: testMessage("one") },
			{ raw: testMessage("marked elsewhere"), flags: "T" },
			{ raw: testMessage("three") },
		]);
		const session = await open(accountOf(dovecot, user));
		const { messages } = await list(session, null, 100);
		await session.writer.destroy([messages.at(-1)?.id ?? ""]);
		const second = await other(user);
		await second.mailboxOpen("INBOX");
		const remaining = await second.fetchAll("1:*", { envelope: true, flags: true });
		expect(remaining.map(({ envelope, flags }) => [envelope?.subject, flags?.has("\\Deleted")])).toEqual([
			["marked elsewhere", true],
			["three", false],
		]);
	});

	test("finds moved messages again, including duplicates", async () => {
		const user = await dovecot.addUser();
		const twin = { raw: testMessage("twin") };
		await dovecot.load(user.user, [twin, { raw: testMessage("another") }, twin]);
		const session = await open(accountOf(dovecot, user));
		const { messages } = await list(session, null, 100);
		const before = await fetchAll(
			session,
			messages.map(({ id }) => id),
			"full",
		);
		const { missing, renamed } = await session.writer.move(
			messages.map(({ id }) => id),
			"Archive",
		);
		expect([missing, Object.keys(renamed).length]).toEqual([[], 3]);
		const after = await fetchAll(session, Object.values(renamed), "full");
		for (const [id, raw] of before) expect(after.get(renamed[id] ?? "")?.equals(raw)).toBe(true);
	});

	test("sends without Bcc, and saves a copy with it in Sent", async () => {
		const user = await dovecot.addUser();
		const sink = await startSmtpSink();
		closers.push(sink.close);
		const environment = accountOf(dovecot, user);
		environment.account.settings.smtp = { host: "127.0.0.1", port: sink.port, security: "none", username: "out" };
		environment.account.credentials = { ...environment.account.credentials, smtpPassword: "other secret" };
		const session = await open(environment);
		const raw = testMessage("Sent").replace(
			"Subject:",
			"Cc: c@example.org\r\nBcc: Secret <secrehidden@example.org>,\r\n hidden@example.org\r\nSubject:",
		);
		const sent = await session.sender?.send(outgoing(raw), sendOptions());
		expect(sent?.recipients.map(({ address, state }) => [address, state])).toEqual(
			["bob@example.net", "c@example.org", "secrehidden@example.org", "hidden@example.org"].map((one) => [
				one,
				"accepted",
			]),
		);
		const { id } = (await session.sender?.saveSent?.(outgoing(raw))) ?? {};
		expect(sink.received).toMatchObject([
			{
				from: "ann@example.org",
				to: ["bob@example.net", "c@example.org", "secrehidden@example.org", "hidden@example.org"],
				login: "out:other secret",
			},
		]);
		expect(sink.received[0]?.raw).not.toMatch(/bcc|secret|hidden/i);
		expect(sink.received[0]?.raw).toContain("Subject: Sent\r\n");
		const copy = await fetchAll(session, [id ?? ""], "full");
		expect(copy.get(id ?? "")?.toString()).toBe(raw);
		const [listed] = (await list(session, null, 100)).messages;
		expect(listed).toMatchObject({ id, folderId: "Sent", flags: { read: true } });
		sink.refuse("554 5.7.1 No such luck");
		const refused = await session.sender?.send(outgoing(raw), sendOptions());
		expect(refused?.recipients[0]).toEqual({
			address: "bob@example.net",
			state: "rejected",
			status: "5.7.1",
			reply: "No such luck",
		});
		expect(refused?.recipients.every(({ state }) => state === "rejected")).toBe(true);
		expect((await session.sender?.saveSent?.(outgoing(raw)))?.id).toBe(id);
		expect((await list(session, null, 100)).messages).toHaveLength(1);
	});

	test(`sends files of ${megabytes.join(" and ")} MB, which arrive byte for byte and come back from Sent`, async () => {
		const session = await open(sendingAccountOf(dovecot, await dovecot.addUser()));
		const attachments = megabytes.map((size, index) => ({
			...{ filename: `Plän ${index}.bin`, content: randomBytes(size * 1024 * 1024) },
		}));
		const header = { from: "ann@example.org", to: "bob@example.net", subject: "Plans" };
		const message = outgoing(await new MailComposer({ ...header, attachments }).compile().build());
		const hashOf = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");
		const hashesIn = async (raw: string | Buffer | undefined) =>
			(await messageParts(Buffer.from(raw ?? ""))).attachments.map(({ content }) =>
				hashOf(new Uint8Array(content as ArrayBuffer)),
			);
		const hashes = attachments.map(({ content }) => hashOf(content));
		const sent = await session.sender?.send(message, sendOptions());
		expect(sent?.recipients).toMatchObject([{ address: "bob@example.net", state: "accepted" }]);
		const { id = "" } = (await session.sender?.saveSent?.(message)) ?? {};
		expect(await hashesIn(dovecot.handedIn.at(-1)?.raw)).toEqual(hashes);
		expect(await hashesIn((await fetchAll(session, [id ?? ""], "full")).get(id ?? ""))).toEqual(hashes);
	});

	test("saves drafts, and reports a full mailbox", async () => {
		const user = await dovecot.addUser({ quotaBytes: 20_000 });
		const session = await open(accountOf(dovecot, user));
		const { id } = (await session.drafts?.save(Buffer.from(testMessage("draft")))) ?? { id: "" };
		expect((await list(session, null, 100)).messages).toMatchObject([{ id, folderId: "Drafts" }]);
		expect(await session.reader.quota?.()).toMatchObject({ limitBytes: 20_480 });
		const full = session.drafts?.save(Buffer.from(testMessage("large", "x".repeat(30_000))));
		await expect(full).rejects.toThrow(/mailbox is full/);
		await expect(full).rejects.toBeInstanceOf(Unsupported);
	});
});

describeIf(dovecotPath !== null).each([
	["IDLE", {}],
	["no LIST-STATUS", { without: ["LIST-STATUS"] }],
])("watching with %s", (_, options) => {
	let dovecot: Dovecot;
	beforeAll(async () => {
		dovecot = await startDovecot(options);
	});
	afterAll(() => dovecot.stop());

	test("reports new mail, flag changes and removals, also after a reconnect", async () => {
		const user = await dovecot.addUser();
		await dovecot.load(user.user, [{ raw: testMessage("one") }, { raw: testMessage("two") }]);
		const faulty = await startFaultyImap({ host: dovecot.host, port: dovecot.imapPort });
		closers.push(faulty.close);
		const environment = accountOf(dovecot, user);
		Object.assign(environment.account.settings, { imap: { host: faulty.host, port: faulty.port, security: "none" } });
		const session = await open(environment);
		const stop = new AbortController();
		let notifications = 0;
		const watching = session.watcher?.watch(() => notifications++, stop.signal);
		const other = await secondClient(dovecot, user);
		closers.push(async () => other.close());
		await other.mailboxOpen("INBOX");
		const changes: (() => Promise<unknown>)[] = [
			() => dovecot.deliver(user.user, testMessage("three")),
			() => other.messageFlagsAdd("1", ["\\Flagged"]),
			() => other.messageDelete("2"),
		];
		for (const change of changes) {
			const before = notifications;
			// The watcher's first poll may already include the change, so the change is repeated.
			await eventually(async () => {
				await change();
				await vi.waitFor(() => expect(notifications).toBeGreaterThan(before), { timeout: 1500 });
			});
		}
		const before = notifications;
		faulty.cutAll();
		await eventually(() => expect(notifications).toBeGreaterThan(before));
		stop.abort();
		await watching;
	});
});
