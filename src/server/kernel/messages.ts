/**
 * Opening whole messages.
 */

/** An attachment's bytes, and the header that names a file. */
export { disposition, openAttachment } from "../mail/messages/content.ts";
/** Writes messages in the mboxrd format. */
export { mboxEntry } from "../mail/messages/mboxrd.ts";
/** Runs a task on a raw message in a worker thread with limits (`Task` in `parse.ts`). */
export { notStored, runOnBytes, runOnMessage } from "../mail/messages/message-task.ts";
/** A message with its body, which is fetched if necessary. */
export { readWithBody } from "../mail/messages/read-with-body.ts";
