/** Characters of the text that a snoozed conversation comes back with. */
export const MAX_NOTE = 500;
/** Messages per request. */
export const MAX_MESSAGES = 500;
/** Listed in each mailbox: snoozes that wait, reminders that wait, what is due of both, and muted conversations. */
export const MAX_LISTED = 500;
