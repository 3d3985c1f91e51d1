import { withAccountLock } from "#kernel/database.ts";
import { AppError } from "#kernel/errors.ts";
import type { MailContext } from "#kernel/module.ts";
import type { ScheduledTask } from "#kernel/schedule.ts";
import { pauseAtBrokenDomain } from "./domain-watch.ts";
import { enqueueStep } from "./enqueue-step.ts";
import { finishIfDone } from "./finish.ts";
import { recordOpenResults } from "./message-results.ts";
import { capOf, type Due, decide, earliestAt, firstDue, WARM_DAYS } from "./pacing.ts";
import { replaceRemovedSenders } from "./removed-senders.ts";
import { type CampaignRow, readCampaign } from "./rows.ts";
import { type RunInput, runTask, scheduleRun } from "./run-schedule.ts";
import { localDay } from "./sending-times.ts";

/** A mailbox whose last message has no result yet is looked at again after this time. */
const RESULT_MS = 15_000;
/** A mailbox hands the next message over once the one before is sent, or after this time: it may be deferred for hours. */
const MAX_QUEUED_MS = 120_000;
/** Recipients that turn out to get nothing, in one run. */
const MAX_SKIPPED = 200;

interface Run {
	ownerId: string;
	campaignId: string;
	signal: AbortSignal;
	maxSkipped?: number;
}

/** Hands over what is due, one message per mailbox, and schedules the next run. */
export const campaignRun: ScheduledTask<MailContext, RunInput> = {
	...runTask,
	run: (ctx, { ownerId, input: { campaignId }, signal }) => runCampaign(ctx, { ownerId, campaignId, signal }),
};

/** A run of a campaign; repeating it hands nothing over twice. */
export async function runCampaign(ctx: MailContext, given: Run): Promise<void> {
	const { ownerId, campaignId, signal, maxSkipped = MAX_SKIPPED } = given;
	const { database } = ctx;
	const resultsAt = await recordOpenResults(ctx, ownerId, campaignId, signal);
	const campaign = await startDue(ctx, ownerId, campaignId);
	if (campaign === null) return;
	if (campaign.state !== "active") {
		if (resultsAt !== null) await scheduleRun(ctx, { ownerId, campaignId, runAt: new Date(resultsAt) });
		return;
	}
	if (await pauseAtBrokenDomain(ctx, { ownerId, campaign, signal })) return;
	const times: (number | null)[] = [resultsAt];
	for (const accountId of await replaceRemovedSenders(ctx, ownerId, campaign)) {
		signal.throwIfAborted();
		const key = { ownerId, accountId, scope: "campaigns" as const };
		times.push(
			await withAccountLock(ctx, key, signal, (lock) =>
				sendDue(ctx, { ownerId, campaign, accountId, maxSkipped, signal: lock.signal }),
			),
		);
	}
	const next = times.filter((time) => time !== null);
	if (await finishIfDone(ctx, ownerId, campaignId)) return;
	// Null: it is unknown what became of the last messages, and nothing is due until that is resolved.
	const runAt = next.length === 0 ? null : new Date(Math.max(ctx.now() + 1_000, Math.min(...next)));
	await database.transaction(async () => {
		const rows = await database.query(
			"update campaigns set next_run_at = $3 where owner_id = $1 and id = $2 and state = 'active' returning id",
			[ownerId, campaignId, runAt],
		);
		if (rows.length > 0 && runAt !== null) await scheduleRun(ctx, { ownerId, campaignId, runAt });
	});
}

/** The campaign, started if it is time; null: it was deleted. */
async function startDue(ctx: MailContext, ownerId: string, id: string): Promise<CampaignRow | null> {
	await ctx.database.exec(
		`update campaigns set state = 'active' where owner_id = $1 and id = $2 and state = 'scheduled' and next_run_at <= $3`,
		[ownerId, id, new Date(ctx.now())],
	);
	try {
		return await readCampaign(ctx.database, ownerId, id);
	} catch (cause) {
		if (cause instanceof AppError && cause.status === 404) return null;
		throw cause;
	}
}

interface Sending {
	ownerId: string;
	campaign: CampaignRow;
	accountId: string;
	maxSkipped: number;
	signal: AbortSignal;
}

/**
 * Hands a mailbox's next message over, if one is due and the mailbox may send now.
 * @returns when to look again; null: nothing is left for this mailbox
 */
async function sendDue(
	ctx: MailContext,
	{ ownerId, campaign, accountId, maxSkipped, signal }: Sending,
): Promise<number | null> {
	for (let skipped = 0; skipped < maxSkipped; skipped++) {
		signal.throwIfAborted();
		const now = ctx.now();
		const due = await nextRecipient(ctx, ownerId, campaign.id, accountId);
		if (due === null) return null;
		const earliest = await earliestFor(ctx, { ownerId, accountId, campaign, now });
		const decision = decide(campaign, { due, earliest, now });
		if (decision.kind === "wait") return decision.until;
		if (decision.kind === "postpone") {
			const { timeZone } = due;
			await postpone(ctx, { ownerId, campaignId: campaign.id, accountId, timeZone, until: decision.until });
			continue;
		}
		const outcome = await enqueueStep(ctx, { ownerId, campaign, accountId, recipientId: due.id });
		if (outcome === "paused") return null;
		if (outcome === "handed_over") return now + campaign.spacingSeconds * 1_000;
	}
	return ctx.now();
}

interface DueRecipient extends Due {
	id: string;
}

/** Everyone in a time zone where it is not the time for messages is due when it is, so that others get theirs meanwhile. */
async function postpone(
	{ database }: MailContext,
	given: { ownerId: string; campaignId: string; accountId: string; timeZone: string | null; until: number },
): Promise<void> {
	const { ownerId, campaignId, accountId, timeZone, until } = given;
	await database.exec(
		`update campaign_recipients set next_at = $5
		where owner_id = $1 and campaign_id = $2 and sender_id = $3 and time_zone is not distinct from $4::text
			and state = 'waiting' and next_at < $5`,
		[ownerId, campaignId, accountId, timeZone, new Date(until)],
	);
}

async function nextRecipient(ctx: MailContext, ownerId: string, campaignId: string, accountId: string) {
	const first = async (condition: string): Promise<DueRecipient | null> => {
		const row = await ctx.database.one<{ id: string; nextAt: Date; timeZone: string | null }>(
			`select id, next_at as "nextAt", time_zone as "timeZone" from campaign_recipients
			where owner_id = $1 and campaign_id = $2 and sender_id = $3 and state = 'waiting' and next_at is not null
				and ${condition} order by next_at, position limit 1`,
			[ownerId, campaignId, accountId],
		);
		return row === undefined ? null : { ...row, nextAt: row.nextAt.getTime() };
	};
	return firstDue(await first("next_step > 0"), await first("next_step = 0"), ctx.now());
}

/** When the mailbox may send its next campaign message: spacing with jitter, and the daily cap, over all campaigns. */
async function earliestFor(
	ctx: MailContext,
	{ ownerId, accountId, campaign, now }: { ownerId: string; accountId: string; campaign: CampaignRow; now: number },
): Promise<number> {
	const { timeZone, spacingSeconds } = campaign;
	const today = new Date(localDay(now, timeZone).start);
	const last = await ctx.database.one<{ at: Date; state: string; id: string }>(
		`select handed_over_at as at, state, outgoing_id as id from campaign_messages where owner_id = $1 and sender_id = $2
		order by handed_over_at desc limit 1`,
		[ownerId, accountId],
	);
	if (last === undefined) return now;
	const sent = await ctx.database.one<{ count: number }>(
		`select count(*)::int as count from campaign_messages
		where owner_id = $1 and sender_id = $2 and handed_over_at >= $3 and state <> 'failed'`,
		[ownerId, accountId, today],
	);
	const cap = capOf(campaign, await sendingDaysBefore(ctx, { ownerId, accountId, timeZone, today }));
	const sentToday = sent?.count ?? 0;
	const lastAt = last.at.getTime();
	const spacingMs = spacingSeconds * 1_000 * jitter(last.id);
	const earliest = earliestAt({ now, lastAt, spacingMs, sentToday, cap, timeZone });
	const isOnItsWay = last.state === "queued" && lastAt + MAX_QUEUED_MS > now;
	return isOnItsWay ? Math.max(earliest, now + RESULT_MS) : earliest;
}

/** Days that count for the warm-up. */
async function sendingDaysBefore(
	{ database }: MailContext,
	given: { ownerId: string; accountId: string; timeZone: string; today: Date },
): Promise<number> {
	const { ownerId, accountId, timeZone, today } = given;
	const sent = await database.one<{ days: number }>(
		`select count(*)::int as days from campaign_sending_days, (select ($3::timestamptz at time zone $4)::date as today) t
		where owner_id = $1 and account_id = $2 and day < t.today and day >= t.today - $5::int`,
		[ownerId, accountId, today, timeZone, WARM_DAYS],
	);
	return sent?.days ?? 0;
}

/** Between 0.75 and 1.25, the same for a message each time. */
function jitter(id: string): number {
	return 0.75 + Number.parseInt(id.slice(-4), 16) / 0xffff / 2;
}
