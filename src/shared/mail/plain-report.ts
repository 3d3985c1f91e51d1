import { statusFromWords } from "./enhanced-status.ts";
import { type HeaderField, headerText } from "./headers.ts";
import { fieldOf } from "./mime-parts.ts";

/** What a report says about one recipient. */
export interface ReportedRecipient {
	/** In lower case. */
	address: string;
	/** `delivered` also for relayed and expanded (RFC 3464 §2.3.3). */
	action: "failed" | "delayed" | "delivered";
	/** Enhanced status code (RFC 3463); null: unknown. */
	status: string | null;
	/** The mail server's words. */
	diagnostic: string | null;
}

/** Delivery reports in free text: qmail, Exim, Exchange 5.5, Domino, GroupWise and others. */

const DAEMON =
	/(?:^|<|"|')\s*(?:mailer[-_ ]?daemon|mail[-_ ]?daemon|postmaster|mdaemon|maildaemon|maildelivery[-_ ]?subsystem|mail (?:delivery|transport|routing) (?:sub)?(?:system|service|agent)|(?:system|mail|exchange|email) administrator|microsoft ?(?:outlook|exchange)|(?:e-?mail|mail) delivery|delivery (?:sub)?system|symantec|system attendant|internet mail (?:delivery|connector)|groupwise|mailbot|smtp gateway|mail server)\b|microsoftexchange[0-9a-f]{32}@/i;
const SUBJECT = new RegExp(
	`(?<![a-zA-Z])(?:${[
		"undeliver(?:able|ed)|delivery (?:status|fail|problem|notif|has failed|incomplete|delayed|report|error|unsuccessful)|mail delivery|returned (?:e?mail|to sender|message)|failure notice|delivery failure|message (?:status|delayed|undeliverable|could not)|non[- ]?delivery|not delivered|could not be delivered|mail failure|failed mail|mail system error|mail could not|mail delayed|delayed mail|warning: (?:message|could not)|bounced? (?:mail|message)|user unknown|message you sent (?:blocked|failed)|rejected:|blocked by our|undelivered",
		"unzustellbar|nicht zustellbar|nicht zugestellt|zustell(?:ung|fehler)|unzustellbarkeit|mail nicht|nachricht konnte nicht|non remis|non distribu|échec de (?:la )?(?:remise|distribution)|n'a pas pu être (?:remis|distribué)|notification d'état de remise|no se (?:ha podido|pudo|puede) entregar|no entregado|error (?:de|en la) entrega|correo devuelto|devuelto|non recapitabile|mancat[oa] (?:recapito|consegna)|impossibile recapitare|consegna (?:fallita|non riuscita)|não (?:foi possível|é possível) entregar|não entregue|falha na entrega|devolvida|onbestelbaar|niet bezorgd|bezorging (?:mislukt|is mislukt)|niet afgeleverd",
		"olevererbart|kan inte levereras|kunde inte levereras|oleverbart|leveransfel|kan ikke leveres|kunne ikke leveres|ikke leveret|uleverbar|ikke-leverbar|ei voi(?:tu|da)? toimittaa|ei voitu toimittaa|toimitus epäonnistui|niedostarcz|nie można dostarczyć|nie dostarczono|zwrot wiadomości|nedoručiteln|nedoručen|nelze doručit|kézbesíthetetlen|nem kézbesíthető|kézbesítési|nelivrabil|nelivrat|nu a putut fi livrat|teslim edilemedi|iletilemedi|nedostavljiv|neisporučen",
		"не доставлен|недоставлен|невозможно доставить|доставка (?:не )?|не может быть доставлен|возвращено|не вдалося доставити|неможливо доставити|не беше доставен|δεν (?:ήταν δυνατή|παραδόθηκε)|αποτυχία παράδοσης|לא נמסר|לא ניתן למסור|כשל במסירה|تعذر (?:ال)?تسليم|لم يتم تسليم|فشل التسليم",
		"退信|无法(?:投递|送达|传递)|未能(?:送达|投递)|投递失败|未送达|無法(?:投遞|傳遞|送達)|配信不能|配[送信]できま|送信できません|届けられ|エラーメール|配信エラー|배달되지|전송 ?실패|반송|전달할 수",
	].join("|")})`,
	"iu",
);
const COPY =
	/^(?:--.*(?:copy of|original|returned|unsent) .*|---.*(?:forwarded|original) message.*|.*below this line is a copy.*|.*this is a copy of (?:the|your) message.*|received: from .*|return-path: .*)$/i;
const DELAY =
	/\b(?:(?:has|have) not (?:yet )?been delivered|delivery (?:is |has been )?(?:delayed|deferred)|will (?:be )?(?:continue|keep|retr)|will be (?:re)?tried|this is (?:only )?a warning|still trying)\b/i;

const ADDRESS = /[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[a-z0-9][a-z0-9.-]{0,252}[a-z0-9]/gi;
const MAX_LINE = 500;
/** Lines read of a copy: its header. */
const MAX_COPY = 100;
/** Where an address comes from that the sender did or did not write to: Exim, Postfix, Sendmail. */
const ALIAS = /\((?:ultimately )?(?:generated|expanded) from:? [^)]{0,320}\)/gi;
const RECIPIENT_FIELD = /^(?:final-recipient|original-recipient|failed recipient|to):? ?rfc822;/i;
/** Lines that name the sender, or whom to ask. */
const NOT_RECIPIENT =
	/^\W{0,3}(?:from|sender|mail from|reply-to|return-path|reporting-mta)\b ?[:=]|\(mail from|(?<![\p{L}\p{N}_])(?:(?:(?:please |kindly )?(?:contact|ask|call|write to|forward (?:this|it)|send (?:mail|e-?mail|this|an)|report)|for (?:further|more|any) (?:assistance|help|information|questions)|questions|assistance|sent by|message from|wenden sie sich|contactez|contacte|contattare|обратитесь|служб[ау] поддержки)(?![\p{L}\p{N}_])|(?:mail from:?|from:? )<|postmaster@)/iu;
const BEGINS = /^\W{0,4}[^\s@]{1,64}@/;
/** Addresses that mail systems name as help. */
const CONTACT =
	/^(?:postmaster|hostmaster|webmaster|abuse|mailer-daemon|mail-daemon|help|helpdesk|help-desk|support|it-support|itsupport|servicedesk|admin|administrator|sysadmin|noc|security|spam|no-?reply|.*-(?:owner|request|bounces))@/;
/** Lines around an address that may give the reason. */
const NEAR = 6;

/** Whether a mail system itself has sent the message. */
export function isFromMailSystem(fields: readonly HeaderField[]): boolean {
	const from = headerText(fieldOf(fields, "from")).slice(0, MAX_LINE).trim();
	const hasNoSender = fieldOf(fields, "return-path").trim() === "<>" || from === "" || from === "<>";
	return DAEMON.test(from) || hasNoSender || failedRecipients(fields).length > 0;
}

interface Options {
	/** Header fields of the returned message, where it is a part of its own. */
	original?: readonly HeaderField[];
	/** The first are kept. */
	maxRecipients: number;
}

/** Recipients named in a free-text report; null: the message is not a report. */
export function readPlainReport(
	fields: readonly HeaderField[],
	text: string,
	{ original = [], maxRecipients }: Options,
): ReportedRecipient[] | null {
	const from = headerText(fieldOf(fields, "from")).slice(0, MAX_LINE);
	const subject = headerText(fieldOf(fields, "subject")).slice(0, MAX_LINE);
	const failed = failedRecipients(fields);
	if (
		failed.length === 0 &&
		!(isFromMailSystem(fields) && (SUBJECT.test(subject) || statusFromWords(text.slice(0, 2_000)) !== null))
	)
		return null;
	const lines = text.split(/\r\n|\r|\n/).map((line) => line.slice(0, MAX_LINE).trim());
	const end = lines.findIndex((line) => COPY.test(line));
	const notice = (end < 0 ? lines : lines.slice(0, end)).map((line) => line.replace(ALIAS, ""));
	const copy = returnedAddresses(end < 0 ? [] : lines.slice(end, end + MAX_COPY), original);
	const whole = notice.join(" ");
	const isDelay = DELAY.test(whole) || /^warning/i.test(subject);
	// A report is sent to the sender of the returned message.
	const own = new Set([...addressesIn(from), ...addressesIn(fieldOf(fields, "to").slice(0, MAX_LINE)), ...copy.from]);
	const isContact = (address: string): boolean =>
		CONTACT.test(address) && !copy.to.has(address) && !failed.includes(address);
	const found = new Map<string, ReportedRecipient>();
	for (const { address, near } of namedIn(notice)) {
		if (own.has(address) || isContact(address) || found.has(address) || found.size >= maxRecipients) continue;
		found.set(address, recipientOf(address, near, whole, isDelay));
	}
	if (found.size === 0)
		for (const address of localRecipients(notice, from).slice(0, maxRecipients))
			found.set(address, recipientOf(address, "", whole, isDelay));
	for (const address of failed)
		if (!found.has(address) && found.size < maxRecipients) found.set(address, recipientOf(address, "", whole, isDelay));
	return certain([...found.values()], [...failed, ...copy.to]);
}

/** Of the addresses named in a notice, those that are the header's or the returned message's, or else have a reason next to them. */
function certain(named: readonly ReportedRecipient[], known: readonly string[]): ReportedRecipient[] {
	const explained = named.filter(({ status }) => status !== null);
	const some = explained.length > 0 ? explained : [...named];
	const sure = some.filter(({ address }) => known.includes(address));
	return sure.length > 0 ? sure : some;
}

/** The addresses in a notice, each with the lines that follow it. A report within the text names them by fields. */
function namedIn(notice: readonly string[]): { address: string; near: string }[] {
	const isField = notice.some((line) => RECIPIENT_FIELD.test(line));
	return notice.flatMap((line, index) => {
		if (isField && !RECIPIENT_FIELD.test(line)) return [];
		const near = notice
			.slice(index, index + NEAR)
			.filter((one) => one !== "")
			.join(" ");
		const sentences = line.split(/(?<=[.!?:;])\s+/).filter((one) => BEGINS.test(one) || !NOT_RECIPIENT.test(one));
		return sentences.flatMap(addressesIn).map((address) => ({ address, near }));
	});
}

/** From whom and to whom the returned message was, as far as a report shows it. */
function returnedAddresses(
	copy: readonly string[],
	original: readonly HeaderField[],
): { from: string[]; to: Set<string> } {
	const written = [...copy, ...original.map(({ name, raw }) => `${name}: ${raw.slice(0, MAX_LINE)}`)];
	const of = (names: RegExp): string[] => written.filter((line) => names.test(line)).flatMap(addressesIn);
	return { from: of(/^(?:from|return-path|sender|reply-to):/i), to: new Set(of(/^(?:to|cc|bcc):/i)) };
}

/** Mailboxes of the reporting server that a list names without their domain: AOL. */
function localRecipients(notice: readonly string[], from: string): string[] {
	const [sender] = addressesIn(from);
	const start = notice.findIndex((line) => line.endsWith(":") && /\brecipients?\b/i.test(line));
	if (start < 0 || sender === undefined) return [];
	const domain = sender.slice(sender.lastIndexOf("@"));
	const rest = notice.slice(start + 1);
	const end = rest.findIndex((line) => !/^[\w.+-]{1,64}$/.test(line));
	const names = end < 0 ? rest : rest.slice(0, end);
	return names.map((name) => `${name.toLowerCase()}${domain}`);
}

/** X-Failed-Recipients, of Exim and Gmail. */
function failedRecipients(fields: readonly HeaderField[]): string[] {
	return fields.filter(({ name }) => name === "x-failed-recipients").flatMap(({ raw }) => addressesIn(raw));
}

const addressesIn = (text: string): string[] => (text.match(ADDRESS) ?? []).map((address) => address.toLowerCase());

function recipientOf(address: string, near: string, all: string, isDelay: boolean): ReportedRecipient {
	const status =
		statusIn(near) ?? statusFromWords(near) ?? statusIn(all.slice(0, 2_000)) ?? statusFromWords(all.slice(0, 2_000));
	const isTemporary = isDelay || status?.startsWith("4") === true;
	return {
		address,
		action: isTemporary ? "delayed" : "failed",
		status: isDelay && status !== null ? `4${status.slice(1)}` : status,
		diagnostic: near.slice(0, MAX_LINE) || null,
	};
}

function statusIn(text: string): string | null {
	return /(?:^|[\s#(-])([45]\.\d{1,3}\.\d{1,3})(?![\d.])/.exec(text)?.[1] ?? null;
}
