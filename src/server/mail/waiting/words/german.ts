import type { Words } from "./words.ts";

const DELIVER =
	"(?:schicken|zuschicken|senden|zusenden|melden|antworten|prufen|nachsehen|nachschauen|klaren|nachfragen|liefern|mitbringen|bringen|weiterleiten|informieren|bescheid geben|ruckmeldung geben|anrufen|uberweisen|bezahlen|erledigen|kummern|besorgen|nachreichen|vorbereiten)";
const YOUR = "(?:deine[mnrs]?|dein|ihre[mnrs]?|ihr|eure[mnrs]?|euer)";
const ANSWER =
	"(?:antwort|ruckmeldung|nachricht|ruckruf|ruckantwort|zusage|unterschrift|entscheidung|freigabe|feedback|einschatzung|meinung)";
const WHEN =
	"(?:morgen|ubermorgen|heute|gleich|spater|bald|nachher|noch|sofort|umgehend|zeitnah|spatestens|bis|am (?:montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|wochenende)|nachste woche|diese woche|kommende woche|in den nachsten|von (?:mir|uns))";

export const german: Words = {
	rhetorical: [
		"^(?:und |na,? )?wie geht(?:'s| es)",
		"^(?:und |na,? )?wie war(?:en)? (?:dein|deine|euer|eure|ihr|ihre|das|der|die) (?:wochenende|urlaub|ferien|reise|feiertage|weihnachten|ostern)",
		"^was (?:will man mehr|soll man (?:da |dazu )?sagen)",
		"^(?:noch |irgendwelche )?fragen ?\\?",
		"^(?:alles klar|wer weiss|oder|nicht wahr|stimmt's) ?\\??$",
		"^wer (?:hatte|wurde|konnte)…… (?:gedacht|geglaubt|ahnen)",
		"^ist (?:das|es|sie|er) nicht (?:schon|toll|herrlich|wunderbar|suss|verruckt|unglaublich|super)",
		"^(?:wusstest du|wussten sie|wusstet ihr|kannst du dir (?:das )?vorstellen|ist das zu glauben|na und|was soll's)",
		"^(?:ich |wir )?hoffe?n?,? (?:dir|euch|ihnen|es|du|ihr|sie)",
	],
	ownAnswers: [
		"^(?:nein|doch|weil|naturlich|nichts|niemand|ganz einfach|klar)(?! (?:kannst|konnen|konnt|ware))",
		"^ja(?= ?[,.!:;]|\\W*$)",
		"^(?:das (?:heisst|bedeutet|liegt daran)|die antwort|ganz klar)",
	],
	asks: [
		"(?:ich|wir) (?:wurde|wurden|mochte|mochten)… (?:wissen|horen|erfahren)",
		"(?:was|wie) (?:meinst|denkst|halten|haltst|meinen|denken) (?:du|sie|ihr)",
		"uber (?:eine|ihre|deine|eure)(?: \\S{1,15})? (?:antwort|ruckmeldung|nachricht)… (?:freu~|dankbar|froh)",
		"(?:gib|geben sie|gebt|sag|sagt|sagen sie)… (?:bescheid|ruckmeldung)",
		"(?:falls|wenn) (?:sie|du|ihr) (?:mochten|mochtest|wollen|willst|wollt|magst),? (?:\\S{1,15} )?(?:ich|wir)",
		"(?:ich|wir) (?:bitte|bitten) (?:um|sie|dich|euch)",
		"(?:ware|fande) (?:ich )?(?:es )?(?:\\S{1,12} )?(?:schon|toll|super|prima|nett|lieb|gut|hilfreich|klasse|ideal|dankbar),? wenn (?:du|sie|ihr|jemand|(?:ich|wir)…… (?:bekommen|erfahren|wissen|haben))",
		`(?:freue|freuen|freu)(?: \\S{1,10}){0,4} (?:auf|uber) (?:${YOUR}|eine|von dir)(?: \\S{1,15}){0,2} ${ANSWER}`,
		`(?:warte|warten)(?: \\S{1,10}){0,2} (?:noch|immer noch|weiterhin|weiter|dringend|nur)(?: \\S{1,10})? auf`,
		`(?:warte|warten)(?: \\S{1,10}){0,2} auf (?:${YOUR}|eine)(?: \\S{1,15})? ${ANSWER}`,
		"(?:(?:mir|uns|es) (?:fehlt|fehlen)|(?:fehlt|fehlen) (?:mir|uns))",
		"(?:steht|stehen)(?: \\S{1,10})? noch aus",
		`(?:ich|wir) (?:brauche|brauchen|benotige|benotigen)… (?:von (?:dir|ihnen|euch)|noch|dringend|${YOUR})`,
		"(?:sag|sagt|sagen sie|schreib|schreibt|schreiben sie|uberleg|uberlegt)(?: \\S{1,10}){0,4} (?:was|wann|ob|wie|wer|welche~|wo|wohin|wen)",
		"(?:lass|lasst|lassen sie) (?:mich|uns|mir)… wissen",
		"(?:ruf|ruft|rufen sie) (?:mich|uns)",
		"(?:schreib|schreibt|schick|schickt|send|sende|zeig|zeigt|erklar|mail|bring|nenn|nenne|verrat) (?:mir|uns)",
		"um… (?:wird|werden) gebeten",
		"(?:wird|werden) (?:um|daher|hoflich)… gebeten",
		"(?:ich|wir) hatten?(?: \\S{1,10})? gerne?",
		"(?:mich|uns) (?:wurde|wurden|interessiert|interessieren)(?: \\S{1,12}){0,3}(?:,| interessieren)",
		"(?:dank|danke|bedank~)(?: \\S{1,10}){0,3} im voraus|im voraus(?: \\S{1,10}){0,3} dank~?",
		`${YOUR} ${ANSWER}… (?:erwarte~|erbitte~|brauche~|benotig~|fehlt)`,
		`(?:erwarte|erwarten|erbitte|erbitten)(?: \\S{1,12})? ${YOUR}`,
		"(?:ich|wir) (?:wollte|wollten|mochte|mochten)(?: \\S{1,12}){0,4} (?:fragen|nachfragen|nachhaken|erinnern|bitten|wissen)",
		"(?:du hast|sie haben|ihr habt)(?: \\S{1,12}){0,3} vergessen|(?:der anhang|die anlage|die datei)(?: \\S{1,12})? fehlt",
		"(?:ich|wir) habe?n?(?: \\S{1,12}){0,3} (?:noch|bisher|bislang) (?:keine|keinen|kein|nichts)… (?:erhalten|bekommen|gehort)",
	],
	unsolved: [
		"(?:funktioniert|geht|klappt|lauft)(?: \\S{1,12}){0,3} (?:immer noch|noch immer|leider|weiterhin) nicht",
		"(?:immer noch|noch immer|leider|weiterhin)(?: \\S{1,12}){0,3} nicht (?:funktioniert|geklappt|angekommen|geholfen|geandert)",
		"hat (?:leider |auch )?(?:nicht|nichts) (?:geklappt|funktioniert|geholfen|gebracht)",
		"(?:immer noch|noch immer|weiterhin) (?:derselbe|dieselbe|dasselbe|(?:das|der|den) gleichen?|ein|einen) (?:fehler|problem|meldung)",
		"(?:komme|kommen|weiss)(?: ich| wir)?(?: hier| da| jetzt| leider)? nicht (?:mehr )?weiter",
		"stimmt (?:leider |so )nicht",
		"verstehe (?:immer noch |leider )?nicht,? (?:wie|warum|was|wieso)",
	],
	courtesies: [
		"bitte (?:entschuldig~|beacht~|gruss~|richt~… aus|dank~|bedank~|weiter so)",
		"(?:viele |liebe |schone )?grusse an",
		"(?:wenn|falls|sollten|solltest|solltet) (?:du|sie|ihr|es|noch)…… (?:fragen|ruckfragen|hilfe|was|etwas|irgendetwas|probleme?|unklarheiten)",
		"bei (?:weiteren |irgendwelchen |allen )?(?:fragen|ruckfragen|problemen|unklarheiten)",
		"(?:melde dich|meldet euch|melden sie sich|ruf an|rufen sie) (?:gern|gerne|einfach|jederzeit)",
		"(?:melde|meldet|melden)… (?:wenn|falls) (?:du|ihr|sie|es)(?! zeit)(?: \\S{1,12}){0,2} (?:brauchst|braucht|brauchen|hast|habt)",
		"(?:pass auf dich|lass es dir|lasst es euch|hab einen|habt einen|komm gut)",
	],
	noAnswer: [
		"keine (?:antwort|ruckmeldung)(?: \\S{1,6})? (?:notig|erforderlich|notwendig)",
		"(?:nicht zu antworten|antwort(?: \\S{1,6})? nicht (?:notig|erforderlich|notwendig))",
		"(?:musst|mussen|musst|brauchst|brauchen)(?: \\S{1,10}){0,3} nicht (?:zu )?(?:antworten|reagieren|zu antworten)",
	],
	promises: [
		`(?:ich|wir) (?:werde|werden)…… ${DELIVER}`,
		"(?<!anbei |hiermit |anhang )(?:ich|wir) (?:schicke|schicken|sende|senden|prufe|prufen|klare|klaren|schaue|schauen|liefere|liefern|antworte|antworten|kummere|kummern|leite|gebe|geben)(?! anbei| hiermit| im anhang| (?:dir|ihnen|euch) (?:anbei|hiermit|im anhang))",
		"(?<!anbei |hiermit )(?:schicke|sende|liefere|prufe|klare|kummere) (?:ich|mich)",
		"(?:(?:ich|wir) (?:melde|melden) (?:mich|uns)|(?:melde|melden) (?:ich|wir) (?:mich|uns))(?! (?:wegen|bei ihnen|bei dir|aufgrund|zu|auf|um|hiermit|heute bei)|, (?:weil|da|um))",
		"(?:ich|wir) (?:bringe|bringen) (?:es|sie|ihn|dir|euch|ihnen|das)",
		"und melde (?:mich|ich mich)",
		"und (?:gebe|sage|geben|sagen) (?:dir|euch|ihnen)… bescheid",
		"(?:ich|wir) (?:frage|fragen|hake|haken)(?: \\S{1,12}){0,5} nach",
		"(?:ich|wir) (?:rufe|rufen) (?:dich|sie|euch|ihn|dort|da|morgen|gleich|spater|heute|nachher)",
		"(?:ich|wir) (?:sage|sagen) (?:dir|ihnen|euch|ihm)… bescheid",
		"(?:ich|wir) (?:reiche|reichen)(?: \\S{1,12}){0,5} nach",
		"(?:ich|wir) (?:halte|halten) (?:dich|sie|euch)… (?:laufenden|informiert)",
		`(?:du|sie|ihr) (?:bekommst|bekommen|bekommt|erhaltst|erhalten|erhaltet|horst|horen|hort|kriegst)… ${WHEN}`,
		"(?:erhaltst|erhalten|bekommst|bekommen|bekommt) (?:du|sie|ihr)(?: \\S{1,12}){0,3} (?:bescheid|nachricht|ruckmeldung|antwort|post)",
		`(?:folgt|folgen) ${WHEN}`,
		"^(?:ja,? |klar,? |gern~,? |ok,? )?(?:das )?mache? ich(?: gern~| gleich| sofort| morgen| noch heute)?\\W*$",
		"^(?:ja,? |ok,? )?wird (?:gemacht|erledigt)",
	],
	tasks: [
		"(?:ich|wir) (?:uberweise|uberweisen|erledige|erledigen|besorge|besorgen|organisiere|organisieren|reserviere|reservieren)",
		`(?:ich|wir) (?:bezahle|bezahlen|zahle|zahlen|bestelle|bestellen|buche|buchen|unterschreibe|mache|machen|bereite|schreibe|sehe|lese|reiche|frage)… ${WHEN}`,
	],
	conditions: [
		"(?:anbei|im anhang|beigefugt|hiermit)",
		"(?:wenn|falls) (?:du|sie|ihr) (?:mochtest|mochten|mochtet|willst|wollen|wollt|magst|mogt)",
		"(?:wenn|falls) (?:sich )?(?:etwas|was|irgendetwas)(?: sich)? (?:andert|andern|ergibt|passiert)",
		"(?:bei bedarf|falls notig|wenn notig|auf wunsch)",
	],
	deliveries: [
		"(?:hier (?:ist|sind|kommt|kommen)|anbei|im anhang|angehangt|beigefugt|wie versprochen|wie besprochen anbei)",
		"(?:habe|haben|ist|sind|hab)…… (?:geschickt|gesendet|uberwiesen|bezahlt|erledigt|nachgefragt|gepruft|geklart|bestellt|gebucht|fertig|hochgeladen|unterschrieben|gefunden)",
	],
	closings: [
		"(?:vielen |herzlichen |besten )?dank~?",
		"(?:einverstanden|erledigt|bestatigt|passt|perfekt|alles klar|abgemacht|in ordnung|gern geschehen|bezahlt|uberwiesen|hat geklappt)",
	],
};
