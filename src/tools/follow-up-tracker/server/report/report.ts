import type { KeyPage } from "#kernel/database.ts";
import type { MailContext } from "#kernel/module.ts";
import type { Campaign, CampaignSummary, Step } from "../../contract.ts";
import type { Exclusion, RecipientState } from "../../states.ts";
import { nextMessageAt } from "../forecast/forecast.ts";
import { type CampaignQuery, type CampaignRow, readCampaign, readCampaigns, readSteps } from "../rows.ts";
import { compareSubjects } from "../variants.ts";

/** The counts of campaigns. They count people: someone who replies twice is one reply. */

type Context = Pick<MailContext, "database" | "now">;

/** Days of the chart, the newest ones. */
const MAX_DAYS = 90;

interface Counted {
	campaignId: string;
	recipientCount: number;
	excludedCount: number;
	sent: number;
	attempted: number;
	opened: number;
	clicked: number;
	replied: number;
	lastSent: Date | null;
}

const NOTHING = {
	recipientCount: 0,
	excludedCount: 0,
	sent: 0,
	attempted: 0,
	opened: 0,
	clicked: 0,
	replied: 0,
	lastSent: null,
};

/** A page of them, newest first, with the totals over all. @throws AppError 400 `bad-cursor` */
export async function listCampaigns(
	ctx: Context,
	ownerId: string,
	query: CampaignQuery,
): Promise<KeyPage<CampaignSummary> & { totals: CampaignSummary["counts"] }> {
	const { rows, nextCursor } = await readCampaigns(ctx.database, ownerId, query);
	const counted = new Map((await countAll(ctx, ownerId, null)).map((one) => [one.campaignId, one]));
	const all = await ctx.database.query<{ id: string; tracksOpens: boolean; tracksClicks: boolean }>(
		`select id, tracks_opens as "tracksOpens", tracks_clicks as "tracksClicks" from campaigns
		where owner_id = $1 and (archived_at is not null) = $2`,
		[ownerId, query.archived ?? false],
	);
	const sum = (of: typeof all, name: "sent" | "opened" | "clicked" | "replied"): number =>
		of.reduce((total, { id }) => total + (counted.get(id)?.[name] ?? 0), 0);
	const opening = all.filter(({ tracksOpens }) => tracksOpens);
	const clicking = all.filter(({ tracksClicks }) => tracksClicks);
	return {
		items: rows.map((row) => summaryOf(row, counted.get(row.id))),
		total: all.length,
		nextCursor,
		totals: {
			sent: sum(all, "sent"),
			opened: opening.length > 0 ? sum(opening, "opened") : null,
			clicked: clicking.length > 0 ? sum(clicking, "clicked") : null,
			replied: sum(all, "replied"),
		},
	};
}

const WAS_SENT = `m.recipient_id is not null and (r.state = 'replied'
	or coalesce(m.first_sent, m.opened, m.clicked) is not null)`;

function countAll({ database }: Context, ownerId: string, id: string | null): Promise<Counted[]> {
	return database.query<Counted>(
		// Who opened, clicked or replied was sent a message, even while the mail server has not confirmed it.
		`select r.campaign_id as "campaignId", count(*)::int as "recipientCount",
			count(*) filter (where r.state = 'excluded')::int as "excludedCount",
			count(*) filter (where ${WAS_SENT})::int as sent,
			count(*) filter (where ${WAS_SENT} or r.state = 'bounced')::int as attempted,
			count(m.opened)::int as opened, count(m.clicked)::int as clicked,
			count(*) filter (where r.state = 'replied')::int as replied, max(m.last_sent) as "lastSent"
		from campaign_recipients r
		left join (
			select recipient_id, min(sent_at) as first_sent, max(sent_at) as last_sent, min(opened_at) as opened,
				min(clicked_at) as clicked
			from campaign_messages where owner_id = $1 and ($2::uuid is null or campaign_id = $2) group by 1
		) m on m.recipient_id = r.id
		where r.owner_id = $1 and ($2::uuid is null or r.campaign_id = $2) group by 1`,
		[ownerId, id],
	);
}

function summaryOf(row: CampaignRow, counted: Omit<Counted, "campaignId"> = NOTHING): CampaignSummary {
	const { id, name, state, pauseReason, startsAt, createdAt, archivedAt, tracksOpens, tracksClicks } = row;
	const { recipientCount, excludedCount, sent, opened, clicked, replied, lastSent } = counted;
	return {
		...{ id, name, state, pauseReason, recipientCount, includedCount: recipientCount - excludedCount },
		counts: { sent, opened: tracksOpens ? opened : null, clicked: tracksClicks ? clicked : null, replied },
		lastSent: lastSent?.toISOString() ?? null,
		startsAt: startsAt?.toISOString() ?? null,
		createdAt: createdAt.toISOString(),
		archivedAt: archivedAt?.toISOString() ?? null,
	};
}

/** @throws AppError 404 */
export async function getCampaign(ctx: Context, ownerId: string, id: string): Promise<Campaign> {
	const { database } = ctx;
	const row = await readCampaign(database, ownerId, id);
	const steps = await readSteps(database, ownerId, id);
	const [counted] = await countAll(ctx, ownerId, id);
	const { name, accountIds, fromName, senderNames, postalAddress, timeZone, sendDays, sendFrom, sendUntil } = row;
	const { zoneField, warmUpStart, warmUpStep } = row;
	const {
		dailyCap,
		spacingSeconds,
		pauseAtBounces,
		stopsOrganization,
		includesConversations,
		tracksOpens,
		tracksClicks,
	} = row;
	return {
		...summaryOf(row, counted),
		attempted: counted?.attempted ?? 0,
		plan: {
			...{
				name,
				accountIds,
				fromName,
				senderNames,
				postalAddress,
				timeZone,
				sendDays,
				sendFrom,
				sendUntil,
				dailyCap,
				spacingSeconds,
			},
			...{ zoneField, pauseAtBounces, stopsOrganization, includesConversations, tracksOpens, tracksClicks, steps },
			warmUp: warmUpStart === null || warmUpStep === null ? null : { start: warmUpStart, step: warmUpStep },
			startsAt: row.startsAt?.toISOString() ?? null,
		},
		fields: row.fields,
		checkedAt: row.checkedAt?.toISOString() ?? null,
		findings: row.findings,
		...(await countStates(ctx, ownerId, id)),
		stepCounts: await countSteps(ctx, ownerId, row, steps),
		days: await countDays(ctx, ownerId, row),
		nextAt: await nextAt(ctx, ownerId, row),
		launchedAt: row.launchedAt?.toISOString() ?? null,
		finishedAt: row.finishedAt?.toISOString() ?? null,
	};
}

async function countStates({ database }: Context, ownerId: string, id: string) {
	const rows = await database.query<{ state: RecipientState; reason: Exclusion | null; count: number; warned: number }>(
		`select state, case when state = 'excluded' then reason end as reason, count(*)::int as count,
			count(*) filter (where state = 'waiting' and warning is not null)::int as warned
		from campaign_recipients where owner_id = $1 and campaign_id = $2 group by 1, 2`,
		[ownerId, id],
	);
	const states: Campaign["states"] = {};
	const exclusions: Campaign["exclusions"] = {};
	for (const { state, reason, count } of rows) {
		states[state] = (states[state] ?? 0) + count;
		if (reason !== null) exclusions[reason] = count;
	}
	return { states, exclusions, warned: rows.reduce((sum, { warned }) => sum + warned, 0) };
}

async function countSteps(
	{ database }: Context,
	ownerId: string,
	{ id, tracksOpens, tracksClicks }: CampaignRow,
	steps: readonly Step[],
): Promise<Campaign["stepCounts"]> {
	const rows = await database.query<StepRow>(
		`with answered as (
			select m.recipient_id, r.state, r.tone, max(m.step) as step from campaign_messages m
			join campaign_recipients r on r.owner_id = m.owner_id and r.id = m.recipient_id
			where m.owner_id = $1 and m.campaign_id = $2 and r.state in ('replied', 'unsubscribed') and m.step < greatest(1, r.next_step)
			group by 1, 2, 3
		), counted as (
			select m.step, m.variant, m.sent_at, m.opened_at, m.clicked_at, a.state, a.tone, a.step = m.step as is_last,
				a.step >= m.step and a.step < ($3::int[])[m.step + 1] as is_in_conversation
			from campaign_messages m left join answered a on a.recipient_id = m.recipient_id
			where m.owner_id = $1 and m.campaign_id = $2
		)
		select step, variant, count(*) filter (where coalesce(sent_at, opened_at, clicked_at) is not null
				or is_last and state = 'replied')::int as sent, count(opened_at)::int as opened,
			count(clicked_at)::int as clicked, count(*) filter (where is_last and state = 'replied')::int as replied,
			count(*) filter (where is_in_conversation and state = 'replied')::int as "inConversation",
			count(*) filter (where is_in_conversation and state = 'replied' and tone = 'interested')::int as interested,
			count(*) filter (where is_in_conversation and (state = 'unsubscribed' or tone = 'refused'))::int as refused
		from counted group by 1, 2`,
		[ownerId, id, steps.map((_, step) => conversationEnd(steps, step))],
	);
	return steps.map(({ subjectB }, step) => {
		const both = [0, 1].map((variant) => rows.find((row) => row.step === step && row.variant === variant) ?? NO_STEP);
		const sum = (name: keyof typeof NO_STEP): number => both.reduce((total, row) => total + row[name], 0);
		const [first, second] = both.map(({ sent, inConversation, interested, refused }) => ({
			...{ sent, replied: inConversation, interested, refused },
		}));
		const hasBoth = subjectB.trim() !== "" && first !== undefined && second !== undefined;
		return {
			...{ sent: sum("sent"), replied: sum("replied") },
			opened: tracksOpens ? sum("opened") : null,
			clicked: tracksClicks ? sum("clicked") : null,
			subjects: hasBoth ? compareSubjects(first, second) : null,
		};
	});
}

interface StepRow {
	step: number;
	variant: number;
	sent: number;
	opened: number;
	clicked: number;
	/** Whose first reply came after this message and before the next one. */
	replied: number;
	/** Whose first reply came after this message, or after a follow-up in its conversation. */
	inConversation: number;
	/** Of those. */
	interested: number;
	/** Who refused or unsubscribed in that time. */
	refused: number;
}

const NO_STEP = { sent: 0, opened: 0, clicked: 0, replied: 0, inConversation: 0, interested: 0, refused: 0 };

/** The step that starts the next conversation, with its own subject. */
function conversationEnd(steps: readonly Step[], step: number): number {
	const next = steps.findIndex(({ subject }, at) => at > step && subject.trim() !== "");
	return next === -1 ? steps.length : next;
}

function countDays({ database }: Context, ownerId: string, { id, timeZone }: CampaignRow): Promise<Campaign["days"]> {
	return database.query<Campaign["days"][number]>(
		`select * from (
			select to_char((happened_at at time zone $3)::date, 'YYYY-MM-DD') as day,
				count(*) filter (where kind = 'sent')::int as sent, count(*) filter (where kind = 'replied')::int as replied
			from campaign_events where owner_id = $1 and campaign_id = $2 and kind in ('sent', 'replied')
			group by 1 order by 1 desc limit $4) as newest order by day`,
		[ownerId, id, timeZone, MAX_DAYS],
	);
}

async function nextAt(ctx: Context, ownerId: string, row: CampaignRow): Promise<string | null> {
	if (row.state !== "active" && row.state !== "scheduled") return null;
	return (await nextMessageAt(ctx, ownerId, row))?.toISOString() ?? null;
}
