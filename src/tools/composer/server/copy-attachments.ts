import { AppError } from "#kernel/errors.ts";
import { openAttachment, type StoredEmail } from "#kernel/messages.ts";
import type { MailContext } from "#kernel/module.ts";
import type { Quote } from "../contract.ts";
import { attachFile } from "./attachments.ts";
import { changeDraft, type DraftKey } from "./store.ts";

/**
 * Attaches the files of a forwarded message, and the images that the quoted text shows. What is too large is left out, and
 * the draft says so.
 */
export async function copyAttachments(
	ctx: MailContext,
	key: DraftKey,
	{ original, quote, isForward }: { original: StoredEmail; quote: Quote | null; isForward: boolean },
): Promise<void> {
	const left: string[] = [];
	const { signal } = new AbortController();
	for (const { id: index, filename, contentType, contentId } of original.attachments) {
		const isShown = contentId !== null && (quote?.html?.includes(`cid:${contentId}`) ?? false);
		if (!isShown && !isForward) continue;
		try {
			const { body } = await openAttachment(ctx, { ownerId: key.ownerId, id: original.id }, index);
			await attachFile(ctx, key, { filename, contentType, contentId: isShown ? contentId : null, body, signal });
		} catch (cause) {
			if (!(cause instanceof AppError)) throw cause;
			left.push(`“${filename}”`);
		}
	}
	if (left.length === 0) return;
	const problem = `Not attached: ${left.slice(0, 5).join(", ")}${left.length > 5 ? " and others" : ""}. Too large, or no longer on the mail server.`;
	await ctx.database.transaction(() => changeDraft(ctx.database, key, { problem }, new Date(ctx.now())));
}
