/** Sentences that ask for something by a day, without a request: "comments are due on Friday". */

/** What names a day or an hour, in all languages that the engine knows: no other numbers. */
const DAY = String.raw`(?:(?<!\p{L})(?:today|tonight|tomorrow|noon|midnight|cob|eod|asap|close of|end of|(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:this|next) (?:week|month)|month end|year end|(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)(?:uary|ruary|ch|il|ust|ember|tember|ober)?\.? \d|heute|morgen|übermorgen|(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch|ende|demain|midi|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|fin|mañana|mediodía|lunes|martes|miércoles|jueves|viernes|sábado|domingo)(?!\p{L})|\d{1,2}(?::\d\d)?\s?(?:[ap]\.?m\b|[ap]\b|uhr\b|h\b)|(?:the )?\d{1,2}(?:st|nd|rd|th)\b|\d{1,2}[/.]\d{1,2}|20\d\d-\d\d|\d{1,2}\.? (?:de )?\p{L}{3,})`;
const NAMES_DAY = new RegExp(DAY, "iu");

/** A day until which something is expected. */
const BY = String.raw`(?:by|before|until|till|no later than|not later than|prior to)\b(?=[^.;?!]{0,30}?${DAY})`;
/** What is handed in. */
const HANDED = `(?:received|submitted|returned|sent|e-?mailed|mailed|faxed|filed|completed|finished|finali[sz]ed|delivered|turned in|handed in|signed|paid|approved|confirmed|postmarked|forwarded|registered|provided|directed|uploaded|posted|reviewed|booked|renewed|made|entered|updated|done|ready|complete|in(?! (?:place|use|effect|operation|service)))`;

/** What is due to someone. */
const DUE =
	"\\b(?:you|your|it|they|this|these|that|those|all|everything|comments?|responses?|repl(?:y|ies)|answers?|feedback|input|submissions?|applications?|payments?|forms?|reports?|drafts?|changes|edits|invoices?|bills?|rent|fees?|dues|balance|amount|assignments?|homework|essays?|timesheets?|expenses?|proposals?|papers?|abstracts?|reviews?|nominations?|rsvps?|registrations?|deliverables?|documents?|materials?|estimates?|budgets?|plans?|filings?|testimony|numbers|figures|slides|presentations?|contracts?|deposits?|tax(?:es)?)";

const ENGLISH = [
	// "Comments are due on Friday", but neither "due to rain" nor "not due until May".
	new RegExp(
		String.raw`(?:${DUE})\b.{0,60}\b(?:is|are|will be|comes?) (?:now |still |all |both )?due\b(?! to (?:the|an?|its?|this|that|my|our|your|bad)\b(?!.{0,40}${BY})).{0,80}?${DAY}`,
		"iu",
	),
	new RegExp(
		String.raw`\b(?:deadline|due date|closing date|cut-?off(?: date)?)\b.{0,80}\b(?:is|are|has been (?:moved|extended)|will be|remains)\b.{0,30}?${DAY}`,
		"iu",
	),
	new RegExp(
		String.raw`\b(?:must|should|shall|needs? to|ha(?:s|ve) to|(?:is|are) to|ought to|to) be (?:\p{L}+ly )?${HANDED}\b.{0,100}\b(?:${BY}|(?:on|at)\b(?=.{0,20}?${DAY}))`,
		"iu",
	),
	new RegExp(String.raw`\b${BY}.{0,60}\b(?:must|should|needs? to|ha(?:s|ve) to) be (?:\p{L}+ly )?${HANDED}\b`, "iu"),
	// "We need your input before Friday", "I need it by noon", "The board will need our answer by Monday".
	new RegExp(
		String.raw`\b(?:need|require|want|expect)s?\b(?! (?:to (?!have|get|receive|hear|see|know|collect)|at least)).{0,80}\b${BY}`,
		"iu",
	),
	new RegExp(
		String.raw`\b(?:would|'d|should) (?:really |also )?(?:like|love|appreciate|need|prefer|welcome|be (?:glad|happy|grateful))\b.{0,100}\b(?:your?|you|comments?|feedback|input|responses?|repl(?:y|ies)|answers?|edits|thoughts|approval)\b.{0,80}\b${BY}`,
		"iu",
	),
	new RegExp(
		String.raw`\b(?:comments?|feedback|input|responses?|repl(?:y|ies)|answers?|edits|thoughts|approval|confirmation|rsvps?)\b.{0,40}\b${BY}.{0,60}\b(?:will|would|is|are) (?:be )?(?:\p{L}+ly )?(?:helpful|appreciated|great|good|useful|needed|necessary|required|requested|welcome|expected)\b`,
		"iu",
	),
	new RegExp(
		String.raw`\bif you (?:could|can|would|are able to)\b.{0,120}\b${BY}.{0,80}\b(?:appreciate|great|helpful|wonderful|thank|perfect|good|grateful)`,
		"iu",
	),
	new RegExp(
		String.raw`\b(?:let's|we should|let us|suggest (?:that )?(?:you|we)) (?:try to |all )?(?:aim|shoot|plan|try|have|get|send|submit|finish|finali[sz]e|complete|return|agree|respond|reply)\b.{0,80}\b(?:${BY}|for\b)`,
		"iu",
	),
	new RegExp(String.raw`\b(?:looking|hoping|waiting|asking) for\b.{0,60}\b${BY}`, "iu"),
];

const GERMAN = [
	/(?<!\p{L})(?:frist|abgabetermin|einsendeschluss|anmeldeschluss|stichtag)(?!\p{L}).{0,80}(?<!\p{L})(?:ist|endet|läuft|wurde|wird)(?!\p{L})/iu,
	/(?<!\p{L})(?:bis|spätestens|vor)(?!\p{L}).{0,80}(?<!\p{L})(?:fällig|erbeten|benötigt|gebraucht|einzureichen|einzusenden|zu (?:senden|schicken|zahlen|bezahlen|überweisen|erledigen|melden))(?!\p{L})/iu,
	/(?<!\p{L})(?:ist|sind|wird|werden)(?!\p{L}).{0,60}(?<!\p{L})fällig(?!\p{L})/iu,
	/(?<!\p{L})(?:muss|müssen|soll|sollen|sollte|sollten)(?!\p{L}).{0,80}(?<!\p{L})(?:bis|spätestens|vor)(?!\p{L}).{0,80}(?<!\p{L})(?:eingehen|eingegangen|vorliegen|eingereicht|eingesandt|bezahlt|gezahlt|überwiesen|zurück|fertig|unterschrieben|abgegeben|erledigt|da)(?: sein| werden)?(?!\p{L})/iu,
	/(?<!\p{L})(?:brauche|brauchen|benötige|benötigen)(?!\p{L}).{0,80}(?<!\p{L})(?:bis|spätestens|vor)(?!\p{L})/iu,
];
const FRENCH = [
	/(?<!\p{L})(?:date limite|échéance|délai|clôture)(?!\p{L}).{0,80}(?<!\p{L})(?:est|sont|fixée?|expire|reportée?)(?!\p{L})/iu,
	/(?<!\p{L})(?:doit|doivent|devra|devront|est à|sont à)(?!\p{L}).{0,60}(?<!\p{L})(?:remis|envoyé|rendu|retourné|payé|reçu|parven|signé|rendre|payer|renvoyer|retourner|régler|parvenir)\p{L}*(?!\p{L}).{0,60}(?<!\p{L})(?:avant|au plus tard|d'ici|pour le|jusqu'au)(?!\p{L})/iu,
	/(?<!\p{L})(?:avons|ai|aurons|aurai) besoin(?!\p{L}).{0,80}(?<!\p{L})(?:avant|au plus tard|d'ici|pour (?:le|lundi|mardi|mercredi|jeudi|vendredi))(?!\p{L})/iu,
];
const SPANISH = [
	/(?<!\p{L})(?:plazo|fecha límite|vencimiento)(?!\p{L}).{0,80}(?<!\p{L})(?:es|termina|vence|acaba|finaliza|expira)(?!\p{L})/iu,
	/(?<!\p{L})(?:debe|deben|deberá|deberán|tiene que|tienen que)(?!\p{L}).{0,60}(?<!\p{L})(?:enviad|recibid|entregad|pagad|presentad|firmad|devuelt|llegar|estar)\p{L}*(?!\p{L}).{0,60}(?<!\p{L})(?:antes del?|a más tardar|hasta|para el)(?!\p{L})/iu,
	/(?<!\p{L})(?:necesito|necesitamos|necesitaré|necesitaremos)(?!\p{L}).{0,80}(?<!\p{L})(?:antes del?|a más tardar|para (?:el|mañana))(?!\p{L})/iu,
];
const DEADLINES = [...ENGLISH, ...GERMAN, ...FRENCH, ...SPANISH];

/** What someone else owes, what is over, and what a law or a plan says. */
const OF_OTHERS =
	/^hopefully\b|\b(?:not|n't|was|were|had|he|she|they|it) (?:\p{L}+ ){0,2}(?:due|need|needs|needed|needing)\b|\bnot due\b|\b(?:he|she|they) (?:will |would )?(?:need|require|want|expect)s?\b|\bas (?:required|expected)\b|\b(?:may|might) need\b|\b(?:its|his|her|their) (?:\p{L}+ ){1,4}(?:is|are) due\b|\b(?:since|because|if|when|whether) (?:i|we) (?:\p{L}+ )?need\b|\b(?:flights?|train|baby|plane|bus) (?:is|are) due\b|\b(?:is|are) due (?:in (?:the )?next|to (?:be|arrive|land|open|start|begin|speak|return|leave|meet)|out|back|for|here|home)\b/iu;

/** Characters of a sentence that are read: what is asked is said early. */
const MOST = 800;

/** Whether the sentence says by when something is expected of its reader. */
export function namesDeadline(sentence: string): boolean {
	const text = sentence.slice(0, MOST);
	return NAMES_DAY.test(text) && !OF_OTHERS.test(text) && DEADLINES.some((pattern) => pattern.test(text));
}
