import type { Job } from "#shared/contracts/jobs.ts";
import { requireProgress } from "../../progress.ts";
import type { Enqueue, JobDescription, JobsContext } from "./jobs.ts";

/**
 * Guarantees a run that starts after this call or, in a transaction, after its commit: a running job may have read its
 * data before, so another is queued to follow it. If callers with the same key are serialized, at most one of these
 * jobs runs at a time.
 * @param options.onRunning called when a job with this key is running
 */
export async function enqueueFresh<Input>(
	ctx: Pick<JobsContext, "jobs" | "database">,
	kind: JobDescription<Input>,
	request: Enqueue<Input> & { dedupeKey: string },
	{ onRunning }: { onRunning?: () => Promise<void> } = {},
): Promise<Job> {
	const progress = requireProgress(`Enqueuing a run of ${kind.name}`);
	for (;;) {
		const live = await lockLive(ctx, { ownerId: request.ownerId, kind: kind.name, key: request.dedupeKey });
		const queued = live.find(({ state }) => state === "queued");
		const running = live.at(-1);
		let key: { dedupeKey: string; dependsOn?: string } = { dedupeKey: queued?.key ?? request.dedupeKey };
		if (queued === undefined && running !== undefined) {
			await onRunning?.();
			key = { dedupeKey: `${request.dedupeKey}${FOLLOWING}${running.id}`, dependsOn: running.id };
		}
		const job = await ctx.jobs.enqueue(kind, { ...request, ...key });
		if (job.state === "queued") return job;
		// Started or finished in the meantime.
		progress(`${job.id} ${job.state}`);
	}
}

/** Between the key and the id of the job that is followed. */
const FOLLOWING = "/after/";

/**
 * The queued and running jobs of a key, oldest first. The lock keeps workers from claiming a queued one before the
 * transaction commits what the job is to read.
 */
async function lockLive(
	{ database }: Pick<JobsContext, "database">,
	{ ownerId, kind, key }: { ownerId: string; kind: string; key: string },
): Promise<{ id: string; state: string; key: string }[]> {
	return database.query(
		`select id, state, dedupe_key as key from jobs
		where owner_id = $1 and kind = $2 and (dedupe_key = $3 or starts_with(dedupe_key, $4))
			and dedupe_key is not null and state in ('queued', 'running')
		order by created_at, id for update`,
		[ownerId, kind, key, `${key}${FOLLOWING}`],
	);
}
