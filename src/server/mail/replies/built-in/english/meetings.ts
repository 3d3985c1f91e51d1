import { namesTime, timesIn } from "./times.ts";

/** Answers to proposals of a time: it works, or it does not. */

const ANOTHER = "Would another time suit you?";
/** Asks whether a time suits. */
const PROPOSES = [
	/\b(?:shall|should|could|can|may|might|do) we (?:\p{L}+ly |perhaps |maybe |please )?(?:meet|talk|speak|chat|have|do|schedule|set|make|start|begin|get together|catch up|discuss|go (?:over|through)|sit down|arrange|plan|say|hold|hop on|jump on|connect|see each other|(?:move|postpone|reschedule|push|shift|bring)\b.{1,60} to)\b/iu,
	/\b(?:how|what) about\b/i,
	/\bhow (?:does|do|would|is)\b.{3,80}\b(?:sound|look|work|suit|be)\b/i,
	/\b(?:does|do|would|will|is|are)\b.{3,80}\b(?:works?|suit(?:s|able)?|okay|ok|fine|good|possible|convenient|all right|alright)\b/i,
	/\b(?:do|would) you (?:\p{L}+ )?have (?:\p{L}+ ){0,4}(?:time|minutes?|hour|availability|a moment|a slot)\b/iu,
	/\b(?:can|could|would|will) you (?:be able to )?(?:meet|make (?:it|\p{Lu}|\d)|manage|do (?:\p{Lu}|\d|next|this|the)|talk|speak|chat|come (?:by|over|round|in|along))\b/iu,
	/\b(?:i|we)(?:'d| would| would like to)? (?:suggest|propose)\b/i,
	/\b(?:i|we)(?:'m| am|'re| are|'ve got| have|'ve)? (?:can |could )?(?:do|offer|available|free|make)\b/i,
	/\blet's (?:meet|talk|speak|say)\b/i,
	/\b(?:let (?:me|us) know|tell me|confirm) (?:if|whether|that)\b.{3,80}\b(?:works?|suits?|fine|okay|ok|possible|good)\b/i,
];
const AVAILABLE =
	/^(?:(?:so|and|or|also),? )?(?:are|will) you (?:be )?(?:still |both )?(free|available|around|there)\b/i;
/** Proposes that something does not take place, or is sooner or later than said. */
const AGAINST =
	/\b(?:cancel|skip|drop|call off|without|not|never|instead|rather than|any(?:time| day| other)|other than|except)\b|n't\b/i;

/** Answers to a sentence that proposes one time, or some to choose from; empty: it does not. */
export function meetingAnswers(sentence: string): string[] {
	const available = AVAILABLE.exec(sentence)?.[1];
	if (!namesTime(sentence) || AGAINST.test(sentence)) return [];
	const times = timesIn(sentence);
	if (times === null || times.length === 0 || times.length > 3) return [];
	const [first = ""] = times;
	if (available !== undefined && times.length === 1 && !/\b(?:or|and)\b/.test(sentence)) {
		const on =
			/^(?:at|today|tomorrow|tonight|next|this)\b/.test(first) || /^\d{1,2}(?:[:.]\d\d)? ?[ap]?m?\b/.test(first)
				? ""
				: "on ";
		const kept = new RegExp(`\\b(?:on|at|for) ${escaped(first)}`).exec(sentence) === null ? "" : on;
		const word = available.toLowerCase();
		return [`I am ${word} ${kept}${first}.`, `Unfortunately, I am not ${word} ${kept}${first}. ${ANOTHER}`];
	}
	if (available === undefined && !PROPOSES.some((pattern) => pattern.test(sentence))) return [];
	if (times.length === 1)
		return /\bor\b/.test(sentence.slice(sentence.indexOf(first)))
			? []
			: [`${capital(first)} works for me.`, `Unfortunately, ${first} does not work for me. ${ANOTHER}`];
	// "Tuesday and Thursday" may be both.
	if (!times.every((time, index) => index === 0 || joins(sentence, times[index - 1] ?? "", time))) return [];
	const none = times.length === 2 ? `neither ${times.join(" nor ")} works for me` : "none of these times works for me";
	return [...times.map((time) => `${capital(time)} works for me.`), `Unfortunately, ${none}. ${ANOTHER}`];
}

/** Whether two times are alternatives: "Tuesday or Wednesday". */
function joins(sentence: string, one: string, other: string): boolean {
	const start = sentence.indexOf(one) + one.length;
	const between = sentence.slice(start, sentence.indexOf(other, start));
	return (
		/^(?:,|,? or)(?: (?:on|at|would|is|maybe|perhaps|even|alternatively))* $/i.test(between) &&
		/ or /i.test(sentence.slice(start))
	);
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function escaped(text: string): string {
	return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}
