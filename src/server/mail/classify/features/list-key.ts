import { listKeyOf } from "#shared/mail/list-identity.ts";
import type { ListUnsubscribe } from "#shared/mail/message.ts";
import { storable } from "../../../db/storable.ts";
import type { StoredUnsubscribe } from "../../emails/emails.ts";
import type { ClassifyRow } from "./facts.ts";

export function unsubscribeOf(stored: StoredUnsubscribe | null): ListUnsubscribe | null {
	return stored && { links: [], ...stored };
}

/** The list that a message belongs to, as stored in `list_key`. */
export function listKeyOfRow(row: ClassifyRow): string {
	const key = listKeyOf({
		headers: row.headers,
		listUnsubscribe: unsubscribeOf(row.listUnsubscribe),
		senderEmail: row.senderEmail,
		senderName: row.senderName,
		subject: row.subject,
		isReply: row.inReplyTo !== null,
	});
	return storable(key);
}
