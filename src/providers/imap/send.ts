import { Unsupported } from "#server/mail/provider/errors.ts";
import { appendTo } from "./append.ts";
import { ensureRole } from "./folder-changes.ts";
import { envelopeOf, splitMessage, withoutBcc } from "./header-section.ts";
import type { ImapSession } from "./session.ts";
import { atSmtpServer, type SmtpError, smtpErrorText, translateSmtp } from "./smtp.ts";

/** Servers that save sent messages to Sent themselves. */
const FILES_ITSELF = /(^|\.)(gmail\.com|googlemail\.com|office365\.com|smtp-mail\.outlook\.com|outlook\.com)$/i;

/**
 * Sends to all recipients named in the header (RFC 5321), and saves a copy in Sent.
 * @throws Unsupported naming the rejected recipients; the others received the message
 */
export async function send(session: ImapSession, raw: Uint8Array): Promise<{ id?: string }> {
	const { smtp } = session.account;
	if (smtp === null) throw new Unsupported("This mailbox has no server for outgoing mail: add one in its settings");
	const { header, body } = splitMessage(raw);
	const envelope = envelopeOf(header);
	if (envelope.to.length === 0) throw new Unsupported("The message names no recipient");
	if (envelope.from === "") throw new Unsupported("The message names no sender");
	const refused = await deliver(session, smtp, envelope, Buffer.concat([withoutBcc(header), body]));
	const id = FILES_ITSELF.test(smtp.host) ? undefined : await keepCopy(session, raw);
	if (refused !== "") throw new Unsupported(`The message was sent, but not to everyone: ${refused}`);
	return id === undefined ? {} : { id };
}

/** @returns the rejected recipients, with the server's response */
async function deliver(
	{ environment }: ImapSession,
	smtp: NonNullable<ImapSession["account"]["smtp"]>,
	envelope: { from: string; to: string[] },
	raw: Buffer,
): Promise<string> {
	try {
		const { rejected, rejectedErrors = [] } = await atSmtpServer(environment, smtp, {}, (transport) =>
			transport.sendMail({ envelope, raw }),
		);
		return rejected
			.map(
				(recipient, index) => `${String(recipient)} (“${smtpErrorText((rejectedErrors[index] ?? {}) as SmtpError)}”)`,
			)
			.join(", ");
	} catch (cause) {
		throw translateSmtp(cause);
	}
}

/** The message has been sent: failing to save the copy is not an error. */
async function keepCopy(session: ImapSession, raw: Uint8Array): Promise<string | undefined> {
	for (const _ of [1, 2])
		try {
			return await keep(session, "sent", raw, ["\\Seen"]);
		} catch {
			// The second attempt uses a new connection.
		}
	return undefined;
}

export async function saveDraft(session: ImapSession, raw: Uint8Array): Promise<{ id: string }> {
	const id = await keep(session, "drafts", raw, ["\\Draft", "\\Seen"]);
	if (id === undefined) throw new Unsupported("The mail server does not say where it keeps the draft");
	return { id };
}

/** @returns the id of the copy in the folder with that role; undefined when the server does not report it */
async function keep(
	session: ImapSession,
	role: "sent" | "drafts",
	raw: Uint8Array,
	flags: string[],
): Promise<string | undefined> {
	const gmail = await session.gmail();
	return session.work.use(async (client) =>
		appendTo(session, client, gmail, { path: await ensureRole(session, client, role), raw, flags }),
	);
}
