import type { Email } from "#shared/contracts/emails.ts";
import { addressKey } from "#shared/mail/address-key.ts";
import { ownWords as freshWords } from "#shared/mail/quoted-text.ts";
import { isDistrusted } from "#shared/mail/trust.ts";
import { unwrap } from "#shared/mail/unwrap.ts";
import { AppError } from "../../errors.ts";
import type { MailContext } from "../context/context.ts";
import { openEmail } from "../messages/open-email.ts";
import { ownAddresses } from "../send/senders.ts";
import type { Said } from "./built-in/conversation.ts";

/** Longer texts are cut: the rest of a message says little that its beginning does not. */
const MAX_TEXT_LENGTH = 12_000;

/** What the sender wrote this time, in whole lines: quotes and signatures never enter a summary. */
export function ownWords({
	text,
	senderName,
	senderEmail,
}: Pick<Email, "text" | "senderName" | "senderEmail">): string {
	const fresh = freshWords(text, senderName === "" ? senderEmail : senderName);
	return unwrap(fresh).trim().slice(0, MAX_TEXT_LENGTH);
}

/** A message with what its sender wrote. @throws AppError 404; 409 `nothing-to-read` */
export async function readOwnWords(
	ctx: MailContext,
	{ ownerId, emailId }: { ownerId: string; emailId: string },
): Promise<{ email: Email; text: string }> {
	const email = await openEmail(ctx, ownerId, emailId);
	const text = ownWords(email);
	if (text === "") throw nothingToRead();
	return { email, text };
}

export function nothingToRead(): AppError {
	return new AppError(409, "nothing-to-read", "This email has no text of its own.");
}

/**
 * The messages of an email's conversation, oldest first, without those that have no words of their own or are not to be trusted.
 * @param conversation.ids of its messages; the email itself is read in any case
 */
export async function readConversation(
	ctx: MailContext,
	ownerId: string,
	{ email, ids }: { email: Email; ids: readonly string[] },
): Promise<Said[]> {
	const { id } = email;
	const own = await ownAddresses(ctx, ownerId);
	const messages: Said[] = [];
	for (const one of ids.includes(id) ? ids : [id]) {
		const read = one === id ? email : await openEmail(ctx, ownerId, one);
		const text = ownWords(read);
		if (text === "" || (one !== id && isDistrusted(read.trust ?? null))) continue;
		messages.push({ ...saidIn(read, text), isOwn: read.folder === "sent" || own.has(addressKey(read.senderEmail)) });
	}
	return messages.toSorted((a, b) => a.sentAt - b.sentAt);
}

/** Lists write "Ann Lee via Some-list". */
function writerOf({ senderName, senderEmail }: Email): string {
	return senderName.replace(/ via \S.*$/, "") || senderEmail;
}

function saidIn(email: Email, text: string): Omit<Said, "isOwn"> {
	const people = [...email.to, ...email.cc].map((one) => (one.name === "" ? one.email : one.name));
	const sentAt = Date.parse(email.sentAt ?? email.receivedAt);
	return { id: email.id, subject: email.subject, text, sentAt, people, sender: writerOf(email) };
}
