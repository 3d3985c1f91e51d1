import { z } from "zod";
import {
	addReplacements,
	applyPlan,
	createPlan,
	incompleteReplacements,
	matchReplacements,
	openPlan,
	prolongPlan,
	readOperation,
	undoOperation,
} from "#kernel/changes.ts";
import { AppError, badRequest } from "#kernel/errors.ts";
import { enqueueFreshSync } from "#kernel/mail.ts";
import type { MailContext } from "#kernel/module.ts";
import { isCancelled, type JobKind, type RunningJob, waitForJob } from "#kernel/work.ts";
import type { Job } from "#shared/contracts/jobs.ts";
import { tool } from "../../tool.ts";
import { waitForOperation } from "../wait-for-operation.ts";
import { detachKind } from "./change-kind.ts";
import { makeCopies } from "./copies.ts";

/** The maximum number of syncs to wait for the copies. */
const MAX_SYNCS = 3;

const input = z.object({ operationId: z.uuid() });
type Input = z.infer<typeof input>;

/**
 * Puts copies of a plan's messages without their attachments into the trash, syncs them, and applies the plan as one in
 * which originals and copies swap folders. Restarted after a crash, it continues with the existing copies.
 */
export const detachJob: JobKind<Input, MailContext> = {
	name: "detach",
	input,
	unit: "messages",
	concurrency: 1,
	attempts: 5,
	run,
};

/**
 * Starts removing attachments from the messages of a plan that would move them to the trash.
 * @throws AppError 404, 400 `bad-request`, 409 `plan-applied`, 410 `plan-expired`
 */
export async function startDetaching(ctx: MailContext, ownerId: string, plan: string): Promise<Job> {
	const { action } = await openPlan(ctx, ownerId, plan);
	if (action.type !== "trash") throw badRequest("bad-request", "The plan must move the originals to the trash.");
	return ctx.jobs.enqueue(detachJob, { ownerId, input: { operationId: plan }, dedupeKey: plan });
}

async function run(ctx: MailContext, job: RunningJob<Input>): Promise<Record<string, unknown>> {
	const { ownerId, signal } = job;
	const { operationId } = job.input;
	const { state, action } = await readOperation(ctx.database, ownerId, operationId);
	if (state === "planned" && action.type === "trash") await prepare(ctx, job);
	if (state === "planned") await applyPlan(ctx, ownerId, operationId);
	try {
		await waitForOperation(ctx, job, operationId, "Moving the originals to the trash");
		signal.throwIfAborted();
	} catch (cause) {
		if (isCancelled(signal)) await putBack(ctx, ownerId, operationId);
		throw cause;
	}
	await restoreIncomplete(ctx, ownerId, operationId);
	return { operationId };
}

/** Canceled halfway, some originals are in the trash and their copies not yet in the folder: all are moved back. */
async function putBack(ctx: MailContext, ownerId: string, operationId: string): Promise<void> {
	try {
		await undoOperation(ctx, ownerId, operationId);
	} catch (cause) {
		if (!(cause instanceof AppError) || cause.code !== "cannot-undo") throw cause;
	}
}

/** Postcondition: the plan consists of originals and their replacements. */
async function prepare(ctx: MailContext, job: RunningJob<Input>): Promise<void> {
	const { ownerId, signal } = job;
	const { operationId } = job.input;
	const accountIds = await makeCopies(ctx, job, operationId);
	for (let syncs = 0; (await matchReplacements(ctx.database, ownerId, operationId)) > 0 && syncs < MAX_SYNCS; syncs++) {
		job.progress({ note: "Fetching the copies" });
		for (const accountId of accountIds) await syncNow(ctx, ownerId, accountId, signal);
		await prolongPlan(ctx, ownerId, operationId);
	}
	if ((await addReplacements(ctx, ownerId, operationId, detachKind.type)) === 0)
		throw new AppError(
			409,
			"nothing-detached",
			"None of these emails has attachments that can be removed, so nothing was changed.",
		);
}

async function syncNow(ctx: MailContext, ownerId: string, accountId: string, signal: AbortSignal): Promise<void> {
	const { id } = await enqueueFreshSync(ctx, { ownerId, accountId }, "user");
	await waitForJob(ctx.jobs, { ownerId, signal }, id, Number.POSITIVE_INFINITY);
}

/** Restores one email in its folder where only the original or only its replacement was moved: the other had changed. */
async function restoreIncomplete(ctx: MailContext, ownerId: string, operationId: string): Promise<void> {
	const incomplete = await incompleteReplacements(ctx.database, ownerId, operationId);
	const originals = incomplete.filter(({ originalMoved }) => originalMoved).map(({ emailId }) => emailId);
	const copies = incomplete.filter(({ originalMoved }) => !originalMoved).map(({ copyId }) => copyId);
	for (const [type, ids] of [
		["restore", originals],
		["trash", copies],
	] as const) {
		if (ids.length === 0) continue;
		const { id } = await createPlan(ctx, ownerId, { action: { type }, ids, source: tool.id });
		await applyPlan(ctx, ownerId, id);
	}
}
