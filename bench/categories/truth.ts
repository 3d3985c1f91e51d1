/**
 * Senders in the SpamAssassin corpus that are not what their folder says, as we found them by reading: the first digits
 * of the SHA-256 of their addresses, because other people's mail stays out of the project.
 */

/** Machines and newsletters among the easy ham: feeds sent as mail, headlines of the day. */
export const NOTICES_AMONG_HAM: ReadonlySet<string> = new Set([
	"56a1433cd7d7d56a",
	"485619d13286e4e5",
	"1220fecaf37b2b5d",
	"05e891bb224f535b",
	"9db29df06fee23ae",
]);

/** People among the hard ham. */
export const PEOPLE_AMONG_HARD_HAM: ReadonlySet<string> = new Set(["3c2510cd7e8d05a0"]);
