/**
 * Reading vCards in this thread: for tasks in worker threads.
 */

/** The cards of a file in any version and character set. */
export { readVcards } from "../services/cards/read-vcards.ts";
