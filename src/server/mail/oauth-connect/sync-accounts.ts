import { pause } from "#shared/pause.ts";
import { type ConsentKind, providerInfo } from "#shared/providers.ts";
import type { RunningJob } from "../../platform/jobs/jobs.ts";
import type { MailContext } from "../context/context.ts";
import { listAccounts } from "../store/accounts.ts";
import { enqueueSync } from "../sync/job.ts";

/** Within the request timeout of common reverse proxies. */
const MAX_MS = 30_000;
const POLL_MS = 250;

/**
 * Syncs every account of a kind that a user has.
 * @returns the results, when all are done or after half a minute
 */
export async function syncAccounts(
	ctx: MailContext,
	ownerId: string,
	kind: ConsentKind,
	signal: RunningJob<unknown>["signal"],
): Promise<{ success: boolean; synced: number; error?: string }> {
	const accounts = (await listAccounts(ctx, ownerId)).filter(
		({ provider, status }) => provider === kind && status !== "disconnected",
	);
	if (accounts.length === 0)
		return { success: false, synced: 0, error: `There is no connected ${providerInfo(kind).shortName} mailbox.` };
	const jobs = await Promise.all(accounts.map(({ id }) => enqueueSync(ctx, ownerId, id)));
	const deadline = Date.now() + MAX_MS;
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
