import type { MailContext } from "#kernel/module.ts";
import { newId } from "#shared/ids.ts";
import type { Step } from "../contract.ts";
import type { StepCondition } from "../states.ts";
import { type CampaignRow, type RecipientRow, recordEvent } from "./rows.ts";
import { addWorkingDays } from "./sending-times.ts";

/** Follow-ups for some of those who did not reply: who opened nothing, or who clicked a link. Decided when one is due. */

interface Conditional {
	ownerId: string;
	recipient: RecipientRow;
	condition: StepCondition;
}

/** By opens and clicks of people, in any message before. */
export async function meetsCondition(
	{ database }: Pick<MailContext, "database">,
	{ ownerId, recipient, condition }: Conditional,
): Promise<boolean> {
	if (condition === "no_reply") return true;
	const row = await database.one<{ opened: boolean; clicked: boolean }>(
		`select count(opened_at) > 0 as opened, count(clicked_at) > 0 as clicked from campaign_messages
		where owner_id = $1 and recipient_id = $2`,
		[ownerId, recipient.id],
	);
	return condition === "clicked" ? row?.clicked === true : row?.opened === false;
}

interface Skipped {
	ownerId: string;
	campaign: CampaignRow;
	recipient: RecipientRow;
	steps: readonly Step[];
}

/** Passes over the step that is due: the next one is due after its own wait, or the sequence is over. */
export async function skipStep(
	{ database, now }: Pick<MailContext, "database" | "now">,
	{ ownerId, campaign, recipient, steps }: Skipped,
): Promise<void> {
	const at = new Date(now());
	const next = steps[recipient.nextStep + 1];
	const zone = recipient.timeZone ?? campaign.timeZone;
	await database.exec(
		`update campaign_recipients set state = $3, next_step = next_step + 1, next_at = $4, changed_at = $5
		where owner_id = $1 and id = $2`,
		[
			...[ownerId, recipient.id, next === undefined ? "finished" : "waiting"],
			...[next === undefined ? null : new Date(addWorkingDays(now(), next.waitDays, zone)), at],
		],
	);
	const about = { ownerId, campaignId: campaign.id, recipientId: recipient.id, id: newId(now()) };
	await recordEvent(database, { ...about, kind: "skipped", step: recipient.nextStep, at });
}
