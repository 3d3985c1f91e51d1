import { locale } from "#web/lib/base/format.ts";

/** Names of weekdays and hours. */

/** Weekdays in the order of the locale's week. */
export function weekdays(): { day: number; name: string }[] {
	const format = new Intl.DateTimeFormat(locale, { weekday: "short", timeZone: "UTC" });
	const first = firstDayOfWeek();
	return Array.from({ length: 7 }, (_, index) => {
		const day = (first + index) % 7;
		// February 1, 2026 is a Sunday.
		return { day, name: format.format(Date.UTC(2026, 1, 1 + day)) };
	});
}

function firstDayOfWeek(): number {
	const info = new Intl.Locale(locale) as Intl.Locale & { getWeekInfo?: () => { firstDay: number } };
	return (info.getWeekInfo?.().firstDay ?? 1) % 7;
}
