/** Bytes of all attachments of a message together. */
export const MAX_ATTACHMENT_BYTES = 25 * 1024 * 1024;
/** Attachments of a message. */
export const MAX_ATTACHMENTS = 100;
/** Seconds in which a message can be taken back; 0: it is sent at once. */
export const UNDO_SECONDS = [0, 5, 10, 20, 30] as const;
