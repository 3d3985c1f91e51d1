import { toSqlJson } from "#kernel/database.ts";
import type { MailContext } from "#kernel/module.ts";
import { ownAddresses } from "#kernel/send.ts";
import type { NextStepProposal } from "../../contract.ts";
import { readRecipient } from "../rows.ts";
import { namedColleague } from "./named-colleague.ts";
import { namedDay } from "./named-day.ts";

interface Reply {
	ownerId: string;
	recipientId: string;
	from: string;
	/** What its sender wrote. */
	text: string;
	receivedAt: Date;
}

/** Stores the day and the colleague that a reply names. A later reply replaces what an earlier one said. */
export async function proposeNextStep(ctx: MailContext, reply: Reply): Promise<void> {
	const { ownerId, recipientId, from, text, receivedAt } = reply;
	const { email } = await readRecipient(ctx.database, ownerId, recipientId);
	const known = [from, email, ...(await ownAddresses(ctx, ownerId))];
	const proposal: NextStepProposal = {
		day: namedDay(text, receivedAt.getTime()),
		colleague: namedColleague(text, known),
		done: null,
	};
	await ctx.database.exec(
		"update campaign_recipients set next_step_proposal = $3::jsonb where owner_id = $1 and id = $2",
		[ownerId, recipientId, toSqlJson(proposal)],
	);
}
