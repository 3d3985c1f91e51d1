import { memoize } from "#shared/memoize.ts";

/** Spellings in which languages differ where they share a word: "Spektrum", "spectrum", "spectre". */
const plainOf = memoize(10_000, (word) =>
	word
		.replaceAll("ph", "f")
		.replaceAll("th", "t")
		.replaceAll(/ck|k|q/g, "c")
		.replaceAll("z", "s")
		.replaceAll("y", "i")
		.replaceAll(/(.)\1/g, "$1"),
);

/** Whether two folded words are forms of one, also in two languages: they begin alike and end differently. */
export function sharesStem(a: string, b: string): boolean {
	if (a === b) return true;
	if (/\d/.test(a) || /\d/.test(b)) return false;
	const [one, two] = [plainOf(a), plainOf(b)];
	const shorter = Math.min(one.length, two.length);
	// "Demo" in "Demoversion", "Analysator" in "Spektrumanalysator"
	if (shorter >= 6 && (one.includes(two) || two.includes(one))) return true;
	let common = 0;
	while (common < shorter && one[common] === two[common]) common++;
	const rest = Math.max(one.length, two.length) - common;
	return (common >= 4 && rest <= 1) || (common >= 5 && rest <= 2) || (common >= 6 && rest <= 4);
}
