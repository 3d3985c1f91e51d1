import { cutPage, type Database, readCursor, timeKey } from "#kernel/database.ts";
import { notFound } from "#kernel/errors.ts";
import type { Finding, Plan, Step } from "../contract.ts";
import type { CampaignState, EventKind, RecipientState, ReplyTone } from "../states.ts";
import { storedHtml } from "./formatted.ts";

/** Rows of the tool's tables, and the statements that several files share. */

export interface CampaignRow {
	id: string;
	name: string;
	state: CampaignState;
	accountIds: string[];
	fromName: string;
	postalAddress: string;
	timeZone: string;
	sendDays: number[];
	sendFrom: number;
	sendUntil: number;
	dailyCap: number;
	spacingSeconds: number;
	warmUpStart: number | null;
	warmUpStep: number | null;
	zoneField: string;
	stopsOrganization: boolean;
	includesConversations: boolean;
	tracksOpens: boolean;
	tracksClicks: boolean;
	fields: string[];
	startsAt: Date | null;
	checkedAt: Date | null;
	findings: Finding[];
	pauseReason: string | null;
	createdAt: Date;
	launchedAt: Date | null;
	finishedAt: Date | null;
}

const CAMPAIGN = `id, name, state, account_ids as "accountIds", from_name as "fromName", postal_address as "postalAddress",
	time_zone as "timeZone", send_days as "sendDays", send_from as "sendFrom", send_until as "sendUntil",
	daily_cap as "dailyCap", spacing_seconds as "spacingSeconds", warm_up_start as "warmUpStart", warm_up_step as "warmUpStep",
	zone_field as "zoneField", stops_organization as "stopsOrganization",
	includes_conversations as "includesConversations", tracks_opens as "tracksOpens", tracks_clicks as "tracksClicks",
	fields, starts_at as "startsAt", checked_at as "checkedAt", findings, pause_reason as "pauseReason",
	created_at as "createdAt", launched_at as "launchedAt", finished_at as "finishedAt"`;

export interface RecipientRow {
	id: string;
	campaignId: string;
	position: number;
	email: string;
	organization: string;
	fields: Record<string, string>;
	state: RecipientState;
	reason: string | null;
	warning: string | null;
	senderId: string | null;
	nextStep: number;
	nextAt: Date | null;
	/** Its own; null: the campaign's. */
	timeZone: string | null;
	tone: ReplyTone | null;
	toneSource: "rules" | "user" | null;
	awayUntil: Date | null;
	changedAt: Date;
}

export const RECIPIENT = `r.id, r.campaign_id as "campaignId", r.position, r.email, r.organization, r.fields, r.state, r.reason,
	r.warning, r.sender_id as "senderId", r.next_step as "nextStep", r.next_at as "nextAt", r.time_zone as "timeZone",
	r.tone, r.tone_source as "toneSource", r.away_until as "awayUntil", r.changed_at as "changedAt"`;

/**
 * Condition on a recipient `r` of the campaign `$2` of the owner `$1`: a campaign that is in progress is about to write to
 * the same address.
 */
export const inOtherCampaign = `exists (select 1 from campaign_recipients o
	join campaigns c on c.owner_id = o.owner_id and c.id = o.campaign_id
	where o.owner_id = $1 and o.campaign_id <> $2 and lower(o.email) = lower(r.email)
		and c.state in ('active', 'scheduled', 'paused') and o.state in ('waiting', 'sending'))`;

interface Reading {
	/** Locks the row until the transaction ends. */
	lock?: "for update" | "for share";
}

/** @throws AppError 404, also for another user's campaign */
export async function readCampaign(
	database: Database,
	ownerId: string,
	id: string,
	{ lock }: Reading = {},
): Promise<CampaignRow> {
	const row = await database.one<CampaignRow>(
		`select ${CAMPAIGN} from campaigns where owner_id = $1 and id = $2 ${lock ?? ""}`,
		[ownerId, id],
	);
	if (row === undefined) throw notFound("The campaign");
	return row;
}

export interface CampaignQuery {
	limit: number;
	cursor?: string | undefined;
}

/** A page, newest first. @throws AppError 400 `bad-cursor` */
export async function readCampaigns(
	database: Database,
	ownerId: string,
	{ limit, cursor }: CampaignQuery,
): Promise<{ rows: CampaignRow[]; nextCursor: string | null }> {
	const [time = null, id = null] = readCursor(cursor, timeKey) ?? [];
	const rows = await database.query<CampaignRow>(
		`select ${CAMPAIGN} from campaigns
		where owner_id = $1 and ($2::timestamptz is null or (created_at, id) < ($2::timestamptz, $3::uuid))
		order by created_at desc, id desc limit $4`,
		[ownerId, time, id, limit + 1],
	);
	const { page, nextCursor } = cutPage(rows, limit, (row) => [row.createdAt.toISOString(), row.id]);
	return { rows: page, nextCursor };
}

export function readSteps(database: Database, ownerId: string, campaignId: string): Promise<Step[]> {
	return database.query<Step>(
		`select wait_days as "waitDays", subject, subject_b as "subjectB", condition, body, html from campaign_steps where owner_id = $1 and campaign_id = $2
		order by position`,
		[ownerId, campaignId],
	);
}

/** @throws AppError 404, also for another user's recipient */
export async function readRecipient(
	database: Database,
	ownerId: string,
	id: string,
	{ lock }: Reading = {},
): Promise<RecipientRow> {
	const row = await database.one<RecipientRow>(
		`select ${RECIPIENT} from campaign_recipients r where r.owner_id = $1 and r.id = $2 ${lock ?? ""}`,
		[ownerId, id],
	);
	if (row === undefined) throw notFound("The recipient");
	return row;
}

/** Replaces what the user decides about a campaign, and requires a new check. */
export async function writePlan(
	database: Database,
	{ ownerId, id, plan }: { ownerId: string; id: string; plan: Plan },
): Promise<void> {
	await database.exec(
		`update campaigns set name = $3, account_ids = $4, from_name = $5, postal_address = $6, time_zone = $7, send_days = $8,
			send_from = $9, send_until = $10, daily_cap = $11, spacing_seconds = $12, stops_organization = $13,
			includes_conversations = $14, tracks_opens = $15, tracks_clicks = $16, starts_at = $17,
			warm_up_start = $18, warm_up_step = $19, zone_field = $20, checked_at = null,
			findings = '[]', check_job_id = null
		where owner_id = $1 and id = $2`,
		[
			...[ownerId, id, plan.name, plan.accountIds, plan.fromName, plan.postalAddress, plan.timeZone, plan.sendDays],
			...[plan.sendFrom, plan.sendUntil, plan.dailyCap, plan.spacingSeconds, plan.stopsOrganization],
			...[plan.includesConversations, plan.tracksOpens, plan.tracksClicks, plan.startsAt],
			...[plan.warmUp?.start ?? null, plan.warmUp?.step ?? null, plan.zoneField],
		],
	);
	await database.exec("delete from campaign_steps where owner_id = $1 and campaign_id = $2", [ownerId, id]);
	await database.exec(
		`insert into campaign_steps (owner_id, campaign_id, position, wait_days, subject, subject_b, condition, body, html)
		select $1, $2, s.position, s."waitDays", s.subject, s."subjectB", s.condition, s.body, s.html
		from jsonb_to_recordset($3) as s (position int, "waitDays" int, subject text, "subjectB" text, condition text, body text,
			html text)`,
		[ownerId, id, JSON.stringify(plan.steps.map(storedStep))],
	);
}

/** A reply has the subject of its conversation alone, and the first message goes to everyone. */
function storedStep(step: Step, position: number) {
	const formatted = step.html === null ? null : storedHtml(step.html);
	return {
		...{ ...step, position },
		...(formatted !== null && { html: formatted.html, body: formatted.text }),
		subjectB: step.subject.trim() === "" ? "" : step.subjectB,
		condition: position === 0 ? "no_reply" : step.condition,
	};
}

export interface NewEvent {
	ownerId: string;
	campaignId: string;
	recipientId: string;
	id: string;
	kind: EventKind;
	step?: number | null;
	emailId?: string | null;
	detail?: string | null;
	isMachine?: boolean;
	at: Date;
}

/** Longest text of an event. */
export const MAX_DETAIL = 500;

/** Adds to a recipient's timeline. @returns false: this message has been recorded before */
export async function recordEvent(database: Database, event: NewEvent): Promise<boolean> {
	const rows = await database.query(
		`insert into campaign_events (owner_id, id, campaign_id, recipient_id, kind, step, email_id, detail, is_machine, happened_at)
		values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) on conflict do nothing returning id`,
		[
			...[event.ownerId, event.id, event.campaignId, event.recipientId, event.kind, event.step ?? null],
			...[event.emailId ?? null, event.detail?.slice(0, MAX_DETAIL) ?? null, event.isMachine ?? false, event.at],
		],
	);
	return rows.length > 0;
}

interface Ending {
	ownerId: string;
	id: string;
	state: RecipientState;
	reason?: string | null;
	now: Date;
}

/** Ends a recipient's sequence: nothing further is sent. */
export async function endSequence(
	database: Database,
	{ ownerId, id, state, reason = null, now }: Ending,
): Promise<void> {
	await database.exec(
		`update campaign_recipients set state = $3, reason = $4, next_at = null, away_until = null, changed_at = $5
		where owner_id = $1 and id = $2`,
		[ownerId, id, state, reason, now],
	);
}
