import type { ConversationItem, EmailItem } from "#shared/contracts/emails.ts";
import { CATEGORY_NAMES } from "#shared/mail/categories.ts";
import { t } from "./text.ts";

/** Contract types used by the inbox, in one place. */
export type { Folder } from "#shared/contracts/accounts.ts";
export type { Attachment, Email, EmailItem } from "#shared/contracts/emails.ts";
export type { Action } from "#shared/contracts/plans.ts";

/** A row of the list: an email, or a conversation by its newest email. */
export type ListItem = EmailItem & Partial<Pick<ConversationItem, "conversation">>;

/** A label as shown on a chip: Gmail's export calls its tabs "Category Promotions", on screen "Promotions". */
export function labelName(label: string): string {
	return label.replace(/^Category (?=Promotions$|Social$|Updates$|Forums$|Personal$|Purchases$|Travel$)/i, "");
}

/** Labels that a row does not show otherwise: not those that repeat its folder, its flags or its category. */
export function labelsToShow(item: Pick<EmailItem, "labels" | "category">): string[] {
	const said = new Set(["inbox", "unread", "opened", "starred", "important", "sent", "archived", "personal"]);
	if (item.category !== null)
		for (const name of [item.category, CATEGORY_NAMES[item.category]]) said.add(name.toLowerCase());
	return [...new Set(item.labels.map(labelName))].filter((name) => !said.has(name.toLowerCase()));
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

/** The name people call each other by: "Duarte, Inês" and "Inês Duarte" are "Inês". */
function givenName({ name, email }: { name: string; email: string }): string {
	const given = name.split(",").at(-1)?.trim() || name;
	return given.split(/\s+/)[0] || email.split("@")[0] || t.list.unknownSender;
}

/**
 * The people of a row: of a conversation with several "Inês, Marcus, you".
 * @param own the user's addresses, in lower case
 */
export function peopleOf(item: ListItem, own: ReadonlySet<string>): string {
	const { conversation } = item;
	if (conversation === undefined || conversation.count === 1) return correspondent(item);
	const { people } = conversation;
	const isOwn = ({ email }: { email: string }) => own.has(email.toLowerCase());
	const [only] = people;
	if (only === undefined || (people.length === 1 && isOwn(only))) return correspondent(item);
	if (people.length === 1) return only.name || only.email || t.list.unknownSender;
	const names = people.map((one) => (isOwn(one) ? t.list.you : givenName(one)));
	const last = names.slice(-2);
	return names.length <= 3 ? names.join(", ") : `${names[0]} … ${last.join(", ")}`;
}
