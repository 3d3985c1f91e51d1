import { AppError } from "../../errors.ts";
import type { MailContext } from "../context/context.ts";
import { AuthExpired, CannotConnect, RateLimited, Unavailable } from "../provider/errors.ts";
import { readStored, type StoredEmail } from "../store/read/read-stored.ts";
import { fetchNow } from "../sync/fetch-now.ts";

/** Short: a user is waiting. */
const FETCH_TIMEOUT_MS = 30_000;

/** Fetches in progress in this process: concurrent requests for a message share one fetch. */
const fetches = new Map<string, Promise<void>>();

/**
 * Fetches the body of a message of which only the header is stored, through a session with its provider.
 * @param email as `readStored` returned it
 * @returns the message with its body; `email` itself where the body is stored
 * @throws AppError 409 `needs-sign-in`, 409 `text-not-here`, 410 `message-gone`, 503 `text-unavailable` when the body
 * cannot be fetched
 */
export async function fetchMissing(ctx: MailContext, ownerId: string, email: StoredEmail): Promise<StoredEmail> {
	if (email.rawSha256 !== null) return email;
	const { id } = email;
	const fetching = fetches.get(id) ?? fetchBody(ctx, ownerId, email).finally(() => fetches.delete(id));
	fetches.set(id, fetching);
	await fetching;
	return readStored(ctx.database, ownerId, id);
}

async function fetchBody(ctx: MailContext, ownerId: string, email: StoredEmail): Promise<void> {
	const { id, accountId, providerId } = email;
	const signal = AbortSignal.timeout(FETCH_TIMEOUT_MS);
	try {
		const { gone, failed } = await fetchNow(ctx, { ownerId, accountId }, [id], signal);
		if (gone.length > 0) {
			const now = await readStored(ctx.database, ownerId, id);
			// It was moved meanwhile.
			if (now.providerId !== providerId) return await fetchBody(ctx, ownerId, now);
			throw new AppError(
				410,
				"message-gone",
				"The mail server no longer has this message. It has been removed here too.",
			);
		}
		if (failed.length > 0)
			throw new AppError(503, "text-unavailable", "The mail server didn't return this message. Try again later.");
	} catch (cause) {
		throw toAppError(cause, signal);
	}
}

function toAppError(cause: unknown, signal: AbortSignal): unknown {
	if (cause instanceof AppError && cause.code === "disconnected")
		return new AppError(
			409,
			"text-not-here",
			"The mailbox was disconnected before this message was fetched. Connect it again to read it.",
			{ cause },
		);
	if (cause instanceof AuthExpired) {
		const sentence = "Sign in to this mailbox again to read this message.";
		return new AppError(409, "needs-sign-in", sentence, { cause });
	}
	const isUnreachable = cause instanceof Unavailable || cause instanceof RateLimited || cause instanceof CannotConnect;
	if (!isUnreachable && !signal.aborted) return cause;
	const sentence = "This message is not synced yet, and the mail server can't be reached. Try again in a moment.";
	return new AppError(503, "text-unavailable", sentence, { cause });
}
