import { anywhere, phrases, sourceOf } from "./phrases.ts";

/** How people ask for no more mail, by language. What is compared with these is folded. */

/** All of a sentence, besides politeness. */
const ALONE = [
	...[
		"unsubscribe(?: me| us)?",
		"remove(?: me| us)?(?: now| immediately)?",
		"stop(?: it| this| now)?",
		"opt[ -]?(?:me )?out",
		"delete me",
		"take me off(?: your| the| this)?(?: list)?",
		"no more(?: e-?mails?| mails?| messages)?",
		"cancel(?: my)? subscription",
	],
	...[
		"(?:mich )?(?:abmelden|austragen|abbestellen|loschen)",
		"abmeldung",
		"austragung",
		"keine (?:e-?)?mails? mehr",
		"(?:me |se )?(?:desabonner|desinscrire)",
		"desabonn?ement",
		"desinscription",
		"stop (?:mails?|e-?mails?)",
		"(?:dar(?:me)? de )?baja",
		"(?:cancelar|anular)(?: la)? suscripcion",
		"no mas correos",
		"cancell(?:ami|atemi|azione)",
		"disiscri(?:vimi|vetemi|zione|vermi)",
		"rimuov(?:imi|etemi)",
		"basta",
	],
	...[
		"(?:cancelar|remover|descadastrar|sair)(?: da lista)?",
		"descadastro",
		"remov(?:a|am)-me",
		"uitschrijven|afmelden|schrijf me uit|geen mails meer",
		"avregistrera(?: mig)?|avprenumerera|avanmal(?:an)?|sluta",
		"(?:afmeld|meld av|avmeld|frameld)(?: mig| meg)?|slet mig|slett meg",
		"peru(?:uta)? tilaus|poistakaa?(?: minut)?",
		"wypisz(?:cie)?(?: mnie)?|rezygnuje|wypisanie",
		"odhlasit|odhlaseni|odhlasenie",
		"leiratkozas|leiratkozom",
		"dezabon(?:are|eaza-ma|ati-ma)",
		"abonelikten cik(?:ar|mak|ma)?~",
		"отписаться|отписка|отпишите(?: меня)?|стоп",
		"відписатися|відпишіть(?: мене)?",
		"διαγραφη|απεγγραφη",
		"退订|退訂|取消订阅|取消訂閱",
		"配信停止(?:希望)?|購読解除|解除",
		"수신 ?거부|구독 ?(?:취소|해지)",
		"הסר(?:ה)?",
		"(?:ال)?غاء (?:ال)?اشتراك|الغاء الاشتراك|توقف",
		"(?:donar-me de )?baixa",
	],
];
const PLEASE =
	"(?:please|pls|plz|kindly|thanks|thank you|thx|now|just|hi|hello|bitte|danke|s'il vous plait|svp|merci|por favor|gracias|per favore|grazie|obrigad[oa]|alstublieft|aub|graag|tack|venligst|vennligst|kiitos|prosze|prosim|kerem|va rog|lutfen|пожалуиста|спасибо|будь ласка|παρακαλω|请|請|お願いします|부탁드립니다|בבקשה|من فضلك|sisplau|si us plau)";

/** A sentence, or a subject, that is such a word alone. */
export const OPT_OUT_ALONE = new RegExp(
	String.raw`^\W{0,4}(?:${PLEASE}[\s,!.]{0,3}){0,3}(?:${sourceOf(ALONE)})(?:[\s,!.。!…-]{0,4}${PLEASE}){0,3}[\s!.。!…-]{0,5}$`,
	"iu",
);

const NOT = "(?:not|dont|don't|doesn't|didn't|won't)";
const MAILS = "(?:e-?mails?|mails?|messages?|newsletters?|spam|contact|communications?)";
const LISTS =
	"(?:list|lists|mailings?|distribution|database|newsletters?|e-?mails?|mails?|messages|crm|contacts|records|system|campaigns?|sequence|subscri~)";

/** Within a sentence. */
export const OPT_OUT = [
	phrases(
		// English
		...[
			"unsubscribe (?:me|us|my|our|this (?:e-?mail|address))",
			"(?:^|please|to|and|kindly|just|how (?:do|can) i|,) ?unsubscribe(?: (?:from (?:this|your|these|the|all|any)|immediately|now|asap|please|thanks|right)|[.!?]?$)",
		],
		...[
			`(?:remove|delete|take|drop|strike|scratch|get|exclude|erase) (?:me|us|(?:my|our|this) (?:\\S{1,15} )?(?:e-?mails?|names?|address~|contacts?|details|data|information|company)(?: address)?)(?: \\S{1,15}){0,2} (?:from|off|out of|on) (?!waiting)(?:\\S{1,15} ){0,4}${LISTS}`,
			"(?:remove|delete|take|drop) (?:me|us|my (?:e-?mail|name|address)(?: address)?)(?: (?:please|immediately|now|asap|at once|today|thanks|permanently|off))*[.!]?$",
			`(?:remov~|taken|delet~|unsubscribed)(?: \\S{1,15}){0,2} (?:from|off) (?:your|this|the|all) (?:\\S{1,15} ){0,2}${LISTS}`,
			"delete (?:all )?(?:my|our) (?:personal )?(?:data|details|information|contact)",
		],
		...[
			"(?:stop|cease|quit)(?: \\S{1,10}){0,1} (?:e-?mailing|mailing|writing(?: to)?|contacting|messaging|spamming|bothering|harassing|pestering|soliciting)(?: (?:me|us|this|my|our|people|$)|[.!]?$)",
			"(?:stop|cease|quit) sending(?: \\S{1,10}){0,2} (?:e-?mails?|mails?|messages|these|this|your|any|spam|stuff|to me|me|us|newsletters?|me any~)",
			"stop (?:the |these |this |your |with the |all )(?:\\S{1,10} )?(?:e-?mails?|mails?|spam|messages|mailings?)",
		],
		...[
			"(?:do not|don't|dont|never)(?: ever)? (?:e-?mail|contact|write(?: to)?|message|mail|bother|spam|disturb|solicit) (?:me|us|this address|here)(?: \\S{1,12}){0,1}(?: (?:again|any ?more|any further|any longer|ever|in the future)|[.!]?$)",
			"(?:do not|don't|dont|never)(?: ever)? send (?:me|us)? ?(?:any|more|further|such|these|your|unsolicited|another)(?: \\S{1,12}){0,2} (?:e-?mails?|mails?|messages?|newsletters?|offers?|advert~|spam|stuff|anything)",
			`(?:no longer|${NOT})(?: \\S{1,10}){0,2} (?:wish|want|like|care|interested)(?: \\S{1,12}){0,2} (?:receiv~|get|getting|hear|hearing|be contacted|be e-?mailed|be on|contact|communication)(?: \\S{1,15}){0,4} (?:e-?mails?|mails?|messages?|newsletters?|from you~|your~|list|these|this|again|any ?more|contacted|further)`,
			`(?:no longer|${NOT})(?: \\S{1,10}){0,1} (?:wish|want) to be (?:contacted|e-?mailed|on (?:your|this|the) \\S{0,15} ?list)`,
			`${NOT}(?: \\S{1,10})? (?:want|need|wish for|like|send)(?: me| us)? (?:any )?(?:more|further) (?:of )?(?:your |these |such )?${MAILS}`,
			"leave (?:me|us) alone",
			"lose my (?:e-?mail|address|number)",
			"(?:want|wish|like|need|please) (?:to )?opt[ -]?out",
			"opt (?:me|us) out",
			`cancel (?:my|our|this) (?:\\S{1,12} )?(?:newsletter|mailing|e-?mail)~`,
		],
		// German
		...[
			"(?:nehmen|nehmt|nimm|streichen|streiche|streicht|entfernen|entferne|entfernt|loschen|losche|loscht|tragen|trage|tragt|werfen|wirf|schmeissen)(?: sie| ihr)? (?:bitte )?(?:mich|uns|(?:meine|unsere|diese|die) (?:\\S{0,10}adresse|e-?mail\\S{0,10}|daten|kontaktdaten))(?: bitte)?(?: \\S{1,15}){0,2} (?:aus|von|vom)(?: \\S{1,25}){0,4}",
			"(?:bitte )?(?:aus|von) (?:\\S{1,10} )?(?:\\S{0,15}verteiler|\\S{0,15}liste|newsletter|datenbank)(?: \\S{1,15}){0,3} (?:nehmen|streichen|entfernen|austragen|loschen|genommen|gestrichen|entfernt)",
			"(?:melden|melde)(?: sie)? mich(?: \\S{1,15}){0,6} ab",
			"(?:mich|uns|newsletter|mails?)(?: \\S{1,15}){0,5} (?:abmelden|austragen|abbestellen)",
			"(?:bestelle|kundige|storniere)(?: \\S{1,15}){0,3} newsletter(?: \\S{1,10})?(?: ab)?",
			"(?:schreiben|schreibt|schreib|kontaktieren|kontaktiert|schicken|schickt|schick|senden|sendet|belastigen|mailen)(?: sie)? (?:mir|mich|uns)(?: bitte| ab jetzt| in zukunft| kunftig)*(?: (?:nicht|nie)(?: wieder| mehr| langer)|nichts mehr| keine(?: \\S{1,15}){0,2} (?:mehr|e-?mails?|mails?|nachrichten|newsletter))",
			"(?:nicht|nie)(?: mehr| wieder) (?:an)?(?:schreiben|kontaktieren|mailen|angeschrieben|kontaktiert|belastigen)",
			"lass(?:en|t)?(?: sie)? (?:mich|uns)(?: bitte| endlich)* in (?:ruhe|frieden)",
			"(?:horen|hort|hor)(?: sie)? (?:bitte |endlich )?auf,? (?:mir|mich|uns)",
			"(?:ich|wir|hiermit)(?: \\S{1,15}){0,2} widerspr\\S{1,10}(?: \\S{1,25}){0,6} (?:werbung|zusendung\\S{0,3}|nutzung|verwendung|kontaktaufnahme)",
			"unterlassen sie(?: \\S{1,20}){0,5} (?:e-?mails?|mails|werbung|zusendung\\S{0,3}|kontaktaufnahme\\S{0,3})",
		],
		// French
		...[
			"(?:desabonne[rz]?|desinscri(?:re|vez|s|t)|retire[rz]?|supprime[rz]?|enleve[rz]?|raye[rz]?|efface[rz]?|sortez|sors)(?:[ -](?:moi|nous|me|m')| mon (?:adresse|nom|mail|e-?mail|contact)| mes (?:coordonnees|donnees)| (?:cette|notre) adresse)(?: \\S{1,20}){0,8}",
			"(?:me|nous)(?: \\S{1,8})? (?:desabonner|desinscrire|rayer|retirer d\\S{1,15})",
			"(?:me|nous|m') ?(?:supprimer|enlever|retirer|effacer)(?: \\S{1,15}){0,5} (?:liste\\S{0,3}|fichiers?|base|diffusion|mailing)",
			"ne (?:me|nous|m')(?: \\S{1,10})? ?(?:contacte[rz]?|ecri(?:vez|s|re)|envoye[rz]?|envoie|sollicite[rz]?|derange[rz]?)(?: \\S{1,10})? plus",
			"ne plus (?:me |nous |m'|etre |recevoir)(?:\\S{1,15})?",
			"ne (?:souhait|veu|desir|voul)\\S{1,8} (?:plus|pas)(?: \\S{1,8})? (?:recevoir|etre (?:contact|sollicit)\\S{1,5})",
			"(?:arrete[rz]?|cesse[rz]?)(?: \\S{1,10})? d(?:e|') ?(?:me|m'|nous|envoyer|ecrire|spammer)\\S{0,15}",
			"laisse[rz]?[ -](?:moi|nous) tranquilles?",
			"plus (?:de|d'|aucun) ?(?:vos |ces )?(?:e-?mails?|mails?|messages?|courriels?|newsletters?|publicites?)",
			"stop aux? (?:e-?mails?|mails?|spams?)",
		],
		// Spanish, Catalan
		...[
			"(?:dar(?:me|nos)|dad(?:me|nos)|den(?:me|nos)|de(?:me|nos)|da(?:me|nos)|me den?|doy|solicit\\S{1,3}|quiero|queremos|pido)(?: \\S{1,10}){0,2} (?:de )?baja",
			"(?:borr|elimin|quit|sac|saqu|retir|remuev|exclu)\\S{0,4}(?:me|nos)\\b(?: \\S{1,15}){0,5}",
			"(?:borr|elimin|quit|sac|saqu|retir)\\S{1,3} (?:mi|mis|nuestr[oa]s?|este) (?:\\S{1,10} )?(?:correo|direccion|e-?mail|datos|nombre|contacto)\\S{0,2}",
			"(?:no|ya no) (?:quier[oe]|dese[oa]|queremos|deseamos|me interesa)(?: \\S{1,10}){0,2} (?:recib\\S{1,6}|seguir recibiendo|mas (?:correos|mensajes|e-?mails))",
			"no (?:me|nos)(?: vuelv\\S{1,4} a)? (?:envi|mand|escrib|contact|molest)\\S{1,5}(?: \\S{1,10}){0,2} (?:mas|nunca|correos|mensajes|e-?mails|publicidad)",
			"no (?:me|nos) (?:vuelv\\S{1,4} a )(?:escribir|contactar|enviar|molestar)",
			"dej(?:e|en|a|ad|es|eis) de (?:escribir|enviar|mandar|contactar|molestar)\\S{0,5}",
			"no mas (?:correos?|mensajes?|e-?mails?|publicidad)",
			"(?:cancel|anul)\\S{1,4} (?:mi|la|nuestra) suscripcion",
			"dej(?:en|e|a|ad)(?:me|nos) en paz",
		],
		...[
			"(?:doneu-me|dona'm|donar-me|donar-nos|doneu-nos) de baixa",
			"(?:traieu|elimineu|esborreu|treieu|esborra|treu)(?:-me|'m|-nos)(?: \\S{1,15}){0,5}",
			"no (?:vull|volem|desitjo)(?: \\S{1,8})? (?:rebre|continuar rebent|mes correus)",
			"no (?:m'|em |ens )(?:envieu|escriviu|contacteu|torneu)(?: \\S{1,12}){0,2}",
			"deixeu d(?:e |')(?:escriure|enviar|contactar)\\S{0,4}",
		],
		// Italian
		...[
			"(?:cancell(?:atemi|ami|armi|arci|ateci)|rimuov(?:etemi|imi|ermi|eteci|erci)|togli(?:etemi|mi|ermi|eteci|erci)|elimina(?:temi|mi|rmi|teci)|disiscriv(?:etemi|imi|ermi|eteci|o)|toglietemi|depennatemi|escludetemi)(?: \\S{1,15}){0,5}",
			"(?:cancell|rimuov|elimin|togli)\\S{1,5} (?:il mio|la mia|i miei|questo|il nostro) (?:\\S{1,10} )?(?:indirizzo|nome|e-?mail|mail|dati|contatto|nominativo)",
			"(?:non|mai)(?: \\S{1,5})? (?:vogli|desider|vorre|intend|gradi|vuol)\\S{1,5}(?: piu)? (?:ricever|esser)\\S{1,4}(?: \\S{1,12}){0,4}",
			"non (?:mi |ci )?(?:scriv|contatt|invi|mand|disturb)\\S{0,7}(?: \\S{1,8})? (?:piu|altre|ulteriori)",
			"smett\\S{1,6} di (?:scriver|inviar|mandar|contattar|disturbar)\\S{1,4}",
			"lasci\\S{1,4}(?:mi|ci) in pace",
			"basta(?: con)?(?: \\S{1,6})? (?:e-?mail|mail|messaggi|spam)",
			"(?:niente|nessuna) (?:piu|altra) (?:e-?mail|mail)",
			"essere (?:cancellat|rimoss|disiscritt)[oiae](?: \\S{1,15}){0,5}",
		],
		// Portuguese
		...[
			"(?:remov|retir|exclu|descadastr|tir|elimin|apagu|cancel)\\S{0,4}(?:-me|-nos| me| nos)(?: \\S{1,15}){0,5}",
			"(?:me|nos) (?:remov|retir|exclu|descadastr|tir)\\S{1,4}(?: \\S{1,15}){0,5}",
			"(?:remov|retir|exclu|descadastr|tir|elimin|apagu)\\S{0,4} (?:o |a )?(?:meu|minha|meus|nosso|este) (?:\\S{1,10} )?(?:e-?mail|endereco|nome|contato|contacto|dados|cadastro)",
			"nao (?:quero|desejo|queremos|desejamos|pretendo|gostaria|tenho interesse)(?: \\S{1,10}){0,3} receb\\S{1,4}",
			"nao (?:me|nos) (?:envi|mand|escrev|contat|contact|incomod)\\S{1,4}(?: \\S{1,10}){0,2}(?: (?:mais|e-?mails?|mensagens|novamente)|[.!]?$)",
			"par(?:e|em|a|ar) de (?:me |nos )?(?:envi|mand|escrev|contat|contact|incomod)\\S{1,4}",
			"(?:deixe|deixem|deixa)(?:-me|-nos| me) em paz",
			"(?:quero|gostaria de|desejo) (?:me )?(?:descadastrar|cancelar (?:\\S{1,8} ){0,2}(?:inscricao|subscricao|assinatura))",
			"(?:nao|sem|chega de) (?:envi\\S{1,4} )?mais (?:e-?mails?|mensagens)",
		],
		// Dutch
		...[
			"(?:schrijf|haal|haalt|verwijder|verwijdert|meld|gooi|schrap|wilt|wil|kunt|kun)(?: u| je| jullie)? (?:mij|me|ons|mijn|onze|dit)(?: (?:adres|e-?mail\\S{0,8}|mailadres|naam|gegevens))?(?: \\S{1,15}){0,6} (?:uit|af|van|uitschrijven|afmelden|verwijderen|uithalen|schrappen)(?: \\S{1,15}){0,5}",
			"(?:wil|wens|willen|wensen|hoef)(?: \\S{1,8}){0,3} (?:geen|niet langer|niet meer|niet)(?: \\S{1,10}){0,4} (?:e-?mails?|mails?|berichten|nieuwsbrie\\S{1,3}|reclame|ontvangen|benaderd)",
			"(?:graag|wil|wens)(?: \\S{1,8}){0,3} (?:uitschrijven|afmelden|uitgeschreven)",
			"(?:stop|hou op|houd op|stopt u|stoppen) met (?:\\S{1,10} )?(?:mailen|sturen|schrijven|benaderen|e-?mailen|mij|me)(?: \\S{1,10}){0,3}",
			"(?:mail|schrijf|benader|contacteer|stuur)(?: u)? (?:mij|me|ons)(?: \\S{1,10}){0,2} (?:niet|niets|geen)(?: \\S{1,10})? (?:meer|mails?|e-?mails?)",
			"niet meer (?:mailen|benaderen|contacteren|schrijven|lastig~)",
			"laat (?:me|mij|ons) met rust",
		],
		// Swedish, Danish, Norwegian, Finnish
		...[
			"(?:ta bort|avregistrera|stryk|radera|plocka bort|avanmal) (?:mig|oss|min|mina|var)(?: \\S{1,15}){0,5}",
			"(?:vill|onskar)(?: \\S{1,8})? (?:inte|ej|inga)(?: \\S{1,10}){0,3} (?:mejl|mail|utskick|e-?post|epost|meddelanden|nyhetsbrev|kontaktad)\\S{0,3}",
			"(?:sluta|upphor)(?: \\S{1,5})? (?:mejla|maila|skicka|kontakta|skriva|skicka|spamma)(?: \\S{1,12}){0,3}",
			"(?:kontakta|mejla|maila|skriv)(?: till)? (?:mig|oss) (?:inte|aldrig)(?: \\S{1,8})?|(?:kontakta|mejla|maila|skicka) (?:inte|aldrig) (?:mig|oss|fler)\\S{0,10}",
			"inga fler (?:mejl|mail|utskick|meddelanden)",
			"(?:lamna|lat) (?:mig|oss)(?: vara)? i fred",
		],
		...[
			"(?:fjern|slet|slett|afmeld|avmeld|meld|stryk|frameld)(?: venligst| vennligst)? (?:mig|meg|os|oss|min|mitt|mine)(?: \\S{1,15}){0,5}",
			"(?:vil|onsker)(?: \\S{1,5})? (?:ikke|ingen)(?: \\S{1,10}){0,4} (?:mails?|e-?mails?|e-?post\\S{0,3}|epost\\S{0,3}|beskeder|meldinger|nyhedsbrev\\S{0,3}|nyhetsbrev\\S{0,3}|kontaktet|henvendelser)",
			"(?:hold op|stop|stopp|slutt|slut|hold opp)(?: venligst| med| a)?(?: at| a)? (?:sende|skrive|maile|kontakte|spamme)(?: \\S{1,12}){0,3}",
			"(?:skriv|kontakt|send)(?: \\S{1,8}){0,2} ikke(?: (?:mig|meg|os|oss))?(?: \\S{1,8})? ?(?:mere|mer|flere|igen|igjen|lenger|laengere)",
			"(?:ikke|ingen) flere (?:mails?|e-?mails?|e-?poster|beskeder|meldinger)",
			"(?:la|lad|lat) (?:meg|mig) (?:vaere )?i fred",
		],
		...[
			"(?:poista|poistakaa|poistattehan|poistatko)(?: \\S{1,12})? (?:minut|meidat|osoitteeni|sahkoposti\\S{0,10}|tietoni|nimeni)(?: \\S{1,15}){0,4}",
			"en (?:enaa )?halua(?: \\S{1,12}){0,4} (?:viest|sahkopost|post|uutiskirje|mainok)~",
			"(?:lopeta|lopettakaa)(?: \\S{1,12}){0,3} (?:lahett~|viesti~|sahkoposti~)",
			"(?:ala|alkaa)(?: \\S{1,8})? (?:lahet|ota|ottako|kirjoit)~(?: \\S{1,12}){0,3}",
			"peruu?t?t?(?:a|an|aa|kaa) (?:\\S{1,12} )?tilau~",
		],
		// Polish, Czech, Slovak, Hungarian, Romanian, Turkish
		...[
			"(?:wypisa(?:c|nie)|wypisz~|usun~|wykresl~|skresl~)(?: prosze)? (?:mnie|nas|moj~?|mojego|nasz~?)(?: \\S{1,15}){0,5}",
			"(?:nie chc~|nie zycz~|prosze o nie|nie jestem zainteresowan~)(?: \\S{1,12}){0,4} (?:otrzymywa~|dostawa~|wiadomosci|maili|e-?maili|mailingu|kontaktu|ofert|wysylanie|kontaktowani~)",
			"(?:prosze )?(?:juz |wiecej )?(?:nie |przesta~ )(?:wysyla~|pisa~|pisz~|kontaktowa~|kontaktuj~|przysyla~)(?: \\S{1,12}){0,4}",
			"rezygnuj\\S{1,3} z (?:newslettera|subskrypcji|otrzymywania|mailingu)",
			"dajcie (?:mi |nam )?(?:\\S{1,8} )?spokoj",
			"o (?:usuniecie|wypisanie|wykreslenie)(?: \\S{1,15}){0,5} (?:list~|baz~|newslettera|adresu)",
		],
		...[
			"(?:odhlas~|odstran~|vyrad~|vymaz~|smaz~|vyskrtn~)(?: \\S{1,8})? (?:me|mne|ma|nas|mou|moji|muj|moj|moju|nasi|nasu)(?: \\S{1,15}){0,5}",
			"(?:nechc~|neprej~|nepraj~)(?: \\S{1,10}){0,4} (?:dostavat|zasila~|prijima~|posila~|e-?mail~|mail~|sdeleni|zprav~|sprav~|newsletter~|kontaktova~)",
			"prestan~(?: \\S{1,8}){0,2} (?:psat|pisat|posila~|posiela~|zasila~|kontaktova~)",
			"(?:neposilej~|neposiela~|nepist~|nepis~|nekontaktuj~|nezasilej~|nezasiela~)(?: \\S{1,12}){0,4}",
			"(?:dejte|dajte) (?:mi|nam) pokoj",
		],
		...[
			"(?:toroljon|toroljenek|toroljek|vegyen|vegyenek|vegyek|vegye)(?: \\S{1,12}){0,4} (?:list~|engem|cimem~|adatbazis~)",
			"(?:list~|adatbazis~|cimlista~)(?: \\S{1,12}){0,3} (?:toroljon|toroljenek|vegyen|vegyenek|torol~)(?: \\S{1,8})?",
			"leiratkoz~(?: \\S{1,10}){0,3}",
			"nem (?:kerek|szeretnek|akarok|kivanok)(?: \\S{1,12}){0,4} (?:level~|e-?mail~|uzenet~|hirlevel~|ertesites~|kapni)",
			"ne (?:irjon|irjanak|kuldjon|kuldjenek|keressen|keressenek|zaklass~)(?: \\S{1,12}){0,3}",
			"(?:dezabon~|stergeti|scoateti|eliminati)(?:-ma| -ma| ma|-ne)(?: \\S{1,12}){0,5}",
			"nu (?:mai )?(?:doresc|vreau|dorim)(?: \\S{1,8}){0,3} (?:primesc|primim|primi|contactat~|mesaje|emailuri|e-?mailuri)",
			"nu (?:imi |ma |ne |mi )?(?:mai )(?:trimite|scrie|contacta)~(?: \\S{1,8}){0,2}",
			"nu-mi mai (?:trimite|scrie)~(?: \\S{1,8}){0,2}",
			"lasati-ma in pace",
		],
		...[
			"(?:liste~|listenizden|abonelik~)(?: \\S{1,12}){0,3} (?:cikar~|cik~|sil~)",
			"(?:beni|bizi|adresimi|e-?postami)(?: \\S{1,14}){0,4} (?:cikar~|sil~|rahat birak~)",
			"(?:e-?posta|mail|mesaj|ileti)(?:~|ler~)?(?: \\S{1,10})? (?:gonderme~|atma~|yazma~|yollama~)",
			"(?:almak|duymak) istemiyor~",
			"(?:bana|bize)(?: \\S{1,8})? (?:yazma~|ulasma~)|abonelig~ iptal~",
		],
		// Russian, Ukrainian, Bulgarian, Greek
		...[
			"(?:отпишите|удалите|исключите|уберите|вычеркните|отпиши|удали)(?: [^ \\n]{1,14})? (?:меня|нас|мои|мою|наш|этот)(?: [^ \\n]{1,15}){0,5}",
			"(?:не хочу|не желаю|не хотим|не хотел~ бы|не интересует)(?: [^ \\n]{1,12}){0,4} (?:получать|писем|письма|рассыл~|сообщени~)",
			"(?:больше не|не|перестаньте|прекратите|хватит)(?: [^ \\n]{1,8}){0,2} (?:пишите|присылаите|отправляите|беспокоите|шлите|присылать|писать|слать|рассылку|рассылать|спамить)(?: [^ \\n]{1,12}){0,4}",
			"отписать(?:ся)?(?: [^ \\n]{1,12}){0,4} (?:рассыл~|меня)|хочу отписаться",
			"оставьте (?:меня|нас) в покое",
			"(?:відпишіть|видаліть|виключіть|приберіть)(?: [^ \\n]{1,14})? (?:мене|нас|мою|мій|нашу)(?: [^ \\n]{1,15}){0,5}",
			"(?:не хочу|не бажаю|не хочемо)(?: [^ \\n]{1,12}){0,4} (?:отримувати|листів|розсилк~)",
			"(?:більше не|не|припиніть|перестаньте)(?: [^ \\n]{1,8}){0,2} (?:пишіть|надсилаите|писати|надсилати|турбуите)(?: [^ \\n]{1,12}){0,4}",
		],
		...[
			"(?:отпишете|изтриите|премахнете|махнете)(?: [^ \\n]{1,5})? (?:ме|ни|имеила|адреса)(?: [^ \\n]{1,15}){0,5}",
			"не (?:желая|искам)(?: [^ \\n]{1,12}){0,4} (?:получавам|имеили|съобщения)",
			"(?:διαγραψτε|αφαιρεστε|βγαλτε|διαγραψετε)(?: [^ \\n]{1,12}){0,4} (?:με|μας|λιστα~|email|διευθυνση~)",
			"δεν (?:επιθυμω|θελω|επιθυμουμε)(?: [^ \\n]{1,12}){0,4} (?:λαμβανω|μηνυματα|emails?|ενημερω~)",
			"(?:σταματηστε|παψτε|μη|μην)(?: [^ \\n]{1,5}){0,2} (?:στελν~|στειλετε|γραφ~|ενοχλ~)(?: [^ \\n]{1,12}){0,3}",
		],
	),
	anywhere(
		...[
			"退订|退訂|取消订阅|取消訂閱",
			"(?:不要|別|别|请勿|請勿|停止)(?:再)?(?:给我|給我|向我|跟我)?(?:发|發|寄|联系我|聯絡我|聯繫我|打扰|打擾)",
			"(?:不想|不希望|不愿)(?:再)?(?:收到|接收)",
			"(?:从|從|将|將|把)[^。\\n]{0,20}(?:名单|名單|列表|清单|清單)[^。\\n]{0,8}(?:删除|刪除|移除|去掉)",
			"(?:删除|刪除|移除)我",
		],
		...[
			"配信(?:を|の)?(?:停止|解除|中止)",
			"(?:リスト|名簿|登録|宛先)[^。\\n]{0,15}(?:削除|解除|外して|除外)",
			"(?:送ら|連絡し|配信し|メールし|送信し)ないで",
			"(?:今後|もう|これ以上)[^。\\n]{0,25}(?:不要|結構です|お断り|控えて|遠慮)",
			"購読(?:を)?(?:解除|停止|中止)",
			"メール(?:の)?(?:送信|配信)?(?:を)?(?:やめ|止め)",
		],
		...[
			"수신 ?(?:거부|을 원하지)",
			"구독 ?(?:을 )?(?:취소|해지)",
			"(?:목록|명단|리스트)[^.\\n]{0,15}(?:삭제|제외|빼)",
			"(?:메일|이메일|연락)[^.\\n]{0,12}(?:보내지|하지) ?(?:마|말)",
			"그만 (?:보내|연락)",
			"(?:더 ?이상|앞으로)[^.\\n]{0,20}(?:받고 싶지|원하지|연락하지|보내지)",
		],
		...[
			"(?:הסר|הסירו|תסירו|תסיר|הורידו|תורידו|מחקו|תמחקו)[^.\\n]{0,20}(?:אותי|אותנו|רשימ|תפוצה|המייל|כתובת)",
			"לא (?:מעוניין|מעוניינת|רוצה|מעוניינים)[^.\\n]{0,15}(?:לקבל|במיילים|בדיוור)",
			"(?:אל|תפסיקו|הפסיקו)[^.\\n]{0,10}(?:תשלח|תכתב|לשלוח|לכתוב|תפנו)",
			"الغاء (?:ال)?اشتراك",
			"(?:احذف|ازل|ازال|حذف)[^.\\n]{0,25}(?:قائم|بريدي|اسمي|عنواني)",
			"لا (?:اريد|ارغب|نرغب)[^.\\n]{0,20}(?:استلام|تلقي|رسائل|استقبال)",
			"(?:توقف|لا ترسل|كف)[^.\\n]{0,20}(?:ارسال|رسائل|مراسلت)",
		],
	),
];

/** "No more emails": a wish, unless the sentence is about what was received (`CAME`). */
export const NO_MORE = phrases(
	`no (?:more|further) (?:of )?(?:your |these |such )?${MAILS}(?: (?:from you|to me|to us|at all|ever))?(?:,? (?:please|thanks|thank you))*[.!]*$`,
	"(?:keine|keinerlei|nie wieder|nicht mehr|kein)(?: \\S{1,15}){0,3} (?:e-?mails?|mails?|nachrichten|werbung|newsletter|werbemails?|angebote|post|zuschriften|kontakt|spam)(?: \\S{1,12}){0,4} (?:mehr|erhalten|bekommen|haben|schicken|senden|zusenden|zukommen|wunschen|erwunscht)",
	"keine weiteren (?:\\S{1,15} )?(?:e-?mails?|mails?|nachrichten|newsletter|angebote|anfragen|kontakt\\S{0,12})",
	"geen (?:e-?mails?|mails?|berichten|nieuwsbrieven|reclame) meer",
);

/** That mail was or was not received. */
export const CAME = phrases(
	"receiv~|got|get|saw|seen?|arriv~|came|f[io]und|there (?:are|is|were|was)|ha(?:ve|d|s) (?:no|not)",
	"(?:ich|er|sie|es|noch|nie|bisher) ha(?:be|t|tte)|ha(?:be|t|tte|tten) (?:ich|wir|er|sie)|wir ha(?:ben|tten)|bekam(?:en)?|erhielt(?:en)?|kam(?:en)?|gab|gibt",
	"heb(?:ben)?|hebt|had(?:den)?|kreeg|kregen|kwam(?:en)?",
);

/** A sentence that says how it is done, or that it is not wished. */
export const NO_OPT_OUT = phrases(
	...[
		"^(?:if|should|in case) (?:you|this)",
		"^to (?:unsubscribe|opt|stop|be removed|cancel)",
		"(?:do not|dont|never|not|\\p{L}{2,6}n't)(?: \\S{1,8}){0,2} (?:unsubscribe|remove|take (?:me|us) off|stop|opt out|delete)",
		"click|hesitate|you can|will stop",
		"\\b(?:agenda|invite|invitation|meeting|thread|cc|waiting list|waitlist|guest list|calendar|admin|chat|channel|rota|schedule|duty)\\b",
	],
	...[
		"^(?:wenn|falls|um|sollten) (?:sie|du|sich|ihr)",
		"klicken|klick|zogern",
		"^(?:si|pour) (?:vous|ne plus|se |te )",
		"cliqu~|hesitez",
		"^(?:si|para) (?:desea|no desea|usted|quiere|darse|dejar|cancelar)",
		"clic|dude~ en",
		"^(?:se|per) (?:vuoi|desidera~|vuole|non (?:vuoi|desideri)|disiscriverti|cancellarsi)",
		"clicca~|esit~",
		"^(?:se|para) (?:deseja~|nao (?:deseja|quiser)|cancelar|quiser|sair)",
		"clique",
		"^(?:als|om) (?:u|je|uw|je zich)",
		"klik~",
		"^(?:om du|hvis du|jos haluat|jesli|aby|pokud|ak si|ha |daca|eger)",
		"^если (?:вы|хотите)|^чтобы|нажмите|перейдите|кликн~|^якщо",
	],
);
