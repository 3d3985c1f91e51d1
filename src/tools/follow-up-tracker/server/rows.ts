import {
	column,
	cutPage,
	type Database,
	insertInto,
	type NewRow,
	type RowOf,
	readCursor,
	table,
	timeKey,
} from "#kernel/database.ts";
import { notFound } from "#kernel/errors.ts";
import type { Finding, NextStepProposal, Plan, Step } from "../contract.ts";
import type { CampaignState, EventKind, RecipientState, ReplyTone } from "../states.ts";
import { storedHtml } from "./formatted.ts";

/** The tool's tables, and the statements that several files share. */

export const campaigns = table("campaigns", {
	ownerId: column.text(),
	id: column.uuid(),
	name: column.text(),
	state: column.text<CampaignState>(),
	accountIds: column.uuidArray(),
	fromName: column.text(),
	senderNames: column.jsonb<Record<string, string>>().withDefault(),
	postalAddress: column.text(),
	timeZone: column.text(),
	sendDays: column.smallintArray(),
	sendFrom: column.smallint(),
	sendUntil: column.smallint(),
	dailyCap: column.integer(),
	spacingSeconds: column.integer(),
	warmUpStart: column.integer().nullable(),
	warmUpStep: column.integer().nullable(),
	zoneField: column.text(),
	pauseAtBounces: column.smallint().nullable(),
	bouncesFrom: column.timestamptz().nullable(),
	domainsCheckedAt: column.timestamptz().nullable(),
	stopsOrganization: column.boolean(),
	includesConversations: column.boolean(),
	tracksOpens: column.boolean(),
	tracksClicks: column.boolean(),
	fields: column.textArray(),
	startsAt: column.timestamptz().nullable(),
	checkedAt: column.timestamptz().nullable(),
	checkJobId: column.uuid().nullable(),
	findings: column.jsonb<Finding[]>(),
	pauseReason: column.text().nullable(),
	nextRunAt: column.timestamptz().nullable(),
	createdAt: column.timestamptz(),
	launchedAt: column.timestamptz().nullable(),
	finishedAt: column.timestamptz().nullable(),
	archivedAt: column.timestamptz().nullable(),
});

const CAMPAIGN = campaigns.without("ownerId", "checkJobId", "nextRunAt");

export type CampaignRow = RowOf<typeof CAMPAIGN>;

export const campaignRecipients = table("campaign_recipients", {
	ownerId: column.text(),
	id: column.uuid(),
	campaignId: column.uuid(),
	position: column.integer(),
	email: column.text(),
	mailboxKey: column.text(),
	organization: column.text(),
	fields: column.jsonb<Record<string, string>>(),
	state: column.text<RecipientState>(),
	reason: column.text().nullable(),
	warning: column.text().nullable(),
	senderId: column.uuid().nullable(),
	nextStep: column.smallint(),
	nextAt: column.timestamptz().nullable(),
	/** Its own; null: the campaign's. */
	timeZone: column.text().nullable(),
	tone: column.text<ReplyTone>().nullable(),
	toneSource: column.text<"rules" | "user">().nullable(),
	awayUntil: column.timestamptz().nullable(),
	unsubscribeShownAt: column.timestamptz().nullable(),
	nextStepProposal: column.jsonb<NextStepProposal>().nullable(),
	changedAt: column.timestamptz(),
});

const RECIPIENT_COLUMNS = campaignRecipients.without("ownerId", "mailboxKey", "unsubscribeShownAt", "nextStepProposal");

export type RecipientRow = RowOf<typeof RECIPIENT_COLUMNS>;

/** What `RecipientRow` has; `r` is an alias of `campaign_recipients`. */
export const RECIPIENT = RECIPIENT_COLUMNS.select("r");

export const campaignSteps = table("campaign_steps", {
	ownerId: column.text(),
	campaignId: column.uuid(),
	position: column.smallint(),
	waitDays: column.smallint(),
	subject: column.text(),
	subjectB: column.text(),
	body: column.text(),
	html: column.text().nullable(),
	condition: column.text<Step["condition"]>(),
});

const STEP = campaignSteps.without("ownerId", "campaignId", "position");

export const campaignEvents = table("campaign_events", {
	ownerId: column.text(),
	id: column.uuid(),
	campaignId: column.uuid(),
	recipientId: column.uuid(),
	kind: column.text<EventKind>(),
	step: column.smallint().nullable(),
	emailId: column.uuid().nullable(),
	detail: column.text().nullable(),
	isMachine: column.boolean(),
	happenedAt: column.timestamptz(),
});

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
		`select ${CAMPAIGN.select()} from campaigns where owner_id = $1 and id = $2 ${lock ?? ""}`,
		[ownerId, id],
	);
	if (row === undefined) throw notFound("The campaign");
	return row;
}

export interface CampaignQuery {
	limit: number;
	cursor?: string | undefined;
	/** Those that were put away, instead of the others. */
	archived?: boolean;
}

/** A page, newest first. @throws AppError 400 `bad-cursor` */
export async function readCampaigns(
	database: Database,
	ownerId: string,
	{ limit, cursor, archived = false }: CampaignQuery,
): Promise<{ rows: CampaignRow[]; nextCursor: string | null }> {
	const [time = null, id = null] = readCursor(cursor, timeKey) ?? [];
	const rows = await database.query<CampaignRow>(
		`select ${CAMPAIGN.select()} from campaigns
		where owner_id = $1 and ($2::timestamptz is null or (created_at, id) < ($2::timestamptz, $3::uuid))
			and (archived_at is not null) = $5
		order by created_at desc, id desc limit $4`,
		[ownerId, time, id, limit + 1, archived],
	);
	const { page, nextCursor } = cutPage(rows, limit, (row) => [row.createdAt.toISOString(), row.id]);
	return { rows: page, nextCursor };
}

export function readSteps(database: Database, ownerId: string, campaignId: string): Promise<Step[]> {
	return database.query<Step>(
		`select ${STEP.select()} from campaign_steps where owner_id = $1 and campaign_id = $2 order by position`,
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
	const { steps, warmUp, ...decided } = plan;
	const { set, values } = campaigns.assign(
		{
			...decided,
			warmUpStart: warmUp?.start ?? null,
			warmUpStep: warmUp?.step ?? null,
			checkedAt: null,
			checkJobId: null,
			findings: [],
		},
		2,
	);
	await database.exec(`update campaigns set ${set} where owner_id = $1 and id = $2`, [ownerId, id, ...values]);
	await database.exec("delete from campaign_steps where owner_id = $1 and campaign_id = $2", [ownerId, id]);
	const stored = steps.map((step, position) => ({ ...storedStep(step, position), ownerId, campaignId: id }));
	await database.exec(...insertInto(campaignSteps, stored));
}

/** A step as it is stored. A reply has the subject of its conversation alone, and the first message goes to everyone. */
export function storedStep(step: Step, position: number): Step & { position: number } {
	const formatted = step.html === null ? null : storedHtml(step.html);
	return {
		...{ ...step, position },
		...(formatted !== null && { html: formatted.html, body: formatted.text }),
		subjectB: step.subject.trim() === "" ? "" : step.subjectB,
		condition: position === 0 ? "no_reply" : step.condition,
	};
}

type NewEvent = Omit<NewRow<typeof campaignEvents>, "isMachine" | "happenedAt"> & { isMachine?: boolean; at: Date };

/** Longest text of an event. */
export const MAX_DETAIL = 500;

/** Adds to a recipient's timeline. @returns false: this message has been recorded before */
export async function recordEvent(database: Database, event: NewEvent): Promise<boolean> {
	const { at, detail, isMachine = false, ...about } = event;
	const row = { ...about, detail: detail?.slice(0, MAX_DETAIL), isMachine, happenedAt: at };
	const rows = await database.query(...insertInto(campaignEvents, row, "on conflict do nothing returning id"));
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
