import type { ReadText } from "./words.ts";

/** What the text of a message wants, where that is what phishing and fraud want. */

export type RequestKind =
	| "account_threat"
	| "asks_to_confirm"
	| "mailbox_full"
	| "parcel_fee"
	| "refund"
	| "gift_cards"
	| "extortion"
	| "advance_fee"
	| "bank_change"
	| "new_number"
	| "call_back"
	| "document_lure";

export interface FoundRequest {
	kind: RequestKind;
	weight: number;
	/** False: much of genuine mail says the like. */
	isPlain: boolean;
}

export interface RequestFacts {
	read: ReadText;
	/** As it is, for scripts without spaces. */
	text: string;
	hasLink: boolean;
	/** A page or a locked archive is attached. */
	hasLure: boolean;
	/** Sent to many. */
	isBulk: boolean;
}

const CERTAIN = 6;
const STRONG = 4;
const SOFT = 2;

/** The most telling request; null: none. */
export function requestIn(facts: RequestFacts): FoundRequest | null {
	const found = [accountRequest(facts), ...(facts.isBulk ? [] : fraudIn(facts))].filter((one) => one !== null);
	found.sort((a, b) => b.weight - a.weight);
	const most = found[0];
	if (most === undefined || most.weight < STRONG) return most ?? null;
	return { ...most, weight: most.weight + (isGeneric(facts.read) ? 1 : 0) + (isUrgent(facts) ? 1 : 0) };
}

function accountRequest(facts: RequestFacts): FoundRequest | null {
	const { read, hasLink, hasLure } = facts;
	if (!hasLink && !hasLure) return null;
	if (read.near("mailbox", "full", 8) && (read.has("ask") || read.has("threat"))) return strong("mailbox_full");
	if (read.has("parcel", "fee", "pay") && read.near("fee", "pay", 14)) return strong("parcel_fee");
	if (read.has("refund", "tax", "form")) return strong("refund");
	const isThreatened =
		read.near("threat", "account", 9) || read.near("threat", "mailbox", 9) || read.near("threat", "secret", 9);
	const isAsked = read.near("ask", "account", 6) || read.near("ask", "secret", 6);
	if ((isThreatened && isAsked) || ASKS_FOR_SECRET.test(read.words)) return strong("account_threat");
	if (CJK.test(facts.text) && CJK_ACCOUNT.test(facts.text) && CJK_THREAT.test(facts.text))
		return strong("account_threat");
	if (DOCUMENT.test(read.words) && (hasLure || SIGN_IN_TO_SEE.test(read.words))) return strong("document_lure");
	if (isThreatened && read.has("ask")) return { kind: "account_threat", weight: SOFT + 1, isPlain: false };
	if (isAsked || isThreatened || DOCUMENT.test(read.words))
		return { kind: "asks_to_confirm", weight: SOFT, isPlain: false };
	return null;
}

const ASKS_FOR_SECRET =
	/ (?:enter|entering|enters|submit|type|provide|confirm) (?:your |the |in your |his |secret |full |email |user name and |work email and |company email and ){0,4}(?:password|recovery phrase|seed phrase|card details|card number|pin|credentials) /;
const DOCUMENT =
	/ (?:document|documents|file|fax|voice message|voicemail|scanned|scan|letter|purchase order|remittance|payslip|dokument|fichier|documento) /;
const SIGN_IN_TO_SEE =
	/ (?:sign in|log in|login|signin) (?:with |to |using ){1,2}(?:your |the |a ){0,2}(?:company |work |corporate )?(?:email|office|microsoft|e mail|account|view|open|listen)/;
const CJK = /[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]/;
const CJK_ACCOUNT = /アカウント|お支払い方法|会員|カード|口座|账户|帐户|帳戶|邮箱|계정/;
const CJK_THREAT = /停止|制限|退会|不正|ロック|無効|凍結|冻结|异常|異常|停用|정지|제한/;

const URGENT =
	/ (?:12|24|36|48|50|72) (?:hours|hour|hrs|h|stunden|heures|horas|ore|uur|uren|godzin|часов|часа) | (?:immediately|urgently|sofort|immediatement|inmediatamente|immediatamente|onmiddellijk|natychmiast|permanently|today|heute noch) /;

function isUrgent({ read, text }: RequestFacts): boolean {
	return URGENT.test(read.words) || /(?:24|48|72)\s?(?:時間|小时|小時|시간)/.test(text);
}

const GENERIC =
	/ (?:dear|hello|hi|hallo|attention|sehr geehrter|sehr geehrte|cher|chere|estimado|estimada|gentile|prezado|prezada|caro|geachte|beste|szanowny|szanowna|уважаемый|valued) (?:customer|client|user|member|account|email|mailbox|sir|madam|owner|valued|friend|beneficiary|partner|winner|kunde|kundin|nutzer|cliente|utilisateur|usuario|utente|contribuinte|contribuyente|klant|gebruiker|kliencie|klient|клиент|пользователь) /;

function isGeneric({ words }: ReadText): boolean {
	return GENERIC.test(words) || /お客様/.test(words);
}

/** Frauds that want an answer, a call or money rather than a click. */
function fraudIn({ read: { words } }: RequestFacts): (FoundRequest | null)[] {
	return [
		/ gift ?cards? | (?:steam|itunes|google play|amazon|apple) cards? |geschenkkarten|cartes? cadeaux?/.test(words) &&
		countOf(GIFT_ERRAND, words) >= 2
			? certain("gift_cards")
			: null,
		/ (?:bitcoin|btc|bitcoins|litecoin|crypto wallet) /.test(words) && countOf(EXTORTION, words) >= 3
			? certain("extortion")
			: null,
		advanceFee(countOf(ADVANCE_FEE, words)),
		BANK_CHANGE.test(words) &&
		/ (?:payment|payments|invoice|invoices|remittance|zahlung|zahlungen|paiement|pagos?|salary|deposit) /.test(words)
			? {
					kind: "bank_change",
					isPlain: true,
					weight:
						STRONG -
						1 +
						countOf([/ audit /, / kindly | please use our | remittance /, / (?:future|all|pending) payments? /], words),
				}
			: null,
		NEW_NUMBER.test(words) && FAMILY.test(words) && ERRAND.test(words) ? certain("new_number") : null,
		CHARGED.test(words) && CALL.test(words) && / (?:cancel|refund|dispute|stornieren|annuler|cancelar) /.test(words)
			? strong("call_back")
			: null,
	];
}

function advanceFee(count: number): FoundRequest | null {
	if (count >= 4) return certain("advance_fee");
	return count === 3 ? strong("advance_fee") : null;
}

const GIFT_ERRAND = [
	/ scratch /,
	/ (?:photos?|pictures?|pics?|images?) of /,
	/ codes? /,
	/ (?:reimburse|pay you back|refund you|repay) /,
	/ (?:in a meeting|can t talk|cannot talk|at your desk|are you available|are you free) /,
	/ (?:discreet|discreetly|confidential|surprise) /,
	/ (?:need you to|i want you to|can you help me|from the store|nearby store|run a task|handle a task) /,
	/ for (?:a|some|our|my) (?:client|clients|vendor|staff|friend|niece|nephew) /,
];
const EXTORTION = [
	/ (?:hacked|hack|malware|trojan|virus|spyware|infected|rat software) /,
	/ (?:webcam|camera|recorded|video|screenshot|footage) /,
	/ (?:porn|adult|pornographic|masturbat\w*|intimate|sex) /,
	/ (?:contacts|relatives|friends and family|everyone|colleagues|your family) /,
	/ (?:hours|days) /,
	/ (?:usd|eur|dollars|euros) /,
];
const ADVANCE_FEE = [
	/ next of kin /,
	/ (?:inheritance|inherit|inherited|heir|bequest) /,
	/ (?:barrister|attorney to|solicitor to|bank manager|diplomat|diplomatic|consignment) /,
	/ (?:deceased|late (?:husband|relative|client|father|mr|dr|general|president)|died|plane crash|dying of) /,
	/ widow /,
	/ (?:lottery|sweepstakes?|winning notification|lucky winner) /,
	/ (?:sum of|amount of|fund of|total of) (?:us |usd |eur |\d|\w+ (?:million|hundred))/,
	/ (?:million|billion) (?:us |united states |american )?(?:dollars|usd|euros?|pounds) |\d (?:million|m usd)/,
	/ your (?:urgent |kind |sincere )?(?:assistance|cooperation|co operation) /,
	/ (?:claim your|claims agent|prize|your winning) /,
	/ (?:full names?|telephone number|phone and fax|bank account|account details|bank details) /,
	/ (?:strictly|utmost|highly|absolute) confiden\w+ | in confidence | top secret /,
	/ beneficiary /,
	/ (?:beloved|god bless|in christ|dearest one|almighty|dear friend|charity) /,
	/ (?:foreign (?:partner|account|bank)|transfer (?:this|the|of the) (?:fund|funds|money|sum)|contract (?:sum|payment)|over invoiced) /,
	/ (?:nigeria\w*|ivory coast|cote d ivoire|burkina faso|sierra leone|zaire|lagos|benin|abidjan|apartheid) /,
];

const BANK_CHANGE =
	/ (?:new|changed|change of|updated|update|different|neue|geanderte|nouveau|nouvelles|nueva|nuevo) (?:our |your |my |the |of |in )?(?:bank|banking|iban|payment|direct deposit|bankverbindung|rib|cuenta) | (?:bank|banking|iban|bankverbindung) (?:account |details |information |coordinates )?(?:has |have |was |hat )?(?:been )?(?:changed|updated|geandert) /;
const NEW_NUMBER =
	/ (?:new|neue|nouveau|nuevo|nuovo|novo|nieuwe|nowy) (?:phone |mobile |cell |handy |whatsapp |telefon )?(?:number|nummer|numero|numer|telefonnummer|handynummer) /;
const FAMILY = / (?:mum|mom|mummy|dad|daddy|papa|mama|maman|mami|papi|pap|mam|mamma|mae|pai) /;
const ERRAND =
	/ (?:whatsapp|transfer|pay|bill|text me|uberweis\w*|bezahlen|virement|payer|transferencia|pagar|overmaken|przelew) /;
const CHARGED =
	/ (?:charged|debited|deducted|auto renewed|has been renewed|for renewing|auto renewal|abgebucht|preleve|cargado) /;
const CALL = / (?:call|dial|contact|phone|toll free|anrufen|appelez|llame) (?:\w+ ){0,5}(?:\d+ ){2,}/;

function countOf(patterns: readonly RegExp[], words: string): number {
	return patterns.reduce((sum, pattern) => sum + (pattern.test(words) ? 1 : 0), 0);
}

function strong(kind: RequestKind): FoundRequest {
	return { kind, weight: STRONG, isPlain: true };
}

function certain(kind: RequestKind): FoundRequest {
	return { kind, weight: CERTAIN, isPlain: true };
}
