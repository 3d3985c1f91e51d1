import { insertInto } from "#kernel/database.ts";
import { badRequest, conflict } from "#kernel/errors.ts";
import { accountsOf } from "#kernel/mail.ts";
import type { MailContext } from "#kernel/module.ts";
import { newId } from "#shared/ids.ts";
import type { Plan } from "../contract.ts";
import { isInProgress } from "../states.ts";
import { fieldName } from "../template.ts";
import { changeInProgress } from "./change-in-progress.ts";
import { finishIfDone } from "./finish.ts";
import { type CampaignRow, campaigns, inOtherCampaign, readCampaign, writePlan } from "./rows.ts";
import { scheduleRun } from "./run-schedule.ts";
import { isTimeZone } from "./sending-times.ts";

/** Creating, changing and running campaigns. */

type Context = Pick<MailContext, "database" | "now" | "providers">;

/** @throws AppError 400 `bad-plan` */
function checkPlan({ timeZone, sendFrom, sendUntil, dailyCap, warmUp, steps }: Plan): void {
	if (!isTimeZone(timeZone)) throw badRequest("bad-plan", `There is no time zone “${timeZone}”.`, { timeZone });
	if (sendUntil <= sendFrom)
		throw badRequest("bad-plan", "Sending has to end later in the day than it starts.", { sendUntil: "Too early" });
	if (warmUp !== null && warmUp.start > dailyCap)
		throw badRequest("bad-plan", "The warm-up has to start below the daily limit.", { warmUp: "Too high" });
	if (steps.slice(1).some(({ waitDays }) => waitDays < 1))
		throw badRequest("bad-plan", "A follow-up is sent at least one working day after the message before.");
}

/** @throws AppError 400 `bad-plan` */
export async function createCampaign(ctx: Context, ownerId: string, plan: Plan): Promise<string> {
	checkPlan(plan);
	const own = await ownAccounts(ctx, ownerId, plan);
	const id = newId(ctx.now());
	await ctx.database.transaction(async () => {
		const { warmUp, steps, ...decided } = own;
		const initial = { ...decided, state: "draft" as const, fields: [], findings: [], createdAt: new Date(ctx.now()) };
		await ctx.database.exec(...insertInto(campaigns, { ...initial, ownerId, id }));
		await writePlan(ctx.database, { ownerId, id, plan: own });
	});
	return id;
}

/** Mailboxes of others, and those that were removed, are left out. */
async function ownAccounts<P extends Pick<Plan, "accountIds">>(ctx: Context, ownerId: string, plan: P): Promise<P> {
	const own = new Set(await accountsOf(ctx.database, ownerId, null));
	return { ...plan, accountIds: [...new Set(plan.accountIds)].filter((id) => own.has(id)) };
}

/** @throws AppError 404, 409 `not-a-draft`, 400 `bad-plan` */
export async function updateCampaign(ctx: Context, ownerId: string, id: string, plan: Plan): Promise<void> {
	checkPlan(plan);
	const own = await ownAccounts(ctx, ownerId, plan);
	await ctx.database.transaction(async () => {
		requireDraft(await readCampaign(ctx.database, ownerId, id, { lock: "for update" }));
		await writePlan(ctx.database, { ownerId, id, plan: own });
	});
}

/**
 * Changes a campaign in progress, from everyone's next message on.
 * @throws AppError 404, 409 `wrong-state`, 400 `bad-plan` or `missing-field`
 */
export async function changeCampaign(ctx: MailContext, ownerId: string, id: string, plan: Plan): Promise<void> {
	checkPlan(plan);
	const own = await ownAccounts(ctx, ownerId, plan);
	await ctx.database.transaction(async () => {
		const campaign = await readCampaign(ctx.database, ownerId, id, { lock: "for update" });
		const current = await ownAccounts(ctx, ownerId, campaign);
		await changeInProgress(ctx, { ownerId, campaign: current, plan: own });
	});
	await finishIfDone(ctx, ownerId, id);
}

/** @throws AppError 404 */
export async function renameCampaign({ database }: Context, ownerId: string, id: string, name: string): Promise<void> {
	await readCampaign(database, ownerId, id);
	await database.exec("update campaigns set name = $3 where owner_id = $1 and id = $2", [ownerId, id, name]);
}

/** @throws AppError 404, 409 `campaign-active` */
export async function archiveCampaign(
	{ database, now }: Context,
	ownerId: string,
	{ id, archived }: { id: string; archived: boolean },
): Promise<void> {
	await database.transaction(async () => {
		const { state } = await readCampaign(database, ownerId, id, { lock: "for update" });
		if (archived && isInProgress(state))
			throw conflict("campaign-active", "Stop the campaign before you archive it, or wait until it is completed.");
		const at = archived ? new Date(now()) : null;
		await database.exec("update campaigns set archived_at = $3 where owner_id = $1 and id = $2", [ownerId, id, at]);
	});
}

/** @throws AppError 409 `not-a-draft` */
export function requireDraft({ state }: Pick<CampaignRow, "state">): void {
	if (state !== "draft") throw conflict("not-a-draft", "The campaign has been launched. Only a draft can be changed.");
}

/** Deletes a campaign with its results. @throws AppError 404, 409 `campaign-active` */
export async function deleteCampaign(ctx: Context, ownerId: string, id: string): Promise<void> {
	const { database } = ctx;
	await database.transaction(async () => {
		const { state } = await readCampaign(database, ownerId, id, { lock: "for update" });
		if (state === "active" || state === "scheduled")
			throw conflict("campaign-active", "Stop the campaign before you delete it.");
		await database.exec(
			`insert into campaign_former_recipients (owner_id, id, email)
			select r.owner_id, r.id, r.email from campaign_recipients r where r.owner_id = $1 and r.campaign_id = $2
				and exists (select 1 from campaign_messages m where m.owner_id = r.owner_id and m.recipient_id = r.id)`,
			[ownerId, id],
		);
		await database.exec(
			`insert into campaign_former_messages (owner_id, recipient_id, step, links)
			select owner_id, recipient_id, step, links from campaign_messages
			where owner_id = $1 and campaign_id = $2 and links <> '{}'`,
			[ownerId, id],
		);
		for (const table of ["campaign_events", "campaign_messages", "campaign_recipients", "campaign_steps"])
			await database.exec(`delete from ${table} where owner_id = $1 and campaign_id = $2`, [ownerId, id]);
		await database.exec("delete from campaigns where owner_id = $1 and id = $2", [ownerId, id]);
	});
}

/** Namespace of the advisory locks. */
const LOCK = 7_461_210;

/**
 * Starts a checked draft. Recipients are shared among the mailboxes in turn. An owner's launches run one at a time, so that
 * each sees whom the others write to.
 * @throws AppError 404, 409 `not-a-draft`, `not-checked`, `blocked`
 */
export async function launchCampaign(ctx: Context, ownerId: string, id: string): Promise<void> {
	const { database } = ctx;
	await database.transaction(async () => {
		await database.exec("select pg_advisory_xact_lock(hashtextextended($1, $2))", [ownerId, LOCK]);
		const campaign = await readCampaign(database, ownerId, id, { lock: "for update" });
		requireDraft(campaign);
		if (campaign.checkedAt === null)
			throw conflict("not-checked", "Something has changed since the last check. Check the campaign, then launch it.");
		const blocking = campaign.findings.find(({ isBlocking }) => isBlocking);
		if (blocking !== undefined) throw conflict("blocked", blocking.message);
		const now = new Date(ctx.now());
		await excludeInOtherCampaigns(ctx, { ownerId, id, now });
		const startsAt = campaign.startsAt !== null && campaign.startsAt > now ? campaign.startsAt : now;
		await database.exec(
			`update campaign_recipients r set sender_id = ($3::uuid[])[1 + n.number % $4], next_step = 0, next_at = $5
			from (select id, (row_number() over (order by position) - 1)::int as number from campaign_recipients
				where owner_id = $1 and campaign_id = $2 and state = 'waiting') n
			where r.owner_id = $1 and r.id = n.id`,
			[ownerId, id, campaign.accountIds, campaign.accountIds.length, startsAt],
		);
		await setTimeZones(ctx, { ownerId, id, campaign });
		await database.exec(
			`update campaigns set state = $3, launched_at = $4, next_run_at = $5 where owner_id = $1 and id = $2`,
			[ownerId, id, startsAt > now ? "scheduled" : "active", now, startsAt],
		);
		await scheduleRun(ctx, { ownerId, campaignId: id, runAt: startsAt });
	});
}

/** Recipients with a time zone in the campaign's field for it; what is no zone leaves the campaign's. */
async function setTimeZones(
	{ database }: Context,
	{ ownerId, id, campaign }: { ownerId: string; id: string; campaign: CampaignRow },
): Promise<void> {
	const field = fieldName(campaign.zoneField);
	if (field === "") return;
	const rows = await database.query<{ zone: string }>(
		`select distinct fields ->> $3::text as zone from campaign_recipients
		where owner_id = $1 and campaign_id = $2 and state = 'waiting' and fields ->> $3::text is not null`,
		[ownerId, id, field],
	);
	await database.exec(
		`update campaign_recipients set time_zone = fields ->> $3::text
		where owner_id = $1 and campaign_id = $2 and fields ->> $3::text = any($4::text[])`,
		[ownerId, id, field, rows.map(({ zone }) => zone).filter((zone) => isTimeZone(zone))],
	);
}

/** Those whom a campaign that was launched since the check writes to. @throws AppError 409 `blocked` when no one is left */
async function excludeInOtherCampaigns(
	{ database }: Context,
	{ ownerId, id, now }: { ownerId: string; id: string; now: Date },
): Promise<void> {
	const excluded = await database.query(
		`update campaign_recipients r set state = 'excluded', reason = 'other_campaign', changed_at = $3
		where r.owner_id = $1 and r.campaign_id = $2 and r.state = 'waiting' and ${inOtherCampaign} returning r.id`,
		[ownerId, id, now],
	);
	if (excluded.length === 0) return;
	const left = await database.query(
		"select from campaign_recipients where owner_id = $1 and campaign_id = $2 and state = 'waiting' limit 1",
		[ownerId, id],
	);
	if (left.length === 0) throw conflict("blocked", "Everyone on the list is in another campaign that is in progress.");
}

/** @throws AppError 404, 409 `wrong-state` */
export async function pauseCampaign(ctx: Context, ownerId: string, id: string): Promise<void> {
	await ctx.database.transaction(async () => {
		const { state } = await readCampaign(ctx.database, ownerId, id, { lock: "for update" });
		if (state !== "active" && state !== "scheduled") throw wrongState("Only a campaign that is sending can be paused.");
		await ctx.database.exec(
			"update campaigns set state = 'paused', pause_reason = null, next_run_at = null where owner_id = $1 and id = $2",
			[ownerId, id],
		);
		await recordResults(ctx, ownerId, id);
	});
}

/** A run of a campaign that sends nothing any more still records what became of the messages on their way. */
function recordResults(ctx: Context, ownerId: string, campaignId: string): Promise<void> {
	return scheduleRun(ctx, { ownerId, campaignId, runAt: new Date(ctx.now()) });
}

/** @throws AppError 404, 409 `wrong-state` */
export async function resumeCampaign(ctx: Context, ownerId: string, id: string): Promise<void> {
	await ctx.database.transaction(async () => {
		const { state, startsAt } = await readCampaign(ctx.database, ownerId, id, { lock: "for update" });
		if (state !== "paused") throw wrongState("Only a paused campaign can be resumed.");
		const now = new Date(ctx.now());
		const isEarly = startsAt !== null && startsAt > now;
		const runAt = isEarly ? startsAt : now;
		await ctx.database.exec(
			"update campaigns set state = $3, pause_reason = null, next_run_at = $4 where owner_id = $1 and id = $2",
			[ownerId, id, isEarly ? "scheduled" : "active", runAt],
		);
		await scheduleRun(ctx, { ownerId, campaignId: id, runAt });
	});
}

/** Ends a campaign. @throws AppError 404, 409 `wrong-state` */
export async function stopCampaign(ctx: Context, ownerId: string, id: string): Promise<void> {
	const now = new Date(ctx.now());
	await ctx.database.transaction(async () => {
		const { state } = await readCampaign(ctx.database, ownerId, id, { lock: "for update" });
		if (!isInProgress(state)) throw wrongState("The campaign is not in progress.");
		await ctx.database.exec(
			`update campaign_recipients set state = 'stopped', next_at = null, away_until = null, changed_at = $3
			where owner_id = $1 and campaign_id = $2 and state = 'waiting'`,
			[ownerId, id, now],
		);
		await ctx.database.exec(
			`update campaigns set state = 'stopped', pause_reason = null, next_run_at = null, finished_at = $3
			where owner_id = $1 and id = $2`,
			[ownerId, id, now],
		);
		await recordResults(ctx, ownerId, id);
	});
}

function wrongState(message: string) {
	return conflict("wrong-state", message);
}
