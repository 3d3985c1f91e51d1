/** What signs of a message weigh. */

/** From this weight on a message is suspicious: one strong sign is enough. */
export const STRONG = 6;
/** Two of them are. */
export const WEAK = STRONG / 2;
/** Counts only next to others. */
export const HINT = 2;

/** Characters of names, addresses and hosts that reasons keep. */
export const MAX_LENGTH = 200;
