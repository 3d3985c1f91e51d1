import type { Context } from "#server/identity/auth/context.ts";
import { newId } from "#shared/ids.ts";
import { campaignRun } from "#tools/follow-up-tracker/server/run.ts";

export const OWNER = "bench";
/** A mailbox whose last message has no result yet hands no other over for two minutes. */
export const BETWEEN_MS = 150_000;
const DAY_MS = 86_400_000;

interface NewCampaigns {
	count: number;
	/** Mailboxes that each of them sends from. */
	accounts: readonly string[];
	/** Of each. */
	recipients: number;
	/** Share of the recipients that are due now; the others are within a month. */
	due: number;
	/** Epoch milliseconds. */
	at: number;
}

/**
 * Campaigns of three steps that are in progress, without a limit on the hours. Their next run is planned in a year, so that only
 * the benchmark runs them.
 * @returns their ids
 */
export async function addCampaigns({ database }: Context, made: NewCampaigns): Promise<string[]> {
	const { count, accounts, recipients, due } = made;
	const ids = Array.from({ length: count }, () => newId());
	const at = new Date(made.at);
	await database.exec(
		`insert into campaigns (owner_id, id, name, state, account_ids, from_name, postal_address, time_zone, send_days, send_from,
			send_until, daily_cap, spacing_seconds, stops_organization, includes_conversations, tracks_opens, tracks_clicks,
			zone_field, fields, findings, created_at, launched_at, next_run_at)
		select $1, id, 'Campaign', 'active', $3::uuid[], 'Ann Example', '1 Harbor Street, Portland', 'UTC', '{0,1,2,3,4,5,6}', 0, 1440,
			2000, 60, false, false, false, false, '', '{}', '[]', $4::timestamptz, $4, $4 from unnest($2::uuid[]) as id`,
		[OWNER, ids, accounts, at],
	);
	await database.exec(
		`insert into campaign_steps (owner_id, campaign_id, position, wait_days, subject, subject_b, body, condition)
		select $1, id, step, 2, case when step = 0 then 'Question about your order' else '' end, '', $3::text, 'no_reply'
		from unnest($2::uuid[]) as id, generate_series(0, 2) as step`,
		[OWNER, ids, "May I ask you something about your last order?\n".repeat(12)],
	);
	for (const id of ids)
		await database.exec(
			`insert into campaign_recipients (owner_id, id, campaign_id, position, email, mailbox_key, organization, fields, state,
				sender_id, next_step, next_at, changed_at)
			select $1, gen_random_uuid(), $2::uuid, n, n || '@' || $2::uuid || '.example.net', n::text, '', '{}', 'waiting',
				($3::uuid[])[1 + n % cardinality($3::uuid[])], 0, $4::timestamptz + case when n <= $6::int then interval '0' else n * interval '259 seconds' end,
				$4::timestamptz
			from generate_series(1, $5::int) as n`,
			[OWNER, id, accounts, at, recipients, Math.ceil(recipients * due)],
		);
	await database.exec(
		`insert into schedules (owner_id, task, key, time_zone, input, next_run_at)
		select $1, $3::text, id::text, 'UTC', jsonb_build_object('campaignId', id), $4::timestamptz from unnest($2::uuid[]) as id`,
		[OWNER, ids, campaignRun.name, new Date(at.getTime() + 365 * DAY_MS)],
	);
	return ids;
}

/** Runs a campaign, whose next run a benchmark decides. @param at epoch milliseconds */
export async function runCampaign(ctx: Context, campaignId: string, at: number): Promise<void> {
	const { signal } = new AbortController();
	await campaignRun.run(ctx, {
		...{ ownerId: OWNER, key: campaignId, input: { campaignId }, dueAt: new Date(at), signal },
	});
}
