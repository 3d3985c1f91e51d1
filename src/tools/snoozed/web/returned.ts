import type { Reminder } from "../contract.ts";

/** Whether it is due and was not looked at: a snoozed conversation is unread until then, or could not be moved to the inbox. */
export function needsAttention(reminder: Reminder): boolean {
	const { kind, state, email } = reminder;
	return state === "returned" && (kind === "no_reply" || (email !== null && !email.isRead) || isStuck(reminder));
}

/** Whether a snoozed conversation is due and still in the archive: its mailbox could not be changed. */
export function isStuck({ kind, state, email }: Reminder): boolean {
	return kind === "snooze" && state === "returned" && email?.folder === "archive";
}
