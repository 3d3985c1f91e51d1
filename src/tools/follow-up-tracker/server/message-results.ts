import type { Queryable } from "#kernel/database.ts";
import { AppError } from "#kernel/errors.ts";
import type { MailContext } from "#kernel/module.ts";
import { hasUnsubscribed, readOutgoing } from "#kernel/send.ts";
import type { OutgoingMessageView } from "#shared/contracts/outgoing.ts";
import { newId } from "#shared/ids.ts";
import { pauseWithReason } from "./finish.ts";
import { type CampaignRow, endSequence, readCampaign, readRecipient, readSteps, recordEvent } from "./rows.ts";
import { scheduleRun } from "./run-schedule.ts";
import { addWorkingDays } from "./sending-times.ts";

/** Records the delivery results of messages that were handed over. */

/** First interval between polls for results, which events also report; deferred messages take hours. */
const RESULT_MS = 15_000;
/** Messages checked in one run. */
const MAX_OPEN = 500;

interface OpenMessage {
	campaignId: string;
	recipientId: string;
	step: number;
	outgoingId: string;
}

/**
 * Records results of a campaign's messages.
 * @returns when to check again; null: no message is queued or being sent. An event reports that an uncertain one was
 * resolved
 */
export async function recordOpenResults(
	ctx: MailContext,
	ownerId: string,
	campaignId: string,
	signal: AbortSignal,
): Promise<number | null> {
	const rows = await ctx.database.query<OpenMessage & { at: Date }>(
		`select campaign_id as "campaignId", recipient_id as "recipientId", step, outgoing_id as "outgoingId",
			handed_over_at as at
		from campaign_messages where owner_id = $1 and campaign_id = $2 and state in ('queued', 'uncertain')
		order by handed_over_at limit $3`,
		[ownerId, campaignId, MAX_OPEN],
	);
	let next: number | null = null;
	for (const row of rows) {
		signal.throwIfAborted();
		if (await recordResult(ctx, ownerId, row)) continue;
		const age = ctx.now() - row.at.getTime();
		next = Math.min(next ?? Number.POSITIVE_INFINITY, ctx.now() + Math.max(RESULT_MS, age / 4));
	}
	return next;
}

/** Records the result of one message, if it belongs to a campaign. A resolved one may leave its recipient to write to. */
export async function recordMessageResult(ctx: MailContext, ownerId: string, outgoingId: string): Promise<void> {
	const [row] = await ctx.database.query<OpenMessage & { state: "queued" | "uncertain" }>(
		`select campaign_id as "campaignId", recipient_id as "recipientId", step, outgoing_id as "outgoingId", state
		from campaign_messages where owner_id = $1 and outgoing_id = $2 and state in ('queued', 'uncertain')`,
		[ownerId, outgoingId],
	);
	if (row === undefined) return;
	await recordResult(ctx, ownerId, row);
	// Nothing was due for it, so no run is planned.
	if (row.state === "uncertain")
		await scheduleRun(ctx, { ownerId, campaignId: row.campaignId, runAt: new Date(ctx.now()) });
}

/** @returns false while the message is queued or being sent */
async function recordResult(ctx: MailContext, ownerId: string, message: OpenMessage): Promise<boolean> {
	const view = await readResult(ctx, ownerId, message.outgoingId);
	if (view.state === "queued" || view.state === "sending") return false;
	await ctx.database.transaction(async (tx) => {
		const key = [ownerId, message.recipientId, message.step];
		const [row] = await ctx.database.query<{ state: string }>(
			"select state from campaign_messages where owner_id = $1 and recipient_id = $2 and step = $3 for update",
			key,
			tx,
		);
		if (row?.state !== "queued" && row?.state !== "uncertain") return;
		if (view.state === "uncertain") {
			await setMessage(ctx, ownerId, message, { state: "uncertain", view }, tx);
			// What nobody can find out any more does not keep the campaign open.
			const state = view === GONE ? "stopped" : "uncertain";
			await ctx.database.query(
				`update campaign_recipients set state = $5, reason = $3, changed_at = $4
				where owner_id = $1 and id = $2 and state in ('sending', 'uncertain')`,
				[ownerId, message.recipientId, view.explanation, new Date(ctx.now()), state],
				tx,
			);
		} else if (view.state === "failed") await recordFailure(ctx, ownerId, message, view, tx);
		else await recordSent(ctx, ownerId, message, view, tx);
	});
	if (view.state === "failed" && view.recipients.every(({ state }) => state === "pending"))
		await pauseWithReason(ctx, {
			...{ ownerId, campaignId: message.campaignId },
			reason: view.explanation ?? "The mailbox could not send.",
		});
	return true;
}

/** A message that was deleted with its mailbox may have been sent. */
const GONE = { state: "uncertain", explanation: "The mailbox was removed before the result was known." } as const;

type Result = OutgoingMessageView | (typeof GONE & Partial<OutgoingMessageView>);

async function readResult(ctx: MailContext, ownerId: string, id: string): Promise<Result> {
	try {
		return await readOutgoing(ctx.database, ownerId, id);
	} catch (cause) {
		if (cause instanceof AppError && cause.status === 404) return GONE;
		throw cause;
	}
}

/** The next step is due the given number of working days later. */
async function recordSent(
	ctx: MailContext,
	ownerId: string,
	message: OpenMessage,
	view: OutgoingMessageView,
	tx: Queryable,
): Promise<void> {
	const { campaignId, recipientId, step } = message;
	const sentAt = new Date(view.sentAt ?? ctx.now());
	await setMessage(ctx, ownerId, message, { state: "sent", view, sentAt }, tx);
	const event = { ownerId, campaignId, recipientId, id: newId(ctx.now()), step, at: sentAt };
	await recordEvent(ctx.database, { ...event, kind: "sent" }, tx);
	const recipient = await readRecipient(ctx.database, ownerId, recipientId, { tx, lock: "for update" });
	if (recipient.state !== "sending" && recipient.state !== "uncertain") return;
	const campaign = await readCampaign(ctx.database, ownerId, campaignId, { tx });
	const steps = await readSteps(ctx.database, ownerId, campaignId, tx);
	const next = steps[step + 1];
	const isOver = next === undefined || isEnded(campaign);
	const state = next === undefined ? "finished" : isOver ? "stopped" : "waiting";
	await ctx.database.query(
		`update campaign_recipients set state = $3, reason = null, next_step = $4, next_at = $5, changed_at = $6
		where owner_id = $1 and id = $2`,
		[
			...[ownerId, recipientId, state, step + 1],
			isOver
				? null
				: new Date(addWorkingDays(sentAt.getTime(), next.waitDays, recipient.timeZone ?? campaign.timeZone)),
			new Date(ctx.now()),
		],
		tx,
	);
}

/** Nothing further is sent, whatever became of the last message. */
const isEnded = ({ state }: CampaignRow): boolean => state === "stopped" || state === "completed";

async function recordFailure(
	ctx: MailContext,
	ownerId: string,
	message: OpenMessage,
	view: OutgoingMessageView,
	tx: Queryable,
): Promise<void> {
	const { campaignId, recipientId, step } = message;
	const now = new Date(ctx.now());
	const [result] = view.recipients;
	const recipient = await readRecipient(ctx.database, ownerId, recipientId, { tx, lock: "for update" });
	const isOpen = recipient.state === "sending" || recipient.state === "uncertain";
	const event = { ownerId, campaignId, recipientId, id: newId(ctx.now()), step, at: now };
	if (result?.state === "pending") {
		// The mailbox failed, not the address: the same step is sent again once the campaign is resumed.
		await setMessage(ctx, ownerId, message, { state: "failed", view }, tx);
		await recordEvent(ctx.database, { ...event, kind: "failed", detail: view.explanation }, tx);
		if (!isOpen) return;
		if (isEnded(await readCampaign(ctx.database, ownerId, campaignId, { tx })))
			return endSequence(
				ctx.database,
				{ ownerId, id: recipientId, state: "failed", reason: view.explanation, now },
				tx,
			);
		await ctx.database.query(
			`update campaign_recipients set state = 'waiting', next_at = $3, changed_at = $3 where owner_id = $1 and id = $2`,
			[ownerId, recipientId, now],
			tx,
		);
		return;
	}
	const state =
		result?.state !== "suppressed"
			? "bounced"
			: (await hasUnsubscribed(ctx.database, ownerId, recipient.email, tx))
				? "unsubscribed"
				: "stopped";
	await setMessage(ctx, ownerId, message, { state: state === "bounced" ? "bounced" : "failed", view }, tx);
	const reason = result?.reply ?? view.explanation;
	await recordEvent(ctx.database, { ...event, kind: state, detail: reason }, tx);
	if (isOpen) await endSequence(ctx.database, { ownerId, id: recipientId, state, reason, now }, tx);
}

async function setMessage(
	ctx: MailContext,
	ownerId: string,
	{ recipientId, step }: OpenMessage,
	{ state, view, sentAt = null }: { state: string; view: Result; sentAt?: Date | null },
	tx: Queryable,
): Promise<void> {
	await ctx.database.query(
		`update campaign_messages set state = $4, message_id = coalesce($5, message_id), sent_at = coalesce($6, sent_at)
		where owner_id = $1 and recipient_id = $2 and step = $3`,
		[ownerId, recipientId, step, state, view.messageId ?? null, sentAt],
		tx,
	);
}
