import type { OutgoingRecipient } from "#shared/contracts/outgoing.ts";
import { AppError } from "../../errors.ts";
import { type AccountLock, withAccountLock } from "../../platform/locks/account-lock.ts";
import type { AccountKey } from "../context/account-scope.ts";
import type { MailContext } from "../context/context.ts";
import {
	AuthExpired,
	CannotConnect,
	DeliveryUncertain,
	NotFound,
	RateLimited,
	ReadOnly,
	Unavailable,
	Unsupported,
} from "../provider/errors.ts";
import type { MailSender, ProviderSession } from "../provider/session.ts";
import { type KnownAccount, type OpenSession, openSession, providerEnvironment } from "../sessions/session.ts";
import { restrictRecipients } from "./compose.ts";
import { saveCopy } from "./copy.ts";
import { explanations } from "./explanations.ts";
import { pauseSending, spendSendingBudget } from "./limits.ts";
import { resolveUncertain } from "./resolve.ts";
import { recordResult } from "./results.ts";
import { nextAttempt } from "./retry.ts";
import {
	changeLocked,
	claimOutgoing,
	type DueRow,
	nextDue,
	type OutgoingKey,
	type OutgoingRow,
	recordRecipients,
	recordSubmission,
} from "./store.ts";
import { findSuppressed } from "./suppressions.ts";
import { recordWait } from "./waiting.ts";

/** Failures whose message is suitable for users, and that another attempt does not cure. */
const FINAL = [AppError, AuthExpired, CannotConnect, NotFound, ReadOnly, Unsupported];

export interface Step {
	/** Above 0: a limit is reached, nothing can be sent sooner. */
	waitSeconds: number;
}

const DONE: Step = { waitSeconds: 0 };

/** How long the lock is held for one message after another while other processes may wait for it. */
const HOLD_MS = 10_000;

/**
 * Takes one step with the account's next due message: sends it, looks it up, or saves its copy. Only one process at a time
 * does so for an account, so a message found in state `sending` belongs to one that crashed.
 * @param only restricts it to one message
 * @returns null: nothing is due
 */
export async function deliverNext(
	ctx: MailContext,
	account: AccountKey,
	signal: AbortSignal,
	only: string | null = null,
): Promise<Step | null> {
	return withAccountLock(ctx, { ...account, scope: "send" }, signal, async (lock) => {
		const row = await nextDue(ctx.database, account, new Date(ctx.now()), only);
		return row === null ? null : takeStep(ctx, account, row, lock);
	});
}

/**
 * Takes such steps for a while, until no one else can send from the account for too long.
 * @param on.due called before each with the message and its state: @throws NoProgress when it was there before
 * @param on.step called after each
 * @returns the last
 */
export async function deliverSome(
	ctx: MailContext,
	account: AccountKey,
	signal: AbortSignal,
	on: { due(position: string): void; step(): void },
): Promise<Step | null> {
	return withAccountLock(ctx, { ...account, scope: "send" }, signal, async (lock) => {
		const until = performance.now() + HOLD_MS;
		for (;;) {
			const row = await nextDue(ctx.database, account, new Date(ctx.now()));
			if (row === null) return null;
			on.due([row.id, row.state, row.attempts, row.next_attempt_at.getTime()].join(" "));
			const step = await takeStep(ctx, account, row, lock);
			if (step.waitSeconds > 0) return step;
			on.step();
			if (lock.isAwaited() || lock.signal.aborted || performance.now() > until) return step;
		}
	});
}

async function takeStep(ctx: MailContext, account: AccountKey, row: DueRow, lock: AccountLock): Promise<Step> {
	const key = { ...account, id: row.id };
	if (row.state === "sending") return recoverInterrupted(ctx, key, row, lock);
	if (row.state === "uncertain") await resolveUncertain(ctx, key, row, lock);
	else if (row.state === "queued") return attemptDelivery(ctx, key, row, lock);
	else await saveCopy(ctx, key, row);
	return DONE;
}

/** Without a recorded submission, the message was certainly not sent. */
async function recoverInterrupted(
	ctx: MailContext,
	key: OutgoingKey,
	row: OutgoingRow,
	lock: AccountLock,
): Promise<Step> {
	const nextAttemptAt = new Date(ctx.now());
	const isUnsent = row.submitted_at === null;
	await changeLocked(ctx.database, key, lock, {
		state: isUnsent ? "queued" : "uncertain",
		explanation: isUnsent ? null : explanations.checking,
		nextAttemptAt,
	});
	ctx.log.info({ event: "send.interrupted", outgoing: key.id, isUnsent }, "A message was interrupted while being sent");
	return DONE;
}

async function attemptDelivery(ctx: MailContext, key: OutgoingKey, row: DueRow, lock: AccountLock): Promise<Step> {
	const { recipients, open } = await openRecipients(ctx, key, row.recipients);
	if (open.length === 0) {
		await recordResult(ctx, key, row, { recipients: [], copy: null, savesCopyItself: true });
		return DONE;
	}
	let mailbox: KnownAccount;
	try {
		mailbox = await providerEnvironment(ctx, key.ownerId, key.accountId);
		const hasWaited = await spendSendingBudget(ctx, key, {
			documented: mailbox.provider.sendingLimits?.(row.sender),
			recipients: open.length,
			signal: lock.signal,
		});
		if (hasWaited) mailbox = await providerEnvironment(ctx, key.ownerId, key.accountId);
	} catch (cause) {
		if (!(cause instanceof RateLimited)) return onFailure(ctx, key, row, cause, { isSubmitted: false, lock });
		const nextAttemptAt = new Date(ctx.now() + cause.retryAfter * 1000);
		await changeLocked(ctx.database, key, lock, { state: "queued", explanation: explanations.limit, nextAttemptAt });
		return { waitSeconds: cause.retryAfter };
	}
	const server = mailbox.provider.sendingServerOf?.(mailbox.environment.account.settings) ?? null;
	const raw = await claimOutgoing(ctx.database, key, lock, { server, now: new Date(ctx.now()) });
	if (raw === null) return DONE;
	const isAllowed = (address: string): boolean =>
		recipients.some((one) => one.address === address && one.state !== "suppressed");
	const isRestricted = recipients.some(({ state }) => state === "suppressed");
	const bytes = isRestricted ? restrictRecipients(raw, isAllowed) : raw;
	const message = { raw: bytes, to: open, copy: raw };
	return transmit(ctx, key, { ...row, attempts: row.attempts + 1 }, { message, mailbox, lock });
}

/** Recipients that are still to get the message; those suppressed meanwhile are recorded. */
async function openRecipients(
	ctx: MailContext,
	key: OutgoingKey,
	before: readonly OutgoingRecipient[],
): Promise<{ recipients: OutgoingRecipient[]; open: string[] }> {
	const open = before.filter(({ state }) => state === "pending" || state === "deferred").map(({ address }) => address);
	const suppressed = await findSuppressed(ctx.database, key.ownerId, open);
	const results = [...suppressed].map(([address, reason]) => ({
		...{ address, state: "suppressed" as const, status: null, reply: reason },
	}));
	if (results.length > 0) await recordRecipients(ctx.database, key, { results, now: new Date(ctx.now()) });
	return {
		recipients: before.map((one) => results.find(({ address }) => address === one.address) ?? one),
		open: open.filter((address) => !suppressed.has(address)),
	};
}

/** The attempt is no longer the current one: another process took over. */
class Superseded extends Error {
	override name = "Superseded";
}

interface Attempt {
	/** Its copy names all recipients, also those suppressed meanwhile. */
	message: { raw: Buffer; to: string[]; copy: Buffer };
	mailbox: KnownAccount;
	lock: AccountLock;
}

async function transmit(
	ctx: MailContext,
	key: OutgoingKey,
	row: OutgoingRow,
	{ message: { raw, to, copy }, mailbox, lock }: Attempt,
): Promise<Step> {
	let isSubmitted = false;
	let opened: OpenSession | null = null;
	try {
		opened = await openSession(ctx, key.ownerId, key.accountId, mailbox);
		const { session } = opened;
		const sender = senderOf(session);
		const result = await sender.send(
			{
				raw,
				messageId: row.message_id,
				envelope: { from: row.sender, to },
				...(row.provider_thread_id !== null && { threadId: row.provider_thread_id }),
			},
			{
				signal: lock.signal,
				isFirstAttempt: row.attempts === 1,
				onWait: (step) => recordWait(ctx.database, key, { attempt: row.attempts, step, now: new Date(ctx.now()) }),
				async onSubmit(reference) {
					const at = new Date(ctx.now());
					if (!(await recordSubmission(ctx.database, key, { attempt: row.attempts, reference, now: at })))
						throw new Superseded();
					isSubmitted = true;
				},
			},
		);
		const savesCopyItself = sender.saveSent === undefined;
		await recordResult(ctx, key, row, { recipients: result.recipients, copy: result, savesCopyItself });
		if (!savesCopyItself && result.recipients.some(({ state }) => state === "accepted"))
			await saveCopy(ctx, key, row, { raw: copy, session });
		return DONE;
	} catch (cause) {
		if (cause instanceof Superseded) return DONE;
		return await onFailure(ctx, key, row, cause, { isSubmitted, lock });
	} finally {
		await opened?.session.close();
	}
}

function senderOf({ sender }: ProviderSession): MailSender {
	if (sender === undefined) throw new Unsupported("This mailbox cannot send mail. Choose another one.");
	return sender;
}

async function onFailure(
	ctx: MailContext,
	key: OutgoingKey,
	row: OutgoingRow,
	cause: unknown,
	{ isSubmitted, lock }: { isSubmitted: boolean; lock: AccountLock },
): Promise<Step> {
	const now = ctx.now();
	const change = (
		state: "queued" | "failed" | "uncertain",
		explanation: string | null,
		nextAttemptAt: Date | null,
		isUnreachable = false,
	) => changeLocked(ctx.database, key, lock, { state, explanation, nextAttemptAt, isUnreachable });
	if (cause instanceof DeliveryUncertain || (isSubmitted && !FINAL.some((kind) => cause instanceof kind))) {
		await change("uncertain", explanations.checking, new Date(now));
	} else if (lock.signal.aborted) {
		await change("queued", null, new Date(now));
		throw cause;
	} else if (cause instanceof RateLimited) {
		await change("queued", cause.message, new Date(now + cause.retryAfter * 1000));
		const { provider } = await providerEnvironment(ctx, key.ownerId, key.accountId);
		await pauseSending(ctx, key, provider.sendingLimits?.(row.sender), cause.retryAfter);
		return { waitSeconds: cause.retryAfter };
	} else if (FINAL.some((kind) => cause instanceof kind)) {
		await change("failed", (cause as Error).message, null);
	} else {
		const next = nextAttempt(row, now);
		const isKnown = cause instanceof Unavailable;
		if (next === null) await change("failed", isKnown ? explanations.gaveUp : explanations.failed, null);
		else await change("queued", isKnown ? explanations.unreachable : explanations.failed, next, isKnown);
	}
	ctx.log.info(
		{ event: "send.failed", err: cause, outgoing: key.id, account: key.accountId },
		"A message was not sent",
	);
	return DONE;
}
