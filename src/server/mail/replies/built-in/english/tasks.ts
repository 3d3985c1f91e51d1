import { trimEndOf } from "#shared/trim.ts";
import { LIMIT } from "./times.ts";
import { turned } from "./turn.ts";

/** Answers to requests: the same words as a promise, or with regret. */

/** Words before a request that do not change it, also a name: "Ann, could you". */
const LEAD =
	/^(?:(?:and|also|so|then|but|first|second|finally|next|just|ok|okay|hi|hello|hey|if possible|when you get a chance|in the meantime|meanwhile|otherwise)[, ] ?|\p{Lu}\p{Ll}+(?:,| ?[-–—]{1,2}) )+/iu;
const ASKED = /^(?:please,? )?(?:could|can|would|will) you (?:be (?:able|so kind as) to )?/i;
const SOFTENERS = /\b(?:please|kindly|possibly|perhaps|maybe|by any chance)\b,? ?/gi;
const TAIL =
	// oxlint-disable-next-line regexp/no-super-linear-move -- a sentence has at most 800 characters
	/(?:,? (?:please|thanks?(?: you)?(?: in advance| again| so much| very much)?|if (?:possible|you can|that is possible|you have (?:it|them|time))|at your (?:earliest )?convenience|when(?:ever)? (?:possible|you can|convenient|you (?:get|have) (?:a chance|a moment|a minute|time))|so (?:that )?(?:i|we) can .*|because .*|as (?:i|we) .*|since .*))+$/i;
/** What is asked with them is no task, or not done by saying so. */
const NO_TASK =
	/^(?:be|stand|spare|bear|afford|have|like|feel|know|believe|imagine|mind|note|find|see|accept|excuse|forgive|think|recommend|suggest|tell|explain|advise|say|let|remind|hear|agree|want|need|prefer|come|join|make it|attend|meet|keep in mind|consider|elaborate|help (?:me )?(?:understand|out)|do not|don't|feel free|try|wait|hold|go ahead|ignore|disregard|enjoy|remember|rsvp|pass|stay|take care|contact|visit|click|check out|refer|thank|give (?:my|our))\b|\b(?:not|never|or|if|whether|that|which|who|what|where|how|why|someone|anyone|anything|something|above|below|following|attached|enclosed|asap)\b|n't\b/i;
/** Verbs that begin a request without "please". */
const IMPERATIVE =
	/^(?:send|review|confirm|sign|call|reply|respond|check|update|complete|submit|pay|book|schedule|prepare|share|fill|approve|bring|register|upload|fix|test|write|report|return|print|deliver|forward)\b/i;
/** A task has an object, except with these. */
const ALONE = /^(?:call|reply|respond|confirm)\b/i;

/** "Send you the signed contract by Friday", of a request; null: it is none, or in doubt. */
export function taskIn(sentence: string): string | null {
	const plain = sentence.replaceAll("’", "'").replace(LEAD, "");
	const bare = /^(?:i|we)(?:'d| would)? (?:need|like|ask) you to /i;
	const isAsked = ASKED.test(plain) || bare.test(plain) || /^(?:please|kindly)\b/i.test(plain);
	if (!isAsked && !IMPERATIVE.test(plain)) return null;
	// "Test results are in": no request.
	if (!isAsked && /\b(?:is|are|was|were|has|have)\b/i.test(plain)) return null;
	const words = trimEndOf(plain.replace(bare, "").replace(ASKED, ""), "?.!")
		.replace(TAIL, "")
		.replaceAll(SOFTENERS, "")
		.replace(/^(?:also|just|then|quickly) /i, "")
		.replace(/^\p{Lu}/u, (letter) => letter.toLowerCase())
		.trim();
	if (NO_TASK.test(words) || /\b(?:when|before|once|after|until|as soon as) (?:i|we|he|she|they|it)\b/i.test(words))
		return null;
	// "Confirm Thursday" is done by saying so: not here.
	if (/^(?:handle|take care of|deal with|look into|check)(?: (?:this|that|it))?$/.test(words))
		return words.replace(/ (?:this|that|it)$/, "").concat(" it");
	const [verb = "", ...object] = words.split(" ");
	if (!/^\p{Ll}+$/u.test(verb) || (object.length < 2 && !ALONE.test(words)) || object.length === 0) return null;
	// "Call before you leave": who leaves is who is asked.
	return (
		turned(
			words
				.replaceAll(/\byou are\b/g, "you am")
				.replaceAll(/\b(before|when|once|after|as soon as|until) you (?=\p{Ll})/gu, "$1 \u0001 "),
		)?.replaceAll("\u0001", "I") ?? null
	);
}

/** Answers to a request; empty: it is none, or in doubt. */
export function taskAnswers(sentence: string): string[] {
	const task = taskIn(sentence);
	if (task === null) return [];
	const otherwise = LIMIT.test(task) ? " Would a later date be possible?" : "";
	const regret = `Unfortunately, I cannot ${task}.${otherwise}`;
	const confirmed = /^confirm (?!by |before |this |it )(.+)$/.exec(task)?.[1];
	if (confirmed !== undefined) return [`I confirm ${confirmed}.`, regret];
	// Who cannot do both may do one.
	return [`I will ${task}.`, ...(/ and /.test(task) ? [] : [regret])];
}
