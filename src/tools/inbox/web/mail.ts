import type { EmailItem } from "#shared/contracts/emails.ts";
import { t } from "./text.ts";

/** Contract types used by the inbox, in one place. */
export type { Folder } from "#shared/contracts/accounts.ts";
export type { Attachment, Email, EmailItem } from "#shared/contracts/emails.ts";
export type { Action } from "#shared/contracts/plans.ts";

/** A label as shown on a chip: Gmail's export calls its tabs "Category Promotions", on screen "Promotions". */
export function labelName(label: string): string {
	return label.replace(/^Category (?=Promotions$|Social$|Updates$|Forums$|Personal$|Purchases$|Travel$)/i, "");
}

/** The person shown in a list row: the sender, or the recipient of the user's own message. */
export function correspondent(
	item: Pick<EmailItem, "folder" | "senderName" | "senderEmail" | "recipient" | "recipientCount">,
): string {
	if (item.folder !== "sent" && item.folder !== "drafts")
		return item.senderName || item.senderEmail || t.list.unknownSender;
	if (item.recipientCount === 0) return t.list.noRecipient;
	const others = item.recipientCount - 1;
	return t.list.to(item.recipient || "unknown", others);
}
