import type { ContentFeature } from "./content-features.ts";
import type { Incoming } from "./incoming.ts";
import type { OneClickCheck } from "./one-click.ts";
import type { TrustFindings } from "./trust.ts";

/** A parsed message as the store keeps it. Built in worker threads, so plain data only. */

export interface Address {
	/** Decoded display name; may be empty. */
	name: string;
	/** As written, trimmed; the domain in lower case. Empty if the header has none. */
	email: string;
}

export interface AttachmentFacts {
	/** Index among the message's attachments, from 0: stable for the same bytes. */
	index: number;
	/** Decoded, without path parts or control characters; never empty. */
	filename: string;
	contentType: string;
	/** Decoded size. */
	sizeBytes: number;
	/** Without angle brackets. */
	contentId: string | null;
	/** Shown inline in the HTML (`cid:`), so not listed as an attachment. */
	isInline: boolean;
}

/** Unsubscribe methods from List-Unsubscribe (RFC 2369), List-Unsubscribe-Post (RFC 8058) and the text itself. */
export interface ListUnsubscribe {
	/** http(s) addresses in header order. */
	urls: string[];
	/** Complete mailto: addresses in header order. */
	mailtos: string[];
	/** Links in the text that appear to unsubscribe, most likely first; extracted only when the header offers none. */
	links: string[];
	/** RFC 8058: a POST to an https address is enough. False with only mailto. */
	oneClick: boolean;
	/** What the message itself says about the requirements of one-click requests; absent where `oneClick` is false. */
	oneClickCheck?: OneClickCheck;
	/** List-Id (RFC 2919) without angle brackets. */
	listId: string | null;
}

export interface ParsedMessage {
	/** Without angle brackets; null if missing or empty. */
	messageId: string | null;
	inReplyTo: string[];
	/** Oldest first, without angle brackets, In-Reply-To not included. */
	references: string[];
	subject: string;
	from: Address;
	to: Address[];
	cc: Address[];
	bcc: Address[];
	replyTo: Address[];
	/** Total recipients of To, Cc and Bcc, if there are more than are stored. */
	uncutRecipientCount?: number;
	/** Date header, epoch milliseconds; null if missing or unreadable. */
	date: number | null;
	/** Date of the most recent trace (topmost Received) header, epoch milliseconds. */
	receivedDate: number | null;
	/** Plain text of the whole body (from the HTML if there is no text part), at most `TEXT_LIMIT` characters. */
	text: string;
	/** Start of the text without quotes and runs of whitespace, at most 200 characters. */
	preview: string;
	hasHtml: boolean;
	/** Address of the person whom the text quotes first, lower case; null if it names none. */
	quotedSender: string | null;
	/** What it is, if not a person's; the user's own address is not known here. */
	incoming: Incoming | null;
	/** What the whole body shows about its kind, for the classifier; empty where only the header was fetched. */
	contentFeatures: ContentFeature[];
	attachments: AttachmentFacts[];
	/** What it shows about whether it can be trusted. */
	trust: TrustFindings;
	listUnsubscribe: ListUnsubscribe | null;
	/** Header fields that tools need, lower-case names, first value: precedence, auto-submitted, list-id, feedback-id, x-gmail-labels, x-gm-thrid, status, x-status, importance, x-priority, x-mailer ... */
	headers: Record<string, string>;
	sizeBytes: number;
	/** What could not be read, as text; empty for an intact message. */
	damage: string[];
}

/** Maximum characters of text stored for search and reading lists. */
export const TEXT_LIMIT = 100_000;
