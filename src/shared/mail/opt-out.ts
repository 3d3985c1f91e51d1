import { beginningOf, isReplySubject, sentencesOf } from "./absence.ts";
import { CAME, NO_MORE, NO_OPT_OUT, OPT_OUT, OPT_OUT_ALONE } from "./opt-out-words.ts";
import { fold } from "./phrases.ts";
import { ownWords } from "./quoted-text.ts";

/** Characters of a subject; longer ones are no wish. */
const MAX_SUBJECT = 200;

interface Answer {
	subject: string;
	/** With what it quotes. */
	text: string;
	/** Of the message that it answers; null: unknown. */
	sentSubject: string | null;
}

/** Whether the author of an answer wants no more mail, by the subject or by any sentence of its own. */
export function wishesNoMail({ subject, text, sentSubject }: Answer): boolean {
	return isWish(ownSubject(subject, sentSubject)) || sentencesOf(ownWords(beginningOf(text))).some(isWish);
}

function isWish(sentence: string): boolean {
	if (OPT_OUT_ALONE.test(sentence)) return true;
	if (NO_OPT_OUT.test(sentence)) return false;
	return OPT_OUT.some((words) => words.test(sentence)) || (NO_MORE.test(sentence) && !CAME.test(sentence));
}

/** The subject, if the author of the answer wrote it: behind `Re:` it is that of the message which is answered. */
function ownSubject(subject: string, sentSubject: string | null): string {
	const base = baseOf(subject);
	const sent = baseOf(sentSubject ?? "");
	const isOwn = sentSubject === null ? !isReplySubject(subject) : sent === "" || !base.includes(sent);
	return isOwn ? base : "";
}

function baseOf(subject: string): string {
	let rest = subject.slice(0, MAX_SUBJECT).trim();
	while (isReplySubject(rest)) rest = rest.slice(rest.search(/[:：]/) + 1).trim();
	return fold(rest);
}
