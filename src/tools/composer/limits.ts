/** Recipients of a message: more, and mail services refuse it. */
export const MAX_RECIPIENTS = 500;
/** Addresses of each field of a draft. An answer to all takes those of To, Cc and Reply-To, up to 1,000 of each. */
export const MAX_DRAFT_ADDRESSES = 5_000;
/** Characters of a name and an address, as many as are stored of a message's. */
export const MAX_NAME_LENGTH = 500;
export const MAX_ADDRESS_LENGTH = 400;
/** Bytes of all attachments of a message together. */
export const MAX_ATTACHMENT_BYTES = 25 * 1024 * 1024;
/** Attachments of a message. */
export const MAX_ATTACHMENTS = 100;
/** Seconds in which a message can be taken back; 0: it is sent at once. */
export const UNDO_SECONDS = [0, 5, 10, 20, 30] as const;
/** Characters of either form of a text. */
export const MAX_BODY = 300_000;
