import type { Context } from "../../context.ts";
import { notFound } from "../../errors.ts";
import type { FolderRole, ProviderKind } from "../provider.ts";
import { disconnected } from "../sync/session.ts";
import type { ChangeableAccount } from "./targets.ts";

/**
 * The mailboxes that messages can be chosen from.
 * @param accountId null: all of the owner's
 * Those that are disconnected are passed over: nobody could tell their servers.
 * @throws AppError 404 for an account that is not this owner's, 409 `disconnected`
 */
export async function changeableAccounts(
	ctx: Pick<Context, "database" | "providers">,
	ownerId: string,
	accountId: string | null,
): Promise<ChangeableAccount[]> {
	const accounts = await ctx.database.query<{ id: string; provider: ProviderKind; status: string }>(
		`select id, provider, status from connected_accounts
		where owner_id = $1 and status <> 'deleting' and ($2::uuid is null or id = $2) order by created_at, id`,
		[ownerId, accountId],
	);
	if (accountId !== null && accounts.length === 0) throw notFound("The mailbox");
	const folders = await ctx.database.query<{ account_id: string; id: string; name: string; role: FolderRole }>(
		"select account_id, id, folder_name as name, role from email_folders where owner_id = $1 order by id",
		[ownerId],
	);
	if (accountId !== null && accounts[0]?.status === "disconnected") throw disconnected();
	return accounts.flatMap((account) => {
		if (account.status === "disconnected") return [];
		const provider = ctx.providers.get(account.provider);
		if (provider === undefined) return [];
		return [
			{
				id: account.id,
				capabilities: provider.capabilities,
				folders: folders.filter((folder) => folder.account_id === account.id),
			},
		];
	});
}
