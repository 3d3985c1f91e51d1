/** Names of the days of the week in lower case, from Sunday: in English, German, French and Spanish. */
export const WEEKDAYS: readonly (readonly [en: string, de: string, fr: string, es: string])[] = [
	["sunday", "sonntag", "dimanche", "domingo"],
	["monday", "montag", "lundi", "lunes"],
	["tuesday", "dienstag", "mardi", "martes"],
	["wednesday", "mittwoch", "mercredi", "miércoles"],
	["thursday", "donnerstag", "jeudi", "jueves"],
	["friday", "freitag", "vendredi", "viernes"],
	["saturday", "samstag", "samedi", "sábado"],
];

/** Any of them, for the source of a regular expression. */
export const WEEKDAY = `(?:${WEEKDAYS.flat().join("|")})`;
