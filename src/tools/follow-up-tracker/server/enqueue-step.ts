import { AppError } from "#kernel/errors.ts";
import type { MailContext } from "#kernel/module.ts";
import { findSuppressed, hasUnsubscribed, listSenders, sendMail } from "#kernel/send.ts";
import { newId } from "#shared/ids.ts";
import { tool } from "../tool.ts";
import { composeStep, contentOf, isReply, unsubscribeLink } from "./compose.ts";
import { meetsCondition, skipStep } from "./conditions.ts";
import { pauseWithReason } from "./finish.ts";
import {
	type CampaignRow,
	endSequence,
	type RecipientRow,
	readCampaign,
	readRecipient,
	readSteps,
	recordEvent,
} from "./rows.ts";
import { senderName } from "./sender-name.ts";
import { trackedContent } from "./tracking/tracking.ts";
import { variantOf } from "./variants.ts";

interface StepRequest {
	ownerId: string;
	campaign: CampaignRow;
	accountId: string;
	recipientId: string;
}

/** `skipped`: the recipient gets nothing further, or not now. */
type Outcome = "handed_over" | "skipped" | "paused";

/** Thrown to roll back: nothing is recorded as handed over. */
class StepDeferred extends Error {}

/**
 * Hands the next message of a recipient over to be sent. The message, the recipient's state and the record of the step
 * are written in one transaction, so that a message is handed over once, whatever crashes; sending it once is then up to
 * the kernel.
 */
export async function enqueueStep(ctx: MailContext, options: StepRequest): Promise<Outcome> {
	const { ownerId, campaign, accountId, recipientId } = options;
	const sender = (await listSenders(ctx, ownerId)).find((one) => one.accountId === accountId);
	if (sender === undefined || sender.obstacle !== null || sender.email === null) {
		const reason = sender?.obstacle ?? "A mailbox that the campaign sends from was removed.";
		await pauseWithReason(ctx, { ownerId, campaignId: campaign.id, reason });
		return "paused";
	}
	const { email } = await readRecipient(ctx.database, ownerId, recipientId);
	if ((await findSuppressed(ctx.database, ownerId, [email])).size > 0) {
		await endSuppressed(ctx, options);
		return "skipped";
	}
	try {
		return await ctx.database.transaction(() => record(ctx, { ...options, sender: sender.email ?? "" }));
	} catch (cause) {
		if (cause instanceof StepDeferred) return "skipped";
		if (!(cause instanceof AppError)) throw cause;
		if (cause.code !== "bad-recipient") {
			await pauseWithReason(ctx, { ownerId, campaignId: campaign.id, reason: cause.message });
			return "paused";
		}
		await end(ctx, options, { state: "failed", reason: cause.message });
		return "skipped";
	}
}

async function record(ctx: MailContext, options: StepRequest & { sender: string }): Promise<Outcome> {
	const { ownerId, accountId, recipientId, sender } = options;
	const { database } = ctx;
	const now = new Date(ctx.now());
	const campaign = await readCampaign(database, ownerId, options.campaign.id, { lock: "for share" });
	const recipient = await readRecipient(database, ownerId, recipientId, { lock: "for update" });
	const isDue = recipient.state === "waiting" && recipient.nextAt !== null && recipient.nextAt <= now;
	if (campaign.state !== "active" || !isDue) throw new StepDeferred();
	const steps = await readSteps(database, ownerId, campaign.id);
	const position = recipient.nextStep;
	const earlier = await earlierMessages(ctx, ownerId, recipient);
	if (!(await meetsCondition(ctx, { ownerId, recipient, condition: steps[position]?.condition ?? "no_reply" }))) {
		await skipStep(ctx, { ownerId, campaign, recipient, steps });
		return "skipped";
	}
	const sent = earlier.flatMap(({ step, state }) => (state === "failed" ? [] : [step]));
	const composed = composeStep(ctx.config, { ownerId, campaign, recipient, steps, position, sent });
	if (composed.missing.length > 0) {
		const reason = `There is no value for ${composed.missing.join(", ")}.`;
		await endSequence(database, { ownerId, id: recipientId, state: "failed", reason, now });
		return "skipped";
	}
	const attempt = (earlier.find(({ step }) => step === position)?.attempt ?? 0) + 1;
	const chain = earlier.flatMap(({ step, messageId }) => (step < position && messageId !== null ? [messageId] : []));
	const last = chain.at(-1);
	const link = unsubscribeLink(ctx.config, ownerId, recipientId);
	const { tracksOpens, tracksClicks } = campaign;
	const tracking = { ownerId, recipientId, step: position, tracksOpens, tracksClicks, unsubscribe: link };
	const tracked = trackedContent(ctx.config, composed, tracking);
	const name = senderName(campaign, accountId);
	const { id: outgoingId } = await sendMail(ctx, {
		...{ ownerId, accountId, idempotencyKey: `${tool.id}/${recipientId}/${position}/${attempt}`, priority: "bulk" },
		...(name !== "" && { fromName: name }),
		to: [{ name: "", email: recipient.email }],
		message: contentOf(composed, tracked.html, { link, sender }),
		...(isReply(steps, position) && last !== undefined && { thread: { inReplyTo: last, references: chain } }),
	});
	await database.exec(
		`insert into campaign_messages as m (owner_id, campaign_id, recipient_id, step, attempt, sender_id, outgoing_id, subject,
			state, links, handed_over_at, variant)
		values ($1, $2, $3, $4, $5, $6, $7, $8, 'queued', $10, $9, $11)
		on conflict (owner_id, recipient_id, step) do update set attempt = excluded.attempt, sender_id = excluded.sender_id,
			outgoing_id = excluded.outgoing_id, state = 'queued', links = excluded.links, handed_over_at = excluded.handed_over_at`,
		[
			ownerId,
			campaign.id,
			recipientId,
			position,
			attempt,
			accountId,
			outgoingId,
			composed.subject,
			now,
			tracked.links,
			variantOf(recipientId, position, steps[position]),
		],
	);
	await database.exec(
		`insert into campaign_sending_days (owner_id, account_id, day) values ($1, $2, ($3::timestamptz at time zone $4)::date)
		on conflict do nothing`,
		[ownerId, accountId, now, campaign.timeZone],
	);
	await database.exec(
		`update campaign_recipients set state = 'sending', next_at = null, away_until = null, changed_at = $3
		where owner_id = $1 and id = $2`,
		[ownerId, recipientId, now],
	);
	return "handed_over";
}

interface Earlier {
	step: number;
	attempt: number;
	state: string;
	messageId: string | null;
}

/** @throws StepDeferred when the step was handed over before, and its message may have been sent */
async function earlierMessages(ctx: MailContext, ownerId: string, recipient: RecipientRow): Promise<Earlier[]> {
	const rows = await ctx.database.query<Earlier>(
		// The provider's Message-ID may have been learned only when the copy in Sent was synced.
		`select m.step, m.attempt, m.state, coalesce(o.message_id, m.message_id) as "messageId" from campaign_messages m
		left join mail_outgoing_v1 o on o.owner_id = m.owner_id and o.account_id = m.sender_id and o.id = m.outgoing_id
		where m.owner_id = $1 and m.recipient_id = $2 order by m.step`,
		[ownerId, recipient.id],
	);
	if (rows.some(({ step, state }) => step >= recipient.nextStep && state !== "failed")) throw new StepDeferred();
	return rows;
}

/** On the suppression list since the launch: the person asked for no more mail, or the address does not work. */
async function endSuppressed(ctx: MailContext, { ownerId, campaign, recipientId }: StepRequest): Promise<void> {
	const now = new Date(ctx.now());
	await ctx.database.transaction(async () => {
		const recipient = await readRecipient(ctx.database, ownerId, recipientId, { lock: "for update" });
		if (recipient.state !== "waiting") return;
		const reason = "On your suppression list";
		const state = (await hasUnsubscribed(ctx.database, ownerId, recipient.email)) ? "unsubscribed" : "stopped";
		await endSequence(ctx.database, { ownerId, id: recipientId, state, reason, now });
		const event = { ownerId, campaignId: campaign.id, recipientId, id: newId(now.getTime()), detail: reason, at: now };
		await recordEvent(ctx.database, { ...event, kind: state });
	});
}

async function end(
	ctx: MailContext,
	{ ownerId, recipientId }: StepRequest,
	{ state, reason }: { state: "failed"; reason: string },
): Promise<void> {
	const now = new Date(ctx.now());
	await ctx.database.transaction(() => endSequence(ctx.database, { ownerId, id: recipientId, state, reason, now }));
}
