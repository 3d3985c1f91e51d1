import { capitalize } from "#shared/capitalize.ts";
import type { ReplyTone, SuggestedReply } from "#shared/contracts/replies.ts";
import type { Language } from "../summaries/built-in/language.ts";
import { type ActSource, asksIn, readAct } from "../waiting/act.ts";
import { isAsked, type Self } from "../waiting/conversation.ts";
import { readSentences } from "../waiting/read-sentences.ts";
import { english } from "./built-in/english/english.ts";
import { french } from "./built-in/french/french.ts";
import { german } from "./built-in/german/german.ts";
import type { Address, Name, Rules } from "./built-in/rules.ts";
import { spanish } from "./built-in/spanish/spanish.ts";

const rulesOf: Readonly<Record<Language, Rules>> = { en: english, de: german, fr: french, es: spanish };

/** A message to reply to. */
export interface ReplySource extends ActSource {
	/** How the sender is called; null: unknown. */
	name: Name | null;
	/** Between whom it is. */
	people: Omit<Parameters<typeof isAsked>[0], "act"> & { self: Self };
	hasFiles: boolean;
	/** Epoch milliseconds. */
	now: number;
}

const MOST_REPLIES = 3;
/** Questions and requests of one message that are answered together. */
const MOST_ASKS = 3;
const TITLED =
	/^\s*(?:(?:dear|hello|sehr geehrter?|guten tag|bonjour|hola|estimad[oa]|buenos días,?)\s+)?(?:m(?:rs?|s)\.?|dr\.?|prof\.?|herrn?|frau|madame|monsieur|mme|señora?|sra?\.?|don|doña)(?!\p{L})/iu;
const DAY_MS = 86_400_000;

/**
 * Replies that say only what the message itself says: its times, files and questions, in its language. All have the wanted
 * tone, the welcome answer comes first. None where nothing wants an answer, or what it wants is not certain.
 */
export function suggestReplies(
	source: ReplySource,
	{ tone, language }: { tone: ReplyTone; language: Language },
): SuggestedReply[] {
	const rules = rulesOf[language];
	const isOld = Math.floor(source.now / DAY_MS) !== Math.floor(source.sentAt / DAY_MS);
	// Who writes "Dear Ms Stein" is not called by the first name alone.
	const name =
		source.name !== null && TITLED.test(source.text) ? { ...source.name, first: source.name.full } : source.name;
	const address = addressOf(source.text, rules);
	const answers = answersTo(source, rules).filter((answer) => !isOld || !rules.relative.test(answer));
	return [...new Set(answers)].slice(0, MOST_REPLIES).map((answer) => {
		const text = tone === "professional" ? answer : rules.relax(answer);
		if (tone === "brief") return { tone, text: capitalize(text) };
		return { tone, text: [rules.greeting(name, tone, address), text, rules.close(tone, address)].join("\n\n") };
	});
}

function answersTo(source: ReplySource, rules: Rules): readonly string[] {
	const act = readAct(source);
	const sentences = readSentences(source.text);
	const thanks = (): readonly string[] =>
		sentences.length <= 3 && sentences.some((one) => rules.thanks.pattern.test(one)) ? rules.thanks.answers : [];
	if (act.kind === "informs") return orElse(rules.news(sentences, source), thanks);
	if (act.kind === "closes") return thanks();
	if (act.kind !== "asks" || !isAsked({ ...source.people, act }, undefined, source.people.self)) return [];
	if (rules.addressesMany.test(source.text)) return [];
	if (rules.sells.test(source.text)) return source.isReply ? [] : rules.declines;
	const address = addressOf(source.text, rules);
	const asks = asksIn(sentences, source.sentAt);
	if (asks.some(({ due }) => hasPassed(due, source))) return [];
	const wanted = asks
		.filter(({ sentence }) => !rules.onlyUrges.test(sentence))
		.map(({ sentence, isQuestion }) => ({ sentence, isQuestion, answers: rules.answers(sentence, address) }));
	// "Our legal team wants to file it by Friday" says why.
	const answered = wanted
		.filter(({ sentence, isQuestion, answers }) => isQuestion || answers.length > 0 || rules.toReader.test(sentence))
		.map(({ answers }) => answers);
	// "I am free on Tuesday or Wednesday. Which do you prefer?"
	if (answered.length === 0) answered.push(...sentences.map((one) => rules.meets(one)).filter((one) => one.length > 0));
	const [first] = answered;
	if (first === undefined || answered.length > MOST_ASKS || answered.some((one) => one.length === 0)) return [];
	return answered.length === 1 ? first : [answered.map(([welcome = ""]) => welcome).join(" ")];
}

function addressOf(text: string, rules: Rules): Address {
	return rules.familiar.test(text) ? "familiar" : "formal";
}

/** Whether a day that was to come when the message was sent is over. */
function hasPassed(due: string | null, { sentAt, now }: ReplySource): boolean {
	if (due === null) return false;
	return Date.parse(due) > sentAt - DAY_MS && Date.parse(due) + DAY_MS < now;
}

function orElse(found: readonly string[], otherwise: () => readonly string[]): readonly string[] {
	return found.length > 0 ? found : otherwise();
}
