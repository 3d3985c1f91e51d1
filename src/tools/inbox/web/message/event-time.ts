import { hourCycle, locale } from "#web/lib/base/format.ts";
import type { InvitationView } from "../../contract.ts";

type EventTime = InvitationView["start"];

const DAY_MS = 86_400_000;

/** "Mon, Jan 5, 2026, 9:00 – 10:30 AM", in the browser's time zone and the clock that the user chose. */
export function formatEventTime({ start, end }: Pick<InvitationView, "start" | "end">): string {
	const cycle = hourCycle();
	const day = { weekday: "short", day: "numeric", month: "short", year: "numeric" } as const;
	const zone = start.isDate || start.isFloating ? { timeZone: "UTC" } : {};
	const clock = { hour: "numeric", minute: "2-digit", ...(cycle && { hourCycle: cycle }) } as const;
	const format = new Intl.DateTimeFormat(locale, { ...day, ...zone, ...(!start.isDate && clock) });
	const from = new Date(start.at);
	const to = lastMoment(start, end);
	if (to === null || to.getTime() <= from.getTime()) return format.format(from);
	return format.formatRange(from, to);
}

/** Of whole days the last one, not the day after. */
function lastMoment(start: EventTime, end: EventTime | null): Date | null {
	if (end === null) return null;
	return new Date(Date.parse(end.at) - (start.isDate ? DAY_MS : 0));
}
