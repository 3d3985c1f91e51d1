import { fold } from "#shared/mail/phrases.ts";
import type { Reading } from "../question/read-question.ts";
import type { Topic } from "../question/topics.ts";
import type { ReadEmail } from "./find.ts";
import { isLabeled } from "./kinds.ts";
import type { Passage } from "./passages.ts";

/** How well a passage is about what a question is about. */
interface Coverage {
	/** Of all topics, by their weight: in the passage, or less where only its email has them. From 0 to 1. */
	share: number;
	/** Of those in the passage itself. */
	inSentence: number;
	/** The email has all of them. */
	isComplete: boolean;
}

/** Texts of an email that say what its sentences are about, folded. */
interface EmailContext {
	subject: string;
	sender: string;
	recipients: string;
	text: string;
	signature: string;
}

export function emailContext({ item, text, signature, recipients }: ReadEmail): EmailContext {
	const [, domain = ""] = item.senderEmail.split("@");
	return {
		subject: fold(item.subject),
		sender: fold(`${item.senderName} ${item.senderEmail} ${domain.replaceAll(".", " ")}`),
		recipients: fold(recipients),
		text: fold(text),
		signature: fold(signature),
	};
}

/** In a sentence such as "The total is €40" the rest of its email says of what. */
const IN_LABELED_TEXT = 0.7;
const IN = { before: 0.85, earlier: 0.65, subject: 0.8, sender: 0.8, signature: 0.6, text: 0.45 };

/** How well a passage is about what is asked; null: something that it must have is missing. */
export function coverageOf(passage: Passage, context: EmailContext, { topics, wanted }: Reading): Coverage | null {
	if (topics.length === 0) return { share: 1, inSentence: 1, isComplete: true };
	const own = fold(passage.text);
	const [before = "", earlier = ""] = passage.before.map(fold);
	const inText = isLabeled(passage.text, wanted) ? IN_LABELED_TEXT : IN.text;
	let share = 0;
	let inSentence = 0;
	let whole = 0;
	let isComplete = true;
	for (const { concept, weight, isSpecific, role } of topics) {
		const isHere = concept.isIn(own);
		const found =
			role === undefined
				? aboutness(isHere, { concept, before, earlier, context, inText })
				: personal(role, isHere, { concept, before, context, inText });
		if (found === 0 && isSpecific) return null;
		isComplete &&= found > 0;
		whole += weight;
		share += weight * found;
		if (isHere) inSentence += weight;
	}
	return { share: share / whole, inSentence: inSentence / whole, isComplete };
}

interface Around {
	concept: Topic["concept"];
	before: string;
	earlier?: string;
	context: EmailContext;
	inText: number;
}

function aboutness(isHere: boolean, { concept, before, earlier = "", context, inText }: Around): number {
	if (isHere) return 1;
	if (concept.isIn(before)) return IN.before;
	if (concept.isIn(context.subject)) return IN.subject;
	if (concept.isIn(context.sender)) return IN.sender;
	if (concept.isIn(earlier)) return IN.earlier;
	if (concept.isIn(context.signature)) return Math.max(IN.signature, inText);
	return concept.isIn(context.text) ? inText : 0;
}

/** A person may be who wrote or got the email, or whom it is about, as the question says. */
function personal(role: NonNullable<Topic["role"]>, isHere: boolean, { concept, before, context }: Around): number {
	const isSender = concept.isIn(context.sender);
	if (role === "sender") return isSender ? 1 : 0;
	if (role === "recipient") return concept.isIn(context.recipients) ? 1 : 0;
	if (isHere || isSender) return 1;
	if (role === "either" && concept.isIn(context.recipients)) return 1;
	if (concept.isIn(context.subject) || concept.isIn(before)) return IN.subject;
	return role === "either" && concept.isIn(context.text) ? IN.text : 0;
}
