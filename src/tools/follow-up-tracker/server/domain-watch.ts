import type { MailContext } from "#kernel/module.ts";
import { listSenders } from "#kernel/send.ts";
import { domainFindings, domainsOf } from "./check/sending-domain.ts";
import { pauseWithReason } from "./finish.ts";
import type { CampaignRow } from "./rows.ts";

/** Domains of a campaign in progress are checked once in this time; the launch has checked them first. */
const EVERY_MS = 86_400_000;

/**
 * Pauses a campaign when receivers can no longer verify the domain of one of its mailboxes by SPF, DKIM and DMARC. What can't be
 * looked up pauses nothing.
 * @returns whether it is paused
 */
export async function pauseAtBrokenDomain(
	ctx: MailContext,
	{ ownerId, campaign, signal }: { ownerId: string; campaign: CampaignRow; signal: AbortSignal },
): Promise<boolean> {
	const { id, accountIds, domainsCheckedAt, launchedAt } = campaign;
	const last = (domainsCheckedAt ?? launchedAt)?.getTime() ?? 0;
	if (ctx.now() - last < EVERY_MS) return false;
	const senders = (await listSenders(ctx, ownerId)).filter(({ accountId }) => accountIds.includes(accountId));
	const broken: string[] = [];
	for (const domain of domainsOf(senders)) {
		const findings = await domainFindings(ctx, { ownerId, domain, signal });
		broken.push(...findings.flatMap(({ isBlocking, message }) => (isBlocking ? [message] : [])));
	}
	await ctx.database.exec("update campaigns set domains_checked_at = $3 where owner_id = $1 and id = $2", [
		ownerId,
		id,
		new Date(ctx.now()),
	]);
	const [reason] = broken;
	if (reason === undefined) return false;
	await pauseWithReason(ctx, { ownerId, campaignId: id, reason });
	return true;
}
