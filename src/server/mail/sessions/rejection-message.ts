import { AppError } from "../../errors.ts";
import { RetryAfter } from "../../platform/jobs/jobs.ts";
import type { AccountKey } from "../context/account-scope.ts";
import type { MailContext } from "../context/context.ts";
import { AuthExpired, NotFound, RateLimited, Unavailable, Unsupported } from "../provider/errors.ts";
import { isCurrentVersion, markNeedsSignIn } from "./account-version.ts";

/**
 * Why the provider refuses this for these messages, in words for the user.
 * @throws AppError when the provider accepts nothing for now, which ends the change (an expired sign-in is recorded on
 * the account, unless the user has reconnected it since)
 * @throws the cause itself when a retry may succeed
 */
export async function rejectionMessage(
	ctx: Pick<MailContext, "database" | "events" | "log">,
	key: AccountKey,
	cause: unknown,
	lastAttempt: boolean,
): Promise<string> {
	if (cause instanceof Unsupported) return cause.message;
	if (cause instanceof NotFound) return "The folder or message no longer exists on the mail server.";
	if (cause instanceof AuthExpired) {
		const isMarked = await ctx.database.transaction(async () => {
			const { accountVersion } = cause;
			if (accountVersion !== null && !(await isCurrentVersion(ctx.database, key, accountVersion))) return false;
			await markNeedsSignIn(ctx.database, key);
			return true;
		});
		if (!isMarked) throw reconnected(lastAttempt, cause);
		ctx.events.publish(key.ownerId, { type: "accounts" });
		const sentence = "This mailbox requires you to sign in again. Reconnect it, then repeat the change.";
		throw new AppError(409, "needs-sign-in", sentence, { cause });
	}
	if (!lastAttempt && cause instanceof RateLimited)
		throw new RetryAfter(cause.retryAfter, "The mail server asked to wait. The change resumes then.", {
			cause,
		});
	if (!lastAttempt || cause instanceof AppError) throw cause;
	const isTransient = cause instanceof Unavailable || cause instanceof RateLimited;
	const sentence = isTransient
		? "The mail server couldn't be reached. Try again later."
		: "The mail server rejected the change.";
	throw new AppError(503, "unavailable", sentence, { cause });
}

/** The session was opened before the user reconnected the mailbox: a retry opens it with the new credentials. */
function reconnected(lastAttempt: boolean, cause: unknown): Error {
	const sentence = "The mailbox was reconnected in the meantime.";
	return lastAttempt
		? new AppError(503, "unavailable", `${sentence} Try again.`, { cause })
		: new RetryAfter(0, `${sentence} The change resumes.`, { cause });
}
