import { z } from "zod";
import { changeableAccounts } from "#kernel/changes.ts";
import { type AppError, conflict, notFound } from "#kernel/errors.ts";
import type { MailContext } from "#kernel/module.ts";
import type { JobKind, RunningJob } from "#kernel/work.ts";
import type { Job } from "#shared/contracts/jobs.ts";
import { actsIn } from "../rules/match-in-order.ts";
import { type FilterRow, listRules } from "../rules/store.ts";
import { applyPlans } from "./apply-plans.ts";
import { addPlans, clearPlans, isBegun } from "./plan-store.ts";
import { type NewPlan, planRule } from "./plans.ts";

/** Rules whose plans are stored, and reported as progress, together. */
const SLICE = 10;

const input = z.object({
	/** Null: all mailboxes. */
	account: z.uuid().nullable(),
	/** Null: all active rules. */
	ids: z.array(z.uuid()).nullable(),
	/** Also applies the plans. */
	apply: z.boolean(),
});
type Input = z.infer<typeof input>;

/** Plans what the active rules would do to stored mail, each message assigned to the first matching rule. */
export const planFiltersJob: JobKind<Input, MailContext> = {
	name: "plan-filters",
	input,
	unit: "filters",
	concurrency: 2,
	attempts: 3,
	async run(ctx, job) {
		const key = { ownerId: job.ownerId, jobId: job.id };
		// After a restart while they were being applied, the plans are complete.
		if (!(await isBegun(ctx.database, key))) await planRules(ctx, job);
		return job.input.apply ? applyPlans(ctx, job, key) : {};
	},
};

/**
 * Starts a run of the active rules, whose plans `listPlans` returns by the job's id.
 * @throws AppError 409 `no-active-filters`; 404, `disconnected` and `read-only` for a mailbox given explicitly
 */
export async function startPlanning(
	ctx: MailContext,
	ownerId: string,
	request: { account?: string | undefined; ids?: string[] | undefined; apply: boolean },
): Promise<Job> {
	const { account = null, ids = null, apply } = request;
	if ((await rulesFor(ctx, ownerId, ids)).length === 0) throw noActiveFilters();
	await changeableAccounts(ctx, ownerId, account);
	return ctx.jobs.enqueue(planFiltersJob, { ownerId, accountId: account, input: { account, ids, apply }, here: true });
}

/** The job of a run. @throws AppError 404 */
export async function planningJob(ctx: Pick<MailContext, "jobs">, ownerId: string, id: string): Promise<Job> {
	const job = await ctx.jobs.get(ownerId, id);
	if (job.kind !== planFiltersJob.name) throw notFound("The plan");
	return job;
}

/** Plans rule by rule; a run that starts again forgets its plans, which then expire. @param slice see `SLICE` */
export async function planRules(
	ctx: MailContext,
	job: Pick<RunningJob<Input>, "id" | "ownerId" | "input" | "signal" | "progress">,
	slice = SLICE,
): Promise<void> {
	const { ownerId, input: run, signal } = job;
	const key = { ownerId, jobId: job.id };
	const rules = await rulesFor(ctx, ownerId, run.ids);
	const accounts = await changeableAccounts(ctx, ownerId, run.account);
	const claimed = new Map(accounts.map(({ id }) => [id, new Set<string>()]));
	await clearPlans(ctx.database, key);
	let stored = 0;
	for (let at = 0; at < rules.length; at += slice) {
		const plans: NewPlan[] = [];
		for (const rule of rules.slice(at, at + slice))
			for (const account of accounts) {
				signal.throwIfAborted();
				// Stored mail is not forwarded: it would create hundreds of drafts.
				if (rule.action === "forward" || !actsIn(rule, account.id)) continue;
				const plan = await planRule(ctx, ownerId, { account, rule }, claimed.get(account.id) ?? new Set());
				if (plan !== null) plans.push(plan);
			}
		await addPlans(ctx.database, key, stored, plans);
		signal.throwIfAborted();
		stored += plans.length;
		job.progress({ done: Math.min(at + slice, rules.length), total: rules.length });
	}
}

/** The active rules in order. @param ids only these; null: all */
async function rulesFor(
	{ database }: Pick<MailContext, "database">,
	ownerId: string,
	ids: readonly string[] | null,
): Promise<FilterRow[]> {
	const wanted = ids === null ? null : new Set(ids);
	return (await listRules(database, ownerId)).filter(({ id, isActive }) => isActive && (wanted?.has(id) ?? true));
}

function noActiveFilters(): AppError {
	return conflict("no-active-filters", "Create and activate filters before applying them.");
}
