import {
	mailChanged,
	mailReceived,
	mailRemoved,
	mailReplied,
	type NewMail,
	on,
	type Subscription,
} from "#kernel/events.ts";
import type { MailContext } from "#kernel/module.ts";
import { tool } from "../tool.ts";
import { isAnswered } from "./answers.ts";
import { conversationsOf, readMail } from "./mail.ts";
import { archiveMuted } from "./mute.ts";
import { cancelReminder, returnReminder } from "./snooze.ts";
import { changeReminder, remindersOf, snoozesOf } from "./store.ts";

/**
 * Keeps reminders true to the mailbox: a reply ends the wait, and so does moving a snoozed message elsewhere, here or in another
 * mail program.
 */
export const reminderUpdates: Subscription<MailContext> = {
	name: `${tool.id}.mail`,
	batchSize: 1,
	handlers: [
		on(mailReceived, async (ctx: MailContext, events, { ownerId, signal }) => {
			for (const { payload } of events) {
				const mail = { ownerId, accountId: payload.accountId, ids: payload.emailIds, signal };
				await archiveMuted(ctx, mail);
				await endWaits(ctx, mail);
			}
		}),
		on(mailReplied, async (ctx: MailContext, events, { ownerId }) => {
			for (const { payload } of events) {
				if (payload.isAutomatic) continue;
				const waiting = await remindersOf(ctx.database, { ownerId, accountId: payload.accountId });
				for (const { id, message_id: messageId, outgoing_id: outgoingId } of waiting)
					if (messageId === payload.messageId || outgoingId === payload.outgoingId)
						await cancel(ctx, { ownerId, id, accountId: payload.accountId });
			}
		}),
		on(mailChanged, async (ctx: MailContext, events, { ownerId }) => {
			for (const { payload } of events)
				if (payload.parts.includes("folder")) await checkLocations(ctx, ownerId, payload.emailIds);
		}),
		on(mailRemoved, async (ctx: MailContext, events, { ownerId }) => {
			for (const { payload } of events) await checkLocations(ctx, ownerId, payload.emailIds);
		}),
	],
};

/** New mail returns snoozed conversations, and ends reminders of messages that it answers. */
async function endWaits(ctx: MailContext, { ownerId, accountId, ids }: NewMail): Promise<void> {
	const waiting = await remindersOf(ctx.database, { ownerId, accountId });
	if (waiting.length === 0) return;
	const arrived = await readMail(ctx.database, ownerId, ids);
	const conversations = new Set(arrived.map(({ thread_id: thread }) => thread));
	const hasReply = arrived.some(({ folder_role: role }) => role === "inbox");
	const waitingIds = waiting.flatMap((row) => row.email_ids);
	const conversationOf = await conversationsOf(ctx.database, { ownerId, accountId }, waitingIds);
	const inConversation = (id: string) => conversations.has(conversationOf.get(id) ?? "");
	for (const row of waiting) {
		const key = { ownerId, id: row.id };
		if (row.kind === "no_reply") {
			// Of a message that is not stored yet, the conversation is unknown.
			const isElsewhere = row.email_ids.length > 0 && !row.email_ids.some(inConversation);
			if (!isElsewhere && (await isAnswered(ctx, ownerId, row))) await cancel(ctx, { ...key, accountId });
		} else if (hasReply && row.email_ids.some((id) => inConversation(id) && !ids.includes(id)))
			await returnReminder(ctx, key, "reply");
	}
}

/** Forgets snoozed messages that were moved elsewhere, and what came back once it has left the inbox. */
async function checkLocations(ctx: MailContext, ownerId: string, emailIds: readonly string[]): Promise<void> {
	const snoozes = (await snoozesOf(ctx.database, ownerId, emailIds)).filter(({ state }) => state !== "returning");
	const found = await readMail(
		ctx.database,
		ownerId,
		snoozes.flatMap((row) => row.email_ids),
	);
	const byId = new Map(found.map((one) => [one.id, one]));
	for (const row of snoozes) {
		const mail = row.email_ids.flatMap((id) => byId.get(id) ?? []);
		const expected = row.state === "waiting" ? "archive" : "inbox";
		const left = mail.filter(({ folder_role: role }) => role === expected).map(({ id }) => id);
		const key = { ownerId, id: row.id };
		if (left.length === 0) await cancel(ctx, { ...key, accountId: row.account_id });
		else if (left.length < row.email_ids.length) await changeReminder(ctx.database, key, { email_ids: left });
	}
}

async function cancel(
	ctx: MailContext,
	{ ownerId, id, accountId }: { ownerId: string; id: string; accountId: string },
): Promise<void> {
	await cancelReminder(ctx, { ownerId, id });
	ctx.events.publish(ownerId, { type: "mail", accountId });
}
