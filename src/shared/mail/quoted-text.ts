import { trimEndOf, trimStartOf } from "../trim.ts";
import { signatureByName } from "./signature.ts";

/** Separates a message's new text from quotes and the signature, so that the reader can collapse them. */

export interface TextSegment {
	kind: "fresh" | "quoted" | "signature";
	/** Lines joined with `\n`; all segments joined with `\n` reproduce the text. */
	text: string;
}

/** "wrote" in the languages of common mail programs, as it ends an attribution line. */
const WROTE =
	/(?:wrote|writes|said|schrieb|schreibt|a écrit|écrivait|escribió|escribio|ha scritto|scrisse|escreveu|schreef|geschreven|napisał|napisała|napisał\(a\)|pisze|skrev|skrifaði|kirjoitti|написала?|писала?|пишет|написав|napsala?|írta|a scris|έγραψε|yazdı|viết|写道|寫道|wrote the following|작성)(?:\s[^:：]{0,125})?[:：]$/iu;
const STARTS =
	/^(?:on|am|le|el|il|em|op|w dniu|dnia|den|på|pe|dne|ma|w|в|on the|at|quoting|il giorno|el día|tir|man|ons|tor|fre|lør|søn|lör|sön|mån|tis|ke|to|pe|la|su|ti|vào|från|from|von|de)\b/iu;
/** `2013/11/1 …` and `11/1/2013 …`: an attribution without a verb starts with a date, */
const DATE_FIRST = /^(?:\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4})\b/;
/** or has a time near its start: `Wed, 17 Nov 2021, 3:32 PM Ann <a@example.org>:`. */
const TIME = /\b\d{1,2}[:.]\d{2}\b/;
const TIME_WITHIN = 80;
const RULE_MARKS = "-_=*";
const SEPARATOR_MARKS = "-_= \t\r\u00a0";
/** The words between the dashes of a separator. */
const SEPARATOR_WORDS =
	/^(?:original(?:e|nachricht)?(?: (?:message|meddelelse|melding|mail))?|ursprüngliche (?:nachricht|e-mail)|ursprungligt meddelande|message d'origine|message (?:original|transféré|initial)|mensaje original|mensagem original|messaggio originale|oorspronkelijk bericht|oprindelig (?:meddelelse|besked)|opprinnelig melding|forwarded message|forwarded by .*|weitergeleitete nachricht|mensaje reenviado|alkuperäinen viesti|reply message|исходное сообщение|原始邮件|原始郵件|original appointment)$/iu;
const HEADER_FROM =
	/^\s*\*?(?:from|von|de|da|van|fra|från|od|lähettäjä|от|发件人|寄件者|差出人|보낸 사람)(?:\s*\*)?\s*[:：]\*?\s*\S/iu;
const HEADER_LINE =
	/^\s*\*?(?:sent|date|to|cc|bcc|subject|reply-to|gesendet|datum|an|betreff|envoyé|objet|sujet|copie à|à|date|enviado(?: el)?|para|asunto|assunto|inviato|data|a|oggetto|verzonden|aan|onderwerp|sendt|til|emne|skickat|till|ämne|wysłano|do|temat|lähetetty|vastaanottaja|aihe|отправлено|дата|кому|тема|发送时间|收件人|主题|送信日時|宛先|件名|보낸 날짜|받는 사람|제목)(?:\s*\*)?\s*[:：]\*?/iu;
const SENT_FROM =
	/^\s*(?:(?:sent|get|envoyé à partir de|sendt|skickat|enviado|envoyé|inviato|verzonden|gesendet|von|lähetetty|wysłane|odesláno) (?:from|outlook for|fra|à partir de|från|desde|do|de(?:puis)?|da(?:l|lla)?|vanaf|via|mit|von|meinem|puhelimestani|z) (?:my |mi |mon |min |mijn |meinem |meu |mein )?(?:\S+ ){0,5}\S+|von meinem (?:\S+ ){1,4}gesendet|(?:from|via) my (?:iphone|ipad|android|blackberry|mobile)(?: \S+){0,3}|(?:отправлено|надіслано) (?:с|з|из) .{1,40}|sent (?:with|via) \S.{0,30})\.?\s*$/iu;
const MAX_ATTRIBUTION_LINES = 6;
/** Rules, separators and "sent from" lines are shorter; keeps the patterns off very long lines. */
const MAX_MARK_LENGTH = 200;

/** Whether a line (or lines joined with spaces) introduces a quote: `On …, Ann <a@example.org> wrote:`. */
export function isAttribution(line: string): boolean {
	const text = line.trim();
	if (text.length < 8 || text.length > 500) return false;
	if (isDateAndAddress(text) || isOnWrote(text)) return true;
	if (!WROTE.test(text)) return false;
	return (STARTS.test(text) || /^[[\d"<*]/.test(text) || /@/.test(text)) && (/\d/.test(text) || /@/.test(text));
}

/** `2013/11/1 Ann <a@example.org>` and `Wed, 17 Nov 2021, 3:32 PM Ann <a@example.org>:`, which have no verb. */
function isDateAndAddress(text: string): boolean {
	const hasColon = text.endsWith(":");
	const bare = hasColon ? text.slice(0, -1).trimEnd() : text;
	const open = bare.lastIndexOf("<");
	if (!bare.endsWith(">") || open < 0) return false;
	const address = bare.slice(open + 1, -1);
	const at = address.indexOf("@", 1);
	if (at < 0 || at === address.length - 1 || /[<>\s]/.test(address)) return false;
	const before = bare.slice(0, open);
	const time = hasColon ? TIME.exec(before) : null;
	return DATE_FIRST.test(before) || (time !== null && time.index <= TIME_WITHIN);
}

/** `On … <a@example.org> wrote` without its colon, also between dashes. */
function isOnWrote(text: string): boolean {
	const plain = trimEndOf(trimStartOf(text, "-"), "-").trim();
	if (!/^on\b/i.test(plain) || !/\bwrote$/i.test(plain)) return false;
	// Some words of a date, a digit, and an address after them.
	const between = plain.slice(2 + 6, -"wrote".length);
	const digit = between.search(/\d/);
	return digit >= 0 && /\S@\S/.test(between.slice(digit + 1));
}

/**
 * Splits plain text into new text, quotes and signature, in order and without losing a character.
 * @param text plain text with `\n` line endings
 * @param senderName used to find a signature without a delimiter; optional
 */
export function splitQuotedText(text: string, senderName = ""): TextSegment[] {
	const lines = text.split("\n");
	const kinds: TextSegment["kind"][] = [];
	let inSignature = false;
	for (let i = 0; i < lines.length; ) {
		const line = lines[i] as string;
		if (isQuoteMark(line)) {
			kinds[i++] = "quoted";
			inSignature = false;
			continue;
		}
		const introduced = attributionLines(lines, i);
		if (introduced > 0) {
			const next = nextWritten(lines, i + introduced);
			const isMarked = next < lines.length && isQuoteMark(lines[next] as string);
			// Without `>` marks the end of the quote is unknown: it extends to the end.
			const end = isMarked ? next : lines.length;
			while (i < end) kinds[i++] = "quoted";
			inSignature = false;
			continue;
		}
		if (isSeparator(line) || isHeaderBlock(lines, i)) {
			let first = i;
			for (let above = i - 1; above >= 0 && (isRule(lines[above] as string) || isBlank(lines[above])); above--) {
				if (!isBlank(lines[above])) first = above;
			}
			kinds.fill("quoted", first, i);
			while (i < lines.length) kinds[i++] = "quoted";
			break;
		}
		if (!inSignature && isSignatureStart(lines, i)) inSignature = true;
		kinds[i++] = inSignature ? "signature" : "fresh";
	}
	markWrappedTails(lines, kinds);
	if (senderName !== "" && !kinds.includes("signature")) signByName(lines, kinds, senderName);
	return joined(lines, kinds);
}

/** Returns the tail of a quoted line that a mail program wrapped without a mark to its quote. */
function markWrappedTails(lines: string[], kinds: TextSegment["kind"][]): void {
	for (let i = 1; i < lines.length - 1; i++) {
		if (kinds[i] !== "fresh" || kinds[i - 1] !== "quoted" || kinds[i + 1] !== "quoted") continue;
		if ((lines[i - 1] as string).length >= 60 && /^\p{Ll}/u.test(lines[i] as string)) kinds[i] = "quoted";
	}
}

function signByName(lines: string[], kinds: TextSegment["kind"][], senderName: string): void {
	// The last of the sender's own lines: a quote may follow them.
	const end = kinds.lastIndexOf("fresh") + 1;
	const start = kinds.lastIndexOf("quoted", end - 1) + 1;
	const at = signatureByName(lines.slice(start, end), senderName);
	if (at >= 0) kinds.fill("signature", start + at, end);
}

function isBlank(line: string | undefined): boolean {
	return (line ?? "").trim() === "";
}

/** Only what the sender wrote this time, trimmed; the whole text if nothing else is left. */
export function freshText(text: string): string {
	const fresh = splitQuotedText(text)
		.filter((segment) => segment.kind === "fresh")
		.map((segment) => segment.text)
		.join("\n")
		.trim();
	return fresh === "" ? text.trim() : fresh;
}

function isSeparator(line: string): boolean {
	if (line.length > MAX_MARK_LENGTH) return false;
	const marked = trimStartOf(line, " \t\u00a0>");
	return (
		/^[-_=]{2}/.test(marked) && SEPARATOR_WORDS.test(trimEndOf(trimStartOf(marked, SEPARATOR_MARKS), SEPARATOR_MARKS))
	);
}

/** A rule, with or without words in it: part of the quote's head if a header block follows. */
function isRule(line: string): boolean {
	if (line.length > MAX_MARK_LENGTH) return false;
	const text = line.trim();
	if (/^message du\s*:/i.test(text)) return true;
	if (!/^[-_=*]{3}/.test(text)) return false;
	const words = trimEndOf(trimStartOf(text, RULE_MARKS), RULE_MARKS);
	return words === "" || (words.length <= 60 && /[-_=*]{3}$/.test(text));
}

function isSentFrom(line: string): boolean {
	return line.length <= MAX_MARK_LENGTH && SENT_FROM.test(line);
}

function isQuoteMark(line: string): boolean {
	return /^\s{0,3}(?:>|\|\s*>)/.test(line);
}

function nextWritten(lines: string[], from: number): number {
	let at = from;
	while (at < lines.length && (lines[at] as string).trim() === "") at++;
	return at;
}

/** Number of lines from here that introduce a quote; mail programs wrap them. */
function attributionLines(lines: string[], at: number): number {
	let text = "";
	for (let count = 1; count <= MAX_ATTRIBUTION_LINES && at + count <= lines.length; count++) {
		const line = (lines[at + count - 1] as string).trim();
		const isWrappedEnd = count > 1 && /^>\s*:$/.test(line);
		if (line === "" || (isQuoteMark(line) && !isWrappedEnd)) return 0;
		text += `${text === "" ? "" : " "}${line}`;
		if (count > 1 && !STARTS.test(text) && !/^[[\d"<*]/.test(text)) return 0;
		if (isAttribution(text)) return count;
	}
	return 0;
}

/** Outlook's quote header: `From:` followed by at least two more fields. */
function isHeaderBlock(lines: string[], at: number): boolean {
	if (!HEADER_FROM.test((lines[at] as string).slice(0, MAX_MARK_LENGTH))) return false;
	let fields = 0;
	for (let i = at + 1; i < Math.min(lines.length, at + 8); i++) {
		const line = (lines[i] as string).slice(0, MAX_MARK_LENGTH);
		if (HEADER_LINE.test(line)) fields++;
		else if (line.trim() === "" && fields > 0) break;
	}
	return fields >= 2;
}

function isSignatureStart(lines: string[], at: number): boolean {
	const line = lines[at] as string;
	// RFC 3676 §4.3; mail programs lose the trailing space.
	if (line.trimEnd() === "--") return lines.length - at <= 60;
	if (/^_{5,}\s*$/.test(line)) return isListFooter(lines, at);
	// "Sent from my phone" on its own line: below it is the unmarked original message.
	return isSentFrom(line) && isBlank(lines[at - 1]) && (isBlank(lines[at + 1]) || isQuoteStart(lines, at + 1));
}

/** Mailman's footer: a rule followed by the list's name and address. */
function isListFooter(lines: string[], at: number): boolean {
	return /mailing list|https?:\/\/|unsubscribe|@lists?\./i.test(lines.slice(at + 1, at + 4).join("\n"));
}

function isQuoteStart(lines: string[], at: number): boolean {
	const line = lines[at] as string;
	return (
		isQuoteMark(line) ||
		attributionLines(lines, at) > 0 ||
		isSeparator(line) ||
		isRule(line) ||
		isHeaderBlock(lines, at) ||
		isSentFrom(line) ||
		line.trimEnd() === "--"
	);
}

function joined(lines: string[], kinds: TextSegment["kind"][]): TextSegment[] {
	const segments: TextSegment[] = [];
	let start = 0;
	for (let i = 1; i <= lines.length; i++) {
		// Blank lines belong to the preceding segment.
		if (i < lines.length && (kinds[i] === kinds[start] || (kinds[i] === "fresh" && (lines[i] as string).trim() === "")))
			continue;
		segments.push({ kind: kinds[start] as TextSegment["kind"], text: lines.slice(start, i).join("\n") });
		start = i;
	}
	return segments;
}
