/**
 * Senders in the SpamAssassin corpus that their folder mislabels, found by manual review: the first digits of the SHA-256
 * of their addresses, because mail of others is not part of the project.
 */

/** Automated mail and newsletters in the easy ham: feeds sent as mail, daily headlines, a bug tracker, an airline. */
export const NOTICES_AMONG_HAM: ReadonlySet<string> = new Set([
	"56a1433cd7d7d56a",
	"485619d13286e4e5",
	"1220fecaf37b2b5d",
	"05e891bb224f535b",
	"9db29df06fee23ae",
	"68f387dc0f9912a6",
	"523664b3b1d87018",
]);

/** Personal mail in the hard ham. */
export const PEOPLE_AMONG_HARD_HAM: ReadonlySet<string> = new Set(["3c2510cd7e8d05a0"]);
