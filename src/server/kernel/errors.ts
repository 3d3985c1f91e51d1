/**
 * Expected failures: each has a status, a stable code and a sentence that says what to do (RFC 9457 problems).
 */

/** `AppError` itself, and its usual cases. Jobs are not retried after one. */
export { AppError, badCursor, badRequest, conflict, notFound } from "../errors.ts";
