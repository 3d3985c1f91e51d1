import { type ContentFeature, unpackContentFeatures } from "#shared/mail/content-features.ts";
import type { Address, ListUnsubscribe } from "#shared/mail/message.ts";
import { type StoredUnsubscribe, unsubscribeOf } from "./list-key.ts";

/** The classifier's input for a message: its header, and as much of its text as is available yet. */
export interface ClassifierInput {
	/** Lower case. */
	senderEmail: string;
	senderName: string;
	subject: string;
	preview: string;
	/** As stored in `emails.headers`. */
	headers: Readonly<Record<string, string>>;
	listUnsubscribe: ListUnsubscribe | null;
	/** Empty: it belongs to no list. */
	listKey: string;
	/** Number of addresses in To, Cc and Bcc. */
	recipients: number;
	/** It is addressed to its own sender address. */
	isToSender: boolean;
	/** An address in To or Cc has exactly the sender's host. */
	isToSenderHost: boolean;
	/** First address of Reply-To, lower case; empty if there is none. */
	replyTo: string;
	/** Without angle brackets. */
	messageId: string | null;
	isReply: boolean;
	hasHtml: boolean;
	/** What the whole body shows; empty while only its header is stored. */
	contentFeatures: readonly ContentFeature[];
	hasAttachments: boolean;
}

/** Recipients examined: enough to find the sender's own address among them. */
const FIRST_RECIPIENTS = 20;

interface Recipients {
	to: Address[];
	cc: Address[];
	bcc: Address[];
	replyTo: Address[];
}

/** Columns of `emails`, stored or about to be, that the facts are derived from. */
export interface ClassifyRow {
	sender_email: string;
	sender_name: string;
	subject: string;
	body_preview: string;
	/** As `emails.headers`: a plain object of strings. */
	headers: unknown;
	/** As `emails.list_unsubscribe`. */
	list_unsubscribe: unknown;
	/** As `emails.recipients`. */
	recipients: unknown;
	message_id: string | null;
	in_reply_to: string | null;
	has_html: boolean;
	/** See `packContentFeatures`. */
	content_features: number;
	has_attachments: boolean;
}

/** The columns of `ClassifyRow`. */
export const CLASSIFY_COLUMNS = `sender_email, sender_name, subject, body_preview, headers, list_unsubscribe, recipients,
	message_id, in_reply_to, has_html, content_features, has_attachments`;

/** The facts of a message: the same when it is being stored and any time later. */
export function classifierInputOf(row: ClassifyRow, listKey: string): ClassifierInput {
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
		isToSenderHost: host.startsWith("@") && addressed.some((email) => email.toLowerCase().endsWith(host)),
		replyTo: replyTo[0]?.email.toLowerCase() ?? "",
		messageId: row.message_id,
		isReply: row.in_reply_to !== null,
		hasHtml: row.has_html,
		contentFeatures: unpackContentFeatures(row.content_features),
		hasAttachments: row.has_attachments,
	};
}
