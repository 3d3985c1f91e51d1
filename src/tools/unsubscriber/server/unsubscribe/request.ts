import type { z } from "zod";
import { applyPlan, prolongPlan } from "#kernel/changes.ts";
import { AppError } from "#kernel/errors.ts";
import { dateRangeOf } from "#kernel/mail.ts";
import type { MailContext, Requester } from "#kernel/module.ts";
import type { Job } from "#shared/contracts/jobs.ts";
import { newId } from "#shared/ids.ts";
import type { unsubscriberContract } from "../../contract.ts";
import { type NewAttempt, queueAttempts, requestedRecently } from "../attempts/store.ts";
import { decide } from "../decisions.ts";
import { subscriptionIdOf } from "../subscription-id.ts";
import { ownedLists } from "../subscriptions/owned.ts";
import { hostsOf } from "./hosts.ts";
import { planRemoval, trashUnsubscribed } from "./removal.ts";
import { unsubscribeWork } from "./work.ts";

type Spec = (typeof unsubscriberContract)["unsubscribe"];

/**
 * Starts unsubscribing, deleting the lists' mail, or both.
 * @throws AppError 404, 409 `nothing-selected`, `plan-applied`, 410 `plan-expired`, and what planning a removal throws; then nothing was
 * started
 */
export async function requestUnsubscribe(
	ctx: MailContext,
	{ ownerId, device }: Requester,
	input: z.output<Spec["body"]>,
): Promise<z.input<Spec["reply"]>> {
	const lists = await ownedLists(ctx.database, ownerId, input.subscriptions);
	const unsubscribes = input.mode !== "delete_only";
	const lately =
		unsubscribes && !input.again ? await requestedRecently(ctx.database, ownerId, lists, ctx.now()) : new Set<string>();
	const wanted = unsubscribes ? lists.filter((list) => !lately.has(subscriptionIdOf(list))) : [];
	const planId = input.mode === "unsubscribe" ? null : (input.plan ?? (await planAll(ctx, ownerId, lists)));
	const waits = input.mode === "unsubscribe_delete" && !input.deleteAnyway;
	// The step that may fail and can be undone comes first: if it fails, no request has been sent.
	if (planId !== null && waits) await prolongPlan(ctx, ownerId, planId);
	let removal = planId === null || waits ? null : await applyPlan(ctx, ownerId, planId, device);
	const cleanupOperationId = waits ? planId : null;
	const { job, queued } = await startUnsubscribing(ctx, ownerId, wanted, cleanupOperationId);
	// The user is unsubscribed from all of them already.
	if (job === null && cleanupOperationId !== null) removal = await trashUnsubscribed(ctx, ownerId, cleanupOperationId);
	return {
		job,
		skipped: unsubscribes ? lists.length - queued : 0,
		removal,
		removalAfter: job === null ? null : cleanupOperationId,
	};
}

async function planAll(ctx: MailContext, ownerId: string, lists: readonly NewAttempt[]): Promise<string | null> {
	try {
		return (await planRemoval(ctx, ownerId, lists, dateRangeOf({}))).id;
	} catch (cause) {
		if (cause instanceof AppError && cause.code === "nothing-selected") return null;
		throw cause;
	}
}

/**
 * Queues requests to unsubscribe from lists, with their attempts.
 * @param cleanupOperationId the plan that moves the mail of those that succeed to the trash
 * @returns the job that sends them; null: there are no lists
 */
export async function startUnsubscribing(
	ctx: Pick<MailContext, "database" | "work" | "now">,
	ownerId: string,
	lists: readonly NewAttempt[],
	cleanupOperationId: string | null = null,
): Promise<{ job: Job | null; queued: number }> {
	if (lists.length === 0) return { job: null, queued: 0 };
	await decide(ctx.database, ownerId, { refs: lists, decision: null }, ctx.now());
	const hosts = new Map((await hostsOf(ctx, ownerId, lists)).map((host, index) => [lists[index], host]));
	return ctx.database.transaction(async () => {
		const id = newId();
		const queued = await queueAttempts(
			ctx.database,
			{ ownerId, batchId: id, cleanupOperationId, now: ctx.now() },
			lists,
		);
		const items = queued.map((list) => ({ ...list, host: hosts.get(list) ?? "" }));
		const { job } = await ctx.work.start(unsubscribeWork, { ownerId, id }, items);
		return { job, queued: queued.length };
	});
}
