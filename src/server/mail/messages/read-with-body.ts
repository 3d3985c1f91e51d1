import { AppError } from "../../errors.ts";
import type { MailContext } from "../context/context.ts";
import { AuthExpired, CannotConnect, RateLimited, Unavailable } from "../provider/errors.ts";
import { readEmail, type StoredEmail } from "../store/read/read.ts";
import { fetchNow } from "../sync/fetch-now.ts";

/** Short: a user is waiting. */
const FETCH_TIMEOUT_MS = 30_000;

/** Fetches in progress in this process: concurrent requests for a message share one fetch. */
const fetches = new Map<string, Promise<void>>();

/**
 * A message with its body: if only its header is stored, the body is fetched first.
 * @throws AppError 404 for another user's message; 409 `needs-sign-in`, 409 `text-not-here`, 410 `message-gone`, 503
 * `text-unavailable` when the body is not stored and cannot be fetched
 */
export async function readWithBody(ctx: MailContext, ownerId: string, id: string): Promise<StoredEmail> {
	const email = await readEmail(ctx.database, ownerId, id);
	if (email.rawSha256 !== null) return email;
	const fetching = fetches.get(id) ?? fetchBody(ctx, ownerId, email).finally(() => fetches.delete(id));
	fetches.set(id, fetching);
	await fetching;
	return readEmail(ctx.database, ownerId, id);
}

async function fetchBody(ctx: MailContext, ownerId: string, email: StoredEmail): Promise<void> {
	const { id, accountId, providerId } = email;
	const signal = AbortSignal.timeout(FETCH_TIMEOUT_MS);
	try {
		const { gone, failed } = await fetchNow(ctx, { ownerId, accountId }, [id], signal);
		if (gone.length > 0) {
			const now = await readEmail(ctx.database, ownerId, id);
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
