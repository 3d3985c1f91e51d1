import { z } from "zod";
import { defineContract } from "#shared/contract.ts";
import { emailItem } from "#shared/contracts/emails.ts";
import { outgoingWait } from "#shared/contracts/outgoing.ts";
import { MAX_ADDRESS_LENGTH, MAX_BODY, MAX_DRAFT_ADDRESSES, MAX_NAME_LENGTH, UNDO_SECONDS } from "./limits.ts";
import { composerSettings } from "./settings.ts";
import { sender, template, templateContent } from "./shapes.ts";
import { tool } from "./tool.ts";

export type { Sender, Template } from "./shapes.ts";

const address = z.object({
	name: z.string().max(MAX_NAME_LENGTH),
	email: z.string().trim().min(1).max(MAX_ADDRESS_LENGTH),
});
export type DraftAddress = z.infer<typeof address>;
const addresses = z.array(address).max(MAX_DRAFT_ADDRESSES);

/** The message that a draft answers or forwards, as it is quoted below the text. */
const quote = z.object({
	/** Null: a plain text draft. */
	html: z.string().max(MAX_BODY).nullable(),
	text: z.string().max(MAX_BODY),
});
export type Quote = z.infer<typeof quote>;

/** What the user writes. */
const content = z.object({
	/** The mailbox to send from; null: not chosen. */
	accountId: z.uuid().nullable(),
	to: addresses,
	cc: addresses,
	bcc: addresses,
	subject: z.string().max(2_000),
	/** Null: plain text. */
	html: z.string().max(MAX_BODY).nullable(),
	/** Plain text, and of a rich message the alternative. */
	text: z.string().max(MAX_BODY),
	quote: quote.nullable(),
	/** Days after sending until a reminder, unless someone answers; null: none. */
	remindAfterDays: z.number().int().min(1).max(365).nullable(),
});
export type DraftContent = z.infer<typeof content>;

export const draftKind = z.enum(["new", "reply", "reply_all", "forward"]);
export type DraftKind = z.infer<typeof draftKind>;

/** Of a message from a mailing list: its sender, or the list. */
const replyTarget = z.enum(["sender", "list"]);
export type ReplyTarget = z.infer<typeof replyTarget>;

const attachment = z.object({
	/** Unique within the draft. */
	position: z.number(),
	filename: z.string(),
	contentType: z.string(),
	sizeBytes: z.number(),
	/** Shown in the text. */
	isInline: z.boolean(),
});
export type DraftAttachment = z.infer<typeof attachment>;

const recipient = z.object({
	address: z.string(),
	state: z.enum(["pending", "accepted", "rejected", "deferred", "suppressed", "bounced"]),
	/** Enhanced status code (RFC 3463). */
	status: z.string().nullable(),
	/** The mail server's words. */
	reply: z.string().nullable(),
});
export type DraftRecipient = z.infer<typeof recipient>;

export const draftState = z.enum([
	"editing",
	/** Will be sent at `sendAt`; until then it can be reopened. */
	"scheduled",
	"sending",
	"sent",
	/** Some recipients did not get it. */
	"partially_sent",
	"failed",
	/** The mail server did not confirm that it took the message. */
	"uncertain",
]);
export type DraftState = z.infer<typeof draftState>;

/** `attention`: not sent, or not to everybody; `waiting`: scheduled, or being sent; `drafts`: being written. */
export const draftSection = z.enum(["attention", "waiting", "drafts"]);
export type DraftSection = z.infer<typeof draftSection>;

/** A page of a list. */
const page = { limit: z.coerce.number().int().min(1).max(200), cursor: z.string().max(200).optional() };

const summary = z.object({
	id: z.uuid(),
	kind: draftKind,
	accountId: z.uuid().nullable(),
	/** The message that it answers or forwards. */
	emailId: z.uuid().nullable(),
	to: addresses,
	cc: addresses,
	bcc: addresses,
	subject: z.string(),
	/** The beginning of the text. */
	preview: z.string(),
	hasAttachments: z.boolean(),
	state: draftState,
	sendAt: z.string().nullable(),
	/** Why it was not sent, and what to do. */
	problem: z.string().nullable(),
	/** While it is being sent: the mail server that it waits for; null: none. */
	waiting: outgoingWait.nullable(),
	/** When sending is tried again; null: it is not waiting for that. */
	nextTryAt: z.string().nullable(),
	/** Results; empty until it is being sent. */
	recipients: z.array(recipient),
	/** In `outgoing`, from when it is being sent. */
	outgoingId: z.uuid().nullable(),
	/** Why the mailbox's Drafts folder has no copy; null: it has one, or gets one in a few seconds. */
	copyProblem: z.string().nullable(),
	/** What is stored of it is damaged: it cannot be opened, only discarded. Recipients and text are missing. */
	isDamaged: z.boolean(),
	/** Incremented with every change. */
	version: z.number(),
	updatedAt: z.string(),
});
export type DraftSummary = z.infer<typeof summary>;

const draft = summary.extend({
	html: z.string().nullable(),
	text: z.string(),
	quote: quote.nullable(),
	remindAfterDays: z.number().nullable(),
	attachments: z.array(attachment),
	/** Recipients on the suppression list, which get nothing. */
	suppressed: z.array(z.string()),
});
export type Draft = z.infer<typeof draft>;

/**
 * Who saves: a window. What it saves again, because it did not hear that the first time succeeded, is no conflict with
 * itself, and an earlier save that arrives late changes nothing.
 */
const saver = z.object({
	id: z.uuid(),
	/** Larger with each save. */
	sequence: z.number().int().min(1).max(Number.MAX_SAFE_INTEGER),
});
export type SaverId = z.infer<typeof saver>;

const saved = z.object({ version: z.number(), updatedAt: z.string(), suppressed: z.array(z.string()) });

const id = z.object({ id: z.uuid() });
const position = z.coerce.number().int().min(0);

export const composerContract = defineContract(
	{
		listDrafts: {
			method: "GET",
			path: "/api/v1/drafts",
			summary: "List drafts, messages that wait to be sent, and those that did not reach everybody, newest first",
			/** `section` absent: all. `first`: a mailbox whose messages come before those of the others. */
			query: z.object({
				...page,
				limit: page.limit.default(100),
				section: draftSection.optional(),
				first: z.uuid().optional(),
			}),
			reply: z.object({ items: z.array(summary), total: z.number(), nextCursor: z.string().nullable() }),
			problems: ["bad-cursor"],
		},
		getOutbox: {
			method: "GET",
			path: "/api/v1/outbox",
			summary: "Count messages that have not left, and name those that have been waiting for long",
			reply: z.object({
				/** Being sent, or to be tried again; not those scheduled for later. */
				waiting: z.number().int(),
				/** Not sent, or not to everybody. */
				attention: z.number().int(),
				/** Those that have been waiting for more than five minutes, the newest first. */
				delayed: z.array(summary),
			}),
		},
		createDraft: {
			method: "POST",
			path: "/api/v1/drafts",
			summary: "Create a draft; of a reply or forward, sender, recipients, subject and files come from the message",
			body: content.partial().extend({
				kind: draftKind.default("new"),
				emailId: z.uuid().optional(),
				/** Absent: whom the message asks to reply to. */
				replyTo: replyTarget.optional(),
			}),
			reply: draft,
			status: 201,
			problems: ["too-many-drafts", "email-needed", "no-list-address"],
		},
		listMailboxDrafts: {
			method: "GET",
			path: "/api/v1/mailbox-drafts",
			summary: "List the drafts that other mail programs saved in the mailboxes, newest first",
			query: z.object({ ...page, limit: page.limit.default(50), first: z.uuid().optional() }),
			reply: z.object({ items: z.array(emailItem), total: z.number(), nextCursor: z.string().nullable() }),
			problems: ["bad-cursor"],
		},
		openMailboxDraft: {
			method: "POST",
			path: "/api/v1/mailbox-drafts",
			summary: "Open a message in Drafts for editing; it is replaced by the draft once that is changed",
			body: z.object({ emailId: z.uuid() }),
			reply: draft,
			status: 201,
			problems: ["not-a-draft", "already-sent", "too-many-drafts", "draft-too-long"],
		},
		getDraft: {
			method: "GET",
			path: "/api/v1/drafts/{id}",
			summary: "Get a draft",
			params: id,
			reply: draft,
			problems: ["draft-damaged"],
		},
		updateDraft: {
			method: "PATCH",
			path: "/api/v1/drafts/{id}",
			summary: "Save a draft",
			params: id,
			body: content.partial().extend({
				/** The version that was changed; absent: whatever is stored. */
				version: z.number().int().optional(),
				saver: saver.optional(),
			}),
			reply: saved,
			problems: ["draft-changed", "already-sent"],
		},
		copyDraft: {
			method: "POST",
			path: "/api/v1/drafts/{id}/copy",
			summary: "Save changes to a draft as a draft of its own, next to what another window saved or sent",
			params: id,
			body: content.partial(),
			reply: draft,
			status: 201,
			problems: ["too-many-drafts", "draft-damaged"],
		},
		discardDraft: {
			method: "DELETE",
			path: "/api/v1/drafts/{id}",
			summary: "Discard a draft; it can be restored for a day",
			params: id,
			problems: ["already-sent"],
		},
		restoreDraft: {
			method: "POST",
			path: "/api/v1/drafts/{id}/restore",
			summary: "Restore a discarded draft",
			params: id,
			reply: draft,
		},
		sendDraft: {
			method: "POST",
			path: "/api/v1/drafts/{id}/send",
			summary: "Send a draft after the time to undo, or at a given time",
			params: id,
			body: z.object({ sendAt: z.iso.datetime({ offset: true }).optional(), version: z.number().int().optional() }),
			reply: draft,
			status: 202,
			problems: [
				"draft-changed",
				"already-sent",
				"cannot-send",
				"no-recipients",
				"bad-recipient",
				"too-many-recipients",
				"all-suppressed",
				"message-too-large",
				"too-far-ahead",
			],
		},
		reopenDraft: {
			method: "POST",
			path: "/api/v1/drafts/{id}/reopen",
			summary:
				"Take back a message that has not left, or edit one that failed; of one that some received, for the other recipients",
			params: id,
			reply: draft,
			problems: ["already-sent"],
		},
		addAttachment: {
			method: "POST",
			path: "/api/v1/drafts/{id}/attachments",
			summary: "Attach a file",
			params: id,
			query: z.object({
				filename: z.string().trim().min(1).max(255),
				contentType: z.string().max(255).optional(),
				/** Shown inline, in place of its URL. */
				inline: z.stringbool().default(false),
			}),
			bytes: true,
			reply: attachment,
			status: 201,
			problems: ["too-large", "too-many-attachments", "storage-quota", "already-sent"],
		},
		getDraftAttachment: {
			method: "GET",
			path: "/api/v1/drafts/{id}/attachments/{position}",
			summary: "Download an attachment of a draft",
			params: id.extend({ position }),
			raw: "application/octet-stream",
		},
		removeAttachment: {
			method: "DELETE",
			path: "/api/v1/drafts/{id}/attachments/{position}",
			summary: "Remove an attachment",
			params: id.extend({ position }),
			problems: ["already-sent"],
		},
		getComposerSettings: {
			method: "GET",
			path: "/api/v1/drafts/settings",
			summary: "Get how messages are written: the time to undo sending, and the format of new ones",
			reply: composerSettings.schema,
		},
		updateComposerSettings: {
			method: "PATCH",
			path: "/api/v1/drafts/settings",
			summary: "Change how messages are written",
			body: z.object({
				undoSeconds: z.literal(UNDO_SECONDS).optional(),
				format: z.enum(["rich", "plain"]).optional(),
				defaultAccountId: z.uuid().nullable().optional(),
			}),
			reply: composerSettings.schema,
		},
		listTemplates: {
			method: "GET",
			path: "/api/v1/templates",
			summary: "List templates by name",
			reply: z.object({ items: z.array(template) }),
		},
		createTemplate: {
			method: "POST",
			path: "/api/v1/templates",
			summary: "Save a text as a template",
			body: templateContent,
			reply: template,
			status: 201,
			problems: ["too-many-templates"],
		},
		updateTemplate: {
			method: "PATCH",
			path: "/api/v1/templates/{id}",
			summary: "Change a template",
			params: id,
			body: templateContent.partial(),
			reply: template,
		},
		deleteTemplate: {
			method: "DELETE",
			path: "/api/v1/templates/{id}",
			summary: "Delete a template",
			params: id,
		},
		listSenders: {
			method: "GET",
			path: "/api/v1/senders",
			summary: "List the mailboxes to send from, with display names and signatures",
			reply: z.object({ items: z.array(sender) }),
		},
		updateSender: {
			method: "PATCH",
			path: "/api/v1/senders/{id}",
			summary: "Set a mailbox's display name and signature",
			params: id,
			body: z.object({
				fromName: z.string().trim().max(200).optional(),
				signature: z.string().max(20_000).optional(),
			}),
			reply: sender,
		},
	},
	{ scope: tool.scope },
);
