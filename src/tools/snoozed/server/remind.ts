import { badRequest, notFound } from "#kernel/errors.ts";
import type { MailContext } from "#kernel/module.ts";
import { newId } from "#shared/ids.ts";
import { addReminder, cancelReminder, requireFuture } from "./snooze.ts";
import { readMail, remindersOf } from "./store.ts";

interface SentMessage {
	ownerId: string;
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

/** Reminds of a sent message, unless somebody answers it before. An earlier reminder of it is replaced. @returns its id */
export async function remindOf(ctx: MailContext, { ownerId, dueAt, ...message }: SentMessage): Promise<string> {
	const { accountId, messageId } = message;
	const before = await remindersOf(ctx.database, { ownerId, accountId });
	for (const row of before)
		if (row.kind === "no_reply" && row.message_id === messageId) await cancelReminder(ctx, { ownerId, id: row.id });
	const id = newId(ctx.now());
	await ctx.database.transaction(async (tx) => {
		const row = {
			...{ id, account_id: accountId, kind: "no_reply" as const, email_ids: message.emailIds, message_id: messageId },
			...{ outgoing_id: message.outgoingId, subject: message.subject, note: null },
			...{ due_at: dueAt, created_at: new Date(ctx.now()) },
		};
		await addReminder(ctx, ownerId, row, tx);
	});
	return id;
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
	const made: string[] = [];
	for (const message of sent) made.push(await remindOf(ctx, { ownerId, outgoingId: null, dueAt, ...message }));
	return made;
}
