import { ImapFlow } from "imapflow";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Dovecot, type MailUser, startDovecot } from "./dovecot.ts";
import { dovecotPath } from "./program.ts";

const MAIL =
	"From: a@example.org\r\nTo: b@example.org\r\nSubject: Hello\r\nMessage-ID: <1@example.org>\r\n\r\nBody\r\n";

describe.skipIf(dovecotPath === null)("Dovecot for tests", () => {
	let dovecot: Dovecot;
	beforeAll(async () => {
		dovecot = await startDovecot();
	});
	afterAll(() => dovecot.stop());

	async function open({ user, password }: MailUser, server = dovecot): Promise<ImapFlow> {
		const client = new ImapFlow({
			host: server.host,
			port: server.imapsPort || server.imapPort,
			secure: server.imapsPort !== 0,
			tls: { ca: server.certificate },
			auth: { user, pass: password },
			logger: false,
		});
		await client.connect();
		return client;
	}

	test("lets a user in by TLS and offers the standard folders, subscribed", async () => {
		const client = await open(await dovecot.addUser());
		const folders = await client.list();
		expect(
			folders
				.filter((folder) => folder.subscribed)
				.map((folder) => folder.specialUse)
				.sort(),
		).toEqual(["\\Archive", "\\Drafts", "\\Inbox", "\\Junk", "\\Sent", "\\Trash"]);
		await client.logout();
	});

	test("tells an idle client of what is delivered", async () => {
		const person = await dovecot.addUser();
		const client = await open(person);
		await client.mailboxOpen("INBOX");
		const told = new Promise<number>((resolve) => client.on("exists", ({ count }) => resolve(count)));
		void client.idle();
		await dovecot.deliver(person.user, MAIL);
		expect(await told).toBe(1);
		await client.logout();
	});
});
