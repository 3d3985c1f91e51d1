/**
 * What the user's own mail knows of an address or a domain.
 */

/** Results of authentication, and the DKIM selectors in them. */
export { createSeenSelectors, readAuthResults } from "../services/own-mail/authentication.ts";
/** What was received from an address: messages, and names. */
export { messagesFrom, namesOf, type ReceivedMessage } from "../services/own-mail/messages.ts";
/** Counts, first and last mail of an address or domain. */
export { lastReceived, readFolderStats, type Sender, senderFilter } from "../services/own-mail/senders.ts";
/** How sent mail ended. */
export { LAST_RESULTS, lastResults } from "../services/own-mail/sent.ts";
