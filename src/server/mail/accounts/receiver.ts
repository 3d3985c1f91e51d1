import { notFound } from "../../errors.ts";
import type { MailContext } from "../context/context.ts";
import type { ProviderKind, Receiver } from "../provider/provider.ts";

/**
 * Which server received an account's mail.
 * @returns null where none did, or this server no longer has the provider
 * @throws AppError 404
 */
export async function receiverOf(
	ctx: Pick<MailContext, "database" | "providers">,
	ownerId: string,
	accountId: string,
): Promise<Receiver | null> {
	const [row] = await ctx.database.query<{
		provider: ProviderKind;
		settings: Record<string, unknown>;
		email: string | null;
	}>(
		"select provider, settings, email from connected_accounts where owner_id = $1 and id = $2 and status <> 'deleting'",
		[ownerId, accountId],
	);
	if (row === undefined) throw notFound("The mailbox");
	return ctx.providers.get(row.provider)?.receiverOf?.(row.settings, row.email) ?? null;
}
