import { languageOf } from "#kernel/summaries.ts";
import { capitalize } from "#shared/capitalize.ts";
import { sentencesOf } from "#shared/sentences.ts";
import { trimEndOf } from "#shared/trim.ts";
import type { Language } from "../../options.ts";

/** A goal in words that a sentence can continue with. */
export type Goal =
	/** A whole sentence of the user's. */
	| { kind: "sentence"; text: string }
	/** "introduce our software": what the user would like to do, in the infinitive. */
	| { kind: "wish"; text: string }
	/** "a demo", "our partnership": what it is about. */
	| { kind: "topic"; text: string }
	/** Words in another language, or of no known form: no sentence can continue with them. */
	| { kind: "words"; text: string };

/** What users ask an assistant for, before they say what the email is for. */
const INSTRUCTION =
	/^(?:please )?(?:(?:write|draft|compose|create|generate|prepare|send)\s+(?:me\s+)?(?:(?:an?|the|this)\s+)?(?:(?:short|brief|friendly|formal|polite|professional|cold|sales|outreach|follow-?up|intro(?:duction)?|personalized)\s+){0,3}(?:e-?mail|message|note|letter|pitch)|(?:e-?mail|message|write)(?= (?:to )?(?:them|him|her)\b))(?:\s+(?:to\s+)?(?:them|him|her|the recipient))?\s*(?:in which i\s+|that\s+|which\s+|(?=to |about |for |and )|:\s*|,\s*)/i;

const VERBS = `accept address agree analyze announce answer apologize apply appreciate arrange ask attract book bring build buy call
	celebrate clarify close collaborate collect confirm congratulate connect contact convince coordinate deliver demonstrate develop
	discuss encourage establish exchange explain explore express extend find follow gather get give grow hear help highlight hire
	hold improve inform inquire interview introduce invite join know launch learn let make meet negotiate notify obtain offer open
	organize outline partner persuade pitch plan present promote propose provide publish raise reach receive reconnect recommend
	recruit reduce remind renew rent replace report request reschedule review save schedule secure see sell send set share show sign
	speak start submit suggest support talk teach tell thank try understand update upgrade upsell use visit win work`;
const BASE = new Set(VERBS.split(/\s+/));

/** "introducing", "introduces" and "introduce" are all "introduce"; null: no verb that goals begin with. */
function baseOf(word: string): string | null {
	const lower = word.toLowerCase();
	const stems = [lower];
	if (lower.endsWith("ing")) stems.push(lower.slice(0, -3), `${lower.slice(0, -3)}e`, lower.slice(0, -4));
	if (lower.endsWith("s")) stems.push(lower.slice(0, -1), lower.slice(0, -2));
	return stems.find((stem) => BASE.has(stem)) ?? null;
}

/** Of what a sentence says: "we help shops", "our tool saves time". */
const SUBJECT =
	/^(?:(?:i|we|you|he|she|it|they|this|that|there)(?:'\S+)?|our \S+(?: \S+){0,2}|my \S+|the \S+(?: \S+)?) (?:am|is|are|was|were|have|has|had|do|does|did|will|would|can|could|should|must|want|need|like|love|hope|think|noticed|saw|offer|help|make|build|built|provide|save|run|sell|started|launched|\p{L}+(?:es|ed))(?!\p{L})|^(?:i|we)'(?:m|re|ve|d|ll) /iu;

/** Whom the user speaks of is whom the email is to. */
const TO_READER: readonly (readonly [RegExp, string])[] = [
	[/\b(?:the recipient|the prospect|the customer|the client)'s\b/gi, "your"],
	[/\b(?:them|him|the recipient|the prospect)\b/gi, "you"],
	[/\b(?:their|his)\b/gi, "your"],
	[/\b(?:if|whether|that) (?:they|he|she) (?:are|is)\b/gi, "if you are"],
	[/\b(?:they|he|she) (?:are|is)\b/gi, "you are"],
	[/\bthey\b/gi, "you"],
	[/\btheirs\b/gi, "yours"],
];

/** How a goal can be said in an email, in the language of the email. */
export function goalsOf(goal: string, language: Language): Goal[] {
	const own = languageOf(goal);
	const parts = sentencesOf(goal.trim()).map((one) => one.text.replaceAll(/\s+/g, " "));
	// A word or two show no language: they are taken for words of the email's.
	return parts.map((part) =>
		own === null || own === language ? readers[language](part) : { kind: "words", text: part },
	);
}

const readers: Readonly<Record<Language, (part: string) => Goal>> = {
	en: english,
	de: german,
	fr: french,
	es: spanish,
};

function english(part: string): Goal {
	const text = TO_READER.reduce(
		(said, [pattern, word]) => said.replace(pattern, word),
		trimEndOf(part.replaceAll("’", "'").replace(INSTRUCTION, ""), ".!…").trim(),
	);
	const rest = text.replace(/^(?:i (?:want|would like|'d like|need|hope) )?to (?=\p{L})/iu, "");
	if (text.endsWith("?") || SUBJECT.test(rest)) return { kind: "sentence", text: capitalize(text) };
	const [verb = "", ...others] = rest.split(" ");
	const base = baseOf(verb);
	if (base !== null && others.length > 0)
		return { kind: "wish", text: courteous([base, ...others].map(asBase).join(" ")) };
	const topic = rest.replace(/^(?:about|for|regarding|on) /i, "");
	const hasArticle = /^(?:an?|the|our|your|my|this|that|these|those|some|\d+) /i.test(topic);
	if (hasArticle || topic !== rest) return { kind: "topic", text: firstLower(topic) };
	return { kind: "words", text: firstLower(topic) };
}

/** What sellers want, as they would say it to the one who reads it. */
function courteous(wish: string): string {
	return wish
		.replace(/^(?:sell|pitch|promote|upsell) (?:you )?/i, "tell you about ")
		.replace(/^(?:get|persuade|convince|make) you (?:to )?/i, "invite you to ")
		.replace(/^get (?=(?:an?|the|your) )/i, "ask you for ");
}

/** "introducing our software and asking for a call": what is joined by "and" has the same form. */
function asBase(word: string, index: number, words: readonly string[]): string {
	return words[index - 1] === "and" && /(?:ing|s)$/.test(word) ? (baseOf(word) ?? word) : word;
}

function german(part: string): Goal {
	const text = trimEndOf(part, ".!…").trim();
	if (
		text.endsWith("?") ||
		/^(?:ich|wir|sie|unser\p{L}* \p{Lu}\p{L}+ (?:ist|sind|hat|haben|kann|können|hilft|spart))(?!\p{L})/iu.test(text)
	)
		return { kind: "sentence", text: capitalize(text) };
	const begins =
		/^(?:ein\p{L}*|der|die|das|den|dem|unser\p{L}*|mein\p{L}*|ihr\p{L}*|um|für|über|mit|zu|zum|zur|auf|nach|an|von)(?!\p{L})/iu;
	// "unsere Software vorstellen": the infinitive is the last word.
	if (begins.test(text) && /\s\p{Ll}+(?:en|ern|eln)$/u.test(text)) return { kind: "wish", text: firstLower(text) };
	return { kind: "words", text };
}

function french(part: string): Goal {
	const text = trimEndOf(part, ".!…").trim();
	if (
		text.endsWith("?") ||
		/^(?:je|nous|vous|j'|notre \S+ (?:est|permet|aide)|nos \S+ (?:sont|permettent|aident))(?!\p{L})/iu.test(text)
	)
		return { kind: "sentence", text: capitalize(text) };
	if (/^(?!notre |votre |leur |entre |autre )\p{L}+(?:er|ir|re)\s/iu.test(text))
		return { kind: "wish", text: firstLower(text) };
	return { kind: "words", text };
}

function spanish(part: string): Goal {
	const text = trimEndOf(part, ".!…").trim();
	if (
		text.endsWith("?") ||
		/^(?:yo|nosotros|nuestr[oa]s? \S+ (?:es|son|ayudan?|permiten?)|quiero|queremos|somos|tenemos|ofrecemos)(?!\p{L})/iu.test(
			text,
		)
	)
		return { kind: "sentence", text: capitalize(text) };
	if (/^\p{L}+(?:ar|er|ir)\s/iu.test(text)) return { kind: "wish", text: firstLower(text) };
	return { kind: "words", text };
}

/** Where the object of a wish ends. */
const END: Readonly<Record<Language, RegExp>> = {
	en: / (?:and|to (?!(?:an?|the|our|my|your) )(?=\p{Ll})|so that|because|in order|by (?=\p{Ll}+ing))|[,;:]/u,
	de: / (?:und|damit|um)(?!\p{L})|[,;:]/u,
	fr: / (?:et|afin|pour)(?!\p{L})|[,;:]/u,
	es: / (?:y|para)(?!\p{L})|[,;:]/u,
};
const OBJECT =
	/(?<![\p{L}\d])(?:an?|the|our|my|your|\d{1,9}|ein\p{L}*|unser\p{L}*|mein\p{L}*|Ihr\p{L}*|le|la|les|une?|notre|nos|votre|vos|el|los|las|unos|nuestr[oa]s?|su)\s.+$|l'\S.+$/u;

/** Verbs whose object needs no article to be found. */
const NAMED =
	/^(?:ask (?:you )?for|follow up on|reach out about|tell you about|talk about|discuss|invite you to) (.+)$/i;

/** What a goal is about, for the subject: "our software" of "introduce our software and ask for a call"; null: unknown. */
export function topicOf({ kind, text }: Goal, language: Language): string | null {
	if (kind === "topic") return text;
	if (kind === "words") return text.length < 40 ? text : null;
	if (kind === "sentence") return null;
	const [first = ""] = text.split(END[language], 1);
	const named = NAMED.exec(first)?.[1];
	if (language === "en" && named !== undefined) return named;
	// The verb is the last word of a German wish.
	const verbAt = language === "de" ? first.lastIndexOf(" ") : -1;
	const object = OBJECT.exec(verbAt < 0 ? first : first.slice(0, verbAt))?.[0] ?? null;
	return (
		object?.replace(
			/^(ein|d|unser|mein|Ihr)en (?=\p{Lu})/u,
			(_, word: string) => `${word}${word === "d" ? "er" : ""} `,
		) ?? null
	);
}

/** Leaves "I", names in capitals and mixed spellings as they are. */
function firstLower(text: string): string {
	return /^\p{Lu}\p{Ll}*(?!\p{L})/u.test(text) && !/^I(?!\p{L})/u.test(text)
		? text.charAt(0).toLowerCase() + text.slice(1)
		: text;
}
