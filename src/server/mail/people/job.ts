import { z } from "zod";
import type { JobKind } from "../../platform/jobs/jobs.ts";
import type { MailContext } from "../context/context.ts";
import { refreshAllPeople } from "./refresh.ts";

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
export async function refreshStalePeople(ctx: Pick<MailContext, "database" | "jobs">): Promise<void> {
	for (const { ownerId } of await ctx.database.query<{ ownerId: string }>(STALE, []))
		await enqueueRefresh(ctx, ownerId);
}

/**
 * Enqueues the job for an owner without any people yet, as after connecting the first mailbox.
 * @returns whether people are still being computed
 */
export async function refreshFirstPeople(
	ctx: Pick<MailContext, "database" | "jobs">,
	ownerId: string,
): Promise<boolean> {
	const rows = await ctx.database.query(`${STALE} and r.owner_id is null and s.owner_id = $1`, [ownerId]);
	if (rows.length > 0) await enqueueRefresh(ctx, ownerId);
	return rows.length > 0;
}

async function enqueueRefresh(ctx: Pick<MailContext, "jobs">, ownerId: string): Promise<void> {
	await ctx.jobs.enqueue(refreshPeopleJob, { ownerId, input: {}, dedupeKey: "people", background: true });
}
