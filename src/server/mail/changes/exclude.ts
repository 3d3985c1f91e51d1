import type { PlanFolder } from "#shared/contracts/plans.ts";
import type { MailContext } from "../context/context.ts";
import type { OperationKey } from "./items.ts";
import { lockPlan } from "./open-plan.ts";
import { planFolders } from "./plan-folders.ts";

/** Journal rows changed per statement: about 50 ms on the embedded database. */
const CHUNK = 2_500;

export interface Exclusion {
	/** Null: all messages of the plan. */
	ids: readonly string[] | null;
	/** True: put back into the plan. */
	included: boolean;
}

/**
 * Takes messages out of a plan or puts them back, and updates its counts. Ids that are not in the plan are ignored.
 * @returns what the plan would change now: messages, their bytes and folders
 * @throws AppError 404, 409 `plan-applied`, 410 `plan-expired`
 */
export async function excludeFromPlan(
	ctx: Pick<MailContext, "database" | "now">,
	ownerId: string,
	id: string,
	{ ids, included }: Exclusion,
	chunk = CHUNK,
): Promise<{ count: number; bytes: number; folders: PlanFolder[] }> {
	for (let from = 0; ; from += chunk) {
		const next = ids?.slice(from, from + chunk) ?? chunk;
		const { changed, count, bytes } = await excludeSome(ctx, { ownerId, operationId: id }, next, included);
		const more = ids === null ? changed === chunk : from + chunk < ids.length;
		if (more) continue;
		const { folders } = await planFolders(ctx.database, ownerId, id);
		return { count, bytes, folders };
	}
}

/**
 * Changes one chunk and the counts in a transaction that keeps the plan from being applied.
 * @param which these messages, or as many of the plan as come next
 */
function excludeSome(
	ctx: Pick<MailContext, "database" | "now">,
	{ ownerId, operationId }: OperationKey,
	which: readonly string[] | number,
	included: boolean,
): Promise<{ changed: number; count: number; bytes: number }> {
	const { database } = ctx;
	return database.transaction(async () => {
		await lockPlan(ctx, ownerId, operationId);
		const [from, to] = included ? ["excluded", "pending"] : ["pending", "excluded"];
		const keys =
			typeof which === "number"
				? `select account_id, email_id from operation_items
					where owner_id = $1 and operation_id = $2 and state = $3 limit $6`
				: // By accounts too, so that the key finds each.
					`select a.id, selected.id from connected_accounts a, unnest($6::uuid[]) as selected (id) where a.owner_id = $1`;
		const row = await database.one<{ changed: number; count: number; bytes: number }>(
			`with changed as (
				update operation_items set state = $4 where owner_id = $1 and operation_id = $2 and state = $3
					and (account_id, email_id) in (${keys})
				returning coalesce(size_bytes, 0) as size_bytes
			), sums as (
				select count(*)::int as count, coalesce(sum(size_bytes), 0)::bigint as bytes from changed
			)
			update operations o set item_count = o.item_count + $5 * s.count, bytes = o.bytes + $5 * s.bytes from sums s
			where o.owner_id = $1 and o.id = $2 returning s.count as changed, o.item_count as count, o.bytes`,
			[ownerId, operationId, from, to, included ? 1 : -1, which],
		);
		if (row === undefined) throw new Error("The plan is gone");
		return row;
	});
}

/**
 * Narrows a plan to these messages, permanently: messages excluded before cannot be put back.
 * @returns how many messages were dropped from it
 * @throws AppError 404, 409 `plan-applied`, 410 `plan-expired`
 */
export async function narrowPlan(
	ctx: Pick<MailContext, "database" | "now">,
	{ ownerId, operationId }: OperationKey,
	ids: readonly string[],
): Promise<number> {
	await lockPlan(ctx, ownerId, operationId);
	const row = await ctx.database.one<{ count: number }>(
		`with gone as (
			delete from operation_items i where i.owner_id = $1 and i.operation_id = $2
				and (i.state = 'excluded' or not exists (select from unnest($3::uuid[]) as k (id) where k.id = i.email_id))
			returning i.state, coalesce(i.size_bytes, 0) as size_bytes
		), sums as (
			select count(*)::int as count, coalesce(sum(size_bytes), 0)::bigint as bytes from gone where state = 'pending'
		)
		update operations o set item_count = o.item_count - s.count, bytes = o.bytes - s.bytes from sums s
		where o.owner_id = $1 and o.id = $2 returning s.count`,
		[ownerId, operationId, ids],
	);
	return row?.count ?? 0;
}
