import { isReplySubject } from "./absence.ts";
import { anywhere, fold, phrases, sourceOf } from "./phrases.ts";

/** What programs answer beside absences: receipts, recalls, challenges, answers to invitations. */

export type Notice = "receipt" | "recall" | "challenge" | "calendar";

/** Receipts come with one line; longer text is someone's. */
const MAX_RECEIPT = 600;
const MAX_TEXT = 4_000;
const label = (...words: string[]): RegExp => new RegExp(`^(?:${sourceOf(words)}) ?[:：]`, "iu");

const RECEIPT_LABEL = label(
	...[
		"(?:not )?read(?: receipt)?",
		"(?:disposition|read|return) notification",
		"return receipt(?: \\(displayed\\))?",
		"deleted|delivered",
		"gelesen|ungelesen|nicht gelesen|lesebestatigung|ubermittelt|empfangsbestatigung",
		"lu|non lu|accuse de (?:lecture|reception)|confirmation de lecture",
		"leido|no leido|confirmacion de (?:lectura|entrega)|acuse de recibo",
	],
	...[
		"letto|non letto|conferma di lettura|ricevuta di ritorno",
		"lid[ao]|nao lid[ao]|confirmacao de leitura|recibo de leitura",
		"gelezen|niet gelezen|leesbevestiging|ontvangstbevestiging",
		"last|olast|laskvitto",
		"laest|ulaest|lest|ulest|kvittering for lesing",
		"luettu|lukukuittaus",
		"przeczytano|nieprzeczytane?|potwierdzenie (?:odczytu|przeczytania)",
		"precteno|neprecteno|potvrzeni o precteni|precitane|neprecitane",
		"elolvasva|olvasatlan|olvasasi visszaigazolas",
		"citit|necitit|confirmare de citire",
		"okundu|okunmadi",
		"прочитано|прочтено|не прочитано|уведомление о прочтении|подтверждение прочтения",
		"αναγνωσθηκε|διαβαστηκε",
		"נקרא|תמת הקריאה",
		"تمت القراءة|مقروءة|قراءة",
		"已读|未读|已讀|未讀|讀取回條|已读回执",
		"開封済み|開封確認|既読",
		"읽음|읽지 않음|수신 확인",
		"llegit",
	],
);
const RECEIPT_TEXT = [
	phrases(
		...[
			"(?:your|the) message(?:.{0,200})(?:was|has been) (?:read|opened|displayed|deleted without being read)",
			"this is a (?:return|read) receipt",
			"return receipt for the mail",
			"ihre nachricht.{0,200}(?:gelesen|geoffnet|geloscht)",
			"lesebestatigung",
			"votre message.{0,200}(?:a ete lu|lu le|supprime sans)",
			"(?:su|el) mensaje.{0,200}(?:se (?:ha leido|leyo)|leido|abierto|ha sido leido)",
			"il messaggio.{0,200}(?:e stato letto|letto|visualizzato)",
			"(?:a sua|sua) mensagem.{0,200}(?:foi lida|lida)",
			"(?:uw|het) bericht.{0,200}(?:gelezen|geopend)",
		],
		...[
			"meddelandet?.{0,200}(?:lastes|last)",
			"(?:din )?(?:meddelelse|melding).{0,200}(?:laest|lest)",
			"viesti.{0,200}luettu",
			"(?:twoja )?wiadomosc.{0,200}(?:przeczytan|odczytan)~",
			"zprava.{0,200}prectena|sprava.{0,200}precitana",
			"uzenet~.{0,200}(?:elolvas|megnyit)~",
			"mesaj~.{0,200}(?:citit|okundu)",
			"сообщение.{0,200}(?:прочитано|прочтено|открыто)",
		],
	),
	anywhere("(?:邮件|郵件|消息).{0,80}(?:已读|已讀|已被阅读|阅读)|メッセージ.{0,80}開封|메시지.{0,80}읽"),
];
/** A program has taken a request in. */
const TAKEN_IN = phrases(
	...[
		"(?:we|i) (?:have )?(?:successfully )?received your (?:\\S{1,15} )?(?:e-?mail|message|request|enquiry|inquiry|ticket|submission|application).{0,200}(?:will|shall|as soon as|within|shortly|ticket|reference|case)",
		"(?:ticket|case|request) (?:\\S{1,20} )?(?:has been|was) (?:created|opened|received|logged|registered)",
		"a (?:support )?(?:ticket|case) has been (?:created|opened)",
		"(?:wir haben )?ihre (?:anfrage|nachricht|e-?mail) (?:ist |haben wir |wurde )?(?:\\S{1,15} )?(?:erhalten|eingegangen|empfangen).{0,200}(?:ticket|schnellstmoglich|so schnell|umgehend|innerhalb|bearbeit)~",
		"nous avons bien recu (?:votre|ton) (?:message|demande|e-?mail).{0,200}(?:delais|reviendrons|traiter|repondrons|traitee?)",
		"hemos recibido su (?:mensaje|solicitud|correo|consulta).{0,200}(?:brevedad|pronto|responder|contactar)~",
		"abbiamo ricevuto (?:la (?:sua|tua|vostra) )?(?:richiesta|messaggio|e-?mail).{0,200}(?:presto|prima possibile|risponder)~",
		"recebemos (?:a sua|sua|o seu|seu) (?:mensagem|e-?mail|solicitacao|pedido).{0,200}(?:breve|responder|retornar)~",
		"wij? hebben uw (?:bericht|e-?mail|aanvraag|vraag) (?:in goede orde )?ontvangen",
	],
);

const RECALL_LABEL = label(
	...[
		"recall(?:ed)?|message recall(?: (?:success|failure|report))?",
		"ruckruf|nachrichtenruckruf|zuruckrufen",
		"rappel(?: de message)?|rappeler",
		"recuperar|recuperacion|anular envio",
		"richiamo|richiama(?:re)?|ritiro",
		"recolher|cancelar envio|revogar",
		"intrekken|ingetrokken|terughalen",
		"aterkall(?:a|else|ande)?",
		"tilbagekald(?:e|else)?|tilbakekall(?:e|ing)?",
		"peruutus|peruuta|palauttaminen",
		"wycofa(?:j|nie)|odwolanie|przywolanie",
		"odvolani|stazeni|stiahnutie",
		"visszahivas",
		"rechemare|retragere",
		"geri cag(?:ir|irma)",
		"отзыв|отозвать",
		"відкликання",
		"ανακληση",
		"回收|撤回",
		"取り消し|リコール|回収",
		"회수",
	],
);
const RECALL_TEXT = [
	phrases(
		...[
			"would like to recall the message",
			"(?:mochte|versucht).{0,60}(?:nachricht|mail).{0,300}(?:zuruck(?:zu)?rufen|zuruckrufen)",
			"(?:souhaite|souhaiterait|veut|aimerait|voudrait) (?:rappeler|retirer) (?:le|ce) message",
			"(?:desea|quiere|querria|quisiera) (?:recuperar|retirar|anular) el mensaje",
			"(?:desidera|vorrebbe|vuole) (?:richiamare|ritirare) il messaggio",
			"(?:deseja|gostaria de|pretende) (?:recolher|cancelar|retirar|recuperar|anular|revogar) a mensagem",
			"(?:wil|zou).{0,40}(?:bericht).{0,300}(?:intrekken|terughalen)",
			"(?:vill|skulle vilja) aterkalla meddelandet",
			"(?:onsker|vil).{0,20}(?:tilbagekalde|tilbakekalle|trekke tilbake|kalde).{0,20}(?:meddelelsen|meldingen)",
			"haluaa (?:peruuttaa|palauttaa|vetaa).{0,40}viest~",
			"(?:chce|chcialby|chcialaby) (?:odwolac|wycofac|przywolac)(?: \\S{1,15})? wiadomosc",
			"(?:chce|by chtel|si praje) (?:odvolat|stahnout|stiahnut) (?:zpravu|spravu)",
			"szeretne visszahivni",
			"doreste sa (?:recheme|retraga) mesajul",
			"iletisini geri cagirmak|geri almak istiyor",
			"(?:хочет|хотел~? бы|желает) отозвать",
			"(?:хоче|бажає) відкликати",
			"θα ηθελε να ανακαλεσει",
		],
	),
	anywhere(
		"(?:希望|想要|要)(?:回收|撤回)(?:邮件|郵件|消息|下列)|メッセージ.{0,60}(?:取り消|取消|回収)|메시지.{0,40}(?:회수|취소)하려",
	),
];

const CHALLENGE_LABEL = phrases(
	"verify your (?:e-?mail|address|message)(?: \\S{1,15})? to (?:deliver|be delivered)|(?:please )?(?:confirm|verify) (?:that )?you(?:'re| are) (?:a )?(?:human|person|sender|real)|sender (?:verification|confirmation|authentication)(?: required)?|(?:your )?(?:e-?mail|message) (?:requires|needs) verification|challenge-?response|mailinblack|bitdefender challenge|confirm your message|action required to deliver|\\(action required\\)|authentifi(?:ez-vous|cation de l'expediteur)|confirma(?:r|cion|cao) (?:de )?(?:remitente|remetente)|absender(?:verifizierung|bestatigung)|antispam uol",
);
const CHALLENGE_TEXT = [
	phrases(
		...[
			"(?:to deliver|to have|before|in order (?:to|for)|so that|for)(?: \\S{1,60}){0,4} your (?:e-?mails?|messages?)(?: \\S{1,60}){0,12} (?:click|verify|confirm|reply|visit|follow|complete)(?: \\S{1,60}){0,20} (?:link|person|human|robot|address|captcha|yourself|deliver~|sender)",
			"confirm that you are (?:a )?(?:person|human|real|not a (?:robot|spammer|machine))",
			"(?:prove|verify|show)(?: \\S{1,12}){0,3} (?:you(?:'re| are)|your) (?:a )?(?:human|person|real|not a (?:robot|spammer))",
			"your (?:e-?mail|message)(?: \\S{1,60}){0,12} (?:has been|is being|was|is) (?:held|quarantined|waitlisted|waiting|queued|blocked)(?: \\S{1,15}){0,10} (?:until|because|confirm|verif|approv|deliver)~",
			"your (?:e-?mail|message)(?: \\S{1,60}){0,14} waitlisted",
			"add(?:ed)? (?:yourself|your address|you)?(?: \\S{1,15}){0,2} to (?:my|the|his|her|our|\\S{1,30}) (?:\\S{1,60} )?(?:guest|allowed|approved|white|safe|sender)[ -]?(?:list|senders)?",
			"protected by (?:bluebottle|spam ?arrest|boxbe|mailinblack|spamlion|choicemail|\\S{1,60} challenge)",
			"click(?: \\S{1,60}){0,6} (?:ensure|complete|allow|release)(?: \\S{1,20}){0,3} (?:delivery|message|e-?mail|verification)",
			"(?:bestatigen|klicken)(?: \\S{1,60}){0,14} (?:(?:kein|keine) (?:roboter|spammer|maschine)|(?:ein |echter )?mensch (?:sind|bist)|zugestellt|zustell~)",
			"(?:cliqu~|confirm~|authentifi~)(?: \\S{1,60}){0,16} (?:message|courriel|e-?mail|mail) (?:soit|me (?:parvienne|soit)|sera) (?:\\S{1,15} )?(?:delivre|remis|transmis|achemine)?",
			"(?:confirme|haga clic|pulse)(?: \\S{1,60}){0,14} (?:(?:es una )?persona(?: real)?|humano|(?:su|el) (?:mensaje|correo) (?:sea|se) entreg~)",
			"(?:para que|confirme|clique)(?: \\S{1,60}){0,14} (?:mensagem|e-?mail)(?: \\S{1,15}){0,3} (?:encaminhad|entregue|liberad)~",
			"(?:confermi|clicchi|clicca|conferma)(?: \\S{1,60}){0,14} (?:persona|consegnat~|umano)",
			"(?:klik|bevestig)(?: \\S{1,60}){0,14} (?:afgeleverd|bezorgd|mens bent|geen robot)",
			"(?:kliknij|potwierdz)(?: \\S{1,60}){0,14} (?:dostarczon~|czlowiekiem|nie jestes robotem)",
			"(?:подтвердите|нажмите|перейдите)(?: [^ \\n]{1,20}){0,14} (?:не робот|человек|доставлен~)",
		],
	),
];

/** What a challenge cannot do without. */
const ASKS = /https?:|\blink\b|repl|antwort|captcha/;

const CALENDAR_LABEL = label(
	...[
		"(?:tentatively )?accepted|tentative|declined|new time proposed|updated? new time|canceled event|cancelled",
		"(?:mit vorbehalt )?(?:angenommen|zugesagt)|abgelehnt|abgesagt|neue(?:r)? (?:zeit|termin) vorgeschlagen|vorlaufig(?: zugesagt)?",
		"accepte(?:e)?|provisoire|refuse(?:e)?|decline(?:e)?|nouvel(?:le)? (?:horaire|heure) propose~|annule(?:e)?",
		"aceptad[oa]|provisional|rechazad[oa]|nueva hora propuesta|cancelad[oa]",
		"accettat[oa]|provvisori[oa]|rifiutat[oa]|annullat[oa]|nuovo orario proposto",
		"aceit[oae]|recusad[oa]|provisori[oa]|nova hora proposta",
		"geaccepteerd|voorlopig|geweigerd|afgewezen|nieuwe tijd voorgesteld|geannuleerd",
		"accepterat|godkant|avbojt|avbojd|preliminart|accepteret|afvist|forelobig|akseptert|godtatt|avslatt|hyvaksytty|hylatty|alustava",
		"zaakceptowano|zaakceptowane|odrzucono|wstepnie zaakceptowano|prijato|odmitnuto|prijate|odmietnute|elfogadva|elutasitva|feltetelesen elfogadva|acceptat|refuzat|kabul edildi|reddedildi|belirsiz",
		"принято|отклонено|под вопросом|прийнято|відхилено|εγινε αποδεκτη~|απορριφθηκε|התקבל|נדחה|مقبول|مرفوض|已接受|接受|已拒绝|拒絕|暂定|暫定|承諾|辞退|仮承諾|수락됨|수락|거절됨|거절|acceptat|rebutjat",
	],
);

interface NoticeFacts {
	subject: string;
	/** What the sender wrote himself. */
	text: string;
	/** Of the message and its parts, with the parameters that matter, such as `text/calendar; method=reply`. */
	types: readonly string[];
}

/** Which notice a message is, by its parts, then its subject and text; null: none. */
export function noticeOf({ subject, text, types }: NoticeFacts): { kind: Notice; reason: string } | null {
	const byType = types.map(noticeOfType).find((found) => found !== null) ?? null;
	if (byType !== null) return byType;
	const [head, body] = [fold(subject.slice(0, 500)).trim(), fold(text.slice(0, MAX_TEXT)).replace(/\s+/g, " ").trim()];
	const says = (words: readonly RegExp[]): boolean => words.some((one) => one.test(body));
	const isShort = body.length <= MAX_RECEIPT;
	if (RECALL_LABEL.test(head) && (says(RECALL_TEXT) || body === ""))
		return { kind: "recall", reason: "subject and text" };
	if (isShort && says(RECALL_TEXT)) return { kind: "recall", reason: "text" };
	if (RECEIPT_LABEL.test(head) && (says(RECEIPT_TEXT) || body === ""))
		return { kind: "receipt", reason: "subject and text" };
	if (ASKS.test(body) && says(CHALLENGE_TEXT)) return { kind: "challenge", reason: "text" };
	if (!isReplySubject(subject) && CHALLENGE_LABEL.test(head) && /\blink\b|https?:/.test(body))
		return { kind: "challenge", reason: "subject" };
	if (CALENDAR_LABEL.test(head) && body === "") return { kind: "calendar", reason: "subject" };
	return null;
}

/** Whether a text says that a request was taken in, as help desks answer at once. */
export function acknowledges(text: string): boolean {
	const body = fold(text.slice(0, MAX_TEXT)).replace(/\s+/g, " ");
	return TAKEN_IN.test(body) && !body.includes("?");
}

function noticeOfType(type: string): { kind: Notice; reason: string } | null {
	if (/^message\/(?:global-)?disposition-notification|report-type="?disposition-notification/.test(type))
		return { kind: "receipt", reason: "content type" };
	// REQUEST and PUBLISH are what a person sends.
	if (/^text\/calendar\b.*\bmethod="?(?:reply|counter|declinecounter|cancel|refresh)/.test(type))
		return { kind: "calendar", reason: "content type" };
	return null;
}
