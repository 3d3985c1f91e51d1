import { notFound } from "../../errors.ts";
import type { MailContext } from "../context/context.ts";
import type { LocalSenders, ProviderKind, Receiver } from "../provider/provider.ts";

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
	const { provider, settings, email } = await accountRow(ctx, ownerId, accountId);
	return ctx.providers.get(provider)?.receiverOf?.(settings, email) ?? null;
}

/**
 * Who answers in place of the senders of an account's mail.
 * @returns null where they are on the internet
 * @throws AppError 404
 */
export async function localSendersOf(
	ctx: Pick<MailContext, "database" | "providers">,
	ownerId: string,
	accountId: string,
): Promise<LocalSenders | null> {
	const { provider } = await accountRow(ctx, ownerId, accountId);
	return ctx.providers.get(provider)?.senders ?? null;
}

interface AccountRow {
	provider: ProviderKind;
	settings: Record<string, unknown>;
	email: string | null;
}

async function accountRow(ctx: Pick<MailContext, "database">, ownerId: string, accountId: string): Promise<AccountRow> {
	const [row] = await ctx.database.query<AccountRow>(
		"select provider, settings, email from connected_accounts where owner_id = $1 and id = $2 and status <> 'deleting'",
		[ownerId, accountId],
	);
	if (row === undefined) throw notFound("The mailbox");
	return row;
}
