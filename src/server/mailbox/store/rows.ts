import { newId } from "#shared/ids.ts";
import { type ParsedMessage, TEXT_LIMIT } from "#shared/mail/message.ts";
import { wordsOf } from "#shared/search/words.ts";
import { storable } from "../../db/storable.ts";
import type { ParsedItem } from "../parse/pool.ts";
import type { FolderRole, RemoteMessage } from "../provider.ts";

export interface NewRow {
	id: string;
	provider_id: string;
	thread_id: string;
	folder_id: string;
	folder_role: FolderRole;
	message_id: string | null;
	in_reply_to: string | null;
	subject: string;
	sender_name: string;
	sender_email: string;
	recipients: unknown;
	sent_at: string | null;
	received_date: string;
	size_bytes: number;
	is_read: boolean;
	is_starred: boolean;
	is_important: boolean;
	is_answered: boolean;
	has_attachments: boolean;
	attachment_bytes: number;
	labels: string[];
	list_unsubscribe: unknown;
	headers: unknown;
	body_preview: string;
	has_html: boolean;
	raw_sha256: string | null;
	damage: string | null;
	source_offset: number | null;
	attachments: unknown[];
}

/** A message as the table has it. Texts are cut to what lists and indexes can bear; the raw message has them whole. */
export function rowOf(remote: RemoteMessage, content: ParsedItem, folderRole: FolderRole): Omit<NewRow, "thread_id"> {
	const { message: parsed } = content;
	const damage = [remote.source?.damage, ...parsed.damage].filter((line) => line !== undefined && line !== "");
	const receivedAt = remote.receivedAt ?? parsed.receivedDate ?? parsed.date ?? 0;
	const attached = parsed.attachments.filter((attachment) => !attachment.isInline);
	return {
		id: newId(),
		provider_id: remote.id,
		folder_id: remote.folderId,
		folder_role: folderRole,
		message_id: parsed.messageId,
		in_reply_to: parsed.inReplyTo[0] ?? null,
		subject: parsed.subject.slice(0, 2_000),
		sender_name: parsed.from.name.slice(0, 500),
		sender_email: parsed.from.email.toLowerCase().slice(0, 400),
		recipients: { to: parsed.to, cc: parsed.cc, bcc: parsed.bcc, replyTo: parsed.replyTo },
		sent_at: parsed.date === null ? null : storableDate(parsed.date),
		received_date: storableDate(receivedAt),
		size_bytes: remote.sizeBytes ?? parsed.sizeBytes,
		is_read: remote.flags.read,
		is_starred: remote.flags.starred,
		is_important: remote.flags.important,
		is_answered: remote.flags.answered,
		has_attachments: attached.length > 0,
		attachment_bytes: attached.reduce((sum, attachment) => sum + attachment.sizeBytes, 0),
		labels: labelsOf(remote),
		list_unsubscribe: parsed.listUnsubscribe,
		headers: parsed.headers,
		body_preview: parsed.preview.slice(0, 400),
		has_html: parsed.hasHtml,
		raw_sha256: content.sha256,
		damage: damage.length === 0 ? null : damage.join("; ").slice(0, 2_000),
		source_offset: remote.source?.offset ?? null,
		attachments: parsed.attachments.map((attachment) => ({
			position: attachment.index,
			filename: attachment.filename.slice(0, 500),
			content_type: attachment.contentType.slice(0, 200),
			size_bytes: attachment.sizeBytes,
			content_id: attachment.contentId?.slice(0, 998) ?? null,
			is_inline: attachment.isInline,
		})),
	};
}

/** Distinct, without blanks around, in the provider's order. */
export function labelsOf(remote: Pick<RemoteMessage, "labels">): string[] {
	return [
		...new Set(remote.labels.map((label) => storable(label.trim().slice(0, 200))).filter((label) => label !== "")),
	];
}

/** What phrases are looked up in: a line of the subject's words and one of the text's, each word between blanks. */
export function searchWordsOf(parsed: Pick<ParsedMessage, "subject" | "text">): string {
	return ` ${wordsOf(parsed.subject)} \n ${wordsOf(parsed.text.slice(0, TEXT_LIMIT))} `;
}

const FIRST = Date.parse("0001-01-01T00:00:00Z");
const LAST = Date.parse("9999-12-31T00:00:00Z");

/** ISO 8601; dates that cannot be are moved to the nearest that can. */
function storableDate(ms: number): string {
	return new Date(Math.min(Math.max(ms, FIRST), LAST)).toISOString();
}
