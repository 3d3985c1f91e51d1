import { namesTime } from "./times.ts";
import { turned } from "./turn.ts";

/** Answers to news: a file, an introduction, an event. */

const INTRODUCED = /\b(?:introduce you to|meet|introducing you to) (\p{Lu}\p{L}+(?: \p{Lu}\p{L}+)?)(?![\p{L}])/u;
const IN_TOUCH =
	/\b(?:(?:put|get|putting) (?:the two of |both of )?you (?:two |both )?in (?:touch|contact)|make (?:an|the|this) introduction|introduc(?:e|ing) (?:you two|the two of you|you both)|(?:e-?mail|virtual) intro(?:duction)?)\b/i;
const FILE =
	/^(?:(?:please )?(?:find )?(?:attached|enclosed) (?:is|are|please find|you will find|you'll find)|please find (?:attached|enclosed)|here (?:is|are)|(?:i have|i've|we have|we've) attached|i am attaching|i'm attaching|attached you will find) ((?:the|our|my) [\p{L}\d' -]{3,50}?)(?: (?:for|of|from|to|in|with|as|that|which|dated)\b.*)?[.,:;!]/iu;
/** What happens at a time, of things and not of persons: "The launch is moved to 17 March." */
const EVENT =
	/^(?:the|your|our) [\p{L}\d' /-]{3,60} (?:is|are|was|were|has been|have been|will be|will|starts?|begins?|takes? place|moves?|arrives?|closes?|opens?|ends?)\b [^?]{5,110}\.$/iu;

/** Answers to news; empty: nothing in them wants an answer that is certain. */
export function newsAnswers(sentences: readonly string[], { hasFiles }: { hasFiles: boolean }): readonly string[] {
	const plain = sentences.map((one) => one.replaceAll("’", "'"));
	const named = plain.map((one) => INTRODUCED.exec(one)).find((one) => one !== null && /introduc/i.test(one[0]))?.[1];
	if (named !== undefined) return [`Thank you for introducing me to ${named}.`];
	if (plain.some((one) => IN_TOUCH.test(one))) return ["Thank you for the introduction."];
	const file = plain
		.map((one) => FILE.exec(`${one} `.replace(/([^.,:;!]) $/, "$1."))?.[1])
		.find((one) => one !== undefined);
	const given = file === undefined || !hasFiles ? null : turned(file.trim().replace(/^(?:our|my) /i, "the "));
	if (given !== null)
		return [`Thank you for ${given}. I will look at it and get back to you.`, `Thank you for ${given}.`];
	const event = plain.length <= 6 ? plain.find((one) => EVENT.test(one) && namesTime(one)) : undefined;
	const told =
		event === undefined ? null : turned(event.slice(0, -1).replace(/^\p{L}/u, (letter) => letter.toLowerCase()));
	return told === null ? [] : [`Thank you for letting me know that ${told}.`];
}
