import type { MailContext } from "#kernel/module.ts";
import type { Preview, Recipient } from "../../contract.ts";
import type { EventKind } from "../../states.ts";
import { composeStep } from "../compose.ts";
import { getRecipient } from "../recipients.ts";
import { readCampaign, readRecipient, readSteps } from "../rows.ts";

interface TimelineEvent {
	kind: EventKind;
	step: number | null;
	emailId: string | null;
	detail: string | null;
	isMachine: boolean;
	at: string;
}

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
		`select kind, step, email_id as "emailId", detail, is_machine as "isMachine", happened_at as at
		from campaign_events where owner_id = $1 and recipient_id = $2 order by happened_at, id`,
		[ownerId, id],
	);
	return {
		recipient: await getRecipient(ctx, ownerId, id),
		previews: steps.map((_, position) =>
			composeStep(ctx.config, { ownerId, campaign, recipient: row, steps, position }),
		),
		events: events.map((event) => ({ ...event, at: event.at.toISOString() })),
	};
}
