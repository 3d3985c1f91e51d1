import { afterAll, beforeAll, expect, test } from "vitest";
import { memoryEnvironment } from "#providers/memory-environment.ts";
import { Unavailable } from "#server/mail/provider/errors.ts";
import { secondClient, testMessage } from "#test/dovecot/account.ts";
import { type Dovecot, startDovecot } from "#test/dovecot/dovecot.ts";
import { dovecotPath } from "#test/dovecot/program.ts";
import { type FaultyImap, startFaultyImap } from "#test/imap-faults/proxy.ts";
import { describeIf } from "../../../../fixtures/only-if.ts";
import { imapProvider } from "../provider.ts";

/** Servers without MOVE: messages are copied, and the connection is lost before the originals are expunged. */

const SERVERS = [
	["with UIDPLUS", ["MOVE"], /COPYUID/],
	["without UIDPLUS", ["MOVE", "UIDPLUS"], /OK .*Copy completed/],
] as const;

describeIf(dovecotPath !== null).each(SERVERS)("a server without MOVE, %s", (_, without, answer) => {
	let dovecot: Dovecot;
	let faulty: FaultyImap;
	beforeAll(async () => {
		dovecot = await startDovecot({ tls: false, without: [...without] });
		faulty = await startFaultyImap({ host: dovecot.host, port: dovecot.imapPort });
	});
	afterAll(async () => {
		await faulty.close();
		await dovecot.stop();
	});

	/** A mailbox with a copy of one of its messages in Archive already, and a move there that was interrupted. */
	async function open() {
		const user = await dovecot.addUser();
		await dovecot.load(
			user.user,
			[1, 2, 3].map((n) => ({ raw: testMessage(`Message ${n}`) })),
		);
		const other = await secondClient(dovecot, user);
		await other.mailboxCreate("Archive");
		await other.append("Archive", Buffer.from(testMessage("Message 1")));
		const environment = memoryEnvironment({
			account: {
				settings: {
					email: "ann@example.org",
					username: user.user,
					imap: { host: faulty.host, port: faulty.port, security: "none" },
					smtp: null,
				},
				credentials: { password: user.password },
			},
		});
		const subjectsIn = async (path: string) => {
			await other.mailboxOpen(path);
			const found = await other.fetchAll("1:*", { envelope: true }).catch(() => []);
			return found.map(({ envelope }) => envelope?.subject).sort();
		};
		const listing = await imapProvider.open(environment);
		const { messages } = await listing.reader.listChanges(null, { limit: 100, signal: new AbortController().signal });
		await listing.close();
		const ids = messages.filter(({ folderId }) => folderId === "INBOX").map(({ id }) => id);
		expect(ids).toHaveLength(3);
		// Its first connection is lost with the answer to the copying.
		faulty.fail({ what: "cut", from: "server", after: answer });
		const faults = faulty.faults();
		const session = await imapProvider.open(environment);
		await expect(session.writer.move(ids, "Archive")).rejects.toBeInstanceOf(Unavailable);
		expect(faulty.faults()).toBe(faults + 1);
		const close = async () => {
			await session.close();
			other.close();
		};
		return { environment, session, ids, subjectsIn, other, close };
	}

	const all = ["Message 1", "Message 1", "Message 2", "Message 3"];

	test.each(["the same process", "another process"])("has each message once after another try by %s", async (by) => {
		const box = await open();
		expect([await box.subjectsIn("INBOX"), await box.subjectsIn("Archive")]).toEqual([all.slice(1), all]);
		const again = by === "another process" ? await imapProvider.open(box.environment) : box.session;
		await again.writer.move(box.ids, "Archive");
		expect([await box.subjectsIn("INBOX"), await box.subjectsIn("Archive")]).toEqual([[], all]);
		if (again !== box.session) await again.close();
		await box.close();
	});

	test("moves on when the folder of an interrupted move is gone", async () => {
		const box = await open();
		await box.other.mailboxDelete("Archive");
		await box.other.mailboxCreate("Archive");
		await box.session.writer.move(box.ids, "Archive");
		expect([await box.subjectsIn("INBOX"), await box.subjectsIn("Archive")]).toEqual([[], all.slice(1)]);
		await box.close();
	});
});
