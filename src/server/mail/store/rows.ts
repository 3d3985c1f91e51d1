import { newId } from "#shared/ids.ts";
import { addressKey } from "#shared/mail/address-key.ts";
import { packContentFeatures } from "#shared/mail/content-features.ts";
import { flagFields } from "#shared/mail/flags.ts";
import type { ParsedMessage } from "#shared/mail/message.ts";
import { storable } from "../../db/storable.ts";
import type { NewRow } from "../../db/table.ts";
import { firstTextStates } from "../attachment-text/kinds.ts";
import type { Classifier } from "../classify/classifier.ts";
import { type ClassifierInput, classifierInputOf } from "../classify/features/facts.ts";
import { listKeyOfRow } from "../classify/features/list-key.ts";
import { type contentColumns, emails, type newAttachments } from "../emails/emails.ts";
import type { FolderRole, RemoteMessage } from "../provider/provider.ts";
import type { SubjectColumns } from "../threads/subject-links.ts";
import { TRUST_VERSION } from "../trust/signals.ts";
import { classifyNew } from "./categories.ts";
import type { TrustRow } from "./trust/trust-of.ts";

/** Parsed content of a message. */
export interface Content {
	message: ParsedMessage;
	lexemes: string;
	/** Null: only the header is available. */
	sha256: string | null;
}

/** What is derived from the message itself. */
export type ContentRow = Required<NewRow<typeof contentColumns>> & {
	listKey: string;
	attachments: Omit<NewRow<typeof newAttachments>, "emailId">[];
};

/** Columns of a new message. */
export const newColumns = emails.without("ownerId", "accountId", "aiSummary", "aiSummaryShort", "act", "revision");

export type NewEmail = Required<NewRow<typeof newColumns>> & ContentRow & { receivedDate: string };

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
): Omit<NewEmail, "threadId" | keyof SubjectColumns | keyof TrustRow> {
	const { message: parsed } = content;
	const row = contentRowOf(content, remote.source?.damage ?? null);
	return {
		...row,
		id: newId(),
		providerId: remote.id,
		folderId: remote.folderId,
		folderRole,
		receivedDate: receivedDateOf(remote, parsed),
		sizeBytes: remote.sizeBytes ?? parsed.sizeBytes,
		...flagFields(remote.flags),
		labels: labelsOf(remote),
		...classifyNew(folderRole, () => factsOfContent(content, row), remote.category, classifier),
		sourceOffset: remote.source?.offset ?? null,
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
		messageId: parsed.messageId,
		inReplyTo: parsed.inReplyTo[0] ?? null,
		subject: parsed.subject.slice(0, 2_000),
		senderName: parsed.from.name.slice(0, 500),
		senderEmail: addressKey(parsed.from.email).slice(0, 400),
		recipients: {
			to: parsed.to,
			cc: parsed.cc,
			bcc: parsed.bcc,
			replyTo: parsed.replyTo,
			...(parsed.uncutRecipientCount !== undefined && { count: parsed.uncutRecipientCount }),
		},
		sentAt: parsed.date === null ? null : storableDate(parsed.date),
		hasAttachments: attached.length > 0,
		attachmentBytes: attached.reduce((sum, attachment) => sum + attachment.sizeBytes, 0),
		listUnsubscribe: parsed.listUnsubscribe,
		headers: parsed.headers,
		bodyPreview: parsed.preview.slice(0, 400),
		hasHtml: parsed.hasHtml,
		quotedSender: parsed.quotedSender?.slice(0, 400) ?? null,
		incoming: parsed.incoming,
		contentFeatures: packContentFeatures(parsed.contentFeatures),
		trustFindings: parsed.trust,
		trustVersion: TRUST_VERSION,
		rawSha256: sha256,
		damage: notes.length === 0 ? null : notes.join("; ").slice(0, 2_000),
		attachments: parsed.attachments.map((attachment, i) => ({
			position: attachment.index,
			filename: attachment.filename.slice(0, 500),
			contentType: attachment.contentType.slice(0, 200),
			sizeBytes: attachment.sizeBytes,
			contentId: attachment.contentId?.slice(0, 998) ?? null,
			isInline: attachment.isInline,
			textState: textStates[i] ?? null,
		})),
	};
	const listKey = listKeyOfRow(row);
	// A header's fields are only needed for the columns above: storing them once, with the body, halves the cost.
	return { ...row, listKey, ...(sha256 === null && { headers: {} }) };
}

/** The attachments of messages that are stored. */
export function attachmentsOf(
	rows: readonly (Pick<ContentRow, "attachments"> & { id: string })[],
): NewRow<typeof newAttachments>[] {
	return rows.flatMap(({ id, attachments }) => attachments.map((attachment) => ({ ...attachment, emailId: id })));
}

/** Facts for the classifier of a message being stored. */
export function factsOfContent({ message }: Content, row: ContentRow): ClassifierInput {
	return classifierInputOf({ ...row, headers: message.headers }, row.listKey);
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
