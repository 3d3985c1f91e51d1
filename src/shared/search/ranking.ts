/** A search by relevance ranks this many matches, the newest ones. */
export const MOST_RANKED = 1_000;
