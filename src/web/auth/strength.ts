import { t } from "./text.ts";
export interface Strength {
	/** 0: too short; 1 weak; 2 fair; 3 strong. */
	level: 0 | 1 | 2 | 3;
	/** Shown to the user: a rating, and how to improve it. */
	words: string;
}

/** Prefixes of the most common passwords. */
const common =
	/^(pass(w(or)?d|wort)?|passwort|qwert[yz]?|azerty|asdf|letmein|welcome|iloveyou|admin|login|monkey|dragon|football|baseball|sunshine|princess|abc|123|111|000|changeme|secret|master|hello|trustno|summer|winter|spring|autumn)/i;

/**
 * Rough password strength: length counts most, then variety; common passwords, repetition, sequences and the user's own
 * name reduce it.
 * @param about words that others know about the user: name, address
 */
export function strengthOf(password: string, about: readonly string[] = []): Strength {
	if (password.length < 8) return { level: 0, words: t.strength.tooShort };
	const lower = password.toLowerCase();
	const personal = about
		.flatMap((words) => words.toLowerCase().split(/[^\p{L}\p{N}]+/u))
		.filter((word) => word.length > 3);
	if (personal.some((word) => lower.includes(word))) return { level: 1, words: t.strength.containsName };
	if (common.test(password) && password.length < 16) return { level: 1, words: t.strength.startsCommon };
	const worth = steps(lower);
	if (worth < 7) return { level: 1, words: t.strength.repeated };
	const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\p{N}/u, /[^\p{L}\p{N}]/u].filter((kind) => kind.test(password)).length;
	const score = worth + (kinds - 1) * 2;
	if (score >= 16) return { level: 3, words: t.strength.strong };
	if (score >= 11) return { level: 2, words: t.strength.fair };
	return { level: 1, words: t.strength.weak };
}

/** Counts characters that neither repeat nor continue the two before. */
function steps(text: string): number {
	const codes = [...text].map((message) => message.codePointAt(0) ?? 0);
	return codes.filter((code, at) => {
		const [before = -9, earlier = -9] = [codes[at - 1], codes[at - 2]];
		const step = code - before;
		return !(Math.abs(step) <= 1 && (at < 2 || before - earlier === step));
	}).length;
}
