import { trimEndOf, trimStartOf } from "../trim.ts";
import { startsLikeAnswer } from "./signature.ts";

/** Recognizes how mail programs begin an unmarked quote: a separator, or the header of the quoted message. */

/** Rules, separators and header lines are shorter; keeps the patterns off very long lines. */
export const MAX_MARK_LENGTH = 200;
const RULE_MARKS = "-_=*─━—";
const SEPARATOR_MARKS = "-_=─━—* \t\r\u00a0";
/** Lines that may follow the first of a header block. */
const BLOCK_LINES = 10;

/** The words between the dashes of a separator. */
const SEPARATOR_WORDS = new RegExp(
	`^(?:${[
		"original(?:e|nachricht)?(?: (?:message|meddelelse|melding|mail|email))?|original appointment",
		"ursprüngliche (?:nachricht|e-?mail)|ursprungligt meddelande",
		"message d['’]origine|message (?:original|transféré|initial|d['’]origine)|courriel d['’]origine",
		"mensaje (?:original|reenviado)|mensagem (?:original|encaminhada)|missatge original",
		"messaggio (?:originale|inoltrato)|mesaj original|mesajul original|orijinal mesaj",
		"oorspronkelijk bericht|doorgestuurd bericht|oprindelig (?:meddelelse|besked)|opprinnelig melding",
		"forwarded message|forwarded by .{1,80}|weitergeleitete nachricht|vidarebefordrat meddelande|videresendt melding",
		"alkuperäinen viesti|reply message|reply above this line|wiadomość oryginalna|oryginalna wiadomość|původní zpráva|pôvodná správa|eredeti üzenet",
		"исходное сообщение|пересылаемое сообщение|оригинальное сообщение|початкове повідомлення",
		"原始邮件|原始郵件|原邮件|转发邮件|元のメッセージ|original message|원본 메일|원본 메시지|هودعة|הודעה מקורית|الرسالة الأصلية",
	].join("|")})\\s?[:：]?$`,
	"iu",
);
/** Apple Mail's line above a forwarded message. */
const FORWARD_LINE =
	/^(?:begin forwarded message|anfang der weitergeleiteten (?:nachricht|e-?mail)|début du message (?:réexpédié|transféré)|inizio messaggio inoltrato|inicio del mensaje reenviado|início da mensagem (?:reencaminhada|encaminhada)|begin doorgestuurd bericht|vidarebefordrat brev|start på videresendt besked|början på vidarebefordrat meddelande)\s?[:：]$/iu;

const label = (names: string): RegExp =>
	new RegExp(`^[\\s>]{0,8}(?:-{5,80}\\s?)?[*_]{0,2}(?:${names})\\s{0,2}[*_]{0,2}\\s{0,2}[:：]\\s?[*_]{0,2}`, "iu");
const FROM = label(
	"from|von|de|da|van|fra|från|od|lähettäjä|от(?: кого)?|від|feladó|kimden|gönderen|de la|από|发件人|發件人|寄件者|寄件人|差出人|送信者|보낸 ?사람|מאת|من|từ",
);
const FIELD = label(
	[
		"sent|date|to|cc|bcc|subject|reply-to|importance|attachments|when|sent on",
		"gesendet(?: am)?|datum|an|kopie|betreff|antwort an",
		"envoyé(?: le)?|objet|sujet|copie à|à|pour|cci|répondre à",
		"enviado(?: el| em)?|enviada em|fecha|data|para|asunto|assunto|inviato|a|oggetto|ccn",
		"verzonden|aan|onderwerp|sendt|til|emne|dato|skickat|till|ämne|kopia",
		"wysłano|do|temat|dw|odesláno|komu|předmět|kopie|predmet|odoslané|küldve|elküldve|címzett|másolatot kap|tárgy",
		"lähetetty|vastaanottaja|päivämäärä|kopio|aihe|trimis|către|subiect|tarih|gönderilme tarihi|kime|bilgi|konu",
		"отправлено|дата|кому|копия|тема|надіслано|копія|ημερομηνία|στάλθηκε|προς|κοιν\\.?|θέμα",
		"发送时间|发送日期|日期|收件人|抄送|主题|傳送時間|寄件日期|收件者|副本|主旨|送信日時|日時|宛先|件名|보낸 ?날짜|받는 ?사람|참조|제목",
		"saadetud|saatmisaeg|adressaat|saaja|teema|kuupäev|išsiųsta|kam|data ir laikas|nosūtīts|temats|datums|poslano|zadeva|za|prima|primatelj|datum i vrijeme|послато|наслов|за|изпратено|до|относно",
		"enviat(?: el)?|per a|assumpte|terkirim|dikirim|tanggal|kepada|subjek|perihal|judul|ส่ง|ส่งเมื่อ|ถึง|สำเนา|เรื่อง|วันที่|भेजा गया|प्रति|विषय|दिनांक|تاریخ ارسال|تاریخ|به|موضوع|نسخة|تمت الإحالة",
		"נשלח|תאריך|אל|עותק|נושא|التاريخ|إلى|الموضوع|تاريخ الإرسال|gửi|đến|chủ đề|ngày",
	].join("|"),
);

/** When a message was sent, by the label alone. */
const SENT = label(
	"sent(?: on)?|gesendet(?: am)?|envoyé(?: le)?|enviado(?: el| em)?|enviada em|inviato|verzonden|sendt|skickat|wysłano|odesláno|odoslané|küldve|elküldve|lähetetty|trimis|gönderilme tarihi|отправлено|надіслано|στάλθηκε|发送时间|傳送時間|送信日時|보낸 ?날짜|נשלח|تاريخ الإرسال|gửi",
);

/** Whether the line separates an unmarked quote: `-----Original Message-----`. */
export function isSeparator(line: string): boolean {
	if (line.length > MAX_MARK_LENGTH) return false;
	const marked = trimStartOf(line, " \t\u00a0>");
	if (FORWARD_LINE.test(marked.trim())) return true;
	return (
		/^[-_=─━—]{2}/u.test(marked) &&
		SEPARATOR_WORDS.test(trimEndOf(trimStartOf(marked, SEPARATOR_MARKS), SEPARATOR_MARKS))
	);
}

/** A rule, with or without words in it: part of the quote's head if a header block follows. */
export function isRule(line: string): boolean {
	if (line.length > MAX_MARK_LENGTH) return false;
	const text = line.trim();
	if (/^message du\s*:/i.test(text)) return true;
	if (!/^[-_=*─━—]{3}/u.test(text)) return false;
	const words = trimEndOf(trimStartOf(text, RULE_MARKS), RULE_MARKS);
	return words === "" || (words.length <= 60 && /[-_=*─━—]{3}$/u.test(text));
}

/** Whether the header of a quoted message begins here: who sent it, and at least two more fields, in any order. */
export function isHeaderBlock(lines: readonly string[], at: number): boolean {
	const first = (lines[at] as string).slice(0, MAX_MARK_LENGTH);
	const isFrom = FROM.test(first);
	if (!isFrom && !FIELD.test(first)) return false;
	const names = new Set([fieldName(first)]);
	let hasSender = isFrom;
	let isMail = isOfMail(first);
	let other = 0;
	for (let i = at + 1; i < Math.min(lines.length, at + BLOCK_LINES); i++) {
		const line = (lines[i] as string).slice(0, MAX_MARK_LENGTH);
		if (FROM.test(line) || FIELD.test(line)) {
			hasSender ||= FROM.test(line);
			isMail ||= isOfMail(line);
			names.add(fieldName(line));
			other = 0;
		} else if (line.trim() !== "" && ++other > 2) break;
		else if (line.trim() === "" && (names.size >= 3 || other > 0)) break;
	}
	// Elsewhere than in a message's header, only "From" says that a list of fields is one.
	return (
		hasSender &&
		isMail &&
		names.size >= 3 &&
		(!isFrom || first.slice(first.search(/[:：]/u) + 1).trim() !== "" || names.size >= 4)
	);
}

/** Whether a field is a message's rather than a timetable's: it has an address or a date, or says when it was sent. */
function isOfMail(line: string): boolean {
	return (
		/@|\[mailto:|(?<!\d)(?:19|20)\d\d(?!\d)|\d{1,4}[-/.]\s?\d{1,2}[-/.]\s?\d{1,4}|\d\s?[月월]/u.test(line) ||
		SENT.test(line)
	);
}

/** A date on its own line, as Lotus Notes writes it below the sender of a quote; `To:` may follow on the same line. */
const NOTES_DATE =
	/^\s{0,40}\d{1,4}[/.-]\d{1,2}[/.-]\d{1,4},? {1,4}\d{1,2}[:.]\d\d(?:[:.]\d\d)?(?: ?[AP]M)?(?: [A-Z]{2,4}\d?)?(?=\s*$|\s{2,}\S)/i;
/** The sender and the date on one line: `Ann Lee/NA/Lee on 03/14/2001 11:11:11 AM`. */
const NOTES_SENDER_AND_DATE =
	/^\s{0,40}\S.{0,120} (?:on|am|le|el|il|op|em) \d{1,4}[/.-]\d{1,2}[/.-]\d{1,4},? \d{1,2}[:.]\d\d(?:[:.]\d\d)?(?: ?[AP]M)?\s*$/i;
const NOTES_SENT_BY = /^\s{0,40}(?:sent by|gesendet von|envoyé par|enviado por|inviato da|verzonden door)\s?:/i;
const NOTES_TO = /^\s*(?:to|an|à|pour|para|a|aan|til|till)\s?:/iu;
const NOTES_OTHER =
	/^\s*(?:cc|bcc|kopie|copie|copia|subject|thema|betreff|objet|asunto|oggetto|onderwerp|emne|ämne)\s?:/iu;

/** Whether Lotus Notes begins a quote here: the sender, who sent for them, the date, then To and Subject. */
export function isNotesHead(lines: readonly string[], at: number): boolean {
	const first = lines[at] as string;
	if (first.trim() === "" || first.length > MAX_MARK_LENGTH) return false;
	const date = notesDate(lines, at, first);
	if (date === null) return false;
	const head = lines.slice(date, date + 1 + BLOCK_LINES).map((line) => line.slice(0, MAX_MARK_LENGTH));
	const [dated = ""] = head;
	head[0] = dated.replace(NOTES_DATE, "");
	return head.some((line) => NOTES_TO.test(line)) && head.some((line) => NOTES_OTHER.test(line));
}

/** The line with the date of a head by Notes that begins at `at`; null if no such head does. */
function notesDate(lines: readonly string[], at: number, first: string): number | null {
	const isDate = (i: number) => i < lines.length && NOTES_DATE.test((lines[i] as string).slice(0, MAX_MARK_LENGTH));
	if (isDate(at) || NOTES_SENDER_AND_DATE.test(first)) return at;
	// A sentence above the date is the answer, not the sender.
	if (!isNotesSender(first)) return null;
	if (isDate(at + 1)) return at + 1;
	return NOTES_SENT_BY.test(lines[at + 1] ?? "") && isDate(at + 2) ? at + 2 : null;
}

/** A name, as Notes or the internet writes it. */
function isNotesSender(line: string): boolean {
	const name = line.trim().replace(/^["*_]|["*_]$/g, "");
	if (/@|\/[A-Z]/.test(name)) return !/\s\S+\s\S+\s\S+\s\S+\s\S+\s/.test(name);
	const words = name.split(/\s+/);
	if (words.length < 2 || words.length > 5 || startsLikeAnswer(name)) return false;
	return (
		words.every((word, i) => /^\p{Lu}/u.test(word) || (i > 0 && word.length <= 3)) &&
		!/[.!?:,]$/.test(name.replace(/\b(?:Jr|Sr|Dr)\.$/, ""))
	);
}

/** Whether the line is a field of a quoted message's header: `To: Ann`. */
export function isHeaderField(line: string): boolean {
	const start = line.slice(0, MAX_MARK_LENGTH);
	return FROM.test(start) || FIELD.test(start);
}

function fieldName(line: string): string {
	const [name = ""] = line.split(/[:：]/u, 1);
	return name.replace(/[\s>*_]/gu, "").toLowerCase();
}
