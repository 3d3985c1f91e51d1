import { addWorkingDays, localDay, nextInWindow, type SendingWindow } from "./sending-times.ts";

/**
 * When a mailbox may send which of a campaign's messages: order, daily cap, warm-up and spacing. Runs decide by it, and so
 * does the forecast. Times are epoch milliseconds; nothing here reads a clock or the database.
 */

/** What a campaign's plan says of times. */
export interface Pace extends SendingWindow {
	/** Messages per mailbox and day in the campaign's zone. */
	dailyCap: number;
	spacingSeconds: number;
	/** The cap on a mailbox's first day, and its increase with each later one; null: no warm-up. */
	warmUpStart: number | null;
	warmUpStep: number | null;
	/** Empty: everyone is in the campaign's zone. */
	zoneField: string;
}

/** A recipient's next message. */
export interface Due {
	nextAt: number;
	/** The recipient's own; null: the campaign's. */
	timeZone: string | null;
}

/** Days of sending within this time count for the warm-up: after a longer break it starts again. */
export const WARM_DAYS = 60;

/** A mailbox's limit for the day. @param sendingDays days within `WARM_DAYS` before on which it sent campaign messages */
export function capOf(
	{ dailyCap, warmUpStart, warmUpStep }: Omit<Pace, keyof SendingWindow>,
	sendingDays: number,
): number {
	if (warmUpStart === null || warmUpStep === null) return dailyCap;
	return Math.min(dailyCap, warmUpStart + warmUpStep * sendingDays);
}

/** Follow-ups go before first messages, so that a long list does not delay them. */
export function firstDue<D extends { nextAt: number }>(followUp: D | null, initial: D | null, now: number): D | null {
	if (followUp === null || initial === null) return followUp ?? initial;
	return followUp.nextAt <= now || followUp.nextAt < initial.nextAt ? followUp : initial;
}

interface MailboxState {
	now: number;
	/** Of its last campaign message, of any campaign; null: none. */
	lastAt: number | null;
	/** Between two messages, with its variation. */
	spacingMs: number;
	sentToday: number;
	cap: number;
	/** In the zone of the campaign. */
	timeZone: string;
}

/** When a mailbox may send its next campaign message: the cap of the day, over all campaigns, and the spacing. */
export function earliestAt({ now, lastAt, spacingMs, sentToday, cap, timeZone }: MailboxState): number {
	if (sentToday >= cap) return localDay(now, timeZone).end;
	return lastAt === null ? now : Math.max(now, lastAt + spacingMs);
}

/** `postpone`: everyone of this zone is due then, so that others get theirs meanwhile. */
export type Decision = { kind: "send" } | { kind: "wait" | "postpone"; until: number };

/** What to do about the recipient who is due first. @param earliest when the mailbox may send */
export function decide(pace: Pace, { due, earliest, now }: { due: Due; earliest: number; now: number }): Decision {
	const soonest = Math.max(now, earliest, due.nextAt);
	const at = nextInWindow(soonest, { ...pace, timeZone: due.timeZone ?? pace.timeZone });
	if (at === now) return { kind: "send" };
	if (pace.zoneField === "") return { kind: "wait", until: at };
	// Where people have their own zones, someone else's hours may begin before.
	return soonest === now ? { kind: "postpone", until: at } : { kind: "wait", until: soonest };
}

/** When a follow-up is due. @param sentAt the message before */
export function followUpAt(
	pace: Pick<Pace, "timeZone">,
	{ sentAt, waitDays, timeZone }: { sentAt: number; waitDays: number; timeZone: string | null },
): number {
	return addWorkingDays(sentAt, waitDays, timeZone ?? pace.timeZone);
}
