/**
 * A random number of a range. A wait of a random length keeps processes, and users of the same server, from asking all at
 * the same moment.
 */
export const randomBetween = (low: number, high: number): number => low + Math.random() * (high - low);
