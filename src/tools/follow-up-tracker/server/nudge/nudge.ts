import { z } from "zod";
import { badRequest, conflict } from "#kernel/errors.ts";
import { readConversationState } from "#kernel/mail.ts";
import { openEmail } from "#kernel/messages.ts";
import { askModel, engineOf } from "#kernel/model.ts";
import type { MailContext } from "#kernel/module.ts";
import { ownAddresses } from "#kernel/send.ts";
import { givenName, languageOf, ownWords, summarize } from "#kernel/summaries.ts";
import type { Email } from "#shared/contracts/emails.ts";
import type { Engine } from "#shared/contracts/model.ts";
import { addressKey } from "#shared/mail/address-key.ts";
import { nudgeOf } from "./phrases.ts";

/** Short reminders of messages that no one has answered, for the user to edit and send. */

interface Asked {
	ownerId: string;
	/** The message that waits for an answer. */
	emailId: string;
	/** IANA time zone of the user. */
	timeZone: string;
	signal: AbortSignal;
}

/** What was asked is quoted up to this length. */
const MAX_QUESTION_LENGTH = 160;
const REPLY_PREFIX = /^(?:(?:re|aw|fwd?|wg|tr)\s*:\s*)+/i;

const answer = z.object({ text: z.string().min(1).max(2_000) });

const SYSTEM =
	"You write a short, polite reminder to the recipient of an email that the sender wrote and nobody has answered, for the sender to edit. In the language of the email. Two to four sentences: name the email and what it asked, and make it easy to answer. No reproach, no pressure, no invented facts, names, dates or numbers. Plain text with a greeting and a closing line, without a signature.";

/**
 * The text of a reminder, by the user's model or the built-in engine, in the language of the message. Nothing is sent.
 * @throws AppError 400 `not-sent`; 404; 409 `answered`, `unknown-language`; those of `askModel`
 */
export async function draftNudge(ctx: MailContext, asked: Asked): Promise<{ text: string; engine: Engine }> {
	const { ownerId, timeZone, signal } = asked;
	const email = await openEmail(ctx, ownerId, asked.emailId);
	await requireUnanswered(ctx, ownerId, email);
	const text = ownWords(email);
	const sentAt = Date.parse(email.sentAt ?? email.receivedAt);
	const subject = email.subject.replace(REPLY_PREFIX, "").trim();
	const [first, ...others] = email.to;
	const language = languageOf(`${subject}\n${text}`);
	const day = dayOf(sentAt, language ?? "en", timeZone);
	const reply = await askModel(ctx, {
		...{ ownerId, purpose: "nudge", system: SYSTEM, schema: answer, signal },
		prompt: JSON.stringify({ subject, to: email.to.map(({ name }) => name), sent: day, text }),
	});
	if (reply !== null) return { text: reply.value.text, engine: engineOf(reply.model) };
	if (language === null)
		throw conflict(
			"unknown-language",
			"The built-in engine writes nudges in English, German, French and Spanish, and didn't recognize the language of this email.",
		);
	const name = first !== undefined && others.length === 0 ? givenName(first) : null;
	const question = questionOf({ subject, text, sentAt });
	return { text: nudgeOf({ name, subject, day, question }, language), engine: engineOf(null) };
}

/** Requires the user's own message, the last word in its conversation or still waiting for an answer, and one that nothing closed. */
async function requireUnanswered(ctx: MailContext, ownerId: string, email: Email): Promise<void> {
	const own = await ownAddresses(ctx, ownerId);
	if (email.folder !== "sent" && !own.has(addressKey(email.senderEmail)))
		throw badRequest("not-sent", "Choose a message that you sent.");
	const state = await readConversationState(ctx, ownerId, email);
	// What others wrote since was no answer.
	if (state?.waitsFor === "others" && state.emailId === email.id) return;
	const later = await ctx.database.query(
		`select 1 from mail_messages_v1 where owner_id = $1 and account_id = $2 and thread_id = $3 and received_date > $4
			and incoming is null and folder_role not in ('sent', 'drafts', 'spam', 'trash') and not lower(sender_email) = any($5::text[]) limit 1`,
		[ownerId, email.accountId, email.threadId, new Date(email.receivedAt), own],
	);
	if (later.length > 0) throw conflict("answered", "Somebody has replied in this conversation. Read the reply first.");
	if (state?.waitsFor === null && state.kind === "closes")
		throw conflict("answered", "This conversation is closed. Nobody has to answer.");
}

/** The last question or request of the message, where it is short enough to be quoted. */
function questionOf({ subject, text, sentAt }: { subject: string; text: string; sentAt: number }): string | null {
	const { actions } = summarize({ subject, text, sentAt, people: [] });
	const short = actions.filter((one) => one.text.length <= MAX_QUESTION_LENGTH);
	return (short.findLast((one) => one.text.endsWith("?")) ?? short.at(-1))?.text ?? null;
}

/** "November 20" in the language's own words. */
function dayOf(at: number, language: string, timeZone: string): string {
	const format = (zone: string) =>
		new Intl.DateTimeFormat(language, { day: "numeric", month: "long", timeZone: zone }).format(at);
	try {
		return format(timeZone);
	} catch (cause) {
		if (cause instanceof RangeError) return format("UTC");
		throw cause;
	}
}
