export interface Strength {
	/** 0: too short; 1 weak; 2 fair; 3 strong. */
	level: 0 | 1 | 2 | 3;
	/** For the person: what it is, and what would make it better. */
	words: string;
}

/** Beginnings of what is guessed first. */
const common =
	/^(pass(w(or)?d|wort)?|passwort|qwert[yz]?|azerty|asdf|letmein|welcome|iloveyou|admin|login|monkey|dragon|football|baseball|sunshine|princess|abc|123|111|000|changeme|secret|master|hello|trustno|summer|winter|spring|autumn)/i;

/**
 * How hard a password is to guess, roughly: its length counts most, then variety; what others guess first, what
 * repeats or runs on, and the person's own name count against it.
 * @param about words that others know of the person: name, address
 */
export function strengthOf(password: string, about: readonly string[] = []): Strength {
	if (password.length < 8) return { level: 0, words: "Too short: use at least 8 characters." };
	const lower = password.toLowerCase();
	const personal = about
		.flatMap((words) => words.toLowerCase().split(/[^\p{L}\p{N}]+/u))
		.filter((word) => word.length > 3);
	if (personal.some((word) => lower.includes(word)))
		return { level: 1, words: "Weak: contains your name or email address." };
	if (common.test(password) && password.length < 16) return { level: 1, words: "Weak: starts like a common password." };
	const worth = steps(lower);
	if (worth < 7) return { level: 1, words: "Weak: repeated or sequential characters." };
	const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\p{N}/u, /[^\p{L}\p{N}]/u].filter((kind) => kind.test(password)).length;
	const score = worth + (kinds - 1) * 2;
	if (score >= 16) return { level: 3, words: "Strong." };
	if (score >= 11) return { level: 2, words: "Fair: add a few more words." };
	return { level: 1, words: "Weak: make it longer, for example four words." };
}

/** Characters that do not just repeat, or follow on from, the two before. */
function steps(text: string): number {
	const codes = [...text].map((letter) => letter.codePointAt(0) ?? 0);
	return codes.filter((code, at) => {
		const [before = -9, earlier = -9] = [codes[at - 1], codes[at - 2]];
		const step = code - before;
		return !(Math.abs(step) <= 1 && (at < 2 || before - earlier === step));
	}).length;
}
