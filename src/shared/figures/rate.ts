const DAY_MS = 86_400_000;

/** Less time than this is too short to tell how often mail comes: a busy day is no rhythm. */
const LEAST_MS = 30 * DAY_MS;

/** Emails and when the first and the last of them came, epoch milliseconds. */
export interface Written {
	count: number;
	first: number;
	last: number;
}

/**
 * Emails per day, over the time in which they were written: by the gaps from the first to the last one, over at least 30 days,
 * or the whole range where that is shorter. An archive keeps the rate that it had.
 * @param rangeMs length of the range that they were counted in, in milliseconds
 */
export function emailsPerDay({ count, first, last }: Written, rangeMs: number): number {
	const least = Math.min(LEAST_MS, Math.max(DAY_MS, rangeMs));
	const time = last - first;
	return (DAY_MS * (time >= least ? count - 1 : count)) / Math.max(time, least);
}
