import { sentencesOf } from "#shared/sentences.ts";
import { BOILERPLATE, CLOSING, GREETING } from "../summaries/built-in/summarize.ts";
import { withoutGreeting } from "./addressee.ts";

const MOST_SENTENCES = 400;
/** What is asked is said early in a sentence. */
const MAX_LENGTH = 800;

/** Code, output of programs, tables, and lines quoted with initials or in an unusual way. */
const NO_PROSE =
	/^(?:[|>#$%@+{}\\]|--\]|[\w.-]{0,16}[>|]\s|\[\w+\]|[^\s(]{1,80}\([^\s)]{0,80}\)|(?:from|to|cc|sent|date):\s)|[;{}\\]\s*$|(?:^|\s)[\w-]{1,12}> |\s[=!]?=\s/iu;
/** What follows is another's. */
const FORWARDED =
	/^(?:-{2,}\s*(?:begin )?(?:forwarded|original|weitergeleitet|message transféré|mensaje reenviado)|(?:subject|betreff|objet|asunto):\s)/iu;
/** "Ann," and "Dear Dr Lee –" greet. */
const NAME_ALONE = /^(?:\p{Lu}\p{L}{0,20}\.? ?){1,3}[,–—-]?$/u;
const BULLET = /^[-*•–·\s]+(?=\p{L})/u;

/** The sentences of a message that its writer wrote as prose, without greeting and closing. */
export function readSentences(text: string): string[] {
	const found: string[] = [];
	for (const { text: raw } of sentencesOf(text).slice(0, MOST_SENTENCES)) {
		if (FORWARDED.test(raw)) break;
		const sentence = withoutGreeting(raw.slice(0, MAX_LENGTH).replaceAll(/\s+/g, " ").replace(BULLET, ""));
		if (NO_PROSE.test(sentence) || GREETING.test(sentence) || isClosing(sentence) || BOILERPLATE.test(sentence))
			continue;
		if (NAME_ALONE.test(sentence) && found.length === 0) continue;
		if (/\p{L}/u.test(sentence)) found.push(sentence);
	}
	return found;
}

/** "Thanks, Ann", but not "Thanks, that works." */
function isClosing(sentence: string): boolean {
	return CLOSING.test(sentence) && !/[.!?]$/.test(sentence);
}
