import { AppError } from "#kernel/errors.ts";
import type { MailContext } from "#kernel/module.ts";
import { sendMailNow } from "#kernel/send.ts";
import { type Outcome, outcome } from "../attempts/outcome.ts";
import { sentences } from "../attempts/reasons.ts";
import type { UnsubscribeMessage } from "../methods/mailto.ts";

/** The mailbox to send from, and the attempt to unsubscribe. */
export interface SentFrom {
	ownerId: string;
	accountId: string;
	attemptId: string;
}

/** Sends the unsubscribe message from the user's own mailbox. The mail server's reply is recorded in the attempt log. */
export async function sendUnsubscribeMessage(
	ctx: MailContext,
	{ ownerId, accountId, attemptId }: SentFrom,
	{ to, subject, body }: UnsubscribeMessage,
	signal: AbortSignal,
): Promise<Outcome> {
	const request = {
		...{ ownerId, accountId, idempotencyKey: `unsubscribe ${attemptId}`, priority: "interactive" as const },
		...{ to: [{ name: "", email: to }], message: { subject, text: body } },
	};
	try {
		const { state, explanation } = await sendMailNow(ctx, request, signal);
		if (state === "failed") return notSent(explanation);
		if (state === "uncertain") return outcome("requested", "response-lost");
		return outcome("requested", "sent", { ...(state === "queued" && explanation !== null && { explanation }) });
	} catch (cause) {
		if (!(cause instanceof AppError)) throw cause;
		return notSent(cause.message);
	}
}

function notSent(explanation: string | null): Outcome {
	return outcome("failed", "not-sent", { explanation: `${sentences["not-sent"]} ${explanation ?? ""}`.trim() });
}
