/** Tells a message's own words from quoted ones and from its signature, so that the reader can fold them. */

export interface TextSegment {
	kind: "fresh" | "quoted" | "signature";
	/** Lines joined with `\n`; all segments joined with `\n` give the text back. */
	text: string;
}

/** "wrote" in the languages of common mail programs, as it ends an attribution line. */
const WROTE =
	/(?:wrote|writes|said|schrieb|schreibt|a écrit|écrivait|escribió|escribio|ha scritto|scrisse|escreveu|schreef|geschreven|napisał|napisała|napisał\(a\)|pisze|skrev|skrifaði|kirjoitti|написала?|писала?|пишет|написав|napsala?|írta|a scris|έγραψε|yazdı|viết|写道|寫道|wrote the following|작성)(?:\s+[^:：]{0,120})?\s*[:：]\s*$/iu;
const STARTS =
	/^(?:on|am|le|el|il|em|op|w dniu|dnia|den|på|pe|dne|ma|w|в|on the|at|quoting|il giorno|el día|tir|man|ons|tor|fre|lør|søn|lör|sön|mån|tis|ke|to|pe|la|su|ti|vào|från|from|von|de)\b/iu;
const DATE_AND_ADDRESS =
	/^\s*(?:\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4})\b[^\n]*<[^<>\s]+@[^<>\s]+>\s*:?\s*$/;
const SEPARATOR =
	/^[\s>]*[-_=]{2,}\s*(?:original(?:e|nachricht)?(?: (?:message|meddelelse|melding|mail))?|ursprüngliche (?:nachricht|e-mail)|ursprungligt meddelande|message d'origine|message (?:original|transféré|initial)|mensaje original|mensagem original|messaggio originale|oorspronkelijk bericht|oprindelig meddelelse|opprinnelig melding|forwarded message|forwarded by .*|weitergeleitete nachricht|mensaje reenviado|alkuperäinen viesti|reply message|исходное сообщение|原始邮件|原始郵件|original appointment)\s*[-_=]{0,}\s*$/iu;
const HEADER_FROM =
	/^\s*\*?(?:from|von|de|da|van|fra|från|od|lähettäjä|от|发件人|寄件者|差出人|보낸 사람)\s*\*?\s*[:：]\*?\s*\S/iu;
const HEADER_LINE =
	/^\s*\*?(?:sent|date|to|cc|bcc|subject|reply-to|gesendet|datum|an|betreff|envoyé|objet|à|date|enviado(?: el)?|para|asunto|assunto|inviato|data|a|oggetto|verzonden|aan|onderwerp|sendt|til|emne|skickat|till|ämne|wysłano|do|temat|lähetetty|vastaanottaja|aihe|отправлено|дата|кому|тема|发送时间|收件人|主题|送信日時|宛先|件名|보낸 날짜|받는 사람|제목)\s*\*?\s*[:：]\*?/iu;
const SENT_FROM =
	/^\s*(?:(?:sent|get|sendt|skickat|enviado|envoyé|inviato|verzonden|gesendet|von|lähetetty|wysłane|odesláno) (?:from|outlook for|fra|från|desde|do|de(?:puis)?|da(?:l|lla)?|vanaf|via|mit|von|meinem|puhelimestani|z) (?:my |mi |mon |min |mijn |meinem |meu |mein )?(?:\S+ ?){1,6}|von meinem (?:\S+ ?){1,4}gesendet|(?:from|via) my (?:iphone|ipad|android|blackberry|mobile)(?:\S+ ?){0,3}|(?:отправлено|надіслано) (?:с|з|из) .{1,40}|sent (?:with|via) \S.{0,30})\.?\s*$/iu;
const LONGEST_ATTRIBUTION = 6;

/** Whether a line (or lines joined with blanks) introduces a quote: `On …, Ann <a@example.org> wrote:`. */
export function isAttribution(line: string): boolean {
	const text = line.trim();
	if (text.length < 8 || text.length > 500) return false;
	if (DATE_AND_ADDRESS.test(text)) return true;
	if (!WROTE.test(text)) return false;
	return (STARTS.test(text) || /^[[\d"<*]/.test(text) || /@/.test(text)) && (/\d/.test(text) || /@/.test(text));
}

/**
 * Splits plain text into what is new, what is quoted and the signature, in order and without losing a character.
 * @param text plain text with `\n` line ends
 */
export function splitQuotedText(text: string): TextSegment[] {
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
			// Without `>` marks there is no telling where the quote ends: it goes to the end.
			const end = isMarked ? next : lines.length;
			while (i < end) kinds[i++] = "quoted";
			inSignature = false;
			continue;
		}
		if (SEPARATOR.test(line) || isHeaderBlock(lines, i)) {
			while (i < lines.length) kinds[i++] = "quoted";
			break;
		}
		if (!inSignature && isSignatureStart(lines, i)) inSignature = true;
		kinds[i++] = inSignature ? "signature" : "fresh";
	}
	return joined(lines, kinds);
}

/** Only what the sender wrote this time, trimmed; the whole text where nothing else is left. */
export function freshText(text: string): string {
	const fresh = splitQuotedText(text)
		.filter((segment) => segment.kind === "fresh")
		.map((segment) => segment.text)
		.join("\n")
		.trim();
	return fresh === "" ? text.trim() : fresh;
}

function isQuoteMark(line: string): boolean {
	return /^\s{0,3}(?:>|\|\s*>)/.test(line);
}

function nextWritten(lines: string[], from: number): number {
	let at = from;
	while (at < lines.length && (lines[at] as string).trim() === "") at++;
	return at;
}

/** How many lines from here on introduce a quote; mail programs wrap them. */
function attributionLines(lines: string[], at: number): number {
	let text = "";
	for (let count = 1; count <= LONGEST_ATTRIBUTION && at + count <= lines.length; count++) {
		const line = (lines[at + count - 1] as string).trim();
		if (line === "" || isQuoteMark(line)) return 0;
		text += `${text === "" ? "" : " "}${line}`;
		if (count > 1 && !STARTS.test(text) && !/^[[\d"<*]/.test(text)) return 0;
		if (isAttribution(text)) return count;
	}
	return 0;
}

/** Outlook's quote header: `From:` and at least two more fields below it. */
function isHeaderBlock(lines: string[], at: number): boolean {
	if (!HEADER_FROM.test(lines[at] as string)) return false;
	let fields = 0;
	for (let i = at + 1; i < Math.min(lines.length, at + 8); i++) {
		const line = lines[i] as string;
		if (HEADER_LINE.test(line)) fields++;
		else if (line.trim() === "" && fields > 0) break;
	}
	return fields >= 2;
}

function isSignatureStart(lines: string[], at: number): boolean {
	const line = lines[at] as string;
	// RFC 3676 §4.3; mail programs lose the trailing blank.
	if (/^(?:-- ?|—|--\u00a0)$/.test(line.trimEnd() === "--" ? "--" : line)) return lines.length - at <= 30;
	if (/^_{5,}\s*$/.test(line)) return isListFooter(lines, at);
	return SENT_FROM.test(line) && nextIsEnd(lines, at + 1);
}

/** Mailman's footer: a rule and the list's name and address below. */
function isListFooter(lines: string[], at: number): boolean {
	return /mailing list|https?:\/\/|unsubscribe|@lists?\./i.test(lines.slice(at + 1, at + 4).join("\n"));
}

/** After "Sent from my …" only a quote, another signature or nothing may follow. */
function nextIsEnd(lines: string[], from: number): boolean {
	const next = nextWritten(lines, from);
	if (next >= lines.length) return true;
	const line = lines[next] as string;
	return (
		isQuoteMark(line) ||
		attributionLines(lines, next) > 0 ||
		SEPARATOR.test(line) ||
		isHeaderBlock(lines, next) ||
		SENT_FROM.test(line) ||
		/^(?:-- ?|[_*=-]{3,})\s*$/.test(line)
	);
}

function joined(lines: string[], kinds: TextSegment["kind"][]): TextSegment[] {
	const segments: TextSegment[] = [];
	let start = 0;
	for (let i = 1; i <= lines.length; i++) {
		// Blank lines go with what stands before them.
		if (i < lines.length && (kinds[i] === kinds[start] || (kinds[i] === "fresh" && (lines[i] as string).trim() === "")))
			continue;
		segments.push({ kind: kinds[start] as TextSegment["kind"], text: lines.slice(start, i).join("\n") });
		start = i;
	}
	return segments;
}
