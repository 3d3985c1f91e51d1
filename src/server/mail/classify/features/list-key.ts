import { listKeyOf } from "#shared/mail/list-identity.ts";
import type { ListUnsubscribe } from "#shared/mail/message.ts";
import { storable } from "../../../db/storable.ts";
import type { ClassifyRow } from "./facts.ts";

/** Unsubscribe methods as stored in `list_unsubscribe`; older rows have no `links`. */
export type StoredUnsubscribe = Omit<ListUnsubscribe, "links"> & { links?: string[] };

export function unsubscribeOf(stored: StoredUnsubscribe | null): ListUnsubscribe | null {
	return stored && { links: [], ...stored };
}

/** The list that a message belongs to, as stored in `list_key`. */
export function listKeyOfRow(row: ClassifyRow): string {
	const key = listKeyOf({
		headers: row.headers as Record<string, string>,
		listUnsubscribe: unsubscribeOf(row.list_unsubscribe as StoredUnsubscribe | null),
		senderEmail: row.sender_email,
		senderName: row.sender_name,
		subject: row.subject,
		isReply: row.in_reply_to !== null,
	});
	return storable(key);
}
