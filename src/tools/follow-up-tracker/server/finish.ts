import type { MailContext } from "#kernel/module.ts";
import { emitFinished } from "./webhooks.ts";

/**
 * Completes a campaign in which no one is left to write to. While a delivery is uncertain it stays active: once
 * that is resolved, the recipient gets the next message.
 * @returns whether it is completed
 */
export async function finishIfDone(
	ctx: Pick<MailContext, "database" | "config" | "now">,
	ownerId: string,
	campaignId: string,
): Promise<boolean> {
	const { database } = ctx;
	const at = new Date(ctx.now());
	return database.transaction(async () => {
		const finished = await database.one<{ id: string; name: string }>(
			`update campaigns set state = 'completed', finished_at = $3, next_run_at = null
			where owner_id = $1 and id = $2 and state = 'active' and not exists (
				select 1 from campaign_recipients r
				where r.owner_id = $1 and r.campaign_id = $2 and r.state in ('waiting', 'sending', 'uncertain'))
			returning id, name`,
			[ownerId, campaignId, at],
		);
		if (finished) await emitFinished(ctx, { ...finished, ownerId, at });
		return finished !== undefined;
	});
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
