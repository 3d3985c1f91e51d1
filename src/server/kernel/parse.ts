/**
 * Reading raw messages: pure functions, which tasks in worker threads may import.
 */

/** Attachments of a message. */
export { attachmentFacts, attachmentSources, shownContentIds } from "../mail/parse/attachments.ts";
/** Parts that make up the body, and all others. */
export { partitionParts } from "../mail/parse/body-parts.ts";
/** The HTML body. */
export { bodyHtml } from "../mail/parse/body-text.ts";
/** The header section (RFC 5322). */
export { afterLine, readHeaderSection } from "../mail/parse/header-section.ts";
/** The tree of MIME parts (RFC 2046). */
export { type Part, readStructure } from "../mail/parse/structure.ts";
/** A function that runs in a worker thread. */
export type { Task } from "../mail/parse/task-protocol.ts";
/** Search tokens of a query's words. */
export { lexemesFor } from "../mail/search/words.ts";
/** Links that open a message at its provider. */
export { webMailUrls } from "../mail/threads/web-mail.ts";
