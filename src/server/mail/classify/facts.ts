import type { Address, ListUnsubscribe } from "#shared/mail/message.ts";
import { type StoredUnsubscribe, unsubscribeOf } from "../store/list-key.ts";

/** What a message is sorted by: its header, and of its text as much as is here yet. */
export interface ClassifyFacts {
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
	/** It is addressed to the address that it comes from. */
	isToSender: boolean;
	/** Somebody in To or Cc has an address at the sender's very host. */
	isToOwnOrganisation: boolean;
	/** First address of Reply-To, lower case; empty when there is none. */
	replyTo: string;
	/** Without angle brackets. */
	messageId: string | null;
	isReply: boolean;
	hasHtml: boolean;
	hasAttachments: boolean;
}

/** Recipients that are looked at: enough to find the sender's own among them. */
const FIRST_RECIPIENTS = 20;

interface Recipients {
	to: Address[];
	cc: Address[];
	bcc: Address[];
	replyTo: Address[];
}

/** Columns of `emails`, or the row that is about to be stored there, of which the facts are made. */
export interface ClassifyRow {
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

/** The columns of `ClassifyRow`. */
export const CLASSIFY_COLUMNS = `sender_email, sender_name, subject, body_preview, headers, list_unsubscribe, recipients,
	message_id, in_reply_to, has_html, has_attachments`;

/** The facts of a stored message: the same whether it is just coming in or lies there for years. */
export function factsOf(row: ClassifyRow, listKey: string): ClassifyFacts {
	const { to = [], cc = [], bcc = [], replyTo = [] } = row.recipients as Partial<Recipients>;
	const host = row.sender_email.slice(row.sender_email.lastIndexOf("@"));
	const addressed = [...to.slice(0, FIRST_RECIPIENTS), ...cc.slice(0, FIRST_RECIPIENTS)].map(({ email }) => email);
	return {
		senderEmail: row.sender_email,
		senderName: row.sender_name,
		subject: row.subject,
		preview: row.body_preview,
		headers: row.headers as Record<string, string>,
		listUnsubscribe: unsubscribeOf(row.list_unsubscribe as StoredUnsubscribe | null),
		listKey,
		recipients: to.length + cc.length + bcc.length,
		isToSender: addressed.some((email) => email.toLowerCase() === row.sender_email),
		isToOwnOrganisation: host.startsWith("@") && addressed.some((email) => email.toLowerCase().endsWith(host)),
		replyTo: replyTo[0]?.email.toLowerCase() ?? "",
		messageId: row.message_id,
		isReply: row.in_reply_to !== null,
		hasHtml: row.has_html,
		hasAttachments: row.has_attachments,
	};
}
