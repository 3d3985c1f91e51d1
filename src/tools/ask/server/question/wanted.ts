/**
 * What a question asks for: `count` of emails; an `amount` of money, a `quantity` of things, a `duration`; a `date`, an hour (`time`);
 * a `person`, a `place`; a `figure` such as a size; a `phone` number, an `email` address, another `number` or code, a web `link`; a `reason`; anything else.
 */
export type Wanted = keyof typeof PATTERNS | "any";

const word = (source: string): RegExp => new RegExp(`(?<![\\p{L}\\p{N}])(?:${source})(?![\\p{L}\\p{N}])`, "iu");

const start = (source: string): RegExp => new RegExp(`^\\P{L}*(?:${source})(?!\\p{L})`, "iu");

/** In English, German, French and Spanish; the first that fits decides. */
const PATTERNS = {
	count:
		/\bhow many (?:(?:unread|new|unanswered) )?(?:e-?mails?|messages?|times)\b|\bwie viele (?:\p{L}+ )?(?:e-?mails?|mails?|nachrichten)\b|\bcombien (?:de |d')(?:\p{L}+ )?(?:e-?mails?|mails?|messages?|courriels?)|cuántos (?:correos|mensajes|e-?mails?)/iu,
	duration: word(
		"how long|wie lange|combien de temps|pendant combien|quelle (?:est la )?durée|cuánto tiempo|cuánto dura|qué duración",
	),
	quantity: word(
		"how many|wie ?viele|combien (?:de |d'|y a-t-il)(?!temps).*|combien (?:\\p{L}+ ){1,3}(?:sont|seront|seront-ils|participent|viennent).*|cuánt[oa]s",
	),
	figure: word(
		"(?:which|what|welche[rnsm]?|quelle?s?|qué|cuál) (?:\\p{L}+ ){0,2}(?:sizes?|versions?|weight|speed|distance|range|temperature|percentage|discount|größen?|version(?:en)?|gewicht|reichweite|geschwindigkeit|temperatur|rabatt|prozentsatz|tailles?|poids|vitesse|distance|portée|température|remise|pourcentage|tamaños?|tallas?|peso|velocidad|distancia|alcance|temperatura|descuento|porcentaje)|how (?:big|large|heavy|tall|high|wide|far|fast|old|hot|cold)|wie (?:groß|schwer|weit|schnell|alt|breit|lang|warm)|cuánto (?:pesa|mide)",
	),
	amount: word(
		"how much|what (?:is|are|was|were|did|does) .{0,60}(?:cost|costs|price|total|amount|pay|fee|rent|salary|budget|deposit|quote|rate)|(?:which|what) (?:price|amount|sum|budget|fee|salary)|wie viel(?! uhr)|wieviel(?! uhr)|wie (?:hoch|teuer)|welche[rn]? (?:preis|betrag|summe|miete|gehalt)|was kostet|was kosten|combien|quel (?:est|sera|était) le (?:\\p{L}+ )?(?:prix|montant|coût|tarif|loyer|budget|total|salaire)|à combien|cuánto|cuál (?:es|fue|será) el (?:precio|importe|coste|costo|total|alquiler|presupuesto|salario)|qué (?:precio|importe)",
	),
	time: word(
		"(?:at |by )?what time|at which time|um wie ?viel uhr|um welche uhrzeit|ab wann|à quelle heure|(?:a|desde|hasta) qué hora",
	),
	date: word(
		"when|(?:what|which) (?:date|day)|what is the deadline|deadline|due date|wann|an welchem tag|welcher tag|welches datum|quand|quel jour|quelle (?:est la )?(?:date|échéance)|à quelle date|cuándo|qué (?:día|fecha)|cuál es (?:la fecha|el plazo)|en qué fecha",
	),
	phone: word(
		"(?:tele)?phone(?: numbers?)?(?! calls?| conference| meeting| interview)|(?:mobile|cell|fax|direct) (?:phone )?(?:numbers?|line|no)|'s (?:new )?(?:mobile|cell)|(?:telefon|handy|mobil|durchwahl|fax)(?:nummer)?|numéro (?:de )?(?:téléphone|portable|fax)|numéro de .{2,30} pour (?:l'|le |la )?appeler|téléphone|portable|(?:número|teléfono) (?:de )?(?:teléfono|móvil|fax|celular)|teléfono|móvil|celular",
	),
	email: word(
		"e-?mail address(?:es)?|(?:e-?mail|mail)-?adresse|adresse (?:e-?mail|électronique|mail)|(?:dirección|correo) (?:de correo|electrónic[oa]|de e-?mail)",
	),
	link: word(
		"link|url|web ?site address|webadresse|lien|enlace|(?:zoom|teams|meet)[- ](?:link|lien|enlace)|adresse (?:du site|web)",
	),
	number: word(
		"(?:\\p{L}+ )?numbers?|\\p{L}*nummer|numéros?(?: d[eu'] ?\\p{L}+)?|números?(?: de \\p{L}+)?|reference|referenz|référence|referencia|iban|(?:\\p{L}+ )?code|\\p{L}+code|código|pin",
	),
	person: start(
		"who|whom|whose|(?:von |mit |an |für |bei )?(?:wer|wem|wen|wessen)|(?:à |de |avec |par |pour )?qui|(?:a |de |con |por |para )?(?:quién|quiénes)",
	),
	place: start(
		"what(?:'s| is) .{0,40}(?<!mail )address|wie (?:lautet|ist) .{0,40}(?<!mail-)(?:adresse|anschrift)|quelle est l'adresse(?! e-?mail| mail| électronique)|cuál es la dirección(?! de correo| electrónica)|where|(?:in |at |to )?which (?:city|room|address|place|venue|hotel|floor|gate|platform)|wo|wohin|in welche[mrns]? \\p{L}+|où|dans quelle? \\p{L}+|(?:a|en|de) ?dónde|dónde|en qué (?:sala|lugar|ciudad|sitio|hotel)",
	),
	reason: start(
		"why|what(?:'s| is) the reason|for what reason|warum|weshalb|wieso|aus welchem grund|pourquoi|pour quelle raison|por qué|cuál es el motivo|qué motivo",
	),
};

/** Words of a question that name the kind of answer, and nothing that a text must have. */
const OF_KIND: Partial<Record<Wanted, RegExp>> = {
	phone: word(
		"(?:tele)?phone|mobile|cell(?:phone)?|fax|direct|number|numbers|telefon\\p{L}*|handy\\p{L}*|mobil\\p{L}*|nummer|durchwahl|numéro|téléphone|portable|número|teléfono|móvil|celular",
	),
	email: word("e-?mail|mail|address|e-?mail-?adresse|mailadresse|adresse|électronique|dirección|correo|electrónic[oa]"),
	number: word("numbers?|nummer|numéros?|números?|reference|referenz|référence|referencia"),
	amount: word("hoch|teuer|cher|chère|caro|cara|amount|betrag|montant|importe|sum|summe|total"),
	link: word("link|url|lien|enlace"),
	person: word("persons?|people|personen?|personne|persona"),
	place: word("address|adresse|anschrift|dirección|place|city|stadt|ville|ciudad|lugar|sitio|ort"),
	date: word("date|day|tag|datum|jour|fecha|día"),
	time: word("uhr|uhrzeit|time|heure|hora"),
	reason: word("reason|grund|raison|motivo"),
};

/** Their words begin a question; further on they mean something else. */
const BY_START = ["person", "place", "reason"] as const;
/** Anything that was said about something. */
const ABOUT = start("what|was|que|qu'|qué");

/** What a question asks for. */
export function wantedOf(question: string): Wanted {
	const kinds = Object.keys(PATTERNS) as (keyof typeof PATTERNS)[];
	const found =
		BY_START.find((kind) => PATTERNS[kind].test(question)) ?? kinds.find((kind) => PATTERNS[kind].test(question));
	if (found !== "count" && ABOUT.test(question) && SAYS.test(question)) return "any";
	if (found !== "number") return found ?? "any";
	// "What did Ada say about the code?" asks for no code.
	return /^\P{L}*(?:(?:what|which)(?:'s| is| are| was)?|wie (?:lautet|ist)|welche|quel(?:le)?s?|cuál|qué)(?!\p{L})/iu.test(
		question,
	) && !SAYS.test(question)
		? "number"
		: "any";
}

/** Whether a word only says what kind of answer is asked for. */
export function saysKind(text: string, wanted: Wanted): boolean {
	const match = OF_KIND[wanted]?.exec(text);
	return match?.[0].length === text.length;
}

/** The question is about what somebody wrote: no one else's words answer it. */
export const SAYS = word(
	"wr[io]te|write|written|sa(?:y|ys|id)|sent|send|mention\\p{L}*|tell|told|think|thinks|ask|asks|asked|repl(?:y|ied)|announce\\p{L}*|schreib\\p{L}*|schrieb|geschrieben|sag(?:t|te|en)|gesagt|meint|meinte|geschickt|mitgeteilt|gefragt|antwortet\\p{L}*|geantwortet|écri\\p{L}*|dit|dis|disait|envoyé\\p{L}*|demandé|répond\\p{L}*|pense|escrib\\p{L}*|escrito|dijo|dice|dicho|envi[óa]\\p{L}*|mandó|pregunt\\p{L}*|respond\\p{L}*|opina|piensa",
);

/** One thing is asked for, and not all that was said. */
export function isSingle(question: string): boolean {
	return !SAYS.test(question) && start("which|what|welche[rnsm]?|was|quelle?s?|que|qué|cuál(?:es)?").test(question);
}

/** Which of several events is asked for: the next one to come, or the latest. */
export function orderOf(question: string): "next" | "last" | null {
	if (/(?<!\p{L})(?:next|upcoming|nächste[nrsm]?|kommende[nrsm]?|prochaine?s?|próxim[oa]s?)(?!\p{L})/iu.test(question))
		return "next";
	return /(?<!\p{L})(?:last|latest|newest|letzte[nrsm]?|neueste[nrsm]?|dernière?s?|derniers?|últim[oa]s?)(?!\p{L})/iu.test(
		question,
	)
		? "last"
		: null;
}
