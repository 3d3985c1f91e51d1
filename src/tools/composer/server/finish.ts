import { capability } from "#kernel/capabilities.ts";
import { mailSent, on } from "#kernel/events.ts";
import type { MailContext } from "#kernel/module.ts";
import { markAnswered, readOutgoing } from "#kernel/send.ts";
import { setReminder } from "#shared/capabilities/set-reminder.ts";
import { tool } from "../tool.ts";
import { removeAttachments } from "./attachments.ts";
import { changeDraft, type DraftKey, findByOutgoing, lockDraft, readDraft } from "./store.ts";

const DAY_MS = 24 * 3_600_000;

/** Marks what was answered, sets the reminders of drafts that were sent, and ends those that all recipients got: they are in Sent now. */
export const finishSent = {
	name: `${tool.id}.sent`,
	handlers: [
		on(mailSent, async (ctx: MailContext, events, { ownerId, signal }) => {
			const outgoingIds = events.map(({ payload }) => payload.outgoingId);
			const drafts = await findByOutgoing(ctx.database, ownerId, outgoingIds);
			for (const { payload } of events) {
				const id = drafts.get(payload.outgoingId);
				if (id === undefined) continue;
				const { kind, email_id: emailId } = await readDraft(ctx.database, { ownerId, id });
				if (emailId !== null && kind !== "new") await markAnswered(ctx, { ownerId, emailId, answer: kind });
				await remind(ctx, { ownerId, id }, { ...payload, signal });
				await finish(ctx, { ownerId, id }, payload.outgoingId);
			}
		}),
	],
};

interface SentMessage {
	accountId: string;
	outgoingId: string;
	messageId: string;
	signal: AbortSignal;
}

/** Once: the draft no longer asks for a reminder when the transaction that sets it commits. */
async function remind(
	ctx: MailContext,
	key: DraftKey,
	{ accountId, outgoingId, messageId, signal }: SentMessage,
): Promise<void> {
	const now = ctx.now();
	await ctx.database.transaction(async () => {
		const { remind_after_days: days, subject } = await lockDraft(ctx.database, key);
		if (days === null) return;
		const dueAt = new Date(now + days * DAY_MS).toISOString();
		const message = { accountId, outgoingId, messageId, subject };
		await capability(ctx, setReminder)?.({ ownerId: key.ownerId, signal }, { ...message, dueAt });
		await changeDraft(ctx.database, key, { remind_after_days: null }, new Date(now));
	});
}

async function finish(ctx: MailContext, key: DraftKey, outgoingId: string): Promise<void> {
	const { state } = await readOutgoing(ctx.database, key.ownerId, outgoingId);
	if (state !== "sent") return;
	const now = new Date(ctx.now());
	const emptied = { finished_at: now, html: null, body_text: "", quote: null };
	await ctx.database.transaction(() => changeDraft(ctx.database, key, emptied, now));
	await removeAttachments(ctx, key);
}
