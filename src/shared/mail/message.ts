/** A parsed message: what the store keeps of it. Made in worker threads, so plain data only. */

export interface Address {
	/** Decoded display name; empty when there is none. */
	name: string;
	/** As written, trimmed; the domain part in lower case. Empty when the header held none. */
	email: string;
}

export interface AttachmentFacts {
	/** Position among the message's attachments, from 0: stable for the same bytes. */
	index: number;
	/** Decoded, without path parts or control characters; never empty. */
	filename: string;
	contentType: string;
	/** Decoded size. */
	sizeBytes: number;
	/** Without angle brackets. */
	contentId: string | null;
	/** Shown inside the text (`cid:`), so not a paper clip. */
	isInline: boolean;
}

/** What List-Unsubscribe (RFC 2369), List-Unsubscribe-Post (RFC 8058) and the text itself offer for leaving a mailing. */
export interface ListUnsubscribe {
	/** http(s) addresses in the header's order. */
	urls: string[];
	/** mailto: addresses in the header's order, whole. */
	mailtos: string[];
	/** http(s) addresses in the text that are said to lead out, likeliest first; looked for where the header offers nothing. */
	links: string[];
	/** RFC 8058: a POST to an https address is enough. False with mailto only. */
	oneClick: boolean;
	/** List-Id (RFC 2919) without angle brackets. */
	listId: string | null;
}

export interface ParsedMessage {
	/** Without angle brackets; null when missing or empty. */
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
	/** How many To, Cc and Bcc name together, where they name more than are kept. */
	uncutRecipientCount?: number;
	/** Date header, epoch milliseconds; null when missing or unreadable. */
	date: number | null;
	/** Date of the newest trace (topmost Received) header, epoch milliseconds. */
	receivedDate: number | null;
	/** Plain text of the whole body (from the HTML when there is no text part), capped at `TEXT_LIMIT` characters. */
	text: string;
	/** First words of the text without quotes and white space runs, at most 200 characters. */
	preview: string;
	hasHtml: boolean;
	attachments: AttachmentFacts[];
	listUnsubscribe: ListUnsubscribe | null;
	/** Header fields that tools ask for, lower-case names, first value: precedence, auto-submitted, list-id, feedback-id, x-gmail-labels, x-gm-thrid, status, x-status, importance, x-priority, x-mailer ... */
	headers: Record<string, string>;
	sizeBytes: number;
	/** What could not be read, in words; empty for a sound message. */
	damage: string[];
}

/** Characters of text kept for search and reading lists. */
export const TEXT_LIMIT = 100_000;
