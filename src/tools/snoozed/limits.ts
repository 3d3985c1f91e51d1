/** Characters of the text that a snoozed conversation comes back with. */
export const MAX_NOTE = 500;
/** Messages per request. */
export const MAX_MESSAGES = 500;
/** Reminders or muted conversations per page. */
export const MAX_LISTED = 500;
