import { isConnectedBy, providerKinds } from "#shared/providers.ts";
import { requireMailboxLimit } from "../../platform/usage/limits.ts";
import type { MailContext } from "../context/context.ts";

type Ctx = Pick<MailContext, "database" | "now">;

/** Kinds that count: mailboxes at a provider. The demo and imported files do not. */
const COUNTED = providerKinds.filter((kind) => isConnectedBy(kind, "consent") || isConnectedBy(kind, "servers"));

/** The number of a user's mailboxes that count for the limit of their plan. */
export async function countMailboxes({ database }: Pick<Ctx, "database">, ownerId: string) {
	const row = await database.one<{ n: number }>(
		`select count(*)::int as n from connected_accounts
		where owner_id = $1 and provider = any($2::text[]) and status not in ('deleting', 'disconnected')`,
		[ownerId, COUNTED],
	);
	return row?.n ?? 0;
}

/**
 * Runs what connects a mailbox, one at a time for each user: concurrent requests neither connect the same mailbox twice
 * nor exceed the limit of the plan. Connecting one again that is connected always works.
 * @throws AppError 409 `plan-limit` when this would be one mailbox too many; the transaction must then be rolled back
 */
export async function withinMailboxLimit<T>(ctx: Ctx, ownerId: string, connect: () => Promise<T>): Promise<T> {
	// The embedded database runs one transaction at a time anyway.
	if (!ctx.database.embedded)
		await ctx.database.exec("select pg_advisory_xact_lock(hashtextextended($1, 7461203))", [ownerId]);
	const before = await countMailboxes(ctx, ownerId);
	const result = await connect();
	const after = await countMailboxes(ctx, ownerId);
	if (after > before) await requireMailboxLimit(ctx, ownerId, after);
	return result;
}
