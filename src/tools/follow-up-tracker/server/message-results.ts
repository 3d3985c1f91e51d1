import type { MailContext } from "#kernel/module.ts";
import { hasUnsubscribed, readOutgoingMessages } from "#kernel/send.ts";
import type { OutgoingMessageView } from "#shared/contracts/outgoing.ts";
import { newId } from "#shared/ids.ts";
import { pauseAtBounces } from "./bounce-limit.ts";
import { pauseWithReason } from "./finish.ts";
import { endSequence, readCampaign, readRecipient, recordEvent } from "./rows.ts";
import { scheduleRun } from "./run-schedule.ts";
import { isEnded, recordSentMessages, type SentMessage } from "./sent-messages.ts";

/** Records the delivery results of messages that were handed over. */

/** First interval between polls for results, which events also report; deferred messages take hours. */
const RESULT_MS = 15_000;
/** Messages per statement. */
const PAGE = 500;

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
	limit = PAGE,
): Promise<number | null> {
	let next: number | null = null;
	let last: OpenMessage | undefined;
	for (;;) {
		signal.throwIfAborted();
		const rows: (OpenMessage & { at: Date })[] = await ctx.database.query<OpenMessage & { at: Date }>(
			`select campaign_id as "campaignId", recipient_id as "recipientId", step, outgoing_id as "outgoingId",
				handed_over_at as at
			from campaign_messages where owner_id = $1 and campaign_id = $2 and state in ('queued', 'uncertain')
				and ($3::uuid is null or (recipient_id, step) > ($3, $4))
			order by recipient_id, step limit $5`,
			[ownerId, campaignId, last?.recipientId ?? null, last?.step ?? null, limit],
		);
		const open = await recordResults(ctx, ownerId, rows);
		for (const row of rows.filter(({ outgoingId }) => open.has(outgoingId))) {
			const age = ctx.now() - row.at.getTime();
			next = Math.min(next ?? Number.POSITIVE_INFINITY, ctx.now() + Math.max(RESULT_MS, age / 4));
		}
		last = rows.at(-1);
		if (rows.length < limit) return next;
	}
}

/** Records the results of those messages that belong to campaigns. A resolved one may leave its recipient to write to. */
export async function recordMessageResults(
	ctx: MailContext,
	ownerId: string,
	outgoingIds: readonly string[],
): Promise<void> {
	const rows = await ctx.database.query<OpenMessage & { state: "queued" | "uncertain" }>(
		`select campaign_id as "campaignId", recipient_id as "recipientId", step, outgoing_id as "outgoingId", state
		from campaign_messages where owner_id = $1 and outgoing_id = any($2::uuid[]) and state in ('queued', 'uncertain')`,
		[ownerId, outgoingIds],
	);
	if (rows.length === 0) return;
	await recordResults(ctx, ownerId, rows);
	// Nothing was due for them, so no run is planned.
	const resolved = rows.filter(({ state }) => state === "uncertain").map(({ campaignId }) => campaignId);
	for (const campaignId of new Set(resolved))
		await scheduleRun(ctx, { ownerId, campaignId, runAt: new Date(ctx.now()) });
}

/** @returns ids of the outgoing messages that are queued or being sent */
async function recordResults(
	ctx: MailContext,
	ownerId: string,
	messages: readonly OpenMessage[],
): Promise<Set<string>> {
	const views = await readOutgoingMessages(
		ctx.database,
		ownerId,
		messages.map(({ outgoingId }) => outgoingId),
	);
	const byId = new Map(views.map((view) => [view.id, view]));
	const open = new Set<string>();
	const sent = new Map<string, SentMessage[]>();
	for (const message of messages) {
		const view = byId.get(message.outgoingId) ?? GONE;
		if (view.state === "queued" || view.state === "sending") open.add(message.outgoingId);
		else if (view.state === "uncertain" || view.state === "failed") await recordUnsent(ctx, ownerId, message, view);
		else {
			const sentAt = new Date(view.sentAt ?? ctx.now());
			const of = sent.get(message.campaignId) ?? [];
			sent.set(message.campaignId, [...of, { ...message, messageId: view.messageId, sentAt }]);
		}
	}
	for (const [campaignId, of] of sent) await recordSentMessages(ctx, ownerId, campaignId, of);
	return open;
}

async function recordUnsent(ctx: MailContext, ownerId: string, message: OpenMessage, view: Result): Promise<void> {
	await ctx.database.transaction(async () => {
		const key = [ownerId, message.recipientId, message.step];
		const row = await ctx.database.one<{ state: string }>(
			"select state from campaign_messages where owner_id = $1 and recipient_id = $2 and step = $3 for update",
			key,
		);
		if (row?.state !== "queued" && row?.state !== "uncertain") return;
		if (view.state === "failed") return recordFailure(ctx, ownerId, message, view);
		await setState(ctx, ownerId, message, { state: "uncertain", view });
		// What no one can find out any more does not keep the campaign open.
		const state = view === GONE ? "stopped" : "uncertain";
		await ctx.database.exec(
			`update campaign_recipients set state = $5, reason = $3, changed_at = $4
			where owner_id = $1 and id = $2 and state in ('sending', 'uncertain')`,
			[ownerId, message.recipientId, view.explanation, new Date(ctx.now()), state],
		);
	});
	if (view.state !== "failed") return;
	await pauseAtBounces(ctx, { ownerId, campaignId: message.campaignId });
	if (view.recipients?.every(({ state }) => state === "pending") === true)
		await pauseWithReason(ctx, {
			...{ ownerId, campaignId: message.campaignId },
			reason: view.explanation ?? "The mailbox could not send.",
		});
}

/** A message that was deleted with its mailbox may have been sent. */
const GONE = { state: "uncertain", explanation: "The mailbox was removed before the result was known." } as const;

type Result = OutgoingMessageView | (typeof GONE & Partial<OutgoingMessageView>);

async function recordFailure(
	ctx: MailContext,
	ownerId: string,
	message: OpenMessage,
	view: OutgoingMessageView,
): Promise<void> {
	const { campaignId, recipientId, step } = message;
	const now = new Date(ctx.now());
	const [result] = view.recipients;
	const recipient = await readRecipient(ctx.database, ownerId, recipientId, { lock: "for update" });
	const isOpen = recipient.state === "sending" || recipient.state === "uncertain";
	const event = { ownerId, campaignId, recipientId, id: newId(ctx.now()), step, at: now };
	if (result?.state === "pending") {
		// The mailbox failed, not the address: the same step is sent again once the campaign is resumed.
		await setState(ctx, ownerId, message, { state: "failed", view });
		await recordEvent(ctx.database, { ...event, kind: "failed", detail: view.explanation });
		if (!isOpen) return;
		if (isEnded(await readCampaign(ctx.database, ownerId, campaignId, {})))
			return endSequence(ctx.database, { ownerId, id: recipientId, state: "failed", reason: view.explanation, now });
		await ctx.database.exec(
			`update campaign_recipients set state = 'waiting', next_at = $3, changed_at = $3 where owner_id = $1 and id = $2`,
			[ownerId, recipientId, now],
		);
		return;
	}
	const state =
		result?.state !== "suppressed"
			? "bounced"
			: (await hasUnsubscribed(ctx.database, ownerId, recipient.email))
				? "unsubscribed"
				: "stopped";
	await setState(ctx, ownerId, message, { state: state === "bounced" ? "bounced" : "failed", view });
	const reason = result?.reply ?? view.explanation;
	await recordEvent(ctx.database, { ...event, kind: state, detail: reason });
	if (isOpen) await endSequence(ctx.database, { ownerId, id: recipientId, state, reason, now });
}

async function setState(
	ctx: MailContext,
	ownerId: string,
	{ recipientId, step }: OpenMessage,
	{ state, view }: { state: string; view: Result },
): Promise<void> {
	await ctx.database.exec(
		`update campaign_messages set state = $4, message_id = coalesce($5, message_id)
		where owner_id = $1 and recipient_id = $2 and step = $3`,
		[ownerId, recipientId, step, state, view.messageId ?? null],
	);
}
