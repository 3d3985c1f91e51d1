import { type AppError, conflict, notFound } from "../../errors.ts";
import type { MailContext } from "../context/context.ts";
import type { FolderRole, ProviderKind } from "../provider/provider.ts";
import { disconnected } from "../sessions/session.ts";
import { capabilitiesOf } from "../store/accounts.ts";
import type { ChangeableAccount } from "./targets.ts";

/**
 * The accounts that messages can be chosen from. Disconnected and read-only accounts are skipped: changes could not be
 * pushed to their servers.
 * @param accountId null: all of the owner's accounts
 * @throws AppError 404 for an account that is not this owner's, 409 `disconnected`, 409 `read-only`
 */
export async function changeableAccounts(
	ctx: Pick<MailContext, "database" | "providers">,
	ownerId: string,
	accountId: string | null,
): Promise<ChangeableAccount[]> {
	const accounts = await ctx.database.query<{
		id: string;
		provider: ProviderKind;
		status: string;
		settings: Record<string, unknown>;
	}>(
		`select id, provider, status, settings from connected_accounts
		where owner_id = $1 and status <> 'deleting' and ($2::uuid is null or id = $2) order by created_at, id`,
		[ownerId, accountId],
	);
	if (accountId !== null && accounts.length === 0) throw notFound("The mailbox");
	const folders = await ctx.database.query<{ account_id: string; id: string; name: string; role: FolderRole }>(
		"select account_id, id, folder_name as name, role from email_folders where owner_id = $1 order by id",
		[ownerId],
	);
	if (accountId !== null && accounts[0]?.status === "disconnected") throw disconnected();
	if (accountId !== null && accounts[0]?.settings.access === "read") throw readOnly();
	return accounts.flatMap((account) => {
		if (account.status === "disconnected" || account.settings.access === "read") return [];
		if (!ctx.providers.has(account.provider)) return [];
		return [
			{
				id: account.id,
				capabilities: capabilitiesOf(ctx, account.provider, account.settings),
				folders: folders.filter((folder) => folder.account_id === account.id),
			},
		];
	});
}

/**
 * Why existing messages were skipped.
 * @param ids null: all of the owner's messages
 * @returns null when none of their accounts is disconnected or read-only
 */
export async function skipReason(
	ctx: Pick<MailContext, "database">,
	ownerId: string,
	ids: readonly string[] | null,
): Promise<AppError | null> {
	const row = await ctx.database.one<{ status: string }>(
		`select status from connected_accounts a
		where owner_id = $1 and status <> 'deleting' and (status = 'disconnected' or settings->>'access' = 'read')
			and ($2::uuid[] is null or exists (
				select from emails m where m.owner_id = a.owner_id and m.account_id = a.id and m.id = any($2)))
		order by created_at, id limit 1`,
		[ownerId, ids],
	);
	if (row === undefined) return null;
	return row.status === "disconnected" ? disconnected() : readOnly();
}

/** The error for an account that was connected read-only. */
function readOnly() {
	return conflict(
		"read-only",
		"This mailbox was connected with read-only access. Connect it again with full access to change its mail.",
	);
}
