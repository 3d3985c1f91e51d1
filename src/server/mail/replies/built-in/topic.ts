import { FORWARD_PREFIX, REPLY_PREFIX } from "#shared/mail/subject-prefixes.ts";

const MAX_LENGTH = 80;
/** Says what a message is, and not what it is about. */
const NO_TOPIC =
	/^(?:(?:thank|danke|merci|gracias|vielen dank|quick |re:?$|fw|untitled).*|.*quick question|\(?no subject\)?|hi|hello|hey|hallo|bonjour|hola|greetings.*|question|frage|anfrage|request|quick question|urgent|wichtig|fyi|update|test|kein betreff|sans objet|sin asunto)[!?. ]*$/i;
/** In lists' subjects: "[users] Build fails". */
const LIST = /^\[[^\]]{1,40}\]\s*/;

/** What a subject says that the message is about, to be quoted; null: nothing that can be. */
export function topicOf(subject: string): string | null {
	let text = subject
		.slice(0, 300)
		.replaceAll(/["“”«»„]/g, "")
		.replaceAll(/\s+/g, " ")
		.trim();
	for (let before = ""; before !== text; ) {
		before = text;
		for (const prefix of [REPLY_PREFIX, FORWARD_PREFIX, LIST]) text = text.replace(prefix, "").trim();
	}
	const plain = text.replace(/[.!?…:,;]+$/, "");
	return plain.length < 3 || plain.length > MAX_LENGTH || NO_TOPIC.test(plain) || !/\p{L}{3}/u.test(plain)
		? null
		: plain;
}
