/**
 * What a tool declares and how it answers requests: its module, listed in `tools.ts`, and replies.
 */

/** The services that every handler, job and subscriber gets. */
export type { MailContext } from "../mail/context/context.ts";
/** A request's text body, with a limit. */
export { readText } from "../platform/http/body.ts";
/** CSV (RFC 4180) that spreadsheets do not evaluate, streamed. */
export { csvRecord, csvReply } from "../platform/http/csv.ts";
/** A file, with ranges. */
export { fileReply } from "../platform/http/file-reply.ts";
/** Handlers of a contract's routes. */
export { type Implementation, implement, type Requester } from "../platform/http/implement.ts";
/** The rows of a list, of which damaged ones are left out and counted. */
export { presentRows } from "../platform/http/present-rows.ts";
/** Rate limits of a user's requests, shared by all processes. */
export { createRateLimits } from "../platform/http/rate-limit.ts";
/** Tokens of links that work without sign-in. */
export { readToken, signToken } from "../platform/http/signed-token.ts";
/** A reply whose text is produced as the client reads. */
export { textStream } from "../platform/http/stream-reply.ts";
export { streamedFile } from "../platform/http/streamed-file.ts";
/** A part of the server: routes, jobs, work, schedules, subscriptions, settings. */
export type { ServerModule } from "../platform/modules/module.ts";
/** Email to a user at the address of their account. */
export { mailOwner } from "../platform/system-mail/mail-owner.ts";
