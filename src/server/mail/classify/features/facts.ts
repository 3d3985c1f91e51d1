import { type ContentFeature, unpackContentFeatures } from "#shared/mail/content-features.ts";
import type { ListUnsubscribe } from "#shared/mail/message.ts";
import type { RowOf } from "../../../db/table.ts";
import { emails } from "../../emails/emails.ts";
import { unsubscribeOf } from "./list-key.ts";

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

/** Columns of `emails`, stored or about to be, that the facts are derived from. */
export const classifyColumns = emails.only(
	...(["senderEmail", "senderName", "subject", "bodyPreview", "headers", "listUnsubscribe", "recipients"] as const),
	...(["messageId", "inReplyTo", "hasHtml", "contentFeatures", "hasAttachments"] as const),
);

export type ClassifyRow = RowOf<typeof classifyColumns>;

/** The facts of a message: the same when it is being stored and any time later. */
export function classifierInputOf(row: ClassifyRow, listKey: string): ClassifierInput {
	const { to = [], cc = [], bcc = [], replyTo = [] } = row.recipients as Partial<ClassifyRow["recipients"]>;
	const host = row.senderEmail.slice(row.senderEmail.lastIndexOf("@"));
	const addressed = [...to.slice(0, FIRST_RECIPIENTS), ...cc.slice(0, FIRST_RECIPIENTS)].map(({ email }) => email);
	return {
		senderEmail: row.senderEmail,
		senderName: row.senderName,
		subject: row.subject,
		preview: row.bodyPreview,
		headers: row.headers,
		listUnsubscribe: unsubscribeOf(row.listUnsubscribe),
		listKey,
		recipients: to.length + cc.length + bcc.length,
		isToSender: addressed.some((email) => email.toLowerCase() === row.senderEmail),
		isToSenderHost: host.startsWith("@") && addressed.some((email) => email.toLowerCase().endsWith(host)),
		replyTo: replyTo[0]?.email.toLowerCase() ?? "",
		messageId: row.messageId,
		isReply: row.inReplyTo !== null,
		hasHtml: row.hasHtml,
		contentFeatures: unpackContentFeatures(row.contentFeatures),
		hasAttachments: row.hasAttachments,
	};
}
