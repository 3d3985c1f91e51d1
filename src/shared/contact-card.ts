/** Parts of contact cards that readers, forms and stores share. */

/** Kinds of phone numbers and email addresses. */
export const detailTypes = ["home", "work", "mobile", "fax", "pager"] as const;
export type DetailType = (typeof detailTypes)[number];

/** A detail that has no field of its own. */
export interface CustomField {
	label: string;
	value: string;
}

/** Whether two spellings are of one number or address. */
export function isSamePlain(a: string, b: string): boolean {
	return plain(a) === plain(b);
}

const plain = (text: string): string => text.toLowerCase().replace(/[\s().-]/g, "");

/** A day of the calendar as `1985-04-12`, or `--04-12` without a year (RFC 6350 §4.3.1); empty: there is no such day. */
export function birthdayOf(year: number | null, month: number, day: number): string {
	// 2000 was a leap year: the 29th of February is a birthday.
	const date = new Date(Date.UTC(year ?? 2000, month - 1, day));
	if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return "";
	if (year !== null && (year < 1850 || year > 2200)) return "";
	const two = (number: number): string => String(number).padStart(2, "0");
	return `${year === null ? "-" : year}-${two(month)}-${two(day)}`;
}

/** A birthday as `birthdayOf` writes it. */
export const BIRTHDAY = /^(\d{4}|-)-(\d\d)-(\d\d)$/;

/** Whether a text is a birthday as it is stored. */
export function isBirthday(text: string): boolean {
	const [, year = "", month = "", day = ""] = BIRTHDAY.exec(text) ?? [];
	return month !== "" && birthdayOf(year === "-" ? null : Number(year), Number(month), Number(day)) === text;
}
