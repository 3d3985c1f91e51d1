import type { MailContext } from "#kernel/module.ts";
import type { Step } from "../../contract.ts";
import { fieldName } from "../../template.ts";
import { followUpAt, WARM_DAYS } from "../pacing.ts";
import { type CampaignRow, readSteps } from "../rows.ts";
import { isTimeZone } from "../sending-times.ts";
import type { Mailbox, Sending, Waiting } from "./simulate.ts";

/** The mailboxes of a campaign as a forecast begins with them: what they sent, and what waits, of all campaigns. */

type Context = Pick<MailContext, "database" | "now">;

const DAY_MS = 86_400_000;

interface Given {
	campaign: CampaignRow;
	steps: readonly Step[];
}

/** A campaign's recipients by mailbox. */
type WaitingByMailbox = Map<string, Waiting[]>;

/** The campaign counts as in progress, whatever its state is. */
export async function readMailboxes(ctx: Context, ownerId: string, { campaign, steps }: Given): Promise<Mailbox[]> {
	const { accountIds } = campaign;
	const own = campaign.state === "draft" ? await readDraft(ctx, ownerId, campaign) : undefined;
	const sendings: { sending: Omit<Sending, "waiting">; waiting: WaitingByMailbox }[] = [];
	for (const row of [campaign, ...(await readOthers(ctx, ownerId, campaign))]) {
		const ofRow = row.id === campaign.id ? steps : await readSteps(ctx.database, ownerId, row.id);
		const waitDays = ofRow.map((step) => step.waitDays);
		const waiting =
			row.id === campaign.id && own !== undefined ? own : await readWaiting(ctx, ownerId, { row, waitDays });
		sendings.push({ sending: { campaignId: row.id, pace: row, waitDays }, waiting });
	}
	const logs = await readLogs(ctx, ownerId, accountIds);
	return accountIds.map((accountId) => ({
		...(logs.get(accountId) ?? { sentAt: [], sendingDays: [] }),
		sendings: sendings.map(({ sending, waiting }) => ({ ...sending, waiting: waiting.get(accountId) ?? [] })),
	}));
}

type PacedRow = Pick<CampaignRow, "id"> & Sending["pace"];

/** Other campaigns in progress that send from the same mailboxes. */
function readOthers({ database }: Context, ownerId: string, { id, accountIds }: CampaignRow): Promise<PacedRow[]> {
	return database.query<PacedRow>(
		`select id, time_zone as "timeZone", send_days as "sendDays", send_from as "sendFrom", send_until as "sendUntil",
			daily_cap as "dailyCap", spacing_seconds as "spacingSeconds", warm_up_start as "warmUpStart",
			warm_up_step as "warmUpStep", zone_field as "zoneField"
		from campaigns where owner_id = $1 and id <> $2 and state in ('active', 'scheduled') and account_ids && $3::uuid[]
		order by id`,
		[ownerId, id, accountIds],
	);
}

/** A draft's recipients, shared among its mailboxes as the launch would share them. */
async function readDraft(ctx: Context, ownerId: string, campaign: CampaignRow): Promise<WaitingByMailbox> {
	const rows = await ctx.database.query<{ zone: string | null }>(
		`select fields ->> $3::text as zone from campaign_recipients
		where owner_id = $1 and campaign_id = $2 and state = 'waiting' order by position`,
		[ownerId, campaign.id, fieldName(campaign.zoneField)],
	);
	const zones = new Set([...new Set(rows.map(({ zone }) => zone ?? ""))].filter((zone) => isTimeZone(zone)));
	const nextAt = Math.max(ctx.now(), campaign.startsAt?.getTime() ?? 0);
	const waiting: WaitingByMailbox = new Map();
	for (const [index, { zone }] of rows.entries()) {
		const accountId = campaign.accountIds[index % campaign.accountIds.length] ?? "";
		const timeZone = zone !== null && zones.has(zone) ? zone : null;
		add(waiting, accountId, { step: 0, count: 1, nextAt, timeZone });
	}
	return waiting;
}

interface WaitingRow {
	accountId: string;
	step: number;
	nextAt: Date;
	timeZone: string | null;
	count: number;
	isOnItsWay: boolean;
}

/** A launched campaign's recipients; of a message on its way, the one after it. */
async function readWaiting(
	{ database }: Context,
	ownerId: string,
	{ row, waitDays }: { row: PacedRow; waitDays: readonly number[] },
): Promise<WaitingByMailbox> {
	const rows = await database.query<WaitingRow>(
		`select sender_id as "accountId", next_step as step, coalesce(next_at, changed_at) as "nextAt", time_zone as "timeZone",
			count(*)::int as count, state = 'sending' as "isOnItsWay"
		from campaign_recipients where owner_id = $1 and campaign_id = $2 and sender_id is not null
			and (state = 'waiting' and next_at is not null or state = 'sending')
		group by 1, 2, 3, 4, 6, case when $3 then position end order by 3, min(position)`,
		[ownerId, row.id, row.zoneField !== ""],
	);
	const waiting: WaitingByMailbox = new Map();
	for (const { accountId, isOnItsWay, nextAt, ...one } of rows) {
		if (!isOnItsWay) add(waiting, accountId, { ...one, nextAt: nextAt.getTime() });
		const step = one.step + 1;
		const wait = waitDays[step];
		if (!isOnItsWay || wait === undefined) continue;
		const { timeZone } = one;
		const sentAt = nextAt.getTime();
		add(waiting, accountId, { ...one, step, nextAt: followUpAt(row, { sentAt, waitDays: wait, timeZone }) });
	}
	return waiting;
}

function add(waiting: WaitingByMailbox, accountId: string, entry: Waiting): void {
	const entries = waiting.get(accountId);
	if (entries === undefined) waiting.set(accountId, [entry]);
	else entries.push(entry);
}

type Log = Pick<Mailbox, "sentAt" | "sendingDays">;

/** What the mailboxes sent, for cap, spacing and warm-up. */
async function readLogs({ database, now }: Context, ownerId: string, accountIds: readonly string[]) {
	const since = new Date(now() - 2 * DAY_MS);
	const sent = await database.query<{ accountId: string; at: Date }>(
		`select sender_id as "accountId", handed_over_at as at from campaign_messages
		where owner_id = $1 and sender_id = any($2::uuid[]) and handed_over_at >= $3 and state <> 'failed' order by handed_over_at`,
		[ownerId, accountIds, since],
	);
	const days = await database.query<{ accountId: string; day: string }>(
		`select account_id as "accountId", to_char(day, 'YYYY-MM-DD') as day from campaign_sending_days
		where owner_id = $1 and account_id = any($2::uuid[]) and day >= $3::date - 1`,
		[ownerId, accountIds, new Date(now() - WARM_DAYS * DAY_MS)],
	);
	const sentBy = Map.groupBy(sent, ({ accountId }) => accountId);
	const daysBy = Map.groupBy(days, ({ accountId }) => accountId);
	return new Map<string, Log>(
		accountIds.map((accountId) => [
			accountId,
			{
				sentAt: (sentBy.get(accountId) ?? []).map(({ at }) => at.getTime()),
				sendingDays: (daysBy.get(accountId) ?? []).map(({ day }) => day),
			},
		]),
	);
}
