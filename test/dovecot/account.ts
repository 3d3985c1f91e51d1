import { ImapFlow } from "imapflow";
import { type MemoryEnvironment, memoryEnvironment } from "#providers/memory-environment.ts";
import type { Dovecot, MailUser } from "./dovecot.ts";

/** A small, unique message. */
export function testMessage(subject: string, body = "Hello"): string {
	return [
		"From: Ann <ann@example.org>",
		"To: Bob <bob@example.net>",
		`Subject: ${subject}`,
		`Message-ID: <${subject.replace(/\W+/g, "-")}@example.org>`,
		"Date: Mon, 05 Jan 2026 08:50:15 +0000",
		"",
		body,
		"",
	].join("\r\n");
}

/** The provider's environment for a user of a Dovecot. */
export function accountOf(dovecot: Dovecot, { user, password }: MailUser): MemoryEnvironment {
	return memoryEnvironment({
		account: {
			settings: {
				email: `${user}@example.net`,
				username: user,
				imap: { host: "localhost", port: dovecot.imapsPort, security: "tls", certificate: dovecot.certificate },
				smtp: null,
				sieve: { host: "localhost", port: dovecot.sievePort },
			},
			credentials: { password },
		},
	});
}

/** The same, with the Dovecot's submission server. */
export function sendingAccountOf(dovecot: Dovecot, user: MailUser): MemoryEnvironment {
	const environment = accountOf(dovecot, user);
	const { certificate, submissionPort: port } = dovecot;
	environment.account.settings.smtp = { host: "localhost", port, security: "starttls", certificate };
	return environment;
}

/** Another mail client on the same mailbox. */
export async function secondClient(dovecot: Dovecot, { user, password }: MailUser): Promise<ImapFlow> {
	const client = new ImapFlow({
		host: dovecot.host,
		port: dovecot.imapPort,
		secure: false,
		doSTARTTLS: false,
		auth: { user, pass: password },
		logger: false,
	});
	await client.connect();
	return client;
}
