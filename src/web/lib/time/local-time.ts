/** Local times of this browser, for choices such as "tomorrow morning". */

/** @param days from the day of `now` @param hour of the day */
export function localTime(now: Date, days: number, hour: number): Date {
	return new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, hour);
}

/** Days until the next of this weekday, 1 to 7. @param weekday 0: Sunday */
export function daysUntil(now: Date, weekday: number): number {
	return (weekday - now.getDay() + 7) % 7 || 7;
}

/** The value of an `input` of type `datetime-local`. */
export function localValue(date: Date): string {
	const two = (value: number): string => String(value).padStart(2, "0");
	return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}T${two(date.getHours())}:${two(date.getMinutes())}`;
}
