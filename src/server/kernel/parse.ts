/**
 * Reading raw messages: pure functions, which tasks in worker threads may import.
 */

/** Texts and tags of an HTML page. */
export { HtmlTokens } from "../mail/html/tokens.ts";
/** Attachments of a message. */
export { attachmentFacts, attachmentSources, shownContentIds } from "../mail/parse/mime/attachments.ts";
/** Parts that make up the body, and all others. */
export { partitionParts } from "../mail/parse/mime/body-parts.ts";
/** The HTML body, and the plain text of a body. */
export { bodyHtml, bodyText } from "../mail/parse/mime/body-text.ts";
/** The header section (RFC 5322). */
export { afterLine, readHeaderSection } from "../mail/parse/mime/header-section.ts";
/** Decoded content of a part. */
export { partContent } from "../mail/parse/mime/part-content.ts";
/** The tree of MIME parts (RFC 2046). */
export { type Part, readStructure } from "../mail/parse/mime/structure.ts";
/** A whole message: text, headers, attachments with their bytes. */
export { type FullMessage, parseFull } from "../mail/parse/parse-message.ts";
/** A function that runs in a worker thread. */
export type { Task } from "../mail/parse/pool/task-protocol.ts";
/** The registrable domain of a sender's organization; empty for mail providers for everybody. */
export { organizationOf } from "../mail/people/organization.ts";
/** Search tokens of a query's words. */
export { lexemesFor } from "../mail/text-index/words.ts";
/** Links that open a message at its provider. */
export { webMailUrls } from "../mail/threads/web-mail.ts";
/** Links of a page, and whether their text pretends, and of a plain text. */
export { linksOf, textLinks } from "../mail/trust/links.ts";
/** Authentication results (RFC 8601) that did not come with the message, and whether a mailbox's own server wrote them. */
export { isResultOf, receivedResults } from "../mail/trust/received-results.ts";
/** The verdict on a message: whether it can be trusted. */
export { judge, NO_RELATIONS } from "../mail/trust/verdict.ts";
/** XML, without document types. */
export { readXml, type XmlElement, XmlError } from "../platform/xml/xml.ts";
