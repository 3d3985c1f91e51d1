import { isReplySubject } from "#shared/mail/absence.ts";
import type { Incoming } from "#shared/mail/incoming.ts";
import { fold } from "#shared/mail/phrases.ts";
import { dueDateOf } from "../summaries/built-in/due-date.ts";
import { isRequest } from "../summaries/built-in/requests.ts";
import { addresseeOf, greetingOf } from "./addressee.ts";
import { readSentences } from "./read-sentences.ts";
import * as words from "./words/patterns.ts";

/** Of the rules: what was read by older ones is read again. */
export const ACT_VERSION = 3;

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
	/** It says that a problem is still there, which asks again where others have written before. */
	isComplaint: boolean;
	/** A promise to do something, which counts where somebody asked for it and a day is named. */
	isTask: boolean;
	/** It asks anyone who reads it, not each: "Does anybody know?" */
	asksAnyone: boolean;
	/** It has what was promised, or says that it is done. */
	delivers: boolean;
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
const DAY_MS = 86_400_000;

const QUESTION = /[?？؟;]["'”’)\]*_]*\s*(?:[:;][-~]?[()D]\s*)*$/u;
/** A remark inside a sentence, a title, a link, what a program prints. */
const NO_QUESTION = /^[^(]*\([^)]*[?？]\)$|^(?:Q[.:]|["“«])/u;
/** A question that somebody is said to have asked: `He asked me, "When?"` */
const REPORTED =
	/(?:[,:]|(?<!\p{L})(?:ask(?:s|ed)?|sa(?:ys|id)|wrote|frag(?:t|te|ten)|schrieb|demandé?|demandait|dit|preguntó|dijo)) ?["“«„][^"“”«»„]*[?？]["”»“]$/iu;
/** What is polite about a request, or says that it is one. */
const POLITE =
	/(?<!\p{L})(?:please|kindly|(?:could|can|would|will) (?:you|some|any)\p{L}*|let (?:me|us) know|need|must|get back|me|us|mir|uns|moi|nous|bitte|könn\p{L}+|veuillez|merci de|pouvez|pourriez|por favor|podrías?|puedes?|прошу|пожалуйста)(?!\p{L})/iu;
/** A promise that waits for the other side: "Tell me the day and I will bring it". */
const CONDITIONAL =
	/^(?:come|tell|send|give(?! (?:me|us) (?:until|till|a|some|an) )|pick|choose|ring|call|say|write|ask|if|unless)(?!\p{L})/iu;
/** No one in particular. "Can everyone send me" asks each. */
const ANYONE =
	/(?:^|[,;:] ?)(?:(?:does|do|did|has|have|is|are|can|could|would|will|please|so|and|but|maybe|if|there|hat|kann|könnte|weiß|est-ce que|y a-t-il|sabe|puede|hay) ){0,2}(?:any(?:one|body)|some(?:one|body)|any of you|one of you|who (?:can|could|wants|knows|would like)|jemand|einer von euch|quelqu'un|l'un de vous|alguien)(?!\p{L})/iu;
const MAX_ORDER = 80;
/** What to do and with what, and not a noun that is spelled like it: "Print the first", but not "Print shop". */
const ORDER =
	/^(?:please )?(?:print|forward|copy|file|schedule|book|order|cancel|handle|arrange|distribute|circulate|post|pay|fix|find|get|fill in|set up|follow up|call|ask|tell|remind|check|put|add|remove|see to|take care of|deal with) (?:this|that|these|those|the|them|it|him|her|me|us|my|our|your|his|their|both|all|first|last|only|attached|attachments?|copies|on|with|two|three|\d)(?!\p{L})/iu;
/** "Add Ann Lee and Tom Reed", but not "Call Center". */
const ORDER_NAMED =
	/^(?:[Pp]lease )?(?:[Aa]dd|[Ii]nvite|[Cc]opy|[Cc]all|[Ff]orward|[Ii]nclude|[Aa]sk|[Tt]ell|[Rr]emind|[Cc]ontact|[Cc][Cc]) \p{Lu}\p{Ll}+(?:$|,| (?:and|to|in|on|at|about|with|for|that|when|if|\p{Lu}\p{Ll}+(?:$|,| and| to)))/u;
/** "If that does not work". */
const SUPPOSED = /(?:^|[,;] ?)(?:if|in case|wenn|falls|si|sofern) /u;
/** In longer mail, a question in the middle that is about no one at hand is part of an argument. */
const MAX_NOTE = 10;
/** The writer, the reader, or someone who may know; folded. */
const PERSON =
	/(?<!\p{L})(?:you|u|your|yours|i|we|me|us|my|our|any(?:one|body)|some(?:one|body)|du|dir|dich|deine?[mnrs]?|ihr|ihre?[mnrs]?|ihnen|sie|euch|eure?[mnrs]?|ich|mir|mich|wir|uns|meine?[mnrs]?|jemand|vous|votre|vos|tu|te|toi|ton|ta|tes|je|j|me|moi|nous|on|notre|nos|mon|ma|mes|quelqu'un|usted|ustedes|le|les|ti|tus|su|sus|yo|mi|mis|nos|alguien|nuestr[oa]s?)(?!\p{L})|[\u0400-\u04ff\u3040-\u30ff\u4e00-\u9fff]|¿/u;
const SUBJECT_ASKS =
	/(?<!\p{L})(?:decision needed|action required|your (?:decision|approval|signature) (?:is )?needed|entscheidung nötig|rsvp|u\.a\.w\.g)(?!\p{L})/iu;

/** What one message does, by rules for the languages that the built-in engine reads. Linear in the length of the text. */
export function readAct(source: ActSource): Act {
	const { incoming, isInvitation, text, sentAt, subject, isReply } = source;
	const plain = {
		...{ sentence: null, due: null, isImperative: false, addressee: null },
		...{ isComplaint: false, isTask: false, asksAnyone: false, delivers: false },
	};
	if (incoming === "calendar") return { ...plain, kind: "informs" };
	if (incoming !== null && incoming !== "own") return { ...plain, kind: "automatic" };
	if (isInvitation) return { ...plain, kind: "invites" };
	const sentences = readSentences(text);
	const greeting = greetingOf(text);
	const delivers = sentences.some((one) => !QUESTION.test(one) && words.delivers(fold(one)));
	const decided = (kind: Act["kind"], sentence: string): Act => ({
		...{ kind, isImperative: false, sentence: sentence.slice(0, MAX_SENTENCE), due: dueOf(sentence, sentAt) },
		...{ addressee: addresseeOf(sentence) ?? greeting, delivers },
		isComplaint: false,
		...{ isTask: kind === "promises" && !words.promisesSomething(fold(sentence)) },
		asksAnyone: kind === "asks" && ANYONE.test(sentence),
	});
	const asked = askedIn(sentences, sentAt);
	if (asked !== null) return { ...decided("asks", asked.sentence), due: asked.due, isImperative: asked.isImperative };
	const promise = sentences.findLast(isPromise);
	if (promise !== undefined) return decided("promises", promise);
	if (!isReply && !isReplySubject(subject) && asksInSubject(subject)) return decided("asks", subject);
	const complaint = isReply ? complaintIn(sentences) : undefined;
	if (complaint !== undefined) return { ...decided("asks", complaint), isComplaint: true };
	const closing =
		sentences.length <= MAX_CLOSING_SENTENCES && sentences.find((one) => words.endsConversation(fold(one)));
	if (closing) return decided("closes", closing);
	const first = sentences[0]?.slice(0, MAX_SENTENCE) ?? null;
	return { ...plain, kind: "informs", sentence: first, addressee: greeting, delivers };
}

interface Asked {
	sentence: string;
	due: string | null;
	isQuestion: boolean;
	isImperative: boolean;
}

/** All questions and requests among the sentences that `readSentences` found, each with the date that it names. */
export function asksIn(sentences: readonly string[], sentAt: number): Asked[] {
	const folded = sentences.map(fold);
	if (folded.some(words.wantsNoAnswer)) return [];
	const asked = sentences.flatMap((sentence, at) => {
		const own = folded[at] as string;
		const isArgument = sentences.length > MAX_NOTE && at > 1 && at < sentences.length - 3 && !isDirected(own);
		if (!isArgument && isQuestion(sentence, own, folded[at + 1]))
			return { sentence, isQuestion: true, isImperative: false };
		if (QUESTION.test(sentence) || words.isCourtesy(own)) return [];
		const asksPlainly = words.asksPlainly(own);
		if (!asksPlainly && !isRequest(sentence) && !isOrder(sentence, sentences)) return [];
		const isPlain = asksPlainly || POLITE.test(sentence) || dueOf(sentence, sentAt) !== null;
		return { sentence, isQuestion: false, isImperative: !isPlain };
	});
	return asked.map((one) => ({ ...one, due: dueOf(one.sentence, sentAt) }));
}

/** What wants an answer: the last question, or else a request with a date, a polite one, an imperative. */
function askedIn(sentences: readonly string[], sentAt: number): Asked | null {
	const dated = asksIn(sentences, sentAt);
	const found =
		dated.findLast((one) => one.isQuestion) ??
		dated.findLast((one) => one.due !== null) ??
		dated.findLast((one) => !one.isImperative) ??
		dated.at(-1);
	if (found === undefined) return null;
	return { ...found, due: found.due ?? dated.findLast(({ due }) => due !== null)?.due ?? null };
}

/** Whether a folded sentence is about its writer or reader, or asks in set words. */
function isDirected(folded: string): boolean {
	return PERSON.test(folded) || words.asksPlainly(folded);
}

function isQuestion(sentence: string, folded: string, next: string | undefined): boolean {
	if (!QUESTION.test(sentence) || sentence.endsWith(";") || NO_QUESTION.test(sentence) || REPORTED.test(sentence))
		return false;
	return !words.isRhetorical(folded) && !(next !== undefined && words.isOwnAnswer(next));
}

/** The day that a sentence names, unless it is over: "the log of March 3". */
function dueOf(sentence: string, sentAt: number): string | null {
	const due = dueDateOf(sentence, sentAt);
	return due !== null && Date.parse(due) + DAY_MS <= sentAt ? null : due;
}

/** What did not help, unless what follows says that it is well now. */
function complaintIn(sentences: readonly string[]): string | undefined {
	const folded = sentences.map(fold);
	const at = folded.findLastIndex((one) => words.isUnsolved(one) && !words.isCourtesy(one) && !SUPPOSED.test(one));
	return at === -1 || folded.slice(at + 1).some(words.endsConversation) ? undefined : sentences[at];
}

/** A message of one sentence that says what to do: "print first attachment only". */
function isOrder(sentence: string, sentences: readonly string[]): boolean {
	return sentences.length === 1 && sentence.length <= MAX_ORDER && (ORDER.test(sentence) || ORDER_NAMED.test(sentence));
}

function isPromise(sentence: string): boolean {
	const folded = fold(sentence);
	if (QUESTION.test(sentence) || CONDITIONAL.test(sentence)) return false;
	return (words.promisesSomething(folded) || words.takesOver(folded)) && !words.isConditional(folded);
}

function asksInSubject(subject: string): boolean {
	return /[?？]\s*$/.test(subject) || SUBJECT_ASKS.test(subject);
}
