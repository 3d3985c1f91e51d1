import type { Account } from "#shared/contracts/accounts.ts";
import { conflict } from "../../errors.ts";
import { revokeAccess } from "../../mail/sessions/session.ts";
import { getAccount } from "../../mail/store/accounts.ts";
import type { Context } from "../auth/context.ts";

/**
 * Disconnects an account without deleting its mail: the grant is revoked, the credentials are deleted, and syncing and
 * changes stop. Stored mail can still be read and searched; connecting the same mailbox again resumes it.
 */

/** @throws AppError 404, or 409 `not-supported` for an account without a server */
export async function disconnectKeepingMail(ctx: Context, ownerId: string, id: string): Promise<Account> {
	const account = await getAccount(ctx, ownerId, id);
	if (!account.capabilities.remote)
		throw conflict(
			"not-supported",
			"This mailbox was imported from files and has no connection. Its emails stay until you delete them.",
		);
	if (account.status === "disconnected") return account;
	await revokeAccess(ctx, ownerId, id);
	await ctx.database.exec(
		`update connected_accounts set status = 'disconnected', credentials = null,
			unanswered_server = null, unanswered_since = null, updated_at = now()
		where owner_id = $1 and id = $2 and status <> 'deleting'`,
		[ownerId, id],
	);
	await stopSyncs(ctx, ownerId, id);
	ctx.events.publish(ownerId, { type: "accounts" });
	return getAccount(ctx, ownerId, id);
}

async function stopSyncs(ctx: Context, ownerId: string, accountId: string): Promise<void> {
	const live = await ctx.database.query<{ id: string }>(
		"select id from jobs where owner_id = $1 and account_id = $2 and kind = 'sync' and state in ('queued', 'running')",
		[ownerId, accountId],
	);
	for (const { id } of live) await ctx.jobs.cancel(ownerId, id);
}
