import { capability } from "#kernel/capabilities.ts";
import { toSqlJson } from "#kernel/database.ts";
import { AppError, conflict } from "#kernel/errors.ts";
import type { MailContext } from "#kernel/module.ts";
import { suppress } from "#kernel/send.ts";
import { snoozeEmail } from "#shared/capabilities/snooze-email.ts";
import type { NextStepProposal } from "../../contract.ts";
import { readCampaign, readRecipient } from "../rows.ts";
import { addColleague } from "./add-colleague.ts";

type Step = { kind: "remind"; until: string } | { kind: "add_colleague" } | { kind: "suppress" };

interface Taking {
	ownerId: string;
	recipientId: string;
	step: Step;
	signal: AbortSignal;
}

const DONE = { remind: "reminded", add_colleague: "added", suppress: "suppressed" } as const;

/**
 * Does what a reply proposes, and notes that it was done. Repeated, it changes nothing further.
 * @throws AppError 404; 409 `no-reply`, `cannot-add`, `not-available`; 400 `bad-time`, `cannot-snooze`
 */
export async function takeNextStep(ctx: MailContext, { ownerId, recipientId, step, signal }: Taking): Promise<void> {
	const { database } = ctx;
	const recipient = await readRecipient(database, ownerId, recipientId);
	const row = await database.one<{ emailId: string; proposal: NextStepProposal | null }>(
		`select e.email_id as "emailId", r.next_step_proposal as proposal from campaign_events e
		join campaign_recipients r on r.owner_id = e.owner_id and r.id = e.recipient_id
		where e.owner_id = $1 and e.recipient_id = $2 and e.kind = 'replied' and e.email_id is not null
		order by e.happened_at desc, e.id desc limit 1`,
		[ownerId, recipientId],
	);
	if (row === undefined) throw conflict("no-reply", "This recipient has not replied.");
	const proposal = row.proposal ?? { day: null, colleague: null, done: null };
	const done = DONE[step.kind];
	if (proposal.done === done && step.kind !== "remind") return;
	if (step.kind === "remind") {
		const snooze = capability(ctx, snoozeEmail);
		if (snooze === null) throw notAvailable();
		const { name } = await readCampaign(database, ownerId, recipient.campaignId);
		const note = `Write to ${recipient.email} again (${name})`.slice(0, 200);
		await snooze({ ownerId, signal }, { emailId: row.emailId, until: step.until, note });
	} else if (step.kind === "add_colleague") {
		if (proposal.colleague === null) throw conflict("cannot-add", "The reply names no other address.");
		await addColleague(ctx, { ownerId, recipient, colleague: proposal.colleague, signal });
	} else {
		const entry = { target: recipient.email, source: "manual" as const, reason: "Declined a campaign" };
		await suppress(database, ownerId, entry, { now: new Date(ctx.now()) });
	}
	await database.exec("update campaign_recipients set next_step_proposal = $3::jsonb where owner_id = $1 and id = $2", [
		ownerId,
		recipientId,
		toSqlJson({ ...proposal, done }),
	]);
}

const notAvailable = (): AppError => new AppError(409, "not-available", "Snoozing is not installed on this server.");
