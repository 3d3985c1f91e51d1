import { AppError } from "#server/errors.ts";
import { changeableAccounts } from "#server/mail/changes/accounts.ts";
import type { ChangeableAccount } from "#server/mail/changes/targets.ts";
import type { MailContext } from "#server/mail/context/context.ts";

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
