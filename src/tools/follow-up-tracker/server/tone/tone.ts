import { beginningOf, sentencesOf } from "#shared/mail/absence.ts";
import { wishesNoMail } from "#shared/mail/opt-out.ts";
import { ownWords } from "#shared/mail/quoted-text.ts";
import type { ReplyTone } from "../../states.ts";
import { type Cues, clausesOf, type Language, matcherOf } from "./words/cues.ts";
import { dutch } from "./words/dutch.ts";
import { english } from "./words/english.ts";
import { french } from "./words/french.ts";
import { german } from "./words/german.ts";
import { italian } from "./words/italian.ts";
import { portuguese } from "./words/portuguese.ts";
import { spanish } from "./words/spanish.ts";

/**
 * The tone of a reply, by what people write in English, German, French, Spanish, Italian, Portuguese and Dutch. It is a
 * proposal: the user's word counts, and nothing is sent or stopped because of it.
 */

/** Text that is read: what matters comes first. */
const MAX_TEXT = 800;
/** At least this part of the best language's frequent words, and another language may be meant, too. */
const LEAST_SHARE = 0.7;

type Matchers = Readonly<Record<keyof Cues, RegExp>>;

function compile({ frequent, cues }: Language): { frequent: ReadonlySet<string>; matchers: Matchers } {
	const kinds = Object.keys(cues) as (keyof Cues)[];
	const matchers = Object.fromEntries(kinds.map((kind) => [kind, matcherOf(cues[kind])])) as Record<keyof Cues, RegExp>;
	return {
		frequent: new Set(frequent.split(" ")),
		matchers: { ...matchers, ignored: new RegExp(matchers.ignored, "giu") },
	};
}

const LANGUAGES = [english, german, french, spanish, italian, portuguese, dutch].map(compile);

/** The languages that a text may be in: all, if it has few words, as many replies do. */
function matchersFor(sentences: readonly (readonly string[])[]): Matchers[] {
	const words = sentences.flat().flatMap((clause) => clause.split(" "));
	const counts = LANGUAGES.map(({ frequent }) => words.filter((word) => frequent.has(word)).length);
	const best = Math.max(...counts);
	return LANGUAGES.filter((_, at) => (counts[at] as number) >= best * LEAST_SHARE).map(({ matchers }) => matchers);
}

/** "Hi Ann," in front of the first sentence: lists show a message as one line. */
const GREETING =
	/^(?:hi|hello|hey|dear|good (?:morning|afternoon)|hallo|guten (?:tag|morgen)|liebe[rs]?|moin|servus|bonjour|salut|hola|buen[oa]s (?:dias|tardes)|ciao|buongiorno|salve|ola|bom dia|boa tarde|oi|beste|dag|goedemorgen|goedemiddag)(?: [\p{L}.]{1,20}){0,3} ?[,!:–-] ?/u;

/**
 * The strongest of what a reply says: no more mail, wrong person, not now, no, interest, a question. "Not interested" is thus no
 * interest, and "yes, but not before spring" is not now; a question by somebody interested is interest.
 * @param text the beginning of a reply; what it quotes is not read
 * @returns null: no rule applies
 */
export function toneOf(text: string): ReplyTone | null {
	const start = beginningOf(text).slice(0, MAX_TEXT);
	if (wishesNoMail({ subject: "", text: start, sentSubject: null })) return "refused";
	const folded = sentencesOf(ownWords(start)).map((sentence) => sentence.replace(GREETING, ""));
	const clauses = folded.map(clausesOf);
	const languages = matchersFor(clauses);
	const says = (kind: keyof Cues, part: string): boolean => languages.some((matchers) => matchers[kind].test(part));
	const sentences = clauses.map((parts) =>
		languages.reduce((rest, { ignored }) => rest.replace(ignored, ""), parts.join(", ")),
	);
	const some = (kind: keyof Cues): boolean => sentences.some((sentence) => says(kind, sentence));
	const found = DECISIVE.find(([kind]) => some(kind));
	if (found) return found[1];
	const wants = sentences.map((sentence, at) => wantsIt(sentence, { says, languages, asks: isQuestion(folded[at]) }));
	if (wants.includes("yes") && !wants.includes("but")) return "interested";
	if (folded.some(isQuestion) || some("asks")) return "question";
	if (some("supplied")) return "refused";
	return some("busy") ? "not_now" : null;
}

/** What decides whatever else is said, in this order. */
const DECISIVE: readonly (readonly [keyof Cues, ReplyTone])[] = [
	["optOut", "refused"],
	["wrongPerson", "wrong_person"],
	["notNow", "not_now"],
	["refused", "refused"],
];

const isQuestion = (sentence = ""): boolean => sentence.includes("?");

interface Reading {
	says(kind: keyof Cues, part: string): boolean;
	languages: readonly Matchers[];
	asks: boolean;
}

/** @returns "but": interest is followed by "but" and something that no cue is for */
function wantsIt(sentence: string, { says, languages, asks }: Reading): "yes" | "no" | "but" {
	const isWish = (part: string): boolean => says("interested", part) || says("times", part);
	if (!isWish(sentence)) return "no";
	const clauses = sentence.split(", ");
	const isNegated = clauses.some((clause) => says("negations", clause));
	if (isNegated && !clauses.some((clause) => isWish(clause) && !says("negations", clause))) return "no";
	const afterBut = languages.flatMap(({ but }) => sentence.split(but).slice(1));
	return asks || afterBut.every(isWish) ? "yes" : "but";
}
