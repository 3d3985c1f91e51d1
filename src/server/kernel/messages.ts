/**
 * Opening whole messages.
 */

/** The event that a message is about. */
export { readCalendar } from "../mail/invitations/read-calendar.ts";
/** An attachment's bytes, and the header that names a file. */
export { disposition, openAttachment } from "../mail/messages/content.ts";
/** Fetches the body of a message of which only the header is stored. */
export { fetchMissing } from "../mail/messages/fetch-missing.ts";
/** Writes messages in the mboxrd format. */
export { mboxEntry } from "../mail/messages/mboxrd.ts";
/** Runs a task on a raw message in a worker thread with limits (`Task` in `parse.ts`). */
export { notStored, runOnBytes, runOnMessage } from "../mail/messages/message-task.ts";
/** One complete message: its row, and its text. */
export { openEmail } from "../mail/messages/open-email.ts";
/** A message as it is stored: its row, and perhaps no body. */
export { readStored, type StoredEmail } from "../mail/store/read/read-stored.ts";
