import { BIRTHDAY } from "#shared/contact-card.ts";
import { locale } from "#web/lib/base/format.ts";

const inUtc = { timeZone: "UTC", day: "numeric", month: "long" } as const;
const withYear = new Intl.DateTimeFormat(locale, { ...inUtc, year: "numeric" });
const withoutYear = new Intl.DateTimeFormat(locale, inUtc);

/** A birthday as people write it: with its year, if that is known. */
export function birthdayText(birthday: string): string {
	const [, year = "", month = "", day = ""] = BIRTHDAY.exec(birthday) ?? [];
	if (month === "") return birthday;
	const format = year === "-" ? withoutYear : withYear;
	return format.format(new Date(`${year === "-" ? "2000" : year}-${month}-${day}T00:00:00Z`));
}
