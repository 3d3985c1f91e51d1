/** Shared test helpers: a mailbox whose outgoing mail goes to an SMTP sink. */

import { newId } from "#shared/ids.ts";
import type { Dovecot, MailUser } from "#test/dovecot/dovecot.ts";
import { OWNER, type TestMailbox } from "#test/mailbox.ts";
import { sealCredentials } from "../sessions/credentials.ts";
import type { SendRequest } from "./send-mail.ts";

/**
 * Connects a user of the Dovecot, who sends through the SMTP server on this port or, without one, through the Dovecot.
 * @returns the account's id
 */
export async function connectMailbox(
	{ ctx, ownerId = OWNER }: Pick<TestMailbox, "ctx"> & { ownerId?: string },
	dovecot: Pick<Dovecot, "imapsPort" | "submissionsPort" | "certificate">,
	{ user, password }: Pick<MailUser, "user" | "password">,
	smtpPort: number | null,
): Promise<string> {
	const id = newId();
	const email = `${user}@example.org`;
	const settings = {
		...{ email, username: user, access: "full" },
		imap: { host: "localhost", port: dovecot.imapsPort, security: "tls", certificate: dovecot.certificate },
		smtp:
			smtpPort === null
				? { host: "localhost", port: dovecot.submissionsPort, security: "tls", certificate: dovecot.certificate }
				: { host: "127.0.0.1", port: smtpPort, security: "none" },
		sieve: null,
	};
	await ctx.database.exec(
		"insert into connected_accounts (owner_id, id, provider, name, email, settings, credentials) values ($1, $2, 'imap', $3, $3, $4, $5)",
		[ownerId, id, email, settings, sealCredentials(ctx.config, ownerId, id, { password })],
	);
	return id;
}

/** A small message. @param name its subject and idempotency key */
export function request(
	accountId: string,
	name: string,
	to: string[] = ["bob@example.net"],
	priority: SendRequest["priority"] = "interactive",
): SendRequest {
	return {
		...{ ownerId: OWNER, accountId, idempotencyKey: name, priority },
		to: to.map((email) => ({ name: "", email })),
		message: { subject: name, text: `Hello from ${name}` },
	};
}
