import { DOMINO_LABEL, SUBJECT_LABEL, TRAILING_LABEL } from "./absence-labels.ts";
import { AWAY, FORMULAS, SELF_DECLARED, TALK } from "./absence-words.ts";
import { fold, phrases } from "./phrases.ts";
import { FORWARD_PREFIX, REPLY_PREFIX } from "./subject-prefixes.ts";

/** Characters of a text that decide: an absence is said at the top. */
const MAX_TEXT = 3_000;
const MAX_SUBJECT = 500;
const MAX_SENTENCE = 500;
/** Shorter lines are whole. */
const FULL_LINE = 45;
/** Other sentences than the usual ones that an automatic reply has: office hours, a slogan. */
const MAX_OTHER = 2;
/** Sentences in front of the one that says that someone is absent: thanks, a greeting. */
const MAX_BEFORE = 3;

/** Whether a subject repeats that of another message. */
export function isReplySubject(subject: string): boolean {
	const text = subject.slice(0, MAX_SUBJECT).trim();
	return REPLY_PREFIX.test(text) || FORWARD_PREFIX.test(text);
}

/**
 * Whether a mail system has called the message an automatic reply in its subject: `whole` if it says nothing else, as a person's
 * may. A reply prefix in front makes it a quote.
 */
export function absenceLabel(subject: string): "whole" | "in front" | null {
	const text = fold(subject.slice(0, MAX_SUBJECT)).trim();
	if (TRAILING_LABEL.test(text)) return "in front";
	if (isReplySubject(subject)) return null;
	const [label] = SUBJECT_LABEL.exec(text) ?? DOMINO_LABEL.exec(text) ?? [];
	return label === undefined ? null : label.length === text.length && !/[:：]/.test(label) ? "whole" : "in front";
}

const matches = (patterns: readonly RegExp[], text: string): boolean => patterns.some((one) => one.test(text));

/** Whether a text says that someone is absent, whoever wrote it. */
export function saysAway(text: string): boolean {
	return matches(AWAY, fold(text.slice(0, MAX_TEXT)));
}

/** Whether a text says of itself that a program sent it. @param own what the sender wrote */
export function declaresItself(own: string): boolean {
	return sentencesOf(own).some((one) => !one.endsWith("?") && matches(SELF_DECLARED, one));
}

const POLITE = phrases(
	"^(?:hi|hello|dear|hallo|guten tag|sehr geehrte~|liebe~|bonjour|hola|buenos dias|estimad~|ciao|buongiorno|gentile|ola|prezad~|beste|geachte|hej|hei|dzien dobry|szanown~|dobry den|vazen~|tisztelt|kedves|buna ziua|stimat~|merhaba|sayin|здравствуите|добрыи день|уважаем~|вітаю|добрии день|шановн~|χαιρετε|שלום|مرحبا|السلام|您好|尊敬)(?:.{0,60})?$",
	"(?:thank~|thanks)(?: \\S{1,15}){0,3} (?:e-?mail|message|mail|note|contacting|writing|getting in touch|interest)|(?:vielen )?dank fur|danke fur|merci (?:pour|de) (?:votre|ton)|gracias por|grazie per|obrigad[oa] p|agradec~|bedankt voor|dank voor|hartelijk dank|tack for|tak for|takk for|kiitos|dziekuje|dekuji|dakujem|koszon~|multumesc|va multumesc|tesekkur~|спасибо|благодар~|дякую|ευχαριστ~|תודה|شكرا|gracies|hvala|aciu|paldies|aitah|tanan|cam on|terima kasih",
	"^.{0,40}(?:regards|wishes|sincerely|cheers|grussen?|gruss|cordialement|salutations|saludos|saluti|cumprimentos|atenciosamente|groet~?|halsning~|hilsen|terveisin|pozdraw~|pozdrav~|udvozlettel|stima|saygilar~|уважением|повагою|εκτιμηση|salutacions|understanding|verstandnis|comprehension|comprension|comprensione|compreensao|begrip).{0,60}$",
);

/**
 * Whether the text alone shows an automatic reply of someone absent: it says so at the top and goes on as such replies do.
 * A person who mentions an absence goes on with the conversation.
 * @param own what the sender wrote
 * @param isQuoting whether most of the text is quoted: mail systems quote nothing
 */
export function isAbsenceText(own: string, isQuoting: boolean): boolean {
	const sentences = sentencesOf(own);
	const first = sentences.slice(0, MAX_BEFORE + 1).findIndex((one) => matches(AWAY, one));
	if (first < 0 || sentences.slice(0, first).some(isOther)) return false;
	const [formulas, others] = [sentences.filter((one) => matches(FORMULAS, one)), sentences.filter(isOther)];
	if (sentences.some((one) => /[?？]$/.test(one) && !matches(FORMULAS, one))) return false;
	if (formulas.length === 0) return others.length === 0 && !isQuoting && !sentences.some((one) => TALK.test(one));
	const isTalk = sentences.some((one) => TALK.test(one) && !matches(FORMULAS, one));
	return !isTalk && others.length <= Math.min(MAX_OTHER, isQuoting ? 0 : formulas.length);
}

function isOther(sentence: string): boolean {
	return !matches(AWAY, sentence) && !matches(FORMULAS, sentence) && !POLITE.test(sentence) && !isName(sentence);
}

/** A name, a title or a number below the text. */
const isName = (sentence: string): boolean => sentence.split(" ").length <= 3 || !/\p{L}{2}/u.test(sentence);

/** As much of a text as decides what it is, with `\n` line endings. */
export function beginningOf(text: string): string {
	return text.slice(0, MAX_TEXT).replace(/\r\n?/g, "\n");
}

/** Sentences, folded. Full lines are continued by the next one. */
export function sentencesOf(text: string): string[] {
	const lines = fold(text).split("\n");
	const joined = lines.map((line, i) => {
		const goesOn = line.length > FULL_LINE && !/[.!?,:;。！？]\s*$/.test(line) && /\S/.test(lines[i + 1] ?? "");
		return `${line.trim()}${goesOn ? " " : "\n"}`;
	});
	return joined
		.join("")
		.split(/(?<=[.!?])(?<!(?<!\p{L})\p{L}\.|\d\.)\s+|(?<=[。！？])|\n+/u)
		.map((one) => one.trim().slice(0, MAX_SENTENCE))
		.filter((one) => /[\p{L}\p{N}]/u.test(one));
}
