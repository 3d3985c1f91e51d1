import { insertInto } from "#kernel/database.ts";
import { type AppError, conflict } from "#kernel/errors.ts";
import type { MailContext } from "#kernel/module.ts";
import { newId } from "#shared/ids.ts";
import { partsOfName } from "#shared/person-name.ts";
import { limits } from "../../limits.ts";
import { type Exclusion, isInProgress } from "../../states.ts";
import { checkRecipients } from "../check/recipients.ts";
import { itemOf } from "../recipients.ts";
import { campaignRecipients, inOtherCampaign, type RecipientRow, readCampaign, readSteps } from "../rows.ts";
import { scheduleRun } from "../run-schedule.ts";
import type { Colleague } from "./named-colleague.ts";

interface Adding {
	ownerId: string;
	/** Who named the colleague. */
	recipient: RecipientRow;
	colleague: Colleague;
	signal: AbortSignal;
}

/** Why a person gets no campaign. */
const REASONS: Record<Exclusion, string> = {
	invalid: "The address doesn't work.",
	no_mail_server: "The domain of the address receives no email.",
	suppressed: "The address is on your suppression list.",
	missing_field: "The messages need a value that isn't known for this person. Give it a fallback first.",
	in_conversation: "You are already in a conversation with this person. Write to them there.",
	other_campaign: "Another campaign in progress writes to this person.",
	same_text: "This person got the same text from another campaign.",
	own_address: "This is your own address.",
};

/**
 * Adds a person whom a recipient named, from the first message on and from the same mailbox. They are checked as before a
 * launch; a completed campaign becomes active again.
 * @throws AppError 409 `cannot-add`
 */
export async function addColleague(ctx: MailContext, adding: Adding): Promise<void> {
	const { ownerId, recipient, colleague, signal } = adding;
	const { database } = ctx;
	const { campaignId, senderId } = recipient;
	const campaign = await readCampaign(database, ownerId, campaignId);
	const steps = await readSteps(database, ownerId, campaignId);
	const { firstName } = partsOfName(colleague.name);
	const { company } = recipient.fields;
	const item = itemOf({
		email: colleague.email,
		fields: {
			...(company !== undefined && { company }),
			...(colleague.name !== "" && { name: colleague.name, first_name: firstName ?? colleague.name }),
		},
	});
	const id = newId(ctx.now());
	const check = checkRecipients(ctx, { ownerId, campaign, steps, signal });
	const [verdict] = await check([{ id, ...item, position: 0 }]);
	if (verdict?.reason != null) throw refusal(REASONS[verdict.reason]);
	const now = new Date(ctx.now());
	await database.transaction(async () => {
		const { state, archivedAt, startsAt } = await readCampaign(database, ownerId, campaignId, { lock: "for update" });
		if (archivedAt !== null || !(isInProgress(state) || state === "completed"))
			throw refusal("The campaign isn't in progress. Duplicate it to send it to other people.");
		const known = await database.one<{ count: number; last: number }>(
			"select count(*)::int as count, max(position) as last from campaign_recipients where owner_id = $1 and campaign_id = $2",
			[ownerId, campaignId],
		);
		if ((known?.count ?? 0) >= limits.recipients)
			throw refusal(`A campaign has at most ${limits.recipients} recipients.`);
		const nextAt = state === "scheduled" && startsAt !== null ? startsAt : now;
		const row = { ownerId, id, campaignId, ...item, position: (known?.last ?? -1) + 1, state: "waiting" as const };
		const added = await database.query(
			...insertInto(
				campaignRecipients,
				{ ...row, senderId, nextStep: 0, nextAt, changedAt: now },
				"on conflict (owner_id, campaign_id, mailbox_key) do nothing returning id",
			),
		);
		if (added.length === 0) throw refusal("This person is in the campaign already.");
		const elsewhere = await database.query(
			`select from campaign_recipients r where r.owner_id = $1 and r.campaign_id = $2 and r.id = $3 and ${inOtherCampaign}`,
			[ownerId, campaignId, id],
		);
		if (elsewhere.length > 0) throw refusal(REASONS.other_campaign);
		if (state === "paused" || state === "scheduled") return;
		await database.exec(
			"update campaigns set state = 'active', finished_at = null, next_run_at = $3 where owner_id = $1 and id = $2",
			[ownerId, campaignId, now],
		);
		await scheduleRun(ctx, { ownerId, campaignId, runAt: now });
	});
}

const refusal = (sentence: string): AppError => conflict("cannot-add", sentence);
