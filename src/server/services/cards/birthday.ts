import { birthdayOf } from "#shared/contact-card.ts";

/** Year in which address books put birthdays whose year is not known. */
const NO_YEAR = 1604;

/** A BDAY (RFC 6350 §6.2.5, also RFC 2426): `19850412`, `1985-04-12`, `--0412`, with or without a time. Empty: not a day. */
export function readBirthday(text: string): string {
	const [, year = "", month = "", day = ""] = /^(\d{4}|-)-?(\d\d)-?(\d\d)(?:[T ].*)?$/.exec(text.trim()) ?? [];
	if (month === "") return "";
	const isKnown = year !== "-" && Number(year) !== NO_YEAR;
	return birthdayOf(isKnown ? Number(year) : null, Number(month), Number(day));
}
