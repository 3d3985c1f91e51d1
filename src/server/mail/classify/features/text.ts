import { foldText } from "#shared/search/tokens.ts";
import { TOPIC_PARTS, TOPIC_WORDS, type Topic } from "../words/topics.ts";
import type { ClassifierInput } from "./facts.ts";

const SUBJECT_TOPICS = ["offer", "notice", "social", "news", "asking", "code"] as const;
const TEXT_TOPICS = ["offer", "notice", "social", "news", "unsubscribe", "greeting", "asking", "code"] as const;

export const TEXT_FEATURES = [
	...SUBJECT_TOPICS.map((topic) => `subject-${topic}` as const),
	...TEXT_TOPICS.map((topic) => `text-${topic}` as const),
	"subject-empty",
	"subject-answer",
	"subject-forward",
	"subject-bracket",
	"subject-percent",
	"subject-money",
	"subject-exclaims",
	"subject-asks",
	"subject-picture",
	"subject-shouts",
	"subject-number",
	"subject-reference",
	"subject-date",
	"subject-colon",
	"subject-short",
	"subject-long",
	"subject-small",
	"subject-quoted",
	"text-greets",
	"text-money",
	"text-percent",
	"text-link",
	"text-address",
	"text-exclaims",
	"text-shouts",
	"text-short",
	"text-number",
	"text-table",
] as const;

export type TextFeature = (typeof TEXT_FEATURES)[number];

const MAX_SUBJECT_LENGTH = 200;
const MAX_TEXT_LENGTH = 240;

/** Reply and forward prefixes that mail programs put before a subject: Re, AW, SV, Antw ... and Fwd, WG, TR ... */
const ANSWER = /^(?:re|aw|sv|vs|antw|antwort|ref|res|rif|odp|ynt|vá|atb|回复|回覆|答复|返信)(?:\[\d{1,3}\])?\s?[:：]/i;
const FORWARD = /^(?:fwd?|wg|tr|rv|enc|doorst|vb|vl|vidarebefordrat|pd|i|转发|轉寄|転送)\s?[:：]/i;
const MONEY =
	/[$€£¥₹₽₺₩₪]\s?\d|\d\s?[$€£¥₹₽₺₩₪]|\b(?:usd|eur|gbp|chf|sek|nok|dkk|pln|czk|huf|rub|inr|jpy)\s?\d|\d\s?(?:usd|eur|chf|sek|nok|dkk|kr|zł|pln|kč|czk|ft|huf|руб|円|元)(?![a-z])/i;
const PERCENT = /\d\s?[%％٪]/;
const PICTURE = /\p{Extended_Pictographic}/u;
/** A reference number: `#1234`, `No. 5521`, `AB-120934`. */
const REFERENCE = /#\s?\d{2,}|\b(?:no|nr|num|nº|n°|№)\.?\s?\d{2,}|\d{6,}|\b[a-z]{1,4}-\d{3,}/i;

/** A date, as in newsletter issues and statements. */
const DATE = /\b\d{4}-\d{2}-\d{2}\b|\b\d{1,2}[./]\d{1,2}[./]\d{2,4}\b|\d{4}年\d{1,2}月/;

/** Features of the subject and the first words: their form and their topics. */
export function noteText(facts: ClassifierInput, note: (feature: TextFeature) => void): void {
	const subject = facts.subject.slice(0, MAX_SUBJECT_LENGTH).trim();
	const text = facts.preview.slice(0, MAX_TEXT_LENGTH);
	noteSubject(subject, note);
	noteFirstWords(text, note);
	for (const topic of topicsOf(subject)) if (isSubjectTopic(topic)) note(`subject-${topic}`);
	for (const topic of topicsOf(text)) note(`text-${topic}`);
}

function isSubjectTopic(topic: Topic): topic is (typeof SUBJECT_TOPICS)[number] {
	return (SUBJECT_TOPICS as readonly Topic[]).includes(topic);
}

function noteSubject(subject: string, note: (feature: TextFeature) => void): void {
	if (subject === "") note("subject-empty");
	if (subject === "") return;
	// A list may put its name before the person's prefix.
	const unlisted = subject.replace(/^\[[^\]]{1,60}\]\s*/, "");
	if (ANSWER.test(unlisted)) note("subject-answer");
	else if (FORWARD.test(unlisted) || /\(fwd\)$/i.test(subject)) note("subject-forward");
	if (/^(?:\S{1,6}:\s)?\[[^\]]{1,60}\]/.test(subject)) note("subject-bracket");
	if (PERCENT.test(subject)) note("subject-percent");
	if (MONEY.test(subject)) note("subject-money");
	if (/[!！]/.test(subject)) note("subject-exclaims");
	if (/[?？]$/.test(subject)) note("subject-asks");
	if (!isAscii(subject) && PICTURE.test(subject)) note("subject-picture");
	if (shouts(subject)) note("subject-shouts");
	if (/\d/.test(subject)) note("subject-number");
	if (DATE.test(subject)) note("subject-date");
	else if (REFERENCE.test(subject)) note("subject-reference");
	if (/[:|–—]\s/.test(subject.slice(4))) note("subject-colon");
	if (subject.length < 16) note("subject-short");
	else if (subject.length > 55) note("subject-long");
	if (/^\p{Ll}/u.test(subject)) note("subject-small");
	if (/["“„«]/.test(subject)) note("subject-quoted");
}

function noteFirstWords(text: string, note: (feature: TextFeature) => void): void {
	if (text.length < 60) note("text-short");
	if (MONEY.test(text)) note("text-money");
	if (PERCENT.test(text)) note("text-percent");
	if (/https?:\/\/|www\./i.test(text)) note("text-link");
	if (/[^\s@]@[^\s@]/.test(text)) note("text-address");
	if (/[!！]/.test(text)) note("text-exclaims");
	if (shouts(text)) note("text-shouts");
	if (/\d{5,}/.test(text)) note("text-number");
	if (/[|•·*=_-]{3,}| [|•·] /.test(text)) note("text-table");
	const first = foldText(text.slice(0, 24)).split(/[^\p{L}]+/u, 2)[0] ?? "";
	if (TOPIC_WORDS.get(first)?.includes("greeting") === true) note("text-greets");
}

/** At least two words of four or more capitals. */
function shouts(text: string): boolean {
	// oxlint-disable-next-line regexp/no-super-linear-move -- what is given here has at most 240 characters
	const words = text.match(isAscii(text) ? /[A-Z]{4,}/g : /\p{Lu}{4,}/gu);
	return words !== null && words.length > 1;
}

function topicsOf(text: string): Set<Topic> {
	const found = new Set<Topic>();
	const folded = foldText(text);
	const isPlain = isAscii(folded);
	for (const word of folded.match(isPlain ? /[a-z]{2,24}/g : /[\p{L}\p{M}]{2,24}/gu) ?? []) {
		const topics = TOPIC_WORDS.get(word);
		if (topics !== undefined) for (const topic of topics) found.add(topic);
	}
	if (!isPlain)
		for (const [part, topic] of TOPIC_PARTS) if (!found.has(topic) && folded.includes(part)) found.add(topic);
	return found;
}

/** Most text is ASCII, which is matched several times as fast. */
function isAscii(text: string): boolean {
	// biome-ignore lint/suspicious/noControlCharactersInRegex: tells ASCII from the rest
	return /^[\x00-\x7f]*$/.test(text);
}
