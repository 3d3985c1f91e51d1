/**
 * Midnight (UTC) of the calendar day that it is in a time zone, epoch milliseconds.
 * @param zone IANA time zone
 * @param now epoch milliseconds
 * @returns null for an unknown zone
 */
export function todayIn(zone: string, now: number): number | null {
	try {
		const day = new Intl.DateTimeFormat("en-CA", { timeZone: zone, year: "numeric", month: "2-digit", day: "2-digit" });
		return Date.parse(`${day.format(now)}T00:00:00Z`);
	} catch (cause) {
		if (cause instanceof RangeError) return null;
		throw cause;
	}
}
