import type { Language } from "#kernel/summaries.ts";
import { fold } from "#shared/mail/phrases.ts";
import { type Concept, conceptsOf, nameConcept, severalWords } from "../words/concepts.ts";
import type { FoundPerson } from "./people.ts";
import { saysKind, type Wanted } from "./wanted.ts";
import { contentWords } from "./words.ts";

/** Something that an answer must be about. */
export interface Topic {
	concept: Concept;
	/** How much it counts. */
	weight: number;
	/** A name, a number or a date: an answer without it is about something else. */
	isSpecific: boolean;
	/** The number or code that is asked for is its. */
	isHead?: boolean;
	/** Of a person: who it must be in an email that answers. */
	role?: FoundPerson["role"];
}

const MOST_TOPICS = 10;
const WEIGHTS: Readonly<Record<Concept["kind"], number>> = { name: 1.5, time: 1.2, thing: 1, action: 0.9, unknown: 1 };
/** Prepositions before names of places and companies, in German, which writes all nouns with capitals. */
const BEFORE_NAME = /(?:^|\s)(?:nach|aus|bei|von|in)\s+$/i;

interface Source {
	people: readonly FoundPerson[];
	/** Words of a date that was taken out of the text. */
	dateText: string;
	language: Language;
	wanted: Wanted;
}

/** What a question is about: the people it names, its date, and the words that are left. */
export function readTopics(text: string, { people, dateText, language, wanted }: Source): Topic[] {
	const named = people.map(({ name, role }): Topic => ({ ...specific(nameConcept(name.replace(/^.*@/, ""))), role }));
	const dated = contentWords(dateText, language).flatMap(({ word }) => {
		const [concept] = conceptsOf(word, language);
		if (/^\d{1,2}\.?$/.test(word)) return [specific(nameConcept(word.replace(".", "")))];
		return concept?.kind === "time" ? [specific(concept)] : [];
	});
	const phrases = severalWords(text, language);
	const taken = new Set(phrases.flatMap(({ words }) => words));
	const rest = text.replaceAll(/[\p{L}\p{M}'-]+/gu, (word) => (taken.has(fold(word)) ? " ".repeat(word.length) : word));
	const done = phrases.map(({ concept }) => topicOf(concept, false));
	return [...named, ...dated, ...done, ...wordTopics(rest, language, wanted)].slice(0, MOST_TOPICS);
}

function wordTopics(text: string, language: Language, wanted: Wanted): Topic[] {
	const head = wanted === "number" ? headOf(text, language)?.toLowerCase() : undefined;
	const words = contentWords(text, language).filter(({ word }) => !saysKind(word, wanted));
	const topics = words.flatMap(({ raw, word, index }, at): Topic[] => {
		const isFirst = text.slice(0, index).trim() === "";
		return word.split("-").flatMap((whole, piece) => {
			const part = wanted === "number" ? whole.replace(/(?<=.{3})s?(?:nummer|code|referenz)$/, "") : whole;
			if (part.length < 2 || (piece > 0 && saysKind(part, wanted))) return [];
			if (isName(piece === 0 ? raw : part, { isFirst, before: text.slice(0, index), language }))
				return [specific(nameConcept(part))];
			const isModifier =
				language === "fr" || language === "es" ? follows(words, at, text) : isFollowed(words, at, text);
			return conceptsOf(part, language)
				.filter(({ word: meaning }) => !saysKind(meaning, wanted))
				.map((concept) => ({
					...topicOf(concept, isModifier),
					...(head !== undefined && part.startsWith(head) && { isHead: true }),
				}));
		});
	});
	return [...new Map(topics.map((topic) => [topic.concept.word, topic])).values()];
}

/** What the number or code that a question asks for is of: "order number", "Buchungscode", "numéro de commande". */
function headOf(text: string, language: Language): string | null {
	const found =
		language === "fr" || language === "es"
			? /(?:numéro|code|référence|número|código|referencia)s? (?:de |d'|du |des |del )?(?:la |l'|el |los |mi |mon |ma )?(?<head>\p{L}+)/iu
			: // oxlint-disable-next-line regexp/no-super-linear-move -- a question has at most 500 characters
				/(?<head>\p{L}+)[ -](?:number|no|code|reference|nummer|code|referenz)(?!\p{L})|(?<!\p{L})(?<compound>\p{L}{3,})(?:nummer|code|referenz)(?!\p{L})|(?:number|code|nummer) (?:of|for|der|des|für) (?:the |my |die |das |den |meine )?(?<after>\p{L}+)/iu;
	const { head, compound, after } = found.exec(text)?.groups ?? {};
	return head ?? compound ?? after ?? null;
}

const specific = (concept: Concept): Topic => ({ concept, weight: WEIGHTS[concept.kind], isSpecific: true });

function topicOf(concept: Concept, isModifier: boolean): Topic {
	const factor = !isModifier ? 1 : concept.kind === "thing" ? 0.8 : concept.kind === "action" ? 0.5 : 0.4;
	return { concept, weight: WEIGHTS[concept.kind] * factor, isSpecific: concept.kind === "time" };
}

/** A number, a code, an abbreviation, or what is written with a capital that its language gives to names only. */
function isName(
	raw: string,
	{ isFirst, before, language }: { isFirst: boolean; before: string; language: Language },
): boolean {
	if (/\d/.test(raw)) return true;
	const word = raw.replace(/'s$/, "");
	const isKnown = conceptsOf(word, language).some(({ kind }) => kind !== "unknown");
	if (isKnown || !/^\p{Lu}/u.test(word)) return false;
	if (/^\p{Lu}{2,}$/u.test(word)) return true;
	return language === "de" ? BEFORE_NAME.test(before) : !isFirst;
}

type Words = ReturnType<typeof contentWords>;

/** Whether a word says more about the next one: "shielded enclosures". */
function isFollowed(words: Words, at: number, text: string): boolean {
	const [one, next] = [words[at], words[at + 1]];
	return one !== undefined && next !== undefined && /^\s+$/.test(text.slice(one.index + one.raw.length, next.index));
}

/** Whether it says more about the word before: "contrat signé". */
function follows(words: Words, at: number, text: string): boolean {
	const [before, one] = [words[at - 1], words[at]];
	return (
		one !== undefined && before !== undefined && /^\s+$/.test(text.slice(before.index + before.raw.length, one.index))
	);
}
