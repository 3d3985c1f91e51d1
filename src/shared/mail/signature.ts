import { textBefore, trimEndOf, trimStartOf } from "../trim.ts";

/** Maximum characters read of a sender's name. */
const MAX_NAME_LENGTH = 500;
/** Number of last lines searched for a signature without a delimiter. */
const MAX_LINES = 12;
/** A longer line is a sentence. */
const MAX_LINE_LENGTH = 60;
const MAX_MARK_LENGTH = 200;
/** Words that close a letter. */
const CLOSING =
	/^(?:(?:many |kind |best |warm |warmest |with )*(?:thanks?|thank you|regards|wishes|cheers|sincerely|yours|best|love|take care|grüße|gruß|freundlichen grüßen|liebe grüße|cordialement|saludos|cordiali saluti|atenciosamente|groeten|groet|hälsningar|hilsen|terveisin|pozdrawiam)(?: (?:again|so much|very much|in advance|truly|sincerely|faithfully|and regards))?)[\s,.!-]*$/iu;
/** Those of them that no one uses for anything else. */
const CERTAIN_CLOSING =
	/^(?:(?:(?:with )?(?:kind|best|warm|warmest|kindest) )?regards|best wishes|yours (?:truly|sincerely|faithfully)|sincerely(?: yours)?|mit (?:freundlichen|besten|lieben|herzlichen) grüßen|(?:freundliche|beste|liebe|viele|herzliche) grüße|mfg|(?:bien )?cordialement|bien à vous|(?:un )?cordial saludo|saludos(?: cordiales)?|cordiali saluti|distinti saluti|atenciosamente|cumprimentos|(?:met )?vriendelijke groet(?:en)?|(?:med )?(?:vänlig(?:a)?|vennlig|venlig) (?:hälsning(?:ar)?|hilsen)|mvh|(?:ystävällisin )?terveisin|pozdrawiam|z poważaniem|s pozdravem|с уважением|з повагою|με εκτίμηση|saygılarımla|üdvözlettel|cu stimă)[\s,.!-]*$/iu;
const SENT_FROM = new RegExp(
	`^(?:${[
		"(?:sent|get|envoyé à partir de|sendt|skickat|enviado|envoyé|inviato|verzonden|gesendet|von|lähetetty|wysłane|odesláno) (?:from|by|outlook for|fra|à partir de|från|desde|do|de(?:puis)?|da(?:l|lla)?|vanaf|via|mit|von|meinem|puhelimestani|z) (?:my |mi |mon |min |mijn |meinem |meu |mein )?(?:\\S+ ){0,5}\\S+",
		"sent from (?:my|a|an) \\S.{0,40}[.,]\\s{1,2}(?:please )?(?:excuse|forgive|pardon) .{1,30}",
		"(?:diese nachricht wurde )?von meinem (?:\\S+ ){1,6}gesendet",
		"(?:from|via) my (?:iphone|ipad|android|blackberry|mobile)(?: \\S+){0,3}",
		"(?:отправлено|надіслано) (?:с|з|із|из) .{1,40}",
		"sent (?:with|via) \\S.{0,30}",
		"iphoneから送信|发自我的.{1,20}|從我的.{1,20}傳送|나의 .{1,20}에서 보냄|.{1,30}에서 보냄",
	].join("|")})\\.?$`,
	"iu",
);
const GREETING = /^(?:hi|hello|hey|dear|hallo|liebe|lieber|bonjour|hola|ciao|hej|cześć)(?![\p{L}\p{N}_])/iu;
/** A last line of one of these is an answer, not a name. */
const ANSWER =
	/^(?:yes|no|ok|okay|sure|thanks|thank|done|great|perfect|agreed|yep|nope|please|fine|good|hello|hi|ja|nein|oui|non|sí|si|danke|merci|gracias|grazie|obrigado|obrigada|tak|tack|takk|kiitos|dziękuję|спасибо|да|нет|enjoy|congratulations|congrats|welcome|sorry|right|correct|exactly|attachment|attachments|attached|confidential|draft|note|notes|agenda|summary|today|tomorrow|monday|tuesday|wednesday|thursday|friday|saturday|sunday)(?![\p{L}\p{N}_])/iu;

/** Whether the line says with which device or program the message was sent: `Sent from my phone`. */
export function isSentFrom(line: string): boolean {
	if (line.length > MAX_MARK_LENGTH) return false;
	return SENT_FROM.test(trimEndOf(trimStartOf(line.trim(), "<([{*_"), ">)]}*_"));
}

/**
 * Where a signature without a delimiter starts: a short line near the end containing the sender's name, or a name alone
 * on the last line, and the closing words or the rule above it. Not detected without a name.
 * @param lines the sender's own lines, quotes removed
 * @param senderName display name, or the address if there is none
 * @returns index of its first line, or -1
 */
export function signatureByName(lines: readonly string[], senderName: string): number {
	const sender =
		textBefore(senderName.slice(0, MAX_NAME_LENGTH), "@")
			.toLowerCase()
			.match(/\p{L}{2,}/gu) ?? [];
	if (sender.length === 0) return -1;
	let written = 0;
	let begin = -1;
	const firstWritten = lines.findIndex((line) => line.trim() !== "");
	for (let i = lines.length - 1; i > firstWritten && written < MAX_LINES; i--) {
		const line = (lines[i] as string).trim();
		if (line === "") continue;
		written++;
		if (line.length > MAX_LINE_LENGTH) break;
		if (isNameLine(line, sender) || (written === 1 && isLoneName(lines, i))) begin = i;
	}
	if (begin < 0) return -1;
	for (let i = begin - 1; i > firstWritten; i--) {
		const line = (lines[i] as string).trim();
		if (line === "") continue;
		return CLOSING.test(line) || /^[-_=*]{5,}$/.test(line) ? i : begin;
	}
	return begin;
}

/**
 * Where a signature starts whose sender is not known: closing words on their own line after an empty one, with
 * nothing but a few short lines below.
 * @param lines the sender's own lines, quotes removed
 * @returns index of its first line, or -1
 */
export function signatureByClosing(lines: readonly string[]): number {
	const firstWritten = lines.findIndex((line) => line.trim() !== "");
	let written = 0;
	for (let i = lines.length - 1; i > firstWritten; i--) {
		const line = (lines[i] as string).trim();
		if (line === "") continue;
		if (line.length > MAX_LINE_LENGTH || ++written > MAX_LINES) return -1;
		if (CERTAIN_CLOSING.test(line)) return i;
	}
	return -1;
}

/** Whether a line greets someone. */
export function isGreeting(line: string): boolean {
	return GREETING.test(line);
}

/** Whether a line begins with a word of an answer, like "Yes" or "Danke". */
export function startsLikeAnswer(line: string): boolean {
	return ANSWER.test(line);
}

function isNameLine(line: string, sender: readonly string[]): boolean {
	const words = line.toLowerCase().match(/\p{L}+/gu) ?? [];
	if (
		words.length === 0 ||
		words.length > 5 ||
		line.length > 45 ||
		!/^[-–~]{0,2} ?\p{L}/u.test(line) ||
		GREETING.test(line)
	)
		return false;
	const letters = words.join("");
	// Short parts of a name ("Ed") are common words: they count alone.
	const isName = sender.some((part) => (part.length > 2 ? words.some((word) => word === part) : letters === part));
	// A sentence about oneself is not a signature.
	return (isName || isJoinedName(letters, sender)) && !/[?:;]|\.\s+\S/.test(line.replace(/\b\p{Lu}\./gu, ""));
}

/** `JohnAnderson`: the line break between the names was lost. */
function isJoinedName(letters: string, sender: readonly string[]): boolean {
	return sender.length > 1 && (letters === sender.join("") || letters === sender.toReversed().join(""));
}

/** A paragraph of one to three capitalized words and nothing else, as the last line: people sign with other names too. */
function isLoneName(lines: readonly string[], at: number): boolean {
	const line = (lines[at] as string).trim();
	if (at < 2 || (lines[at - 1] as string).trim() !== "") return false;
	if (line.length > 30 || ANSWER.test(line) || GREETING.test(line)) return false;
	const words = line.split(" ");
	return words.length <= 3 && words.every((word) => /^\p{Lu}[\p{L}'’-]*$/u.test(word) && /\p{Ll}/u.test(word));
}
