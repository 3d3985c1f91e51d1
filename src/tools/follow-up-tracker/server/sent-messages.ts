import type { MailContext } from "#kernel/module.ts";
import { newId } from "#shared/ids.ts";
import { followUpAt } from "./pacing.ts";
import { type CampaignRow, RECIPIENT, type RecipientRow, readCampaign, readSteps } from "./rows.ts";

/** A message of a campaign that was sent. */
export interface SentMessage {
	campaignId: string;
	recipientId: string;
	step: number;
	messageId: string;
	sentAt: Date;
}

/** Nothing further is sent, whatever became of the last message. */
export const isEnded = ({ state }: CampaignRow): boolean => state === "stopped" || state === "completed";

/** Records messages of a campaign that were sent, each once. The next step is due the given number of working days later. */
export async function recordSentMessages(
	ctx: MailContext,
	ownerId: string,
	campaignId: string,
	messages: readonly SentMessage[],
): Promise<void> {
	await ctx.database.transaction(async () => {
		const recorded = await recordMessages(ctx, ownerId, messages);
		if (recorded.length > 0) await scheduleNext(ctx, { ownerId, campaignId }, recorded);
	});
}

/** @returns those that had no result before */
async function recordMessages(
	{ database, now }: MailContext,
	ownerId: string,
	messages: readonly SentMessage[],
): Promise<SentMessage[]> {
	const columns = messages.map(({ campaignId, recipientId, step, messageId, sentAt }) => ({
		...{ id: newId(now()), campaign_id: campaignId, recipient_id: recipientId, step },
		...{ message_id: messageId, sent_at: sentAt },
	}));
	// In the same order everywhere, so that two transactions do not wait for each other.
	await database.exec(
		`select 1 from campaign_messages m
		join jsonb_to_recordset($2::jsonb) as n (recipient_id uuid, step int) using (recipient_id, step)
		where m.owner_id = $1 order by m.recipient_id, m.step for update of m`,
		[ownerId, JSON.stringify(columns)],
	);
	const rows = await database.query<{ key: string }>(
		`with n as materialized (
			select * from jsonb_to_recordset($2::jsonb) as n (id uuid, campaign_id uuid, recipient_id uuid, step int, message_id text,
				sent_at timestamptz)
		), recorded as (
			update campaign_messages m set state = 'sent', message_id = n.message_id, sent_at = n.sent_at from n
			where m.owner_id = $1 and m.recipient_id = n.recipient_id and m.step = n.step and m.state in ('queued', 'uncertain')
			returning n.*
		)
		insert into campaign_events (owner_id, id, campaign_id, recipient_id, kind, step, is_machine, happened_at)
		select $1, id, campaign_id, recipient_id, 'sent', step, false, sent_at from recorded
		returning recipient_id || '/' || step as key`,
		[ownerId, JSON.stringify(columns)],
	);
	const keys = new Set(rows.map(({ key }) => key));
	return messages.filter(({ recipientId, step }) => keys.has(`${recipientId}/${step}`));
}

async function scheduleNext(
	{ database, now }: MailContext,
	{ ownerId, campaignId }: { ownerId: string; campaignId: string },
	messages: readonly SentMessage[],
): Promise<void> {
	const recipients = await database.query<RecipientRow>(
		`select ${RECIPIENT} from campaign_recipients r where r.owner_id = $1 and r.id = any($2::uuid[]) order by r.id for update`,
		[ownerId, messages.map(({ recipientId }) => recipientId)],
	);
	const campaign = await readCampaign(database, ownerId, campaignId, {});
	const steps = await readSteps(database, ownerId, campaignId);
	const byId = new Map(recipients.map((recipient) => [recipient.id, recipient]));
	const changes = messages.flatMap(({ recipientId, step, sentAt }) => {
		const recipient = byId.get(recipientId);
		if (recipient?.state !== "sending" && recipient?.state !== "uncertain") return [];
		const next = steps[step + 1];
		const isOver = next === undefined || isEnded(campaign);
		const state = next === undefined ? "finished" : isOver ? "stopped" : "waiting";
		const nextAt = isOver
			? null
			: new Date(followUpAt(campaign, { ...recipient, sentAt: sentAt.getTime(), waitDays: next.waitDays }));
		return [{ id: recipientId, state, next_step: step + 1, next_at: nextAt }];
	});
	await database.exec(
		`update campaign_recipients r set state = n.state, reason = null, next_step = n.next_step, next_at = n.next_at, changed_at = $3
		from jsonb_to_recordset($2::jsonb) as n (id uuid, state text, next_step int, next_at timestamptz)
		where r.owner_id = $1 and r.id = n.id`,
		[ownerId, JSON.stringify(changes), new Date(now())],
	);
}
