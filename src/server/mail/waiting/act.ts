import { isReplySubject } from "#shared/mail/absence.ts";
import type { Incoming } from "#shared/mail/incoming.ts";
import { fold } from "#shared/mail/phrases.ts";
import { dueDateOf } from "../summaries/built-in/due-date.ts";
import { isRequest } from "../summaries/built-in/requests.ts";
import { addresseeOf, greetingOf } from "./addressee.ts";
import { readSentences } from "./read-sentences.ts";
import { asksPlainly, endsConversation, isCourtesy, isRhetorical, promisesSomething } from "./words/patterns.ts";

/** Of the rules: what was read by older ones is read again. */
export const ACT_VERSION = 1;

/**
 * What a message does to its conversation: it `asks` (a question or a request), `promises`, `closes` it with thanks or agreement,
 * `informs`, `invites` to an event, or is `automatic`.
 */
export interface Act {
	kind: "asks" | "promises" | "closes" | "informs" | "invites" | "automatic";
	/** The sentence that decided; null: none did. */
	sentence: string | null;
	/** By when it asks or promises something, `2026-03-05`; null: no date is named. */
	due: string | null;
	/** A request without a question or a word of politeness: in an answer it is advice or permission. */
	isImperative: boolean;
	/** Whom the sentence or the greeting names; null: no one. */
	addressee: string | null;
}

/** What an act is read from. */
export interface ActSource {
	subject: string;
	/** The sender's own words, without quotes and signature. */
	text: string;
	/** Epoch milliseconds. */
	sentAt: number;
	isReply: boolean;
	/** Null: a person's. */
	incoming: Incoming["kind"] | null;
	/** It has a calendar file. */
	isInvitation: boolean;
}

/** Longer mail is an article. */
const MAX_CLOSING_SENTENCES = 6;
const MAX_SENTENCE = 300;

const QUESTION = /[?？؟;]["'”’)\]*_]*\s*(?:[:;][-~]?[()D]\s*)*$/u;
/** A remark inside a sentence, a title, a link, what a program prints. */
const NO_QUESTION = /^[^(]*\([^)]*[?？]\)$|^(?:Q[.:]|["“«])/u;
/** What answers a question that its own writer put. */
const OWN_ANSWER =
	/^(?:yes|no|nope|yep|because|of course|simple|nothing|none|obviously|ja|nein|oui|non|si|no)(?![\p{L}'])/iu;
/** What is polite about a request, or says that it is one. */
const POLITE =
	/(?<!\p{L})(?:please|kindly|(?:could|can|would|will) (?:you|some|any)\p{L}*|let (?:me|us) know|need|must|get back|me|us|mir|uns|moi|nous|bitte|könn\p{L}+|veuillez|merci de|pouvez|pourriez|por favor|podrías?|puedes?|прошу|пожалуйста)(?!\p{L})/iu;
/** A promise that waits for the other side: "Tell me the day and I will bring it". */
const CONDITIONAL = /^(?:come|tell|send|give|ring|call|say|write|ask|if|unless)(?!\p{L})/iu;
const SUBJECT_ASKS =
	/(?<!\p{L})(?:decision needed|action required|your (?:decision|approval|signature) (?:is )?needed|entscheidung nötig|rsvp|u\.a\.w\.g)(?!\p{L})/iu;

/** What one message does, by rules for the languages that the built-in engine reads. Linear in the length of the text. */
export function readAct(source: ActSource): Act {
	const { incoming, isInvitation, text, sentAt, subject, isReply } = source;
	const plain = { sentence: null, due: null, isImperative: false, addressee: null };
	if (incoming === "calendar") return { ...plain, kind: "informs" };
	if (incoming !== null && incoming !== "own") return { ...plain, kind: "automatic" };
	if (isInvitation) return { ...plain, kind: "invites" };
	const sentences = readSentences(text);
	const greeting = greetingOf(text);
	const decided = (kind: Act["kind"], sentence: string): Act => ({
		...{ kind, isImperative: false, sentence: sentence.slice(0, MAX_SENTENCE), due: dueDateOf(sentence, sentAt) },
		addressee: addresseeOf(sentence) ?? greeting,
	});
	const asked = askedIn(sentences, sentAt);
	if (asked !== null) return { ...decided("asks", asked.sentence), due: asked.due, isImperative: asked.isImperative };
	const promise = sentences.findLast(
		(one) => !one.endsWith("?") && !CONDITIONAL.test(one) && promisesSomething(fold(one)),
	);
	if (promise !== undefined) return decided("promises", promise);
	if (!isReply && !isReplySubject(subject) && asksInSubject(subject)) return decided("asks", subject);
	const closing = sentences.length <= MAX_CLOSING_SENTENCES && sentences.find((one) => endsConversation(fold(one)));
	if (closing) return decided("closes", closing);
	return { ...plain, kind: "informs", sentence: sentences[0]?.slice(0, MAX_SENTENCE) ?? null, addressee: greeting };
}

interface Asked {
	sentence: string;
	due: string | null;
	isImperative: boolean;
}

/** What wants an answer: the last question, or else a request with a date, a polite one, an imperative. */
function askedIn(sentences: readonly string[], sentAt: number): Asked | null {
	const asked = sentences.flatMap((sentence, at) => {
		const folded = fold(sentence);
		if (isQuestion(sentence, folded, sentences[at + 1])) return { sentence, isQuestion: true, isImperative: false };
		if (isCourtesy(folded)) return [];
		const isRequested = isRequest(sentence);
		if (!isRequested && !asksPlainly(folded)) return [];
		const isPlain = asksPlainly(folded) || POLITE.test(sentence) || dueDateOf(sentence, sentAt) !== null;
		return { sentence, isQuestion: false, isImperative: !isPlain };
	});
	const dated = asked.map((one) => ({ ...one, due: dueDateOf(one.sentence, sentAt) }));
	const found =
		dated.findLast((one) => one.isQuestion) ??
		dated.findLast((one) => one.due !== null) ??
		dated.findLast((one) => !one.isImperative) ??
		dated.at(-1);
	if (found === undefined) return null;
	return { ...found, due: found.due ?? dated.findLast(({ due }) => due !== null)?.due ?? null };
}

function isQuestion(sentence: string, folded: string, next: string | undefined): boolean {
	if (!QUESTION.test(sentence) || sentence.endsWith(";") || NO_QUESTION.test(sentence)) return false;
	return !isRhetorical(folded) && !(next !== undefined && OWN_ANSWER.test(next));
}

function asksInSubject(subject: string): boolean {
	return /[?？]\s*$/.test(subject) || SUBJECT_ASKS.test(subject);
}
