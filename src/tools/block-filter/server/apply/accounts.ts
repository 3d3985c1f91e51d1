import { type ChangeableAccount, changeableAccounts } from "#kernel/changes.ts";
import { AppError } from "#kernel/errors.ts";
import type { MailContext } from "#kernel/module.ts";

/** A mailbox that rules can act in. @returns null: it is read-only, disconnected, or gone */
export async function changeableAccount(
	ctx: MailContext,
	ownerId: string,
	accountId: string,
): Promise<ChangeableAccount | null> {
	try {
		return (await changeableAccounts(ctx, ownerId, accountId))[0] ?? null;
	} catch (cause) {
		if (cause instanceof AppError) return null;
		throw cause;
	}
}
