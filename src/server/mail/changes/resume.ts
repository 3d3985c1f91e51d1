import type { AccountKey } from "../context/account-scope.ts";
import type { MailContext } from "../context/context.ts";
import { applyJob, undoJob } from "./run.ts";

/** Retries the changes that wait for an account's server now, instead of up to 15 minutes later: it responds again. */
export async function resumeChanges(
	ctx: Pick<MailContext, "database" | "jobs">,
	{ ownerId, accountId }: AccountKey,
): Promise<void> {
	const waiting = await ctx.database.query<{ id: string; account_id: string | null; is_undo: boolean }>(
		`select o.id, o.account_id, o.undo_of is not null as is_undo
		from connected_accounts a join operations o on o.owner_id = a.owner_id and o.state = 'running'
		where a.owner_id = $1 and a.id = $2 and a.unanswered_since is not null and exists (select 1 from operation_items i
			where i.owner_id = o.owner_id and i.operation_id = o.id and i.account_id = a.id and i.state in ('pending', 'local'))
		order by o.started_at, o.id`,
		[ownerId, accountId],
	);
	for (const operation of waiting)
		await ctx.jobs.enqueue(operation.is_undo ? undoJob : applyJob, {
			...{ ownerId, accountId: operation.account_id, input: { operationId: operation.id } },
			...{ dedupeKey: operation.id, runNow: true },
		});
}
