import { parseAddress, parseAddressList } from "#shared/mail/addresses.ts";
import { parseMailDate, parseReceivedDate } from "#shared/mail/dates.ts";
import { type HeaderField, headerText } from "#shared/mail/headers.ts";
import { REPLY_FIELDS } from "#shared/mail/incoming.ts";
import type { Address, ParsedMessage } from "#shared/mail/message.ts";
import { parseMessageId, parseMessageIds, parseReferences } from "#shared/mail/message-ids.ts";
import { withoutUnseenLetters } from "#shared/mail/unseen-letters.ts";
import { receivedResults } from "../trust/received-results.ts";
import { field } from "./mime/header-section.ts";

const MAX_SUBJECT_LENGTH = 2_000;
const MAX_HEADER_LENGTH = 4_000;
/** Addresses kept per header, and characters of each; the database reads them for every list that shows the message. */
export const MAX_ADDRESSES = 1_000;
const MAX_NAME_LENGTH = 500;
const MAX_ADDRESS_LENGTH = 400;
/** Message-IDs kept of References and In-Reply-To: the first, which starts the thread, and the last ones. */
const MAX_IDS = 500;

/** Headers that tools use; the first of each is kept. */
const STORED_HEADERS = new Set([
	"precedence",
	"auto-submitted",
	"x-auto-response-suppress",
	"list-id",
	"list-post",
	"feedback-id",
	"x-feedback-id",
	"x-gmail-labels",
	"x-gm-thrid",
	"status",
	"x-status",
	"x-mozilla-status",
	"x-keywords",
	"importance",
	"x-priority",
	"priority",
	"sensitivity",
	"x-mailer",
	"user-agent",
	"return-path",
	"delivered-to",
	"sender",
	"received-spf",
	"x-spam-flag",
	"x-spam-status",
	"x-spam-score",
	"x-campaign",
	"x-campaignid",
	"x-mailgun-tag",
	...REPLY_FIELDS,
	"x-failed-recipients",
	"content-language",
	"disposition-notification-to",
	"x-forwarded-to",
	"x-loop",
	"x-mailing-list",
]);

type Envelope = Pick<
	ParsedMessage,
	| "messageId"
	| "inReplyTo"
	| "references"
	| "subject"
	| "from"
	| "to"
	| "cc"
	| "bcc"
	| "replyTo"
	| "uncutRecipientCount"
	| "date"
	| "receivedDate"
>;

/** What the header section contains: sender, recipients, subject, date and references. */
export function envelopeOf(fields: HeaderField[]): Envelope {
	const first = (name: string) => field(fields, name);
	const messageId = first("message-id");
	const date = first("date");
	return {
		messageId: messageId === "" ? null : parseMessageId(messageId),
		inReplyTo: idsOf(fields, "in-reply-to"),
		references: idsOf(fields, "references"),
		subject: withoutUnseenLetters(headerText(first("subject").slice(0, MAX_SUBJECT_LENGTH * 10))).slice(
			0,
			MAX_SUBJECT_LENGTH,
		),
		from: senderOf(fields),
		...recipientsOf(fields),
		date: date === "" ? null : parseMailDate(date),
		receivedDate: receivedDateOf(fields),
	};
}

/** From, otherwise Sender: some programs write only the latter. */
function senderOf(fields: HeaderField[]): Address {
	const from = parseAddress(field(fields, "from"));
	if (from.email !== "" || from.name !== "") return from;
	return parseAddress(field(fields, "sender"));
}

/** The first addresses of each header, and the total count if some were dropped. */
function recipientsOf(
	fields: HeaderField[],
): Pick<ParsedMessage, "to" | "cc" | "bcc" | "replyTo" | "uncutRecipientCount"> {
	const [to, cc, bcc, replyTo] = ["to", "cc", "bcc", "reply-to"].map((name) => addressesOf(fields, name)) as [
		Address[],
		Address[],
		Address[],
		Address[],
	];
	const isCut = [to, cc, bcc].some(({ length }) => length > MAX_ADDRESSES);
	return {
		to: firstAddresses(to),
		cc: firstAddresses(cc),
		bcc: firstAddresses(bcc),
		replyTo: firstAddresses(replyTo),
		...(isCut && { uncutRecipientCount: to.length + cc.length + bcc.length }),
	};
}

function firstAddresses(list: Address[]): Address[] {
	const isShort = ({ name, email }: Address): boolean =>
		name.length <= MAX_NAME_LENGTH && email.length <= MAX_ADDRESS_LENGTH;
	if (list.length <= MAX_ADDRESSES && list.every(isShort)) return list;
	return list
		.slice(0, MAX_ADDRESSES)
		.map(({ name, email }) => ({ name: name.slice(0, MAX_NAME_LENGTH), email: email.slice(0, MAX_ADDRESS_LENGTH) }));
}

/** The addresses of a header, in order. */
export function addressesOf(fields: HeaderField[], wanted: string): Address[] {
	// More than one To header violates RFC 5322 §3.6, and occurs.
	const found: Address[] = [];
	for (const { name, raw } of fields) if (name === wanted) found.push(...parseAddressList(raw));
	return found;
}

function idsOf(fields: HeaderField[], wanted: string): string[] {
	const found = new Set<string>();
	const parse = wanted === "references" ? parseReferences : parseMessageIds;
	for (const { name, raw } of fields) if (name === wanted) for (const id of parse(raw)) found.add(id);
	const ids = [...found];
	return ids.length <= MAX_IDS ? ids : [...ids.slice(0, 1), ...ids.slice(1 - MAX_IDS)];
}

function receivedDateOf(fields: HeaderField[]): number | null {
	for (const { name, raw } of fields) {
		if (name !== "received") continue;
		const date = parseReceivedDate(raw);
		if (date !== null) return date;
	}
	return null;
}

/** The headers that tools use, the first of each; of Authentication-Results what the receiving side wrote. */
export function storedHeaders(fields: HeaderField[]): Record<string, string> {
	const stored: Record<string, string> = {};
	const results = receivedResults(fields);
	if (results !== null) stored["authentication-results"] = storedValue(results);
	for (const { name, raw } of fields) {
		if (STORED_HEADERS.has(name) && stored[name] === undefined) stored[name] = storedValue(raw);
	}
	return stored;
}

function storedValue(raw: string): string {
	return headerText(raw.slice(0, MAX_HEADER_LENGTH * 4)).slice(0, MAX_HEADER_LENGTH);
}
