import { AppError } from "#kernel/errors.ts";
import { readConversationState } from "#kernel/mail.ts";
import type { MailContext } from "#kernel/module.ts";
import { ownAddresses, readOutgoing } from "#kernel/send.ts";
import { addressKey } from "#shared/mail/address-key.ts";
import { findSent, type MailRow, mailOfConversations, readMail } from "./mail.ts";
import { changeReminder, type ReminderRow } from "./store.ts";

/**
 * Whether someone else wrote in the conversation after the message was sent; automatic replies do not count.
 * @param page messages that are read at once
 */
export async function isAnswered(ctx: MailContext, ownerId: string, row: ReminderRow, page?: number): Promise<boolean> {
	const accountId = row.account_id;
	const messageId = await messageIdOf(ctx, ownerId, row);
	const sent = messageId === null ? null : await findSent(ctx.database, { ownerId, accountId }, messageId);
	const emailIds = sent === null ? row.email_ids : [sent.id];
	if (emailIds.length === 0) return false;
	if (sent !== null && row.email_ids.length === 0)
		await changeReminder(ctx.database, { ownerId, id: row.id }, { email_ids: emailIds });
	const since = sent?.received_date ?? row.created_at;
	const own = await ownAddresses(ctx, ownerId);
	for await (const one of mailOfConversations(ctx.database, { ownerId, accountId, emailIds, since, page }))
		if (!emailIds.includes(one.id) && isAnswer(one, own)) return true;
	return false;
}

/** Whether the user has closed the conversation after the message was sent: "Never mind, solved." */
export async function isClosed(ctx: MailContext, ownerId: string, row: ReminderRow): Promise<boolean> {
	const [mail] = await readMail(ctx.database, ownerId, row.email_ids);
	if (mail === undefined) return false;
	const thread = { accountId: row.account_id, threadId: mail.thread_id };
	const state = await readConversationState(ctx, ownerId, thread);
	return state?.waitsFor === null && state.kind === "closes" && !row.email_ids.includes(state.emailId ?? "");
}

/** A provider may have given the message another Message-ID, which is known once its copy is in Sent. */
async function messageIdOf(ctx: MailContext, ownerId: string, row: ReminderRow): Promise<string | null> {
	if (row.outgoing_id === null) return row.message_id;
	try {
		return (await readOutgoing(ctx.database, ownerId, row.outgoing_id)).messageId;
	} catch (cause) {
		if (cause instanceof AppError && cause.status === 404) return row.message_id;
		throw cause;
	}
}

/** Whether a message is one that a person other than the user wrote. @param own the keys of the user's addresses */
function isAnswer({ folder_role: role, sender_email: sender, incoming }: MailRow, own: ReadonlySet<string>): boolean {
	return !["sent", "drafts", "spam", "trash"].includes(role) && !own.has(addressKey(sender)) && incoming === null;
}
