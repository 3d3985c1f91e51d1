import { newId } from "#shared/ids.ts";
import { addressKey } from "#shared/mail/address-key.ts";
import { packContentFeatures } from "#shared/mail/content-features.ts";
import type { Incoming } from "#shared/mail/incoming.ts";
import type { ParsedMessage } from "#shared/mail/message.ts";
import { storable } from "../../db/storable.ts";
import { firstTextStates } from "../attachment-text/kinds.ts";
import type { Classifier } from "../classify/classifier.ts";
import { type ClassifierInput, type ClassifyRow, classifierInputOf } from "../classify/features/facts.ts";
import { listKeyOfRow } from "../classify/features/list-key.ts";
import type { FolderRole, RemoteMessage } from "../provider/provider.ts";
import type { SubjectColumns } from "../threads/subject-links.ts";
import { type CategoryRow, classifyNew } from "./categories.ts";

/** Parsed content of a message. */
export interface Content {
	message: ParsedMessage;
	lexemes: string;
	/** Null: only the header is available. */
	sha256: string | null;
}

/** Columns of `emails` derived from the message itself. */
export interface ContentRow extends ClassifyRow {
	sent_at: string | null;
	attachment_bytes: number;
	list_key: string;
	quoted_sender: string | null;
	/** Null: a person's. */
	incoming: Incoming | null;
	raw_sha256: string | null;
	damage: string | null;
	attachments: unknown[];
}

export interface NewRow extends ContentRow, CategoryRow, SubjectColumns {
	id: string;
	provider_id: string;
	thread_id: string;
	folder_id: string;
	folder_role: FolderRole;
	received_date: string;
	size_bytes: number;
	is_read: boolean;
	is_starred: boolean;
	is_important: boolean;
	is_answered: boolean;
	labels: string[];
	source_offset: number | null;
}

/** When a message was received, ISO 8601. */
export function receivedDateOf(remote: RemoteMessage, parsed: ParsedMessage): string {
	return storableDate(remote.receivedAt ?? parsed.receivedDate ?? parsed.date ?? 0);
}

/** Columns of a new message. */
export function rowOf(
	remote: RemoteMessage,
	content: Content,
	folderRole: FolderRole,
	classifier: Classifier,
): Omit<NewRow, "thread_id" | keyof SubjectColumns> {
	const { message: parsed } = content;
	const row = contentRowOf(content, remote.source?.damage ?? null);
	return {
		...row,
		id: newId(),
		provider_id: remote.id,
		folder_id: remote.folderId,
		folder_role: folderRole,
		received_date: receivedDateOf(remote, parsed),
		size_bytes: remote.sizeBytes ?? parsed.sizeBytes,
		is_read: remote.flags.read,
		is_starred: remote.flags.starred,
		is_important: remote.flags.important,
		is_answered: remote.flags.answered,
		labels: labelsOf(remote),
		...classifyNew(folderRole, () => factsOfContent(content, row), remote.category, classifier),
		source_offset: remote.source?.offset ?? null,
	};
}

/**
 * Columns derived from the message itself. Texts are cut to what lists and indexes can hold; the raw message is
 * complete.
 * @param damage known before it was parsed
 */
export function contentRowOf({ message: parsed, sha256 }: Content, damage: string | null): ContentRow {
	const notes = [...new Set([damage, ...parsed.damage])].filter((line) => line !== null && line !== "");
	const attached = parsed.attachments.filter((attachment) => !attachment.isInline);
	const textStates = firstTextStates(parsed.attachments, parsed.sizeBytes);
	const row = {
		message_id: parsed.messageId,
		in_reply_to: parsed.inReplyTo[0] ?? null,
		subject: parsed.subject.slice(0, 2_000),
		sender_name: parsed.from.name.slice(0, 500),
		sender_email: addressKey(parsed.from.email).slice(0, 400),
		recipients: {
			to: parsed.to,
			cc: parsed.cc,
			bcc: parsed.bcc,
			replyTo: parsed.replyTo,
			...(parsed.uncutRecipientCount !== undefined && { count: parsed.uncutRecipientCount }),
		},
		sent_at: parsed.date === null ? null : storableDate(parsed.date),
		has_attachments: attached.length > 0,
		attachment_bytes: attached.reduce((sum, attachment) => sum + attachment.sizeBytes, 0),
		list_unsubscribe: parsed.listUnsubscribe,
		headers: parsed.headers,
		body_preview: parsed.preview.slice(0, 400),
		has_html: parsed.hasHtml,
		quoted_sender: parsed.quotedSender?.slice(0, 400) ?? null,
		incoming: parsed.incoming,
		content_features: packContentFeatures(parsed.contentFeatures),
		raw_sha256: sha256,
		damage: notes.length === 0 ? null : notes.join("; ").slice(0, 2_000),
		attachments: parsed.attachments.map((attachment, i) => ({
			position: attachment.index,
			filename: attachment.filename.slice(0, 500),
			content_type: attachment.contentType.slice(0, 200),
			size_bytes: attachment.sizeBytes,
			content_id: attachment.contentId?.slice(0, 998) ?? null,
			is_inline: attachment.isInline,
			text_state: textStates[i] ?? null,
		})),
	};
	const list_key = listKeyOfRow(row);
	// A header's fields are only needed for the columns above: storing them once, with the body, halves the cost.
	return { ...row, list_key, ...(sha256 === null && { headers: {} }) };
}

/** Facts for the classifier of a message being stored. */
export function factsOfContent({ message }: Content, row: ContentRow): ClassifierInput {
	return classifierInputOf({ ...row, headers: message.headers }, row.list_key);
}

/** Distinct, trimmed, in the provider's order. */
export function labelsOf(remote: Pick<RemoteMessage, "labels">): string[] {
	return [
		...new Set(remote.labels.map((label) => storable(label.trim().slice(0, 200))).filter((label) => label !== "")),
	];
}

const FIRST = Date.parse("0001-01-01T00:00:00Z");
const LAST = Date.parse("9999-12-31T00:00:00Z");

/** ISO 8601; dates out of range are moved to the nearest that can be stored. */
function storableDate(ms: number): string {
	return new Date(Math.min(Math.max(ms, FIRST), LAST)).toISOString();
}
