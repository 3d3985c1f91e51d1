/** Letters that are vowels in languages written with Latin letters. */
const VOWEL = /[aeiouyàáâãäåæèéêëìíîïòóôõöøùúûüýœ]/;
const MIN_LETTERS = 7;
/** Consonant sequences of names in Latin letters rarely exceed this ("schwartz", "hirschsprung"). */
const MAX_CONSONANTS = 7;
/** Pairs of letters that no common name or word in Latin letters contains. */
const IMPOSSIBLE =
	/q[^uaiw]|[bcdfghjklmnpqrstvwxz]x[bcdfgjkqrvwxz]|[jqvx][jqvxz]|z[xq]|[bcdfgjkpqvwxz]j|w[qxv]|f[qvxz]|k[qx]|[vgh]q/g;

/**
 * Whether a local part looks typed at random, such as `xkqjzvbw` or `a8f3k2l9d0s1`. Words and names have vowels; digits
 * are at the end. Only Latin letters are judged.
 * @param localText without quotes
 */
export function isGibberish(localText: string): boolean {
	const text = (localText.split("+", 1)[0] ?? "").toLowerCase();
	if (/[^\x20-\x7eà-öø-ÿ]/.test(text)) return false;
	return text.split(/[._-]/).some(isRandomWord);
}

function isRandomWord(word: string): boolean {
	const letters = word.replace(/[^a-zà-öø-ÿ]/g, "");
	// Letters and digits that take turns.
	const turns = word.match(/[a-z](?=\d)|\d(?=[a-z])/g)?.length ?? 0;
	if (word.length >= 10 && turns >= 5) return true;
	if (letters.length < MIN_LETTERS || /^(.)\1+$/.test(letters)) return false;
	const vowels = [...letters].filter((c) => VOWEL.test(c)).length;
	const longest = Math.max(...letters.split(VOWEL).map((run) => run.length));
	const impossible = letters.match(IMPOSSIBLE)?.length ?? 0;
	return longest > MAX_CONSONANTS || (vowels / letters.length < 0.15 && letters.length > 8) || impossible >= 2;
}
