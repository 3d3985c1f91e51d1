import { AppError } from "#kernel/errors.ts";
import { getAccount } from "#kernel/mail.ts";
import { receivingServerOf } from "#kernel/mailbox.ts";
import { fetchMissing, notStored, readStored, runOnMessage } from "#kernel/messages.ts";
import type { MailContext } from "#kernel/module.ts";
import { type Dns, DnsFailure } from "#kernel/net.ts";
import type { Task } from "#kernel/parse.ts";
import { isDistrusted } from "#shared/mail/trust.ts";
import type { Reason } from "../attempts/reasons.ts";
import type { UnsubscribeMessage } from "../methods/mailto.ts";
import { methodsOf, SUSPICIOUS, type UnsubscribeMethod } from "../methods/methods.ts";
import { recordCheck } from "../methods/problems.ts";
import { canSendFrom } from "../methods/sender.ts";
import { type ListRef, subscriptionIdOf } from "../subscription-id.ts";
import { newestMessage, newestOffers } from "../subscriptions/ends.ts";
import type { ExamineInput, ExamineOutput, KeyAnswer } from "./verify.task.ts";

const examineTask: Task<ExamineInput, ExamineOutput> = {
	url: new URL("./verify.task.ts", import.meta.url),
	timeoutMs: 15_000,
	isBackground: true,
};

/** Verified unsubscribe methods: read from a message's raw bytes, with its signature checked. */
export interface Examined {
	emailId: string;
	methods: UnsubscribeMethod[];
	message: UnsubscribeMessage | null;
	/** The mailbox's address; null: unknown, and then no mail is sent. */
	from: string | null;
}

/**
 * Reads the newest message that has an unsubscribe method.
 * @throws AppError when its bytes are unavailable, or when no message of the list is left
 */
export async function verifyMethods(
	ctx: MailContext,
	dns: Pick<Dns, "txt">,
	ownerId: string,
	ref: ListRef,
): Promise<Examined> {
	const offers = await newestOffers(ctx.database, ownerId, [ref]);
	const emailId = offers.get(subscriptionIdOf(ref))?.emailId ?? (await newestMessage(ctx.database, ownerId, ref));
	if (emailId === null)
		throw new AppError(410, "message-gone", "This list has no messages left, so its unsubscribe method is unknown.");
	const { id, accountId, rawSha256, receivedAt, listUnsubscribe, trust } = await fetchMissing(
		ctx,
		ownerId,
		await readStored(ctx.database, ownerId, emailId),
	);
	if (rawSha256 === null) throw notStored();
	const account = await getAccount(ctx, ownerId, ref.accountId);
	if (isDistrusted(trust ?? null)) return { emailId, methods: [SUSPICIOUS], message: null, from: account.email };
	const receiver = await receivingServerOf(ctx, ownerId, ref.accountId);
	const run = (keys: ExamineInput["keys"]): Promise<ExamineOutput> =>
		runOnMessage(
			ctx,
			ownerId,
			{ id, accountId, rawSha256 },
			{
				task: examineTask,
				input: {
					links: listUnsubscribe?.links ?? [],
					receiver,
					receivedAt: new Date(receivedAt).getTime(),
					keys,
				},
			},
		);
	const { offer, missingKeys } = await run(null);
	const problem = offer.oneClick === null ? offer.oneClickReason : await signatureProblem(dns, run, missingKeys);
	await recordCheck(ctx.database, ownerId, ref, { emailId, reason: problem, now: ctx.now() });
	const methods = methodsOf(offer, { oneClickReason: problem, canSend: canSendFrom(account) });
	return { emailId, methods, message: offer.message, from: account.email };
}

/** Looks up the keys first, so that no worker waits for DNS. */
async function signatureProblem(
	dns: Pick<Dns, "txt">,
	run: (keys: Record<string, KeyAnswer>) => Promise<ExamineOutput>,
	names: readonly string[],
): Promise<Reason | null> {
	const keys: Record<string, KeyAnswer> = {};
	const lookUp = async (name: string): Promise<void> => {
		keys[name] = await dns.txt(name).catch((cause: unknown) => {
			if (cause instanceof DnsFailure) return null;
			throw cause;
		});
	};
	try {
		await Promise.all(names.map(lookUp));
		const first = await run(keys);
		if (first.missingKeys.length === 0) return first.reason;
		// The verifier normalizes some names (RFC 8616).
		await Promise.all(first.missingKeys.slice(0, names.length).map(lookUp));
		return (await run(keys)).reason;
	} catch (cause) {
		if (cause instanceof AppError && cause.code === "message-too-complex") return "too-large";
		throw cause;
	}
}
