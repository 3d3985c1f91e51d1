/**
 * Opening whole messages.
 */

/** Writes messages in the mboxrd format. */
export { mboxEntry } from "../mail/messages/mboxrd.ts";
/** Runs a task on a raw message in a worker thread with limits (`Task` in `parse.ts`). */
export { notStored, runOnMessage } from "../mail/messages/message-task.ts";
/** A message with its body, which is fetched if necessary. */
export { readWithBody } from "../mail/messages/read-with-body.ts";
