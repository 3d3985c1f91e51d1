import { notFound } from "../../errors.ts";
import type { MailContext } from "../context/context.ts";
import type { LocalSenders, ProviderKind } from "../provider/provider.ts";

/**
 * The servers of those who wrote an account's mail, where they are part of its provider: the demo's.
 * @returns null where they are on the internet
 * @throws AppError 404
 */
export async function localSendersOf(
	ctx: Pick<MailContext, "database" | "providers">,
	ownerId: string,
	accountId: string,
): Promise<LocalSenders | null> {
	const row = await ctx.database.one<{ provider: ProviderKind }>(
		"select provider from connected_accounts where owner_id = $1 and id = $2 and status <> 'deleting'",
		[ownerId, accountId],
	);
	if (row === undefined) throw notFound("The mailbox");
	return ctx.providers.get(row.provider)?.senders ?? null;
}
