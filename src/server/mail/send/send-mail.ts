import type { OutgoingMessageView } from "#shared/contracts/outgoing.ts";
import { newId } from "#shared/ids.ts";
import { addressKey, oneSpelling } from "#shared/mail/address-key.ts";
import { isOneAddress } from "#shared/mail/addresses.ts";
import type { Address } from "#shared/mail/message.ts";
import { AppError, badRequest } from "../../errors.ts";
import type { MailContext } from "../context/context.ts";
import { disconnected } from "../sessions/session.ts";
import { getAccount } from "../store/accounts.ts";
import {
	type Composed,
	type Content,
	composeMessage,
	newMessageId,
	readComposed,
	type ThreadOptions,
} from "./compose.ts";
import { deliverNext } from "./deliver.ts";
import { enqueueSending } from "./job.ts";
import { findByIdempotencyKey, insertOutgoing, readOutgoing } from "./store.ts";

export interface SendRequest {
	ownerId: string;
	/** The mailbox to send from. */
	accountId: string;
	/** Unique per owner: a repeated request returns the first one's message, and sends nothing. */
	idempotencyKey: string;
	/** Display name of the sender; absent: none. */
	fromName?: string;
	to: readonly Address[];
	cc?: readonly Address[];
	bcc?: readonly Address[];
	/** Content to compose, or a whole message (RFC 5322 bytes), whose header names all recipients but `bcc`. */
	message: Content | { raw: Uint8Array };
	thread?: ThreadOptions;
	/** `interactive`: before all bulk mail of this mailbox. */
	priority: "interactive" | "bulk";
}

/**
 * Records a message and sends it in the background. The recorded message survives a crash at any moment, and is never
 * sent twice.
 Inside a
 * transaction the message exists exactly when that commits.
 * @returns its id
 * @throws AppError 404, 409 `disconnected`, 409 `cannot-send`, 400 `no-recipients`, 400 `bad-recipient`
 */
export async function sendMail(ctx: MailContext, request: SendRequest): Promise<{ id: string }> {
	const { ownerId, accountId } = request;
	const prepared = await prepare(ctx, request);
	return ctx.database.transaction(async () => {
		const id = await insertOnce(ctx, request, prepared);
		await enqueueSending(ctx, ownerId, accountId);
		return { id };
	});
}

/**
 * Records a message and sends it now, for callers that need the result. A message that cannot be sent yet remains
 * `queued` and is sent in the background.
 * @throws as `sendMail` does
 */
export async function sendMailNow(
	ctx: MailContext,
	request: SendRequest,
	signal: AbortSignal,
): Promise<OutgoingMessageView> {
	const { ownerId, accountId } = request;
	const prepared = await prepare(ctx, request);
	const id = await ctx.database.transaction(() => insertOnce(ctx, request, prepared));
	await deliverNext(ctx, { ownerId, accountId }, signal, id);
	return readOutgoing(ctx.database, ownerId, id);
}

type Prepared = Composed & { id: string; sender: string; addresses: string[] };

async function prepare(ctx: MailContext, request: SendRequest): Promise<Prepared> {
	const { ownerId, accountId, message, thread = {} } = request;
	const account = await getAccount(ctx, ownerId, accountId);
	if (account.status === "disconnected") throw disconnected();
	const provider = ctx.providers.get(account.provider);
	const sender = account.email ?? provider?.defaultAddress ?? null;
	if (!account.capabilities.send || sender === null)
		throw new AppError(
			409,
			"cannot-send",
			account.access === "read"
				? "This mailbox is connected as read-only. Connect it with full access to send mail."
				: "This mailbox cannot send mail. Choose another one.",
		);
	const id = newId(ctx.now());
	const from = { name: request.fromName ?? "", email: sender };
	const given = { to: spelled(request.to), cc: spelled(request.cc), bcc: spelled(request.bcc) };
	const unclear = [...given.to, ...given.cc, ...given.bcc].find(({ email }) => !isOneAddress(email));
	if (unclear !== undefined) throw badRequest("bad-recipient", `“${unclear.email}” is not an email address.`);
	const composed =
		"raw" in message
			? readComposed(message.raw, given.bcc, { id, from })
			: await composeMessage({ from, recipients: given }, message, thread, {
					messageId: newMessageId(id, from),
					date: new Date(ctx.now()),
				});
	const { to, cc, bcc } = composed.recipients;
	const addresses = [...new Set([...to, ...cc, ...bcc].map(({ email }) => addressKey(email)))];
	if (addresses.length === 0) throw badRequest("no-recipients", "Add at least one recipient.");
	const bad = addresses.find((address) => !isOneAddress(address));
	if (bad !== undefined) throw badRequest("bad-recipient", `“${bad}” is not an email address.`);
	return { ...composed, id, sender, addresses };
}

/** An address that is none stays as it is, to be refused. */
function spelled(list: readonly Address[] = []): Address[] {
	return list.map(({ name, email }) => ({ name, email: oneSpelling(email) }));
}

async function insertOnce(
	ctx: MailContext,
	{ ownerId, accountId, idempotencyKey, priority, thread }: SendRequest,
	{ id, messageId, sender, subject, raw, addresses }: Prepared,
): Promise<string> {
	const key = { ownerId, accountId, id };
	const message = {
		messageId,
		sender,
		subject,
		raw,
		recipients: addresses,
		threadId: thread?.providerThreadId ?? null,
	};
	const now = new Date(ctx.now());
	if (await insertOutgoing(ctx.database, { ...key, ...message, idempotencyKey, priority, now })) return id;
	const known = await findByIdempotencyKey(ctx.database, ownerId, idempotencyKey);
	if (known === null) throw new Error("A message with this idempotency key was deleted in the meantime");
	return known.id;
}
