import type { OutgoingMessageView } from "#shared/contracts/outgoing.ts";
import { AppError } from "../../errors.ts";
import type { AccountLock } from "../../platform/locks/account-lock.ts";
import type { MailContext } from "../context/context.ts";
import type { SentAnswer, SentCopy } from "../provider/sending.ts";
import { openSession } from "../sessions/session.ts";
import { explanations } from "./explanations.ts";
import { recordResult } from "./results.ts";
import {
	changeLocked,
	changeState,
	type OutgoingKey,
	type OutgoingRow,
	readOutgoing,
	readRecipients,
	readRow,
} from "./store.ts";

const FIRST_CHECK_MS = 10_000;
/** After that only a reply, a delivery report or the user can resolve it. */
const LAST_CHECK_MS = 3_600_000;

/**
 * Looks for a message whose delivery is uncertain. It is sent again only when the provider is certain that it was not
 * sent; otherwise it is looked for at growing intervals, and then remains uncertain.
 */
export async function resolveUncertain(
	ctx: MailContext,
	key: OutgoingKey,
	row: OutgoingRow,
	lock: AccountLock,
): Promise<void> {
	const submittedAt = row.submitted_at?.getTime() ?? ctx.now();
	const answer = await findSent(ctx, key, row, { submittedAt, signal: lock.signal });
	ctx.log.info(
		{ event: "send.looked_up", outgoing: key.id, answer: answer.state },
		"An uncertain message was looked up",
	);
	if (answer.state === "sent") return markSent(ctx, key, row, answer);
	const now = ctx.now();
	if (answer.state === "unsent")
		return changeLocked(ctx.database, key, lock, { state: "queued", explanation: null, nextAttemptAt: new Date(now) });
	const age = now - submittedAt;
	const isOver = age > LAST_CHECK_MS;
	await changeLocked(ctx.database, key, lock, {
		state: "uncertain",
		explanation: isOver || age > FIRST_CHECK_MS ? explanations.uncertain : explanations.checking,
		nextAttemptAt: isOver ? null : new Date(now + Math.max(FIRST_CHECK_MS, age)),
	});
}

async function findSent(
	ctx: MailContext,
	key: OutgoingKey,
	row: OutgoingRow,
	{ submittedAt, signal }: { submittedAt: number; signal: AbortSignal },
): Promise<SentAnswer> {
	try {
		const { session } = await openSession(ctx, key.ownerId, key.accountId);
		try {
			const query = { messageId: row.message_id, reference: row.reference, submittedAt, signal };
			return (await session.sender?.findSent(query)) ?? { state: "unknown" };
		} finally {
			await session.close();
		}
	} catch (cause) {
		signal.throwIfAborted();
		ctx.log.warn(
			{ event: "send.lookup_failed", err: cause, outgoing: key.id },
			"The Sent folder could not be searched",
		);
		return { state: "unknown" };
	}
}

/** Records that an uncertain message was sent to all recipients it was meant for. */
export async function markSent(
	ctx: MailContext,
	key: OutgoingKey,
	row: OutgoingRow,
	copy: SentCopy | null,
): Promise<void> {
	const open = (await readRecipients(ctx.database, key)).filter(
		({ state }) => state === "pending" || state === "deferred",
	);
	const recipients = open.map(({ address }) => ({ address, state: "accepted" as const, status: null, reply: null }));
	// Without a known copy one is saved, where the provider does not do so itself.
	await recordResult(ctx, key, row, { recipients, copy, savesCopyItself: copy !== null });
}

/**
 * The user decides about an uncertain message.
 * @throws AppError 404, 409 `not-uncertain`
 */
export async function resolveByUser(
	ctx: MailContext,
	ownerId: string,
	id: string,
	action: "mark_sent" | "send_again",
): Promise<OutgoingMessageView> {
	const { account } = await readOutgoing(ctx.database, ownerId, id);
	const key = { ownerId, accountId: account, id };
	const row = await readRow(ctx.database, key);
	if (row?.state !== "uncertain")
		throw new AppError(409, "not-uncertain", "The delivery of this message is no longer uncertain.");
	if (action === "mark_sent") await markSent(ctx, key, row, null);
	else await changeState(ctx.database, key, { state: "queued", explanation: null, nextAttemptAt: new Date(ctx.now()) });
	return readOutgoing(ctx.database, ownerId, id);
}
