import type { MailContext } from "#kernel/module.ts";

/**
 * Completes a campaign in which no one is left to write to. While a delivery is uncertain it stays active: once
 * that is resolved, the recipient gets the next message.
 * @returns whether it is completed
 */
export async function finishIfDone(
	{ database, now }: Pick<MailContext, "database" | "now">,
	ownerId: string,
	campaignId: string,
): Promise<boolean> {
	const rows = await database.query(
		`update campaigns set state = 'completed', finished_at = $3, next_run_at = null
		where owner_id = $1 and id = $2 and state = 'active' and not exists (
			select 1 from campaign_recipients r
			where r.owner_id = $1 and r.campaign_id = $2 and r.state in ('waiting', 'sending', 'uncertain'))
		returning id`,
		[ownerId, campaignId, new Date(now())],
	);
	return rows.length > 0;
}

/** Pauses a campaign that cannot continue, with the reason. */
export async function pauseWithReason(
	{ database }: Pick<MailContext, "database">,
	{ ownerId, campaignId, reason }: { ownerId: string; campaignId: string; reason: string },
): Promise<void> {
	await database.exec(
		`update campaigns set state = 'paused', pause_reason = $3, next_run_at = null
		where owner_id = $1 and id = $2 and state = 'active'`,
		[ownerId, campaignId, reason],
	);
}
