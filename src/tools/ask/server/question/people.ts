import type { Language } from "#kernel/summaries.ts";
import type { Query } from "#shared/search/query.ts";
import { isBusinessWord } from "../words/concepts.ts";
import { SAYS } from "./wanted.ts";
import { PEOPLE, STOP_WORDS } from "./words.ts";

/** A person that a question names, and where. */
export interface FoundPerson {
	query: Query;
	/** As the question has it. */
	name: string;
	/** Who it is in an email that answers: who wrote it, who got it, either, or anyone it is about. */
	role: "sender" | "recipient" | "either" | "any";
	index: number;
	length: number;
}

/** Whether a word is part of the name or address of someone the user corresponds with; in lower case. */
export type IsKnown = (word: string) => boolean;

const ADDRESS = "[\\p{L}\\p{N}._%+-]{1,64}@[\\p{L}\\p{N}-]{1,63}(?:\\.[\\p{L}\\p{N}-]{1,63}){1,5}";
const NAME = "\\p{L}[\\p{L}\\p{M}'’-]{0,40}";
const person = (field: "from" | "to", text: string): Query =>
	text.includes("@")
		? { kind: "address", field, email: text.toLowerCase() }
		: { kind: "text", field, text, phrase: text.includes(" ") };

/**
 * People in a question: after "from", "to" or "with", or by names that the user's mail has. A name is capitalized, or
 * known.
 * @param isSent the question is about mail that the user sent
 */
export function peopleIn(
	question: string,
	language: Language,
	{ isKnown, isSent }: { isKnown: IsKnown; isSent: boolean },
): FoundPerson[] {
	const { from, to, either } = PEOPLE[language];
	const prepositions = new RegExp(
		`(?<![\\p{L}\\p{N}])(?:(?<from>${from})|(?<to>${to})|(?<either>${either}))(?:\\s+|(?<=['’-]))(?:(?:my|the|meiner?m?|der|dem|mon|ma|la|le|l'|mi|el) )?(?<who>${ADDRESS}|${NAME}(?: ${NAME}){0,2})`,
		"giu",
	);
	const says = SAYS.test(question);
	const found: FoundPerson[] = [];
	const isTaken = (index: number): boolean => found.some((one) => index >= one.index && index < one.index + one.length);
	for (const match of question.matchAll(prepositions)) {
		const { who = "", from: hasFrom, to: hasTo } = match.groups ?? {};
		const name = who.includes("@") ? who : nameOf(who, language, isKnown);
		if (name === null) continue;
		const end = match.index + match[0].length - (who.length - name.length);
		const kind = hasFrom !== undefined ? "from" : hasTo !== undefined ? "to" : "either";
		found.push({
			...{ query: queryOf(name, kind, isSent), name, role: roleOf(kind, { says, isSent }) },
			...{ index: match.index, length: end - match.index },
		});
	}
	for (const match of question.matchAll(new RegExp(`${ADDRESS}|${NAME}`, "gu"))) {
		const [word] = match;
		if (isTaken(match.index)) continue;
		const isName =
			word.includes("@") || (/^\p{Lu}/u.test(word) && match.index > 0 && isKnownName(word, language, isKnown));
		if (!isName) continue;
		const rest = question.slice(match.index);
		const whole = word.includes("@")
			? word
			: (nameOf(new RegExp(`^${NAME}(?: ${NAME}){0,2}`, "u").exec(rest)?.[0] ?? word, language, isKnown) ?? word);
		const kind = isSent ? "to" : "from";
		found.push({
			...{ query: queryOf(whole, kind, false), name: whole, role: roleOf(kind, { says, isSent }) },
			...{ index: match.index, length: whole.length },
		});
	}
	return found;
}

/** Only what somebody wrote or got is asked for; otherwise the email may be another's about them. */
function roleOf(
	kind: "from" | "to" | "either",
	{ says, isSent }: { says: boolean; isSent: boolean },
): FoundPerson["role"] {
	if (kind === "either") return "either";
	if (isSent) return "recipient";
	return says && kind === "from" ? "sender" : kind === "to" ? "either" : "any";
}

function queryOf(name: string, kind: "from" | "to" | "either", isSent: boolean): Query {
	// "Did I write to Ada": mail of the user has its recipients.
	if (kind === "from" && isSent) return person("to", name);
	if (kind !== "either") return person(kind, name);
	return { kind: "or", parts: [person("from", name), person("to", name)] };
}

/** The words at the beginning that are a name; null: none. */
function nameOf(text: string, language: Language, isKnown: IsKnown): string | null {
	const words = text.split(" ");
	const taken: string[] = [];
	for (const [index, word] of words.entries()) {
		const plain = word.replace(/['’]s$/, "");
		const lower = plain.toLowerCase();
		if (STOP_WORDS[language].has(lower)) break;
		const isCapital = /^\p{Lu}/u.test(word);
		const isPart = isCapital && (language !== "de" || isKnown(lower));
		if (index === 0 ? !isCapital && !isKnown(lower) : !isPart && (isCapital || !isKnown(lower))) break;
		// "Mit Rechnung", "with Budget": things, unless somebody has that name.
		if (!isKnown(lower) && isBusinessWord(lower, language)) break;
		taken.push(plain);
	}
	return taken.length === 0 ? null : taken.join(" ");
}

function isKnownName(word: string, language: Language, isKnown: IsKnown): boolean {
	const lower = word.replace(/['’]s$/, "").toLowerCase();
	return lower.length > 2 && !STOP_WORDS[language].has(lower) && isKnown(lower);
}
