/**
 * Positions of messages in an index: integers that increase with the received second, so that the newest messages are
 * found without sorting. A position holds the second and a number that tells its messages apart, in 53 bits.
 */

/** Messages per second. */
const PER_SECOND = 2 ** 21;
const LAST_SECOND = 2 ** 32 - 1;

/** The first position of the second of a date. Dates before 1970 and after 2106 count as the first and last second. */
export function firstPosition(ms: number): number {
	return Math.min(Math.max(Math.floor(ms / 1_000), 0), LAST_SECOND) * PER_SECOND;
}

/** The position after all messages of the second of a date. */
export function afterSecond(ms: number): number {
	return firstPosition(ms) + PER_SECOND;
}

/** The first position of the same second. */
export function startOfSecond(position: number): number {
	return position - (position % PER_SECOND);
}

/** After every position. */
export const END = (LAST_SECOND + 1) * PER_SECOND;

/** Epoch milliseconds at which the second of a position begins; -infinity for the first, which has all older mail. */
export function timeOfPosition(position: number): number {
	const second = Math.floor(position / PER_SECOND);
	return second === 0 ? Number.NEGATIVE_INFINITY : second * 1_000;
}
