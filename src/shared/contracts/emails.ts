import { z } from "zod";
import { defineContract } from "../contract.ts";
import { CATEGORIES } from "../mail/categories.ts";
import { mapFlagFields, mapSettableFields } from "../mail/flags.ts";
import { TRUST_SIGNALS, TRUST_VERDICTS } from "../mail/trust.ts";
import { folderRole } from "./accounts.ts";

export const category = z.enum(CATEGORIES);

/** A message as shown in lists. */
export const emailItem = z.object({
	id: z.uuid(),
	accountId: z.uuid(),
	threadId: z.uuid(),
	/** The folder's role; `folderId` distinguishes custom folders. */
	folder: folderRole,
	folderId: z.string(),
	subject: z.string(),
	senderName: z.string(),
	senderEmail: z.string(),
	/** Name, else address, of the first recipient in To, else Cc, else Bcc. Empty: no recipients. */
	recipient: z.string(),
	/** Total number of recipients in To, Cc and Bcc. */
	recipientCount: z.number(),
	receivedAt: z.string(),
	preview: z.string(),
	/** Body and attachments are not fetched yet; opening the message fetches them. */
	isHeaderOnly: z.boolean(),
	...mapFlagFields(() => z.boolean()),
	hasAttachments: z.boolean(),
	sizeBytes: z.number(),
	labels: z.array(z.string()),
	category: category.nullable(),
	/** How far it can be trusted; absent: it has not been judged yet, or the user wrote it. */
	trust: z.enum(TRUST_VERDICTS).optional(),
	aiSummaryShort: z.string().nullable(),
	/** In search results: attachments whose text has words of the search that the message itself lacks. */
	foundIn: z.array(z.string()).optional(),
});
export type EmailItem = z.infer<typeof emailItem>;

const settable = mapSettableFields(() => true as const);

/** A message of a conversation that its list contains. */
export const conversationMessage = emailItem.pick({
	id: true,
	folder: true,
	folderId: true,
	...settable,
	hasAttachments: true,
});
export type ConversationMessage = z.infer<typeof conversationMessage>;

/** A conversation as shown in lists: its newest listed message, and what it knows of the others. */
export const conversationItem = emailItem.extend({
	conversation: z.object({
		/** Its messages outside spam and trash, or in the listed folder, with those of Sent. */
		count: z.number(),
		/** Senders in order of their first message: the first of all, and the last ones. */
		people: z.array(z.object({ name: z.string(), email: z.string(), isRead: z.boolean() })),
		/** The messages in the list, newest first, which changes to the conversation concern; at most 500. */
		messages: z.array(conversationMessage),
		/** Those in the list that `messages` leaves out, which `listConversationMessages` has; absent: none. */
		older: conversationMessage
			.pick({ ...settable, hasAttachments: true })
			.omit({ isRead: true })
			.extend({ count: z.number(), unread: z.number() })
			.optional(),
	}),
});
export type ConversationItem = z.infer<typeof conversationItem>;

const address = z.object({ name: z.string(), email: z.string() });

export const attachment = z.object({
	/** Position in the message. */
	id: z.number(),
	filename: z.string(),
	contentType: z.string(),
	sizeBytes: z.number(),
	contentId: z.string().nullable(),
	isInline: z.boolean(),
});
export type Attachment = z.infer<typeof attachment>;

const verdict = z.object({ result: z.string(), domain: z.string().nullable() }).nullable();

/** Limits on parts of a message in a reply, in bytes of JSON: the whole reply stays below two million. */
export const EMAIL_LIMITS = {
	text: 500_000,
	/** Text and HTML combined. */
	body: 1_500_000,
	/** Addresses of To, Cc, Bcc and Reply-To combined. */
	recipients: 100_000,
	/** List-Unsubscribe addresses. */
	unsubscribe: 20_000,
	attachments: 300_000,
} as const;

/**
 * A reason to be careful with a message. `about` and `other`, by kind:
 * - `not_authentic`: the domain that the receiving server could not confirm
 * - `no_domain`: the sender's domain, which no one can have; its ending, if no domain has that
 * - `hidden_letters`: the sender's address, whose name has characters that no one sees
 * - `foreign_letters`: a word of the name with look-alike letters of another script; the sender's address
 * - `look_alike`: the domain; the brand that it reads like
 * - `borrowed_name`: the brand that the name says; the domain, which is not the brand's
 * - `named_address`: the address in the name; the sender's address
 * - `link`: the host that the text of a link names; the host it leads to
 * - `numeric_link`: the numeric address that a link leads to
 * - `reply_to`: the domain that replies go to; the sender's domain
 * - `password_field` (a form in the message), and what the text asks for, from `account_threat` to `document_lure`: the
 *   sender's domain
 * - `links_elsewhere`, `free_host`: the host of a link; the sender's domain
 * - `other_name`: the sender's name; the domain
 * - `bait_domain`, `marked_spam`: the sender's domain
 * - `program`, `web_page`, `locked_archive`: the name of an attachment
 * - `reported_sender`: the sender's address
 * - `contact_name`: the name; the address that the user knows by that name
 * - `contact_domain`: the sender's domain; the domain of a contact that it reads like
 */
export const messageWarning = z.object({ kind: z.enum(TRUST_SIGNALS), about: z.string(), other: z.string() });
export type MessageWarning = z.infer<typeof messageWarning>;

/** A complete message. `html` is unsanitized: show it only inside the sandboxed frame. */
export const email = emailItem.extend({
	to: z.array(address),
	cc: z.array(address),
	bcc: z.array(address),
	replyTo: z.array(address),
	messageId: z.string().nullable(),
	inReplyTo: z.string().nullable(),
	sentAt: z.string().nullable(),
	text: z.string(),
	/** Cut before an incomplete tag when it exceeds the limit. */
	html: z.string().nullable(),
	/** Parts that exceeded the limits and were truncated; the original is complete. */
	truncated: z.array(z.enum(["text", "html", "recipients", "attachments", "unsubscribe"])),
	/** Why text, HTML and authentication could not be read from the original; null: they could. */
	problem: z.object({ code: z.literal("message-too-complex"), detail: z.string(), original: z.string() }).nullable(),
	attachments: z.array(attachment),
	listUnsubscribe: z
		.object({
			urls: z.array(z.string()),
			mailtos: z.array(z.string()),
			/** Links in the text that appear to unsubscribe; extracted only when the header offers none. */
			links: z.array(z.string()),
			/** Announced in the header (RFC 8058). */
			oneClick: z.boolean(),
			/** `covered`: a DKIM signature covers the header fields; absent where `oneClick` is false. */
			oneClickCheck: z.enum(["covered", "not_covered", "unsigned", "repeated", "malformed"]).optional(),
			listId: z.string().nullable(),
		})
		.nullable(),
	/** Key of the list that it came from, by which `list:` finds the others; null: none. */
	listKey: z.string().nullable(),
	/** As reported by the receiving server (RFC 8601); null if it reported nothing. */
	authentication: z.object({ spf: verdict, dkim: verdict, dmarc: verdict }).nullable(),
	/** Why it is suspicious or forged, the most important first. Senders that the user has written to are given more credit. */
	warnings: z.array(messageWarning),
	/** What could not be read of a damaged message. */
	damage: z.string().nullable(),
});
export type Email = z.infer<typeof email>;

const id = z.object({ id: z.uuid() });

/** Only the header is stored, and the body cannot be fetched. */
const textProblems = ["text-unavailable", "text-not-here", "message-gone", "needs-sign-in"];

export const emailsContract = defineContract({
	listEmails: {
		method: "GET",
		path: "/api/v1/emails",
		summary: "List messages by folder, thread or search, newest first or by relevance",
		query: z.object({
			/** All of the user's mailboxes when absent. */
			account: z.uuid().optional(),
			/** A folder role or folder id. */
			folder: z.string().max(1000).optional(),
			/** Search with operators, see docs/search.md. */
			q: z.string().max(1000).optional(),
			/** `plain`: case-insensitive substring of subject, sender or preview. */
			mode: z.enum(["operators", "plain"]).optional(),
			/** `relevance`: for a search with operators, the most relevant of the newest 1,000 matches first. */
			sort: z.enum(["newest", "relevance"]).optional(),
			thread: z.uuid().optional(),
			/** Of a thread: begin with this message instead of the newest. */
			from: z.uuid().optional(),
			limit: z.coerce.number().int().min(1).max(200).default(50),
			cursor: z.string().max(200).optional(),
		}),
		reply: z.object({
			items: z.array(emailItem),
			total: z.number(),
			/** False: there are at least `total`. */
			totalIsExact: z.boolean(),
			/** For a search: messages not searched because their text is still being fetched or indexed; at most 10,000. */
			unsearched: z.number(),
			/** For a search: terms that cannot be searched, such as `%`; no message matches them. */
			unsearchable: z.array(z.string()),
			/** For a search that found nothing: the search with misspelled words corrected; null: no correction finds anything. */
			didYouMean: z.string().nullable(),
			nextCursor: z.string().nullable(),
		}),
		problems: ["bad-query", "bad-cursor"],
	},
	listConversations: {
		method: "GET",
		path: "/api/v1/conversations",
		summary: "List conversations by their newest message in a folder or search, newest first",
		query: z.object({
			/** All of the user's mailboxes when absent. */
			account: z.uuid().optional(),
			/** A folder role or folder id. */
			folder: z.string().max(1000).optional(),
			/** Search with operators, see docs/search.md. */
			q: z.string().max(1000).optional(),
			limit: z.coerce.number().int().min(1).max(200).default(50),
			cursor: z.string().max(200).optional(),
		}),
		reply: z.object({
			items: z.array(conversationItem),
			/** Messages, not conversations. */
			total: z.number(),
			/** False: there are at least `total`. */
			totalIsExact: z.boolean(),
			/** As in `listEmails`. */
			unsearched: z.number(),
			unsearchable: z.array(z.string()),
			didYouMean: z.string().nullable(),
			nextCursor: z.string().nullable(),
		}),
		problems: ["bad-query", "bad-cursor"],
	},
	listConversationMessages: {
		method: "GET",
		path: "/api/v1/conversations/{id}/messages",
		summary:
			"List the messages of a conversation in a folder or search, newest first; a page may have fewer than `limit`",
		params: id,
		query: z.object({
			/** As the conversation was listed. */
			account: z.uuid().optional(),
			folder: z.string().max(1000).optional(),
			q: z.string().max(1000).optional(),
			limit: z.coerce.number().int().min(1).max(1000).default(500),
			cursor: z.string().max(200).optional(),
		}),
		reply: z.object({ items: z.array(conversationMessage), nextCursor: z.string().nullable() }),
		problems: ["bad-query", "bad-cursor"],
	},
	getEmail: {
		method: "GET",
		path: "/api/v1/emails/{id}",
		summary: "Get a message; its body is fetched first if only the header is stored",
		params: id,
		reply: email,
		problems: textProblems,
	},
	getRawEmail: {
		method: "GET",
		path: "/api/v1/emails/{id}/raw",
		summary: "Get the raw message (RFC 5322)",
		params: id,
		query: z.object({ download: z.stringbool().optional() }),
		raw: "message/rfc822",
		problems: [...textProblems, "too-many-downloads"],
	},
	getAttachment: {
		method: "GET",
		path: "/api/v1/emails/{id}/attachments/{index}",
		summary: "Download an attachment",
		params: z.object({ id: z.uuid(), index: z.coerce.number().int().min(0) }),
		query: z.object({ inline: z.stringbool().optional() }),
		raw: "application/octet-stream",
		problems: [...textProblems, "message-too-complex", "too-many-downloads"],
	},
	getRemoteImage: {
		method: "GET",
		path: "/api/v1/emails/{id}/image",
		summary: "Fetch a remote image of a message through the server",
		params: id,
		query: z.object({ url: z.url({ protocol: /^https?$/ }).max(4000) }),
		raw: "image/*",
		problems: ["not-in-message", "not-an-image", "host-not-allowed", "message-too-complex", ...textProblems],
	},
});
