/**
 * Sending mail from a connected mailbox, each message once: an idempotency key, results for each recipient, and the
 * events `mail.sent`, `mail.replied` and `mail.bounced` (`events.ts`).
 */

/** Content of a message. */
export type { Content, OutgoingAttachment } from "../mail/send/compose.ts";
/** Composes a message for a Drafts folder. */
export { composeDraft } from "../mail/send/compose-draft.ts";
/** The plain text of HTML to be sent. */
export { htmlToPlainText } from "../mail/send/html-to-plain-text.ts";
/** Marks the message that was answered. */
export { markAnswered } from "../mail/send/mark-answered.ts";
/** Sanitizes HTML that a user has written. */
export { sanitizeHtml } from "../mail/send/sanitize-html.ts";
/** `sendMail` stores the message in the caller's transaction and sends it in the background; `sendMailNow` waits. */
export { type SendRequest, sendMail, sendMailNow } from "../mail/send/send-mail.ts";
/** The mailboxes to send from. */
export { listSenders, ownAddresses, type Sender } from "../mail/send/senders.ts";
/** The status of outgoing messages. */
export { readOutgoing, readOutgoingMessages } from "../mail/send/store.ts";
/** The suppression list. */
export {
	findSuppressed,
	hasUnsubscribed,
	listSuppressions,
	removeSuppression,
	suppress,
} from "../mail/send/suppressions.ts";
/** Takes back a message that has not left. */
export { withdrawOutgoing } from "../mail/send/unsent.ts";
