import type { Email } from "#shared/contracts/emails.ts";
import type { MailContext } from "../context/context.ts";
import { hasWrittenTo } from "../people/written-to.ts";
import { readIncoming } from "../store/summary.ts";

/**
 * What an email is to its reader: `personal` may want a reply; an `offer` sells something; a `notice` is other mail of lists
 * and programs; `other` is the user's own, or an automatic answer in somebody's words.
 */
export type EmailKind = "personal" | "offer" | "notice" | "other";

/** What an email is, from its header, its text and its category. */
export async function emailKind(ctx: MailContext, ownerId: string, email: Email): Promise<EmailKind> {
	const { id, accountId, folder, category, senderEmail } = email;
	if (folder === "sent" || folder === "drafts") return "other";
	const incoming = await readIncoming(ctx.database, { ownerId, accountId, id });
	if (incoming === "absence" || incoming === "report" || incoming === "own") return "other";
	if (incoming !== null) return category === "promotions" ? "offer" : "notice";
	if (category !== "promotions" && category !== "updates" && category !== "social") return "personal";
	// The user knows better whom they write to.
	if (await hasWrittenTo(ctx.database, ownerId, senderEmail)) return "personal";
	return category === "promotions" ? "offer" : "notice";
}
