import type { Address } from "#shared/mail/message.ts";
import { AppError } from "../../errors.ts";
import type { MailContext } from "../context/context.ts";
import { getAccount } from "../store/accounts.ts";
import { type Content, composeMessage, type ThreadOptions } from "./compose.ts";

/** A message that is not sent yet. */
interface DraftRequest {
	ownerId: string;
	/** The mailbox that it will be sent from. */
	accountId: string;
	/** Display name of the sender; empty: none. */
	fromName: string;
	recipients: { to: readonly Address[]; cc: readonly Address[]; bcc: readonly Address[] };
	message: Content;
	thread: ThreadOptions;
	/** Without angle brackets. */
	messageId: string;
}

/**
 * Composes a message for a Drafts folder (RFC 5322 bytes), with Bcc.
 * @throws AppError 404, 409 `cannot-send` for a mailbox without an address
 */
export async function composeDraft(ctx: MailContext, request: DraftRequest): Promise<Buffer> {
	const { ownerId, accountId, fromName, message, thread, messageId } = request;
	const account = await getAccount(ctx, ownerId, accountId);
	const email = account.email ?? ctx.providers.get(account.provider)?.defaultAddress ?? null;
	if (email === null) throw new AppError(409, "cannot-send", "This mailbox has no address.");
	const { to, cc, bcc } = request.recipients;
	const people = { from: { name: fromName, email }, recipients: { to: [...to], cc: [...cc], bcc: [...bcc] } };
	return (await composeMessage(people, message, thread, { messageId, date: new Date(ctx.now()) })).raw;
}
