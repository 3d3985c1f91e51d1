import { provide } from "#kernel/capabilities.ts";
import { badRequest, notFound } from "#kernel/errors.ts";
import type { MailContext } from "#kernel/module.ts";
import { setReminder } from "#shared/capabilities/set-reminder.ts";
import { readMail } from "./mail.ts";
import { addReminders, removeReminders, requireFuture, waitingRow } from "./snooze.ts";
import { findOfOutgoing, waitingForReply } from "./store.ts";

interface SentMessage {
	accountId: string;
	/** Empty: it is not stored yet. */
	emailIds: string[];
	/** Message-ID without angle brackets. */
	messageId: string;
	/** The row of `outgoing_messages`; null: sent elsewhere. */
	outgoingId: string | null;
	subject: string;
	dueAt: Date;
}

/** Reminds of sent messages, of each unless someone answers it before. Earlier reminders of them are replaced. @returns ids */
async function remindOf(ctx: MailContext, ownerId: string, messages: readonly SentMessage[]): Promise<string[]> {
	const rows = messages.map((message) =>
		waitingRow(ctx, {
			...{
				account_id: message.accountId,
				kind: "no_reply",
				email_ids: message.emailIds,
				message_id: message.messageId,
			},
			...{ outgoing_id: message.outgoingId, subject: message.subject, note: null, due_at: message.dueAt },
		}),
	);
	// A message may be stored twice.
	const unique = [...new Map(rows.map((row) => [`${row.account_id} ${row.message_id}`, row])).values()];
	await removeReminders(ctx, ownerId, await waitingForReply(ctx.database, ownerId, messages));
	await addReminders(ctx, ownerId, unique);
	return unique.map(({ id }) => id);
}

/** The same for messages in Sent: for all or none. @returns the ids of the reminders @throws AppError 400 `bad-time`, `not-sent`; 404 */
export async function remindOfSent(
	ctx: MailContext,
	ownerId: string,
	{ ids, dueAt: time }: { ids: string[]; dueAt: string },
): Promise<string[]> {
	const dueAt = requireFuture(ctx, time);
	const mail = await readMail(ctx.database, ownerId, ids);
	if (mail.length < new Set(ids).size) throw notFound("The message");
	const sent = mail.flatMap(({ id, account_id: accountId, folder_role: role, message_id: messageId, subject }) =>
		role === "sent" && messageId !== null ? { accountId, emailIds: [id], messageId, subject } : [],
	);
	if (sent.length < mail.length) throw badRequest("not-sent", "Choose messages that you sent.");
	const messages = sent.map((message) => ({ ...message, outgoingId: null, dueAt }));
	return ctx.database.transaction(() => remindOf(ctx, ownerId, messages));
}

/** Reminders that other tools set. */
export const provideSetReminder = provide(setReminder, async (ctx: MailContext, { ownerId }, { dueAt, ...message }) => {
	const { accountId, outgoingId } = message;
	const known = await findOfOutgoing(ctx.database, { ownerId, accountId, outgoingId });
	if (known !== null) return { reminderId: known };
	const [reminderId = ""] = await remindOf(ctx, ownerId, [{ ...message, emailIds: [], dueAt: new Date(dueAt) }]);
	ctx.database.afterCommit(() => ctx.events.publish(ownerId, { type: "mail", accountId }));
	return { reminderId };
});
