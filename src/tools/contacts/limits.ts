/** Phone numbers, and email addresses, of one contact in a request or file. */
export const MAX_VALUES = 100;
/** Tags of a contact, and characters of one. */
export const MAX_TAGS = 50;
export const MAX_TAG = 60;
/** Characters of a custom field. */
export const MAX_FIELD = 1_000;
/** Characters of a picture as a `data:` URL: 256 KiB in base64. */
export const MAX_PHOTO_CHARS = 350_000;
