import { anywhere, fold } from "./phrases.ts";

/** An SMTP reply in its parts. */
interface SmtpReply {
	/** Enhanced status code (RFC 3463), e.g. `5.1.1`. */
	status: string;
	/** The server's words, without codes, on one line. */
	text: string;
}

const MAX_TEXT = 500;

/**
 * Splits an SMTP reply (RFC 5321 §4.2), of one or more lines. Where the server gives no enhanced status code (RFC 2034),
 * it is the class alone: `5.0.0` or `4.0.0`.
 */
export function parseSmtpReply(reply: string): SmtpReply {
	const [, code = ""] = /^\s*([245]\d\d)\b/.exec(reply) ?? [];
	const lines = reply.split(/\r\n|\r|\n/).map((line) => line.trim().replace(/^[245]\d\d[ -]?/, ""));
	const status = lines.map(enhancedStatus).find((found) => found !== null) ?? `${code[0] ?? "5"}.0.0`;
	const text = lines
		.map((line) => line.replace(/^[245]\.\d{1,3}\.\d{1,3}\b[ :]*/, ""))
		.join(" ")
		.replace(/\s+/g, " ")
		.trim()
		.slice(0, MAX_TEXT);
	return { status, text };
}

/** The enhanced status code that the text begins with (RFC 3463 §2); null: none. */
export function enhancedStatus(text: string): string | null {
	return /^\s*([245]\.\d{1,3}\.\d{1,3})(?!\d)/.exec(text)?.[1] ?? null;
}

/** Statuses of addresses that will never work: no such mailbox, host or syntax; disabled; no mail for the domain (Exchange, too). */
const DEAD_ADDRESS = /^5\.(?:1\.(?:1|2|3|6|10|351)|2\.1|4\.310)$/;

/**
 * Whether a refusal says that the address itself does not work, now or later. Where code and words disagree, the milder one counts.
 * @param words of the mail server
 */
export function isHardBounce(status: string | null, words = ""): boolean {
	return DEAD_ADDRESS.test(preciseStatus(status, words) ?? "");
}

/** Statuses that name no cause. Large providers write them for everything: 5.5.0 for unknown mailboxes. */
const VAGUE = /^[45]\.(?:0\.0|1\.0|3\.0|4\.[04]|5\.[0-4])$/;

/**
 * The status that code and words of a refusal mean together. Words explain a vague code within its class, and soften any
 * other: what is said to be a limit, a policy or a full mailbox says nothing of the address.
 */
export function preciseStatus(status: string | null, words: string): string | null {
	const meaning = statusFromWords(words);
	if (meaning === null) return status;
	if (status === null) return meaning;
	if (VAGUE.test(status)) return meaning.startsWith("4") ? meaning : `${status[0]}${meaning.slice(1)}`;
	if (status.startsWith("5") && (meaning.startsWith("4") || (isHarsh(status) && !isHarsh(meaning)))) return meaning;
	// A server that names no cause, such as 5.7.0, may say that the mailbox is full.
	return status.endsWith(".0") && meaning === "5.2.2" ? `${status[0]}.2.2` : status;
}

const isHarsh = (status: string): boolean => DEAD_ADDRESS.test(status);

/** Folded words of a refusal, any of them: whole ones, or those that begin so. */
const wholeWords = (words: string): string => String.raw`(?<![\p{L}\p{N}_])(?:${words})(?![\p{L}\p{N}_])`;
const wordStarts = (words: string): string => String.raw`(?<![\p{L}\p{N}_])(?:${words})`;

/** Words of mail systems, folded, and what RFC 3463 calls them: the milder ones first. */
const MEANINGS: readonly (readonly [words: RegExp, status: string])[] = [
	[
		anywhere(
			wordStarts(
				String.raw`too many (?:recipients|messages|connections|e-?mails|requests|concurrent|errors|invalid recipients)(?! (?:on|in) )|at a rate|rate[- ]?limit(?:ed|ing|s)?|(?:sending|message|hourly|daily|receiving|connection) (?:rate|limit)s?|throttl\w*|exceeded (?:the )?(?:rate|number|maximum number|hourly|daily)|(?:this|per|last) (?:hour|minute|day)\b|greylist\w*|graylist\w*|grey ?listed|come back later`,
			),
			wordStarts("banned sending ip|access denied, banned|s3140|s3150"),
			wordStarts(
				"zu viele (?:empfanger|nachrichten|mails an)|spater (?:erneut|noch)|vorubergehend|trop de (?:destinataires|messages)|reessayez|demasiados (?:destinatarios|mensajes)|intentelo mas tarde|troppi (?:destinatari|messaggi)|riprova|muitos destinatarios|tente novamente|попробуите позже|слишком много|превышен лимит|временно(?! (?:отключен|заблокирован))",
			),
			"(?:频率|稍后|稍後|过于频繁)",
		),
		"4.7.1",
	],
	[
		anywhere(
			wholeWords(
				String.raw`quota|(?:mailbox|account|inbox|mail ?box|user) (?:is |has been )?(?:full|over)|over ?quota|out of (?:storage|space)|storage (?:limit|allocation|space|capacity)|insufficient (?:system )?(?:disk|storage|space|mailbox)|not enough (?:disk|space|storage)|no space left|mailbox (?:size|limit)|(?:mailbox|maildir|disk|storage|account|space|has)[^.\n]{0,30} (?:exceed(?:s|ed)|is full|would exceed)|too many messages on|disk space limit|zu ?viele mails`,
			),
			wordStarts(
				String.raw`(?:postfach|mailbox|konto|speicherplatz)[^.\n]{0,30} (?:ist )?(?:voll|uberfullt|erschopft|uberschritten)|kein speicherplatz|boite[^.\n]{0,30} pleine|espace (?:disque )?insuffisant|buzon[^.\n]{0,20} lleno|(?:casilla|cuota) (?:llena|excedida)|casella[^.\n]{0,20} piena|spazio (?:esaurito|insufficiente)|caixa[^.\n]{0,30} (?:cheia|lotada)|(?:mailbox|postvak)[^.\n]{0,10} (?:zit |is )?vol\b|skrzynka[^.\n]{0,30} (?:pelna|przepelniona)|schranka[^.\n]{0,20} plna|(?:ящик|почта)[^.\n]{0,30} (?:переполнен|заполнен)|превышена квота|inkorgen ar full|postkassen er full|kutu[^.\n]{0,10} dolu`,
			),
			"(?:邮箱|郵箱|信箱|空间|空間)(?:已)?(?:满|滿|不足)|容量(?:を|が)?(?:超|不足|いっぱい)|용량(?:이)? ?(?:초과|부족)|편지함이 가득",
		),
		"5.2.2",
	],
	[
		anywhere(
			wholeWords(
				String.raw`spam\w*|junk|unsolicited|blocked|blocklist\w*|blacklist\w*|black list|block list|block-?listed|dnsbl|rbl|spamhaus|barracuda|rejected (?:by|due|for|as)|reject(?:ed)?,? (?:content|spam)|polic(?:y|ies)|content (?:filter|rejected|denied)|content refused|message (?:content )?(?:refused|rejected|blocked)|mail re(?:jected|fused)|virus|malware|infected|uribl|surbl|reputation|dmarc|dkim|spf\b|not authori[sz]ed|unauthenticated|authentication (?:required|failed)|access (?:to this mail system )?(?:denied|forbidden)|(?:sender|client|ip|host|server|domain)[^.\n]{0,30} (?:not allowed|not permitted|not accepted|is not authorized|banned|blocked|rejected|denied|refused)(?! to exist)|not permitted|prohibited|relay(?:ing)? (?:access |not |is )?(?:denied|allowed|permitted|prohibited)|relaying|unable to relay|does not relay|(?:no|not an?) (?:open )?relay|rdns|reverse dns|\bptr\b|helo|private list|members only|only accepts mail|not a member|restricted|sender verify|sender (?:address )?(?:rejected|has null mx|unknown|domain)|verify (?:the )?sender|requires confirmation|user complaints|complaints|suspicious|phishing|security|bounced? address tag|bad sequence|pipelin|line too long|attachment type|file type|banned|mailpolicy|forged|spoof\w*|ofr_\d+`,
			),
			wordStarts(
				String.raw`mail rejete|message rejete|abgelehnt wegen|als spam|richtlinie|politique|rechazado por|politica|rifiutat[oa] (?:per|dal)|bloqueado|bloccat[oa]|geblokkeerd|zablokowan\w*|спам|заблокирован`,
			),
			"(?:垃圾邮件|被拒绝|拒收|黑名单|スパム|拒否|스팸|차단)",
		),
		"5.7.1",
	],
	[
		anywhere(
			wholeWords(
				"try again later|try later|temporar(?:y|ily)(?! (?:disabled|suspended account))|retry (?:later|in)|resources? temporarily|server (?:is )?busy|too busy|deferred|unverified address|verification in progress|will be retried",
			),
		),
		"4.3.0",
	],
	[
		anywhere(
			wholeWords(
				String.raw`too (?:large|big)|(?:message|mail)[ -]?size|size limit|maximum (?:message )?size|(?:exceeds?|larger than) (?:the )?(?:maximum|fixed|size|limit)[^.\n]{0,30}(?:size|bytes|mb|kb)?|zu gross|trop (?:volumineux|gros)|demasiado grande|troppo grande|muito grande|te groot`,
			),
			wordStarts("слишком больш"),
		),
		"5.3.4",
	],
	[
		anywhere(
			wholeWords(
				String.raw`(?:connection|connect) (?:to [^\n]{0,80})?(?:timed out|refused|lost|reset|dropped)|timed out|time ?out|no route to host|network (?:is )?unreachable|message expired|expired|delivery time|retry timeout|all hosts have been failing|long failure period|lost connection|did not respond|not responding|could not (?:be )?connect\w*|unable to connect|host lookup did not complete|dns (?:time ?out|server failure|lookup failure)|servfail|mx (?:record )?lookup failure`,
			),
			wordStarts(
				String.raw`zeituberschreitung|verbindung[^.\n]{0,30} fehlgeschlagen|delai (?:d'attente )?depasse|tiempo de espera`,
			),
		),
		"5.4.7",
	],
	[
		anywhere(
			wholeWords(
				"hop count|too many hops|mail loop|loops? back|routing loop|loop detected|points? (?:back )?to (?:myself|local ?host|itself)",
			),
		),
		"5.4.6",
	],
	[
		anywhere(
			wholeWords(
				String.raw`host(?:name)?(?: or domain)?(?: name)? (?:not found|unknown|lookup failed)|(?:couldn't|could not|cannot|can't) (?:find|locate|resolve) (?:any |a |the )?(?:host|domain|mail server|mx|recipient domain)[^.\n]{0,80}|unknown (?:host|domain)|no such (?:domain|host)|(?:domain|host)[^\n]{0,80}? (?:not found|does not exist|doesn't exist|is invalid|is unknown|(?:has|have) no mx|couldn't be found)|(?:has|have) (?:a )?null ?mx|null ?mx|nxdomain|name server: [^\n]{0,60}: host not found|no (?:mx|mail exchanger)s?(?: record)?s?(?: found)?|does not (?:accept|receive) (?:any )?(?:e-?)?mail|doesn't (?:accept|receive) (?:e-?)?mail|unrout(?:e)?able|non-?existent (?:hosts?|domain)|bad destination (?:host|mailbox|system)|no valid hosts?|no route found to domain|unresolvable`,
			),
			wordStarts(
				String.raw`domain[a-z]*[^\n]{0,60} (?:existiert nicht|nicht gefunden|unbekannt)|domaine (?:inconnu|inexistant)|dominio (?:desconocido|inexistente|no existe|sconosciuto|inesistente)|домен[^\n]{0,40} не (?:наиден|существует)`,
			),
			"域名不存在|找不到(?:域名|主机)",
		),
		"5.1.2",
	],
	[
		anywhere(
			wholeWords(
				String.raw`disabled|inactive|suspended|no longer (?:active|valid|in use|available|accepts?|exists?|on (?:this )?server|works|with|a valid)|deactivated|not active|(?:account|mailbox)[^.\n]{0,30} (?:closed|locked|expired|terminated|blocked|dormant|cancell?ed)|has been (?:closed|deleted|removed|discontinued)|discontinued|inaktiv`,
			),
			wordStarts(
				"deaktiviert|gesperrt|stillgelegt|desactive|desactivad[oa]|disattivat[oa]|desativad[oa]|wylaczone|отключен",
			),
		),
		"5.2.1",
	],
	[
		anywhere(
			wholeWords(
				String.raw`user unknown|unknown user|no such (?:user|mailbox|recipient|address|person|account|local user)|no mail ?box|no (?:account|user|mailbox) (?:by|with|here)|unknown (?:recipient|address|account|mailbox|local|or illegal)|(?:recipient|user|mailbox|address|account|addressee|person|name|destinee|destinatario|customer|userid|alias)s?[^.\n]{0,60}?(?:(?:not |n't )(?:be )?(?:found|recogni[sz]ed|exist|listed|valid|known|local|located|have an? [^\n]{0,40} account|reachable by)|un(?:known|available|deliverable|recognized)|does not exist|is invalid|invalid|incorrect|no longer)|(?:not|isn't) (?:a valid|our customer|listed|a known|known)|unrecogni[sz]ed recipient|invalid (?:recipient|user|mailbox|address|account|e-?mail|destination|final delivery)|doesn't have an? [^\n]{0,40}account|bad[ _](?:recipient|address|user|destination mailbox)|recipients? (?:address )?rejected(?! ?(?:due|because|by|for|:? ?(?:\S{1,20} ){0,3}(?:access denied|policy|blocked|grey|spam|unverified|domain not found|sender)))|(?:mailbox|account|address|user)[^.\n]{0,30}? unavailable|mailbox (?:is )?unavailable|recipnotfound|recipientnotfound|nosuchuser|adr\.(?:ex)?recip|not our customer|sorry, no mail ?box|wasn't found|couldn't be found|could not be found|address(?: \S{1,60})? (?:not found|is not valid)|no recipients?|illegal (?:user|alias)|relay recipient table|previously bounced|recent history of bounc\w*|suppress(?:ed|ion)`,
			),
			wordStarts(
				String.raw`(?:empfanger|benutzer|adresse|e-?mail-?adresse|postfach|mailadresse|konto)[^.\n]{0,60} (?:unbekannt|existiert nicht|nicht gefunden|ungultig|nicht bekannt|nicht vorhanden)|unbekannte[rn]? (?:empfanger|benutzer|adresse)|(?:utilisateur|destinataire|adresse|compte|boite)[^.\n]{0,60} (?:inconnu|introuvable|inexistant|invalide|n'existe pas|n'existe plus|n'a pas ete trouve)|(?:usuario|destinatario|direccion|cuenta|buzon)[^.\n]{0,60} (?:desconocid|no existe|inexistente|no (?:se )?(?:encontr|ha encontrad)|invalid)|(?:utente|destinatario|indirizzo|casella)[^.\n]{0,60} (?:sconosciut|non (?:esiste|trovat|valid)|inesistente)|(?:usuario|destinatario|endereco|conta|caixa)[^.\n]{0,60} (?:desconhecid|nao (?:existe|encontrad)|inexistente|invalid)|(?:gebruiker|ontvanger|adres|geadresseerde)[^.\n]{0,60} (?:onbekend|bestaat niet|niet gevonden|ongeldig)|onbekende (?:gebruiker|ontvanger)`,
			),
			wordStarts(
				String.raw`okand (?:anvandare|mottagare)|(?:anvandaren|mottagaren|adressen)[^.\n]{0,40} (?:finns inte|hittades inte|saknas)|ukendt (?:bruger|modtager)|ukjent (?:bruker|mottaker)|(?:brugeren|brukeren|adressen|modtageren|mottakeren)[^.\n]{0,40} (?:findes ikke|finnes ikke|blev ikke fundet)|vastaanottaja[^.\n]{0,30} (?:tuntematon|ei loydy|ei loytynyt)|(?:nieznany|nie znaleziono|nie ma takiego) (?:uzytkownik|adresat|odbiorc)|(?:adres|konto|skrzynka|uzytkownik|odbiorca)[^.\n]{0,40} (?:nie istnieje|nieznan|nie zostal znalezion)|(?:neznamy|neexistujici) (?:uzivatel|prijemce|adresat)|(?:schranka|adresa|uzivatel|adresat)[^.\n]{0,30} (?:neexistuje|nebyl[ao]? nalezen)|(?:felhasznalo|cimzett|postafiok)[^.\n]{0,30} (?:ismeretlen|nem (?:letezik|talalhato))|(?:utilizator|destinatar|adresa)[^.\n]{0,40} (?:necunoscut|nu exista|inexistent|negasit)|(?:kullanici|alici|adres|hesap)[^.\n]{0,40} (?:bulunamadi|mevcut degil|gecersiz|bilinmiyor)`,
			),
			"(?:пользователь|получатель|ящик|адрес|аккаунт)[^.\\n]{0,60} (?:не (?:наиден|существует|зарегистрирован)|неизвестен|недеиствителен)|(?:нет|неизвестныи) (?:такого )?(?:пользовател|получател|адрес)|(?:користувач|одержувач|адреса)[^.\\n]{0,40} не (?:знаидено|існує)|(?:ο χρηστης|ο παραληπτης|η διευθυνση)[^.\\n]{0,40} δεν (?:υπαρχει|βρεθηκε)",
			"(?:用户|用戶|收件人|邮箱|郵箱|账号|帳號|地址)[^。\\n]{0,20}(?:不存在|无效|無效|未找到)|(?:ユーザー?|宛先|メールアドレス|受信者)[^。\\n]{0,20}(?:存在しま|見つかりま|不明|無効)|(?:사용자|수신자|메일 ?주소|계정)[^.\\n]{0,20}(?:없|존재하지|찾을 수)|(?:המשתמש|הנמען|הכתובת)[^.\\n]{0,30}(?:לא (?:קיים|קיימת|נמצא))|(?:المستخدم|المستلم|العنوان)[^.\\n]{0,30}(?:غير (?:موجود|معروف)|لا يوجد)",
		),
		"5.1.1",
	],
];

const MAX_WORDS = 2_000;

/** The status code that a mail server's words mean, where it gives none; null: none is recognized. */
export function statusFromWords(text: string): string | null {
	const beginning = fold(text.slice(0, MAX_WORDS))
		.replace(/[<("[]?[^\s<>@()"[\]:;,]{1,64}@[^\s<>@()"[\]:;,]{1,253}[>)"\]]?/g, "address")
		.replace(/\s+/g, " ");
	return MEANINGS.find(([words]) => words.test(beginning))?.[1] ?? null;
}
