import { AppError } from "../../errors.ts";
import type { MailContext } from "../context/context.ts";
import type { AnswerKind } from "../provider/provider.ts";
import { withSession } from "../sessions/with-session.ts";
import { applyLocalChange } from "../store/change.ts";
import { readStored } from "../store/read/read-stored.ts";

/**
 * Marks a message as answered or forwarded, here and at a provider that keeps such a mark. Best effort, since its answer has been sent: a
 * failure is logged.
 */
export async function markAnswered(
	ctx: MailContext,
	{ ownerId, emailId, answer }: { ownerId: string; emailId: string; answer: AnswerKind },
): Promise<void> {
	try {
		const { accountId, providerId, isAnswered } = await readStored(ctx.database, ownerId, emailId);
		const isForward = answer === "forward";
		if (isAnswered && !isForward) return;
		const key = { ownerId, accountId };
		const isKept = await withSession(ctx, key, async (session) => {
			await session.writer.markAnswered?.([providerId], answer);
			return session.writer.markAnswered !== undefined;
		});
		if (!isKept || isForward) return;
		await ctx.database.transaction(() =>
			applyLocalChange({ database: ctx.database, ...key }, [emailId], { isAnswered: true }),
		);
		ctx.events.publish(ownerId, { type: "mail", accountId });
	} catch (cause) {
		// It was deleted meanwhile, or its mailbox cannot be reached.
		if (!(cause instanceof AppError)) throw cause;
		ctx.log.info(
			{ event: "send.not_marked_answered", err: cause, owner: ownerId },
			"A message was not marked as answered",
		);
	}
}
