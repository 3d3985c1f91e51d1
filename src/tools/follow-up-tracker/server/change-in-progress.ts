import { badRequest, conflict } from "#kernel/errors.ts";
import type { MailContext } from "#kernel/module.ts";
import type { Plan, Step } from "../contract.ts";
import { isInProgress } from "../states.ts";
import { fieldsOf, isOfRecipient } from "../template.ts";
import { messageBlockers } from "./message-blockers.ts";
import { type CampaignRow, readSteps, storedStep, writePlan } from "./rows.ts";
import { scheduleRun } from "./run-schedule.ts";
import { addWorkingDays } from "./sending-times.ts";

/** Changing a campaign after its launch: everyone gets the changed plan from their next message on. */

interface Change {
	ownerId: string;
	/** Locked by the transaction; without mailboxes that were removed. */
	campaign: CampaignRow;
	plan: Plan;
}

/**
 * Writes the plan, and when the next messages are due by it. Recipients who were waiting for a message that was removed
 * have finished; those who had finished before get no message that was added.
 * @throws AppError 409 `wrong-state`; 400 `bad-plan` for what is decided at launch, a sent message that is missing, or a message
 * that cannot be sent; 400 `missing-field`
 */
export async function changeInProgress(ctx: MailContext, { ownerId, campaign, plan }: Change): Promise<void> {
	const { database } = ctx;
	const { id, state } = campaign;
	if (!isInProgress(state))
		throw conflict("wrong-state", "The campaign isn't in progress. Duplicate it to send it to other people.");
	requireSameRecipients(campaign, plan);
	const steps = plan.steps.map(storedStep);
	const [blocker] = messageBlockers({ ...plan, steps });
	if (blocker !== undefined) throw badRequest("bad-plan", blocker.message);
	const before = await readSteps(database, ownerId, id);
	await requireSentMessages(ctx, { ownerId, id, steps });
	await requireValues(ctx, { ownerId, id, before, steps });
	await writePlan(database, { ownerId, id, plan });
	const now = new Date(ctx.now());
	await database.exec(
		`update campaign_recipients set state = 'finished', next_at = null, away_until = null, changed_at = $4
		where owner_id = $1 and campaign_id = $2 and state = 'waiting' and next_step >= $3`,
		[ownerId, id, steps.length, now],
	);
	await moveDueDates(ctx, { ownerId, campaign: { id, timeZone: plan.timeZone }, before, steps });
	if (state !== "active") return;
	await database.exec("update campaigns set next_run_at = $3 where owner_id = $1 and id = $2", [ownerId, id, now]);
	await scheduleRun(ctx, { ownerId, campaignId: id, runAt: now });
}

/** The launch has shared the recipients among the mailboxes, checked whom to exclude, and read their time zones. */
function requireSameRecipients(campaign: CampaignRow, plan: Plan): void {
	const start = campaign.startsAt?.toISOString() ?? null;
	const isSame =
		plan.accountIds.toSorted().join() === campaign.accountIds.toSorted().join() &&
		plan.zoneField === campaign.zoneField &&
		plan.includesConversations === campaign.includesConversations &&
		(plan.startsAt === null ? start === null : new Date(plan.startsAt).toISOString() === start);
	if (isSame) return;
	throw badRequest(
		"bad-plan",
		"Mailboxes, start, time zones of recipients and who is left out are decided at launch. Everything else can be changed.",
	);
}

interface Messages {
	ownerId: string;
	id: string;
	steps: readonly Step[];
}

async function requireSentMessages({ database }: MailContext, { ownerId, id, steps }: Messages): Promise<void> {
	const row = await database.one<{ last: number | null }>(
		"select max(step) as last from campaign_messages where owner_id = $1 and campaign_id = $2",
		[ownerId, id],
	);
	const last = row?.last ?? -1;
	if (last >= steps.length)
		throw badRequest("bad-plan", `Message ${last + 1} has already been sent, so it can't be removed.`);
}

/** Everyone who is still to get a message has values for the fields that are new in it. */
async function requireValues(
	{ database }: MailContext,
	{ ownerId, id, before, steps }: Messages & { before: readonly Step[] },
): Promise<void> {
	for (const [position, step] of steps.entries()) {
		const old = before[position];
		const used = old === undefined ? [] : requiredOf(old);
		for (const field of requiredOf(step).filter((name) => isOfRecipient(name) && !used.includes(name))) {
			const row = await database.one<{ count: number }>(
				`select count(*)::int as count from campaign_recipients where owner_id = $1 and campaign_id = $2
					and (state = 'waiting' and next_step <= $3 or state in ('sending', 'uncertain') and next_step < $3)
					and coalesce(trim(fields ->> $4::text), '') = ''`,
				[ownerId, id, position, field],
			);
			const count = row?.count ?? 0;
			if (count === 0) continue;
			const who = count === 1 ? "1 person has" : `${count} people have`;
			throw badRequest(
				"missing-field",
				`${who} no value for {{${field}}} in message ${position + 1}. Give it a fallback, such as {{${field}|there}}.`,
			);
		}
	}
}

/** Fields that a message uses without a fallback. */
function requiredOf({ subject, subjectB, body, html }: Step): string[] {
	const fields = [subject, subjectB, body, html ?? ""].flatMap((text) => fieldsOf(text));
	return [...new Set(fields.flatMap(({ name, isRequired }) => (isRequired ? [name] : [])))];
}

interface Waits {
	ownerId: string;
	campaign: Pick<CampaignRow, "id" | "timeZone">;
	before: readonly Step[];
	steps: readonly Step[];
}

/** Follow-ups whose wait has changed are due that long after the message before; an absence stays what it is. */
async function moveDueDates({ database }: MailContext, { ownerId, campaign, before, steps }: Waits): Promise<void> {
	const changed = steps.flatMap(({ waitDays }, at) => (before[at] && before[at].waitDays !== waitDays ? [at] : []));
	if (changed.length === 0) return;
	const rows = await database.query<{ id: string; nextStep: number; zone: string | null; step: number; sentAt: Date }>(
		`select r.id, r.next_step as "nextStep", r.time_zone as zone, m.step, m.sent_at as "sentAt" from campaign_recipients r
		cross join lateral (select step, sent_at from campaign_messages
			where owner_id = r.owner_id and recipient_id = r.id and sent_at is not null order by step desc limit 1) m
		where r.owner_id = $1 and r.campaign_id = $2 and r.state = 'waiting' and r.away_until is null
			and r.next_step = any($3::int[])`,
		[ownerId, campaign.id, changed],
	);
	const due = rows.map(({ id, nextStep, zone, step, sentAt }) => {
		// Messages that were skipped had their waits, too.
		const days = steps.slice(step + 1, nextStep + 1).reduce((sum, { waitDays }) => sum + waitDays, 0);
		return { id, next_at: new Date(addWorkingDays(sentAt.getTime(), days, zone ?? campaign.timeZone)) };
	});
	await database.exec(
		`update campaign_recipients r set next_at = n.next_at
		from jsonb_to_recordset($2::jsonb) as n (id uuid, next_at timestamptz) where r.owner_id = $1 and r.id = n.id`,
		[ownerId, JSON.stringify(due)],
	);
}
