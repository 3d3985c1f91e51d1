import type { RowOf } from "#kernel/database.ts";
import type { MailContext } from "#kernel/module.ts";
import type { Preview, Recipient } from "../../contract.ts";
import { composeArms, composeStep } from "../compose.ts";
import { getRecipient } from "../recipients.ts";
import { campaignEvents, readCampaign, readRecipient, readSteps } from "../rows.ts";

const EVENT = campaignEvents.only("kind", "step", "emailId", "detail", "isMachine");

type TimelineEvent = RowOf<typeof EVENT> & { at: string };

/** A recipient with the messages as they are or will be sent, and what happened. @throws AppError 404 */
export async function recipientReport(
	ctx: MailContext,
	ownerId: string,
	id: string,
): Promise<{ recipient: Recipient; previews: Preview[]; events: TimelineEvent[] }> {
	const { database } = ctx;
	const row = await readRecipient(database, ownerId, id);
	const campaign = await readCampaign(database, ownerId, row.campaignId);
	const steps = await readSteps(database, ownerId, row.campaignId);
	const events = await database.query<Omit<TimelineEvent, "at"> & { at: Date }>(
		`select ${EVENT.select()}, happened_at as at
		from campaign_events where owner_id = $1 and recipient_id = $2 order by happened_at, id`,
		[ownerId, id],
	);
	return {
		recipient: await getRecipient(ctx, ownerId, id),
		previews: steps.map((_, position) => {
			const composing = { ownerId, campaign, recipient: row, steps, position };
			const arms = composeArms(ctx.config, composing);
			return {
				...composeStep(ctx.config, composing),
				arms: arms.map(({ variant, subject, missing }) => ({ variant, subject, missing })),
			};
		}),
		events: events.map((event) => ({ ...event, at: event.at.toISOString() })),
	};
}
