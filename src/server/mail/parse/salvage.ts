import { parseAddress } from "#shared/mail/addresses.ts";
import { parseMailDate } from "#shared/mail/dates.ts";
import { headerText, parseHeaderBlock } from "#shared/mail/headers.ts";
import type { ParsedMessage } from "#shared/mail/message.ts";
import { parseMessageId } from "#shared/mail/message-ids.ts";
import { lexemesOf } from "#shared/search/tokens.ts";
import { field } from "./mime/header-section.ts";
import type { ParsedItem } from "./parse-protocol.ts";
import { sha256Hex, writeBlob } from "./write-blob.ts";

/** Header bytes examined: enough for addresses, subject and date, little enough to be harmless. */
const LOOKED_AT = 64 * 1024;

/** A message that crashed its parser: stored with its bytes and its first headers. */
export function salvageItem(raw: Buffer, reason: string, blobDir: string | null): ParsedItem {
	const sha256 = sha256Hex(raw);
	if (blobDir !== null) writeBlob(blobDir, sha256, raw);
	const message = salvageMessage(raw, reason);
	return { message, lexemes: lexemesOf(message).join(" "), sha256 };
}

/** @param reason added to `damage`, as text */
export function salvageMessage(raw: Buffer, reason: string): ParsedMessage {
	const head = raw.toString("latin1", 0, LOOKED_AT);
	const end = /\r?\n\r?\n/.exec(head);
	const { fields } = parseHeaderBlock(end ? head.slice(0, end.index) : head);
	const value = (name: string) => field(fields, name).slice(0, 2_000);
	const date = value("date");
	return {
		messageId: value("message-id") === "" ? null : parseMessageId(value("message-id")),
		inReplyTo: [],
		references: [],
		subject: headerText(value("subject")),
		from: parseAddress(value("from")),
		to: [],
		cc: [],
		bcc: [],
		replyTo: [],
		date: date === "" ? null : parseMailDate(date),
		receivedDate: null,
		text: "",
		preview: "",
		hasHtml: false,
		quotedSender: null,
		incoming: null,
		contentFeatures: [],
		attachments: [],
		trust: { signals: [], isAuthentic: false },
		listUnsubscribe: null,
		headers: {},
		sizeBytes: raw.length,
		damage: [reason],
	};
}
