import { z } from "zod";
import { accountsIn, createQuotas, getAccount } from "#kernel/mail.ts";
import type { MailContext } from "#kernel/module.ts";
import type { JobKind, RunningJob } from "#kernel/work.ts";
import type { Job } from "#shared/contracts/jobs.ts";
import { exactCopies } from "../duplicates/exact.ts";
import { storeFingerprints } from "../duplicates/fingerprints.ts";
import { copiesByText } from "../duplicates/near.ts";
import { replaceGroups } from "../duplicates/store.ts";
import { totalKinds } from "./kinds.ts";
import { forgetGoneMail, saveAnalysis } from "./store.ts";

/** Scans every message, for what rollups do not contain. */

const input = z.object({ accountId: z.uuid().nullable() });
type Input = z.infer<typeof input>;

export const analysisJob: JobKind<Input, MailContext> = {
	name: "analyze-storage",
	input,
	unit: "messages",
	concurrency: 1,
	attempts: 3,
	run,
};

/** Starts an analysis, or returns the running one. @throws AppError 404 */
export async function startAnalysis(ctx: MailContext, ownerId: string, accountId: string | null): Promise<Job> {
	if (accountId !== null) await getAccount(ctx, ownerId, accountId);
	const request = { ownerId, accountId, input: { accountId }, dedupeKey: accountId ?? "all" };
	return ctx.jobs.enqueue(analysisJob, request);
}

/** Passes over all messages, for the progress. */
const PASSES = 4;

async function run(ctx: MailContext, job: RunningJob<Input>): Promise<Record<string, unknown>> {
	const { ownerId } = job;
	const accounts = await accountsIn(ctx, ownerId, job.input.accountId);
	const total = accounts.reduce((sum, { totalEmails }) => sum + totalEmails, 0);
	let passed = 0;
	const report = (note: string) => (count: number) => {
		passed += count;
		job.progress({ done: Math.min(total, Math.floor(passed / PASSES)), total, note });
	};
	for (const { id: accountId } of accounts) {
		job.progress({ note: "Checking the mailbox's quota" });
		const quota = await createQuotas(ctx)(ownerId, accountId);
		const kinds = await totalKinds(ctx.database, ownerId, accountId, report("Adding up sizes"));
		const scan = { database: ctx.database, ownerId, accountId, signal: job.signal };
		await forgetGoneMail(ctx.database, ownerId, accountId);
		const known = await exactCopies({ ...scan, onPage: report("Looking for duplicates") });
		await storeFingerprints({ ...scan, onPage: report("Reading emails") });
		const { exact, near } = await copiesByText({ ...scan, onPage: report("Looking for near duplicates") }, known);
		await replaceGroups(ctx.database, { ownerId, accountId, kind: "exact" }, exact);
		await replaceGroups(ctx.database, { ownerId, accountId, kind: "near" }, near);
		job.signal.throwIfAborted();
		await saveAnalysis(ctx, ownerId, accountId, { quota, kinds });
	}
	job.progress({ done: total, total, note: null });
	return { accountId: job.input.accountId };
}
