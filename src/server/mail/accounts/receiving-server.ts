import { notFound } from "../../errors.ts";
import type { MailContext } from "../context/context.ts";
import type { ProviderKind, ReceivingServer } from "../provider/provider.ts";

/**
 * Which server received an account's mail.
 * @returns null where none did, or this server no longer has the provider
 * @throws AppError 404
 */
export async function receivingServerOf(
	ctx: Pick<MailContext, "database" | "providers">,
	ownerId: string,
	accountId: string,
): Promise<ReceivingServer | null> {
	const row = await ctx.database.one<{
		provider: ProviderKind;
		settings: Record<string, unknown>;
		email: string | null;
	}>(
		"select provider, settings, email from connected_accounts where owner_id = $1 and id = $2 and status <> 'deleting'",
		[ownerId, accountId],
	);
	if (row === undefined) throw notFound("The mailbox");
	const { provider, settings, email } = row;
	return ctx.providers.get(provider)?.receivingServerOf?.(settings, email) ?? null;
}
