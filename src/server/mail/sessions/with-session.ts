import { AppError } from "../../errors.ts";
import type { AccountKey } from "../context/account-scope.ts";
import type { MailContext } from "../context/context.ts";
import type { ProviderSession } from "../provider/session.ts";
import { rejectionMessage } from "./rejection-message.ts";
import { openSession } from "./session.ts";

/**
 * Runs work in a provider session.
 * @param lastAttempt false: transient errors are rethrown as they are, for a retry
 * @throws AppError with a message for the user
 */
export async function withSession<T>(
	ctx: MailContext,
	key: AccountKey,
	work: (session: ProviderSession) => Promise<T>,
	lastAttempt = true,
): Promise<T> {
	try {
		const { session } = await openSession(ctx, key.ownerId, key.accountId);
		try {
			return await work(session);
		} finally {
			await session.close();
		}
	} catch (cause) {
		throw new AppError(409, "refused", await rejectionMessage(ctx, key, cause, lastAttempt), { cause });
	}
}
