/**
 * Sending mail from a connected mailbox, each message once: an idempotency key, results for each recipient, and the
 * events `mail.sent`, `mail.replied` and `mail.bounced` (`events.ts`).
 */

/** Content of a message. */
export type { Content, OutgoingAttachment } from "../mail/send/compose.ts";
/** Composes a message for a Drafts folder. */
export { composeDraft } from "../mail/send/compose-draft.ts";
/** The plain text of HTML to be sent. */
export { htmlAsText } from "../mail/send/html-as-text.ts";
/** Marks the message that was answered. */
export { markAnswered } from "../mail/send/mark-answered.ts";
/** HTML that a user writes, with nothing in it but text and its formatting. */
export { safeHtml } from "../mail/send/safe-html.ts";
/** `sendMail` stores the message in the caller's transaction and sends it in the background; `sendMailNow` waits. */
export { type SendRequest, sendMail, sendMailNow } from "../mail/send/send-mail.ts";
/** The mailboxes to send from. */
export { listSenders, type Sender } from "../mail/send/senders.ts";
/** What became of a message. */
export { readOutgoing } from "../mail/send/store.ts";
/** Addresses and domains that nothing is sent to. */
export {
	findSuppressed,
	hasUnsubscribed,
	listSuppressions,
	removeSuppression,
	suppress,
} from "../mail/send/suppressions.ts";
