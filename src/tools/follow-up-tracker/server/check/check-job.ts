import { z } from "zod";
import { conflict } from "#kernel/errors.ts";
import type { MailContext } from "#kernel/module.ts";
import type { JobKind, RunningJob } from "#kernel/work.ts";
import type { Job } from "#shared/contracts/jobs.ts";
import type { Finding } from "../../contract.ts";
import { requireDraft } from "../campaigns.ts";
import { readCampaign, readSteps } from "../rows.ts";
import { campaignFindings } from "./campaign-findings.ts";
import { checkRecipients, type Verdict } from "./recipients.ts";

const input = z.object({ campaignId: z.uuid() });
type Input = z.infer<typeof input>;

/** Recipients checked at once. */
const PAGE = 200;

/** Checks a draft before its launch: who is excluded and why, and what blocks the launch. */
export const checkJob: JobKind<Input, MailContext> = {
	name: "campaign-check",
	input,
	unit: "recipients",
	concurrency: 2,
	attempts: 3,
	run: (ctx, job) => checkCampaign(ctx, job),
};

/** Checks a draft, page by page. @param limit recipients per page */
export async function checkCampaign(
	ctx: MailContext,
	job: RunningJob<Input>,
	limit = PAGE,
): Promise<Record<string, unknown>> {
	const { ownerId, signal } = job;
	const { campaignId } = job.input;
	const campaign = await readCampaign(ctx.database, ownerId, campaignId);
	if (campaign.state !== "draft") return {};
	const steps = await readSteps(ctx.database, ownerId, campaignId);
	const check = checkRecipients(ctx, { ownerId, campaign, steps, signal });
	const total = await countRecipients(ctx, ownerId, campaignId);
	let waiting = 0;
	let done = 0;
	for (let after = -1; ; ) {
		const page = await readPage(ctx, { ownerId, campaignId, after, limit });
		const last = page.at(-1);
		if (last === undefined) break;
		const verdicts = await check(page);
		waiting += verdicts.filter(({ reason }) => reason === null).length;
		if (!(await storeVerdicts(ctx, { ownerId, campaignId, jobId: job.id, verdicts }))) return {};
		after = last.position;
		done += page.length;
		job.progress({ done, total });
	}
	const findings = await campaignFindings(ctx, { ownerId, campaign, steps, waiting, signal });
	await storeFindings(ctx, ownerId, campaignId, { findings, jobId: job.id });
	return { waiting, total };
}

/** Starts the check of a draft. @throws AppError 404, 409 `not-a-draft`, 409 `no-recipients` */
export async function startCheck(ctx: MailContext, ownerId: string, campaignId: string): Promise<Job> {
	requireDraft(await readCampaign(ctx.database, ownerId, campaignId));
	if ((await countRecipients(ctx, ownerId, campaignId)) === 0)
		throw conflict("no-recipients", "Add recipients before you check the campaign.");
	return ctx.database.transaction(async () => {
		requireDraft(await readCampaign(ctx.database, ownerId, campaignId, { lock: "for update" }));
		// Never one that runs already: it may have read the draft before it was changed.
		const job = await ctx.jobs.enqueue(checkJob, { ownerId, input: { campaignId } });
		await ctx.database.exec("update campaigns set check_job_id = $3 where owner_id = $1 and id = $2", [
			ownerId,
			campaignId,
			job.id,
		]);
		return job;
	});
}

async function countRecipients({ database }: MailContext, ownerId: string, campaignId: string): Promise<number> {
	const row = await database.one<{ count: number }>(
		"select count(*)::int as count from campaign_recipients where owner_id = $1 and campaign_id = $2",
		[ownerId, campaignId],
	);
	return row?.count ?? 0;
}

export interface CheckedRow {
	id: string;
	position: number;
	email: string;
	fields: Record<string, string>;
}

function readPage(
	{ database }: MailContext,
	{ ownerId, campaignId, after, limit }: { ownerId: string; campaignId: string; after: number; limit: number },
) {
	return database.query<CheckedRow>(
		`select id, position, email, fields from campaign_recipients
		where owner_id = $1 and campaign_id = $2 and position > $3 order by position limit $4`,
		[ownerId, campaignId, after, limit],
	);
}

interface Verdicts {
	ownerId: string;
	campaignId: string;
	jobId: string;
	verdicts: readonly Verdict[];
}

/** @returns false: nothing was stored, since the campaign was launched, changed, or checked again meanwhile */
function storeVerdicts({ database, now }: MailContext, given: Verdicts): Promise<boolean> {
	const { ownerId, campaignId, jobId, verdicts } = given;
	return database.transaction(async () => {
		const current = await database.one(
			`select id from campaigns where owner_id = $1 and id = $2 and state = 'draft' and check_job_id = $3 for share`,
			[ownerId, campaignId, jobId],
		);
		if (current === undefined) return false;
		await database.exec(
			`update campaign_recipients r set state = case when n.reason is null then 'waiting' else 'excluded' end,
				reason = n.reason, warning = n.warning, changed_at = $4
			from jsonb_to_recordset($3) as n (id uuid, reason text, warning text)
			where r.owner_id = $1 and r.campaign_id = $2 and r.id = n.id and r.state in ('waiting', 'excluded')`,
			[ownerId, campaignId, JSON.stringify(verdicts), new Date(now())],
		);
		return true;
	});
}

/** Unless the campaign was changed while it was checked: then the change has removed the result, and asks for another. */
async function storeFindings(
	{ database, now }: MailContext,
	ownerId: string,
	campaignId: string,
	{ findings, jobId }: { findings: readonly Finding[]; jobId: string },
): Promise<void> {
	await database.exec(
		`update campaigns set checked_at = $3, findings = $4
		where owner_id = $1 and id = $2 and state = 'draft' and check_job_id = $5`,
		[ownerId, campaignId, new Date(now()), JSON.stringify(findings), jobId],
	);
}
