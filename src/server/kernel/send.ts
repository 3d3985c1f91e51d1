/**
 * Sending mail from a connected mailbox, each message once: an idempotency key, results for each recipient, and the
 * events `mail.sent`, `mail.replied` and `mail.bounced` (`events.ts`).
 */

/** `sendMail` stores the message in the caller's transaction and sends it in the background; `sendMailNow` waits. */
export { type SendRequest, sendMail, sendMailNow } from "../mail/send/send-mail.ts";
/** Addresses and domains that nothing is sent to. */
export { findSuppressed, listSuppressions, removeSuppression, suppress } from "../mail/send/suppressions.ts";
