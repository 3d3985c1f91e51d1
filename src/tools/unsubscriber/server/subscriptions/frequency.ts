import { emailsPerDay } from "#shared/figures/rate.ts";

const DAY_MS = 86_400_000;
const MONTH_DAYS = 30;

/** How often a list sends mail. */
export interface Rhythm {
	/** Messages per 30 days, with one decimal. */
	perMonth: number;
	/** As text. */
	words: string;
}

/** Upper limit of the gap in days for this frequency. */
const WORDS: readonly [number, string][] = [
	[0.35, "Several times a day"],
	[0.75, "About twice a day"],
	[1.5, "About daily"],
	[2.6, "About every other day"],
	[4.7, "About twice a week"],
	[9.5, "About weekly"],
	[20, "About every two weeks"],
	[45, "About monthly"],
	[75, "About every two months"],
	[135, "About every three months"],
	[250, "A few times a year"],
	[Number.POSITIVE_INFINITY, "About once a year"],
];

/**
 * Computed from the gaps between messages, so that a list that has ended keeps its frequency.
 * @param first date of the first message, epoch milliseconds
 * @param last date of the last message, epoch milliseconds
 * @param rangeMs length of the range that they were counted in, in milliseconds
 */
export function rhythmOf(count: number, first: number, last: number, rangeMs: number): Rhythm {
	if (count === 0) return { perMonth: 0, words: "None in this range" };
	const perMonth = Math.round(MONTH_DAYS * emailsPerDay({ count, first, last }, rangeMs) * 10) / 10;
	if (count < 2) return { perMonth, words: "Once" };
	const days = (last - first) / DAY_MS;
	// One day is too short to determine a frequency.
	if (days < 1) return { perMonth, words: `${count} in a day` };
	const gap = days / (count - 1);
	return { perMonth, words: WORDS.find(([longest]) => gap <= longest)?.[1] ?? "" };
}
