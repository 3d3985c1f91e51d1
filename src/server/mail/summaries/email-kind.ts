import type { Email } from "#shared/contracts/emails.ts";
import type { Incoming } from "#shared/mail/incoming.ts";
import type { ListUnsubscribe } from "#shared/mail/message.ts";
import type { MailContext } from "../context/context.ts";
import { hasWrittenTo } from "../people/written-to.ts";
import { readIncoming } from "../store/summary.ts";

/**
 * What an email is to its reader: `personal` may want a reply; an `offer` sells something; a `notice` is other mail of lists
 * and programs; `other` is the user's own, or an automatic answer in someone's words.
 */
export type EmailKind = "personal" | "offer" | "notice" | "other";

/** What an email is, from its header, its text and its category. */
export async function emailKind(ctx: MailContext, ownerId: string, email: Email): Promise<EmailKind> {
	const { id, accountId, folder, senderEmail } = email;
	if (folder === "sent" || folder === "drafts") return "other";
	const incoming = await readIncoming(ctx.database, { ownerId, accountId, id });
	const kind = kindOf({ ...email, incoming, isReply: email.inReplyTo !== null });
	if (incoming !== null || kind === "personal") return kind;
	// The user knows better whom they write to.
	return (await hasWrittenTo(ctx.database, ownerId, senderEmail)) ? "personal" : kind;
}

interface KindFacts extends Pick<Email, "category"> {
	/** Null: a person's. */
	incoming: Incoming["kind"] | null;
	listUnsubscribe: Pick<ListUnsubscribe, "listId" | "links"> | null;
	isReply: boolean;
}

/** What a received email is to someone who has never written to its sender. */
export function kindOf({ incoming, category, listUnsubscribe, isReply }: KindFacts): EmailKind {
	if (incoming === "absence" || incoming === "report" || incoming === "own") return "other";
	if (category === "promotions") return "offer";
	if (incoming !== null || category === "updates" || category === "social") return "notice";
	// Mailings that name no list in the header offer to leave it in the text, as do lists of people.
	const offersToLeave = listUnsubscribe?.listId === null && listUnsubscribe.links.length > 0;
	return offersToLeave && !isReply && category !== "forums" ? "notice" : "personal";
}
