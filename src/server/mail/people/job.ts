import { z } from "zod";
import type { Job } from "#shared/contracts/jobs.ts";
import type { JobKind } from "../../platform/jobs/jobs.ts";
import { waitForJob } from "../../platform/jobs/wait.ts";
import type { MailContext } from "../context/context.ts";
import { refreshAllPeople } from "./refresh.ts";

type Needed = Pick<MailContext, "database" | "jobs">;

const FIRST_WAIT_MS = 3_000;

const input = z.object({});

/** Recomputes an owner's people. */
export const refreshPeopleJob: JobKind<z.infer<typeof input>, MailContext> = {
	name: "refresh-people",
	input,
	unit: "people",
	concurrency: 1,
	attempts: 6,
	run: (ctx, { ownerId }) => refreshAllPeople(ctx.database, ownerId),
};

/** SQL: owners whose mailboxes were synced since their people were recomputed. */
const STALE = `select distinct s.owner_id as "ownerId" from email_sync_status s
	left join people_refreshes r on r.owner_id = s.owner_id
	where s.sync_status = 'idle' and s.last_sync_at > coalesce(r.refreshed_at, '-infinity')`;

/** Enqueues the job for every owner with synced mail since the last run. */
export async function refreshStalePeople(ctx: Needed): Promise<void> {
	for (const { ownerId } of await ctx.database.query<{ ownerId: string }>(STALE, []))
		await enqueueRefresh(ctx, ownerId);
}

/**
 * Enqueues the job for an owner without any people yet, as after connecting the first mailbox.
 * @returns whether people are still being computed
 */
export async function refreshFirstPeople(ctx: Needed, ownerId: string): Promise<boolean> {
	return (await enqueueFirst(ctx, ownerId)) !== null;
}

/** Computes the people of an owner without any yet, and waits up to three seconds for it. @param signal of the request */
export async function waitForFirstPeople(ctx: Needed, ownerId: string, signal: AbortSignal): Promise<void> {
	const job = await enqueueFirst(ctx, ownerId);
	if (job !== null) await waitForJob(ctx.jobs, { ownerId, signal }, job.id, FIRST_WAIT_MS);
}

async function enqueueFirst(ctx: Needed, ownerId: string): Promise<Job | null> {
	const rows = await ctx.database.query(`${STALE} and r.owner_id is null and s.owner_id = $1`, [ownerId]);
	return rows.length > 0 ? enqueueRefresh(ctx, ownerId) : null;
}

function enqueueRefresh(ctx: Needed, ownerId: string): Promise<Job> {
	return ctx.jobs.enqueue(refreshPeopleJob, { ownerId, input: {}, dedupeKey: "people", background: true });
}
