/** Answers to an invitation (PARTSTAT, RFC 5545 §3.2.12). */
export const ANSWERS = ["accepted", "tentative", "declined"] as const;
export type Answer = (typeof ANSWERS)[number];

/** What is known of an attendee; `other`: delegated, or a value of a later standard. */
export const ATTENDEE_STATUSES = ["needs_action", ...ANSWERS, "other"] as const;
export type AttendeeStatus = (typeof ATTENDEE_STATUSES)[number];
