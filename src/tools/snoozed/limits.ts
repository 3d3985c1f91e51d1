/** Messages per request. */
export const MAX_MESSAGES = 500;
/** Reminders and muted conversations of a user that are listed. */
export const MAX_LISTED = 500;
