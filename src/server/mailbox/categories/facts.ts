import type { Address, ListUnsubscribe } from "#shared/mail/message.ts";

/** What a message is sorted by: its header, and of its text as much as is here yet. */
export interface SortedFacts {
	/** Lower case. */
	senderEmail: string;
	senderName: string;
	subject: string;
	preview: string;
	/** As `emails.headers` keeps them. */
	headers: Readonly<Record<string, string>>;
	listUnsubscribe: ListUnsubscribe | null;
	/** Empty: it belongs to no list. */
	listKey: string;
	/** People in To, Cc and Bcc. */
	recipients: number;
	/** First address of Reply-To, lower case; empty when there is none. */
	replyTo: string;
	/** Without angle brackets. */
	messageId: string | null;
	isReply: boolean;
	hasHtml: boolean;
	hasAttachments: boolean;
}

/** Columns of `emails`, or the row that is about to be stored there, of which the facts are made. */
export interface SortedRow {
	sender_email: string;
	sender_name: string;
	subject: string;
	body_preview: string;
	/** As `emails.headers`: a plain object of texts. */
	headers: unknown;
	/** As `emails.list_unsubscribe`. */
	list_unsubscribe: unknown;
	/** As `emails.recipients`. */
	recipients: unknown;
	message_id: string | null;
	in_reply_to: string | null;
	has_html: boolean;
	has_attachments: boolean;
}

/** The columns of `SortedRow`. */
export const SORTED_COLUMNS = `sender_email, sender_name, subject, body_preview, headers, list_unsubscribe, recipients,
	message_id, in_reply_to, has_html, has_attachments`;

/** The facts of a stored message: the same whether it is just coming in or lies there for years. */
export function factsOf(row: SortedRow, listKey: string): SortedFacts {
	const { to, cc, bcc, replyTo } = row.recipients as Partial<Record<"to" | "cc" | "bcc" | "replyTo", Address[]>>;
	return {
		senderEmail: row.sender_email,
		senderName: row.sender_name,
		subject: row.subject,
		preview: row.body_preview,
		headers: row.headers as Record<string, string>,
		listUnsubscribe: row.list_unsubscribe as ListUnsubscribe | null,
		listKey,
		recipients: (to?.length ?? 0) + (cc?.length ?? 0) + (bcc?.length ?? 0),
		replyTo: replyTo?.[0]?.email.toLowerCase() ?? "",
		messageId: row.message_id,
		isReply: row.in_reply_to !== null,
		hasHtml: row.has_html,
		hasAttachments: row.has_attachments,
	};
}
