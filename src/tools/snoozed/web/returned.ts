import type { Reminder } from "../contract.ts";

/** Whether it came back and was not looked at: a snoozed conversation is unread until then. */
export function needsAttention({ kind, state, email }: Reminder): boolean {
	return state === "returned" && (kind === "no_reply" || (email !== null && !email.isRead));
}
