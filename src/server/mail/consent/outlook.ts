import { pause } from "#shared/pause.ts";
import type { RunningJob } from "../../platform/jobs/jobs.ts";
import { createPlan } from "../changes/plan.ts";
import { applyPlan } from "../changes/start.ts";
import type { MailContext } from "../context/context.ts";
import { listAccounts } from "../store/accounts.ts";
import { enqueueSync } from "../sync/job.ts";

/** Within the request timeout of common reverse proxies. */
const LONGEST_MS = 30_000;
const POLL_MS = 250;

/**
 * Syncs every Outlook account of a user.
 * @returns the results, when all are done or after half a minute
 */
export async function syncOutlook(
	ctx: MailContext,
	ownerId: string,
	signal: RunningJob<unknown>["signal"],
): Promise<{ success: boolean; synced: number; error?: string }> {
	const accounts = (await listAccounts(ctx, ownerId)).filter(
		({ provider, status }) => provider === "outlook" && status !== "disconnected",
	);
	if (accounts.length === 0) return { success: false, synced: 0, error: "There is no connected Outlook mailbox." };
	const jobs = await Promise.all(accounts.map(({ id }) => enqueueSync(ctx, ownerId, id)));
	const deadline = Date.now() + LONGEST_MS;
	let synced = 0;
	for (const { id } of jobs) {
		for (;;) {
			const { state, result, error } = await ctx.jobs.get(ownerId, id);
			if (state === "failed" || state === "cancelled")
				return { success: false, synced, error: error ?? "The sync was canceled." };
			if (state === "done") {
				synced += Number(result?.added ?? 0) + Number(result?.changed ?? 0);
				break;
			}
			if (Date.now() > deadline)
				return { success: false, synced, error: "The sync is still in progress. It continues automatically." };
			await pause(POLL_MS, signal);
		}
	}
	return { success: true, synced };
}

type Change = { emailId: string; action: "mark_read" | "star"; value: boolean } | { emailId: string; action: "delete" };

/**
 * Changes one message through a plan, like every other change, so that it can be undone.
 * @throws AppError as `createPlan`
 */
export async function updateOutlookEmail(
	ctx: MailContext,
	ownerId: string,
	change: Change,
): Promise<{ success: true }> {
	const action = change.action === "delete" ? { type: "trash" as const } : { type: change.action, value: change.value };
	try {
		const { id } = await createPlan(ctx, ownerId, { action, ids: [change.emailId], source: "inbox" });
		await applyPlan(ctx, ownerId, id);
	} catch (cause) {
		// It already is in that state.
		if (!isNothingToDo(cause)) throw cause;
	}
	return { success: true };
}

function isNothingToDo(cause: unknown): boolean {
	return cause instanceof Error && "code" in cause && cause.code === "nothing-selected";
}
