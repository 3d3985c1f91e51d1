/** Thresholds of the smart archive, fixed by the product. */

/** Percent of the quota. */
export const RED_ABOVE = 80;
export const ORANGE_ABOVE = 60;
export const WARNING_ABOVE = 70;

/** Old promotions, shown above this count. */
export const PROMOTIONS_ABOVE = 50;

/** Bytes, as `larger:5M` has them. */
export const LARGE_ABOVE_BYTES = 5_000_000;

/** Mail older than this many years, shown above this count. */
export const OLD_YEARS = 1;
export const OLD_ABOVE = 200;

/** Messages in spam and trash together. */
export const DISCARDED_ABOVE = 10;

/** Share of all mail, by size, from which a cleanup can have high priority. */
export const HIGH_FROM_SHARE = 0.1;
