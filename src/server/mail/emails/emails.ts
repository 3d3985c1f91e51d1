import type { Category } from "#shared/mail/categories.ts";
import type { Incoming } from "#shared/mail/incoming.ts";
import type { Address, ListUnsubscribe } from "#shared/mail/message.ts";
import type { TrustFindings, TrustSignal, TrustVerdict } from "#shared/mail/trust.ts";
import { column } from "../../db/column.ts";
import { table } from "../../db/table.ts";
import type { FolderRole } from "../provider/provider.ts";

/** A message's category, who set it, and why, in one sentence for the user. */
export interface AssignedCategory {
	category: Category;
	reason: string;
	/** Precedence: user, provider, classifier. */
	source: "provider" | "classifier" | "user";
}

/** Unsubscribe methods as they are stored; older rows have no `links`. */
export type StoredUnsubscribe = Omit<ListUnsubscribe, "links"> & { links?: string[] };

/** Recipients as they are stored. */
interface StoredRecipients {
	to: Address[];
	cc: Address[];
	bcc: Address[];
	replyTo: Address[];
	/** How many the message has, where not all are stored. */
	count?: number;
}

/** Derived from the message itself: written with its header, and again with its body. */
const CONTENT = {
	messageId: column.text().nullable(),
	inReplyTo: column.text().nullable(),
	subject: column.text(),
	senderName: column.text(),
	senderEmail: column.text(),
	recipients: column.jsonb<StoredRecipients>(),
	sentAt: column.timestamptz().nullable(),
	hasAttachments: column.boolean(),
	attachmentBytes: column.bigint().withDefault(),
	/** Null: not determined yet, and not counted in the rollups. */
	listKey: column.text().nullable(),
	listUnsubscribe: column.jsonb<StoredUnsubscribe>().nullable(),
	/** Header fields used by tools. */
	headers: column.jsonb<Record<string, string>>().withDefault(),
	bodyPreview: column.text(),
	hasHtml: column.boolean().withDefault(),
	quotedSender: column.text().nullable(),
	/** Null: a person's. */
	incoming: column.jsonb<Incoming>().nullable(),
	/** See `packContentFeatures`. */
	contentFeatures: column.bigint().withDefault(),
	/** What the message shows about whether it can be trusted; null: not examined yet. */
	trustFindings: column.jsonb<TrustFindings>().nullable(),
	/** Of the rules by which it was examined. */
	trustVersion: column.smallint().nullable(),
	/** Null: only the header is stored. */
	rawSha256: column.text().nullable(),
	damage: column.text().nullable(),
};

const CATEGORY = {
	category: column.text<Category>().nullable(),
	categoryReason: column.text().nullable(),
	/** Null with a category set: the provider. */
	categorySource: column.text<AssignedCategory["source"]>().nullable(),
	/** Category that the message has, or would have, without the user's correction. */
	previousCategory: column.jsonb<AssignedCategory>().nullable(),
};

const TRUST = {
	/** Null: not judged yet, or the user's own. */
	trust: column.text<TrustVerdict>().nullable(),
	/** Null: neither suspicious nor forged. */
	trustReasons: column.jsonb<TrustSignal[]>().nullable(),
};

/** A stored message. */
export const emails = table("emails", {
	ownerId: column.text(),
	accountId: column.uuid(),
	id: column.uuid(),
	providerId: column.text(),
	threadId: column.uuid(),
	folderId: column.text(),
	folderRole: column.text<FolderRole>(),
	...CONTENT,
	/** Hash of the base subject, of all 64 bits; null: its subject links the message to nothing. */
	subjectKey: column.bigintText().nullable(),
	/** Names no ancestors in References, and may answer a message with the same subject. */
	isLooseReply: column.boolean().withDefault(),
	receivedDate: column.timestamptz(),
	sizeBytes: column.bigint(),
	isRead: column.boolean(),
	isStarred: column.boolean(),
	isImportant: column.boolean(),
	isAnswered: column.boolean().withDefault(),
	labels: column.textArray().withDefault(),
	...CATEGORY,
	...TRUST,
	aiSummary: column.jsonb<unknown>().nullable(),
	aiSummaryShort: column.text().nullable(),
	/** What it does to its conversation; null: not read yet. */
	act: column.jsonb<unknown>().nullable(),
	sourceOffset: column.bigint().nullable(),
	/** Increases with every change of folder, flags or labels. */
	revision: column.integer().withDefault(),
});

export const contentColumns = emails.only(...(Object.keys(CONTENT) as (keyof typeof CONTENT)[]));

export const categoryColumns = emails.only(...(Object.keys(CATEGORY) as (keyof typeof CATEGORY)[]));

export const trustColumns = emails.only(...(Object.keys(TRUST) as (keyof typeof TRUST)[]));

export const emailAttachments = table("email_attachments", {
	ownerId: column.text(),
	accountId: column.uuid(),
	emailId: column.uuid(),
	position: column.integer(),
	filename: column.text(),
	contentType: column.text(),
	sizeBytes: column.bigint(),
	contentId: column.text().nullable(),
	isInline: column.boolean(),
	/** Whether its text is searched; null: it has none. */
	textState: column.text().nullable(),
	textAttempts: column.smallint().withDefault(),
	textDeflated: column.bytea().nullable(),
});

/** An attachment as it is stored with its message. */
export const newAttachments = emailAttachments.without("ownerId", "accountId", "textAttempts", "textDeflated");
