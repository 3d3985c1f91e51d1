import { birthdayOf } from "#shared/contact-card.ts";

/** Whether days or months come first in dates such as 4/12/1985; null: the file does not say. */
export type DateOrder = "day" | "month" | null;

const WITH_SLASHES = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})\b/;

/** The order of dates in a column: some day above twelve says it. */
export function dateOrderOf(values: readonly string[]): DateOrder {
	for (const value of values) {
		const [, first = "", second = ""] = WITH_SLASHES.exec(value.trim()) ?? [];
		if (Number(first) > 12) return "day";
		if (Number(second) > 12) return "month";
	}
	return null;
}

/** A birthday as it is stored: of a date as spreadsheets and address books write it. Empty: no day, or one of two. */
export function readBirthday(text: string, order: DateOrder): string {
	const value = text.trim();
	const [, year, month = "", day = ""] =
		/^(?:(\d{4})[-/.年]?|--?)(\d{1,2})[-/.月]?(\d{1,2})(?:日|[T ].*)?$/.exec(value) ?? [];
	if (month !== "") return birthdayOf(year === undefined ? null : Number(year), Number(month), Number(day));
	const [, first = "", second = "", last = ""] = WITH_SLASHES.exec(value) ?? [];
	if (last === "") return "";
	// With dots the day is first wherever dates are written so.
	const isDayFirst = value.includes(".") || (order ?? (first === second ? "day" : null)) === "day";
	if (!isDayFirst && order === null) return "";
	const [dayOf, monthOf] = isDayFirst ? [first, second] : [second, first];
	return birthdayOf(Number(last), Number(monthOf), Number(dayOf));
}
