import { t } from "../base/text.ts";

/** How long a backup can be kept, as a value of the choice; "": until the user deletes it. */
export const keepChoices = [
	{ value: "", label: t.backups.keepForever },
	...[30, 90, 365].map((days) => ({ value: String(days), label: t.backups.keepDays(days) })),
];

/** Days; null: until the user deletes it. */
export const keepDaysOf = (value: string): number | null => (value === "" ? null : Number(value));
