import type { OutgoingRecipient } from "#shared/contracts/outgoing.ts";
import { isHardBounce } from "#shared/mail/enhanced-status.ts";
import { publish } from "../../platform/event-streams/publish.ts";
import type { MailContext } from "../context/context.ts";
import { mailSent } from "../events/streams.ts";
import type { RecipientResult, SentCopy } from "../provider/sending.ts";
import { explanations } from "./explanations.ts";
import { nextAttempt } from "./retry.ts";
import { changeState, type OutgoingKey, type OutgoingRow, recordRecipients, recordSent } from "./store.ts";
import { suppress } from "./suppressions.ts";
import { emitBounced, emitSent } from "./webhooks.ts";

/** When the copy in Sent is tried again if the immediate first attempt does not complete. */
const COPY_MS = 30_000;

export interface Delivery {
	recipients: readonly RecipientResult[];
	/** Null: there is none. */
	copy: SentCopy | null;
	savesCopyItself: boolean;
}

/** Records the results of an attempt, and decides what becomes of the message. */
export async function recordResult(
	ctx: MailContext,
	key: OutgoingKey,
	row: OutgoingRow,
	{ recipients: results, copy, savesCopyItself }: Delivery,
): Promise<void> {
	const now = new Date(ctx.now());
	await ctx.database.transaction(async () => {
		const all = await recordRecipients(ctx.database, key, { results, now });
		if (row.priority === "bulk") await suppressHardBounces(ctx, key, { results, now });
		const retryAt = all.some(({ state }) => state === "deferred") ? nextAttempt(row, ctx.now()) : null;
		const scope = { database: ctx.database, key, row, now };
		await emitBounced(scope, permanentFailures(results, retryAt !== null));
		const { state, explanation } = outcomeOf(all, retryAt !== null);
		if (!all.some((one) => one.state === "accepted"))
			return changeState(ctx.database, key, { state, explanation, nextAttemptAt: retryAt });
		const hasNew = results.some((one) => one.state === "accepted");
		const needsCopy = !savesCopyItself && (row.needs_copy || (hasNew && row.sent_at === null));
		const copyAt = needsCopy ? new Date(ctx.now() + COPY_MS) : null;
		const isRecorded = await recordSent(ctx.database, key, {
			...{ state: state as "sent" | "partially_sent" | "queued", explanation, needsCopy, now },
			...{ messageId: copy?.messageId ?? null, providerId: copy?.id ?? null, threadId: copy?.threadId ?? null },
			nextAttemptAt: retryAt ?? copyAt,
		});
		const messageId = copy?.messageId ?? row.sent_message_id ?? row.message_id;
		if (!isRecorded || !hasNew) return;
		await publishSent(ctx, key, { messageId, outcome: { results, all } });
		await emitSent({ ...scope, row: { ...row, sent_message_id: messageId } }, acceptedOf(results));
	});
}

function acceptedOf(results: readonly RecipientResult[]): string[] {
	return results.filter(({ state }) => state === "accepted").map(({ address }) => address);
}

/** Recipients that the message will not reach. */
function permanentFailures(results: readonly RecipientResult[], isRetried: boolean) {
	return results
		.filter(({ state }) => state === "rejected" || (state === "deferred" && !isRetried))
		.map(({ address, status, reply }) => ({ address, status, diagnostic: reply }));
}

async function publishSent(
	ctx: MailContext,
	{ ownerId, accountId, id }: OutgoingKey,
	{
		messageId,
		outcome: { results, all },
	}: { messageId: string; outcome: { results: readonly RecipientResult[]; all: readonly OutgoingRecipient[] } },
): Promise<void> {
	const accepted = acceptedOf(results);
	const refused = all.flatMap(({ address, state, status, reply }) =>
		state === "rejected" || state === "deferred" || state === "suppressed" ? [{ address, state, status, reply }] : [],
	);
	const scope = { ownerId, orderingKey: accountId };
	await publish(ctx.database, mailSent, scope, { accountId, outgoingId: id, messageId, accepted, refused });
}

function outcomeOf(
	all: readonly OutgoingRecipient[],
	isRetried: boolean,
): { state: "queued" | "sent" | "partially_sent" | "failed"; explanation: string | null } {
	const isAccepted = all.some(({ state }) => state === "accepted");
	const refused = all.filter(({ state }) => state !== "accepted");
	const [first] = refused.filter(({ state }) => state !== "suppressed");
	const serverReply = first?.reply ? ` The mail server said: “${first.reply}”` : "";
	if (isRetried) return { state: "queued", explanation: explanations.deferred + serverReply };
	if (refused.length === 0) return { state: "sent", explanation: null };
	if (first === undefined && !isAccepted) return { state: "failed", explanation: explanations.allSuppressed };
	const isDeferred = refused.some(({ state }) => state === "deferred");
	const sentence = isAccepted ? explanations.partial : explanations.noneAccepted;
	const explanation = (isDeferred ? explanations.deferredForLong : sentence) + serverReply;
	return { state: isAccepted ? "partially_sent" : "failed", explanation };
}

/** Of bulk mail only: whom someone writes to in person stays theirs to decide. */
async function suppressHardBounces(
	ctx: MailContext,
	{ ownerId }: OutgoingKey,
	{ results, now }: { results: readonly RecipientResult[]; now: Date },
): Promise<void> {
	for (const { address, state, status, reply } of results)
		if (state === "rejected" && isHardBounce(status, reply ?? ""))
			await suppress(ctx.database, ownerId, { target: address, source: "bounce", reason: reply }, { now });
}
