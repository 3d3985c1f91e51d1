import { namesDeadline } from "./deadlines.ts";

/** Whether a sentence asks its reader for something, in English, German, French and Spanish. */

/** Words before an imperative that do not change it. */
const LEAD = String.raw`^(?:[-*•–\d.)\s]*)(?:(?:[Aa]lso|[Tt]hen|[Ff]irst|[Ff]inally|[Nn]ext|[Oo]therwise|[Jj]ust|[Kk]indly|[Nn]ow|[Aa]nyway|[Dd]ann|[Pp]uis|[Ee]nsuite|[Ll]uego|[Dd]espués),?\s+)?`;
/** What follows an imperative, and not a noun that is spelled like it ("Test the build", but not "Test results are in"). */
const OBJECT = String.raw`(?:the|an?|this|that|these|those|your|my|our|his|her|their|me|us|him|it|them|all|any|each|every|both|either|some|one|two|back|up|in|out|with|for|to|at|if|whether|by|on|of|here|note|please)\b`;

const ENGLISH = [
	/\b(?:please|kindly)\b/i,
	// At the beginning of a clause, and nothing that is only asked: "Will you be there?", "Can you believe it?"
	/(?:^|[,;:–-]\s*|\b(?:and|but|so|also|then|or|if so|if possible)\s+)(?:also |perhaps |maybe )?(?:could|can|would|will) (?:you|you guys|you all|one of you|someone of you)\b(?! (?:all |both |also |still |ever |even |really )?(?:be|believe|imagine|recommend|suggest|love|pay|consider|hear|guess|think|say|like|prefer|rather|have (?!him|her|them|your|someone|somebody)|know|want|feel|agree|expect|need|afford|mind (?:if|me)|see (?!if|whether|to it)|come|make it|attend|not\b|n't)\b)/i,
	// First in the sentence: "to build it, you need to" explains.
	new RegExp(`${LEAD}you (?:(?:will )?(?:also )?need to|must|are (?:required|asked|requested) to)\\b`, "i"),
	new RegExp(`${LEAD}you'll (?:also )?need to\\b`, "i"),
	/\b(?:everyone|everybody|all|each|anyone|administrators|users|members|participants|employees|students|tenants|residents|customers|staff)\b.{0,30}\b(?:must|need to|are (?:asked|required) to)\b(?! be\b)/i,
	/\b(?:i|we)(?:'ll| will)?(?: still| also| would)? need (?:you(?: guys| all)? to|your)\b/i,
	/\b(?:i|we) (?:would |'d |must )?(?:ask|request|suggest|urge) (?:that )?you (?:to )?(?!would|could|if)/i,
	/\b(?:i|we)(?:'ll| will)?(?: still| also)? need\b.{0,80}\bfrom you\b/i,
	/(?:^|[,;:–-]\s*|\b(?:and|but|so|also|then|just|please|always)\s+)(?:make sure|be sure to|don't forget|do not forget|remember to|get back to (?:me|us))\b/i,
	/\blet (?:me|us) know (?:if|whether|when|which|what|how|who|where|by|your)\b/i,
	/\bif you (?:are able to|can|could) .{3,80}(?:would|could|will) (?:be|help)\b/i,
	new RegExp(
		`${LEAD}(?:send|review|confirm|sign|call|reply|respond|check|update|complete|submit|pay|book|schedule|prepare|share|fill (?:in|out)|approve|bring|register|upload|fix|test|write|ask|report|contact|give|get|take|keep|read|join|add|remove|forward|return|print|verify|notify|tell|email|choose|pick|decide|deliver|change|move|back up|look (?:at|into))\\s+(?:${OBJECT}|\\d)`,
		"iu",
	),
	// A name after it, and more: "Contact Information" is a title.
	new RegExp(
		`${LEAD}(?:[Ss]end|[Rr]eview|[Cc]all|[Aa]sk|[Cc]ontact|[Tt]ell|[Ee]mail|[Nn]otify|[Pp]ay|[Gg]ive)\\s+\\p{Lu}\\p{Ll}\\S*\\s+\\S+\\s`,
		"u",
	),
];

const GERMAN = [
	/\bbitten?\b/i,
	/(?<!\p{L})(?:könnte(?:st|n|t)?|kannst|könn(?:en|t)|würde(?:st|n|t)|magst) (?:du|sie|ihr)(?!\p{L})/iu,
	/(?<!\p{L})(?:du musst|musst du|ihr müsst|müsst ihr)(?!\p{L})/iu,
	/(?<!\p{L})(?:Sie müssen|[Mm]üssen Sie|sind Sie verpflichtet)(?!\p{L})/u,
	/(?<!\p{L})brauch(?:e|en)\b.{0,80}\bvon (?:dir|euch|Ihnen)\b/u,
	/(?<!\p{L})(?:vergiss|vergesst|vergessen sie) .{0,20}nicht(?!\p{L})|(?<!\p{L})denk(?:t|en sie)? (?:daran|an)(?!\p{L})/iu,
	/(?<!\p{L})(?:melde dich|meldet euch|melden sie sich|meldet sich (?:bitte )?bei|gibt? (?:mir|uns) (?:bescheid|rückmeldung))(?!\p{L})/iu,
	new RegExp(`${LEAD}(?!Wenn|Wann|Denn|Dann|Haben|Sind|Werden|Wollen|Können)\\p{Lu}\\p{Ll}+e?n Sie\\s[^?]+$`, "u"),
	new RegExp(
		`${LEAD}(?:schick|sende|ruf|prüfe?|schau|sag|füll|bring|komm|mach|lies|antworte|gib|frag|trag|lade)(?:t)? (?:mir|uns|den|die|das|dem|der|deine|eure|dir|euch|ihn|sie|es|mal|an|in|dich|\\d)(?!\\p{L})`,
		"iu",
	),
];

const FRENCH = [
	/(?<!\p{L})merci (?:de (?!votre|ton|vos|tes|la|l'|nous avoir|m'avoir)|d'(?!avoir))/iu,
	/(?<!\p{L})veuillez (?!agréer|recevoir|trouver|croire|noter|accepter)/iu,
	/(?<!\p{L})(?:pourriez-vous|pouvez-vous|peux-tu|pourrais-tu|voudriez-vous)(?!\p{L})/iu,
	/(?<!\p{L})(?:nous|je) (?:vous|te) (?:prions|prie|demandons|demande|saurais gré) (?:de |d')(?!agréer|croire|recevoir|accepter|excuser)/iu,
	/(?<!\p{L})(?:vous devez|vous devrez|tu dois|tu devras|il faut que (?:vous|tu)|n'oubliez pas|n'oublie pas|pensez à|pense à)(?!\p{L})/iu,
	new RegExp(
		`${LEAD}(?!Chez|Assez|Avez|Voulez|Pouvez|Savez|Vous|Veuillez)\\p{Lu}\\p{Ll}+ez(?:-\\p{L}+)?\\s[^?]+$`,
		"u",
	),
	new RegExp(
		`${LEAD}(?:envoie|dis|donne|fais|appelle|tiens|réponds|confirme)-(?:moi|nous|lui|les|la|le)(?!\\p{L})`,
		"iu",
	),
];

const SPANISH = [
	/(?<!\p{L})por favor(?!\p{L})/iu,
	/(?<!\p{L})(?:podrías?|puedes?|podrían|pueden|podéis) \p{L}+[aei]r(?:me|nos|lo|la|los|las|le|les|se)?(?!\p{L}).*\?/iu,
	/(?<!\p{L})(?:necesito|necesitamos|quiero|te pido|le pido|os pido|(?:te|le|les|os) (?:ruego|rogamos|agradecer[íe]a(?:mos)?)) que(?!\p{L})/iu,
	/(?<!\p{L})(?:no olvid(?:es|e|en|éis)|recuerd[ae]n? (?:que|[aei]?\p{L}+r))(?!\p{L})/iu,
	/(?<!\p{L})(?:debes|deberás|deberán|debéis|(?:tienes|tendrás|tienen|tendrán|tenéis) que) \p{L}+[aei]r(?:se|lo|la|los|las|me|nos)?(?!\p{L})/iu,
	new RegExp(
		`${LEAD}(?:env[íi][ae]n?|mand[ae]n?|confirm[ae]n?|revis[ae]n?|guard[ae]n?|llam[ae]n?|respond[ae]n?|avis[ae]n?|dime|d[íi]gan?|rellen[ae]n?|complet[ae]n?|firm[ae]n?|traigan?|lean?)(?:me|nos|le|les|lo|la)? `,
		"iu",
	),
];

/** A line of minutes or of a list that gives someone a task. */
const TASK = /^(?:[-*•\s]*)(?:action(?: item| required)?|to-?do|task|aufgabe|à faire|tarea)s?\s*[:–-]\s*\p{L}/iu;

const REQUESTS = [TASK, ...ENGLISH, ...GERMAN, ...FRENCH, ...SPANISH];

/** A field or a heading, and what quotes a form: "Deadline: Friday", "To:". */
const LABEL =
	/^[-*•\s]*(?:deadline|due(?: date| by| on)?|date|day|time|when|where|location|subject|re|to|from|cc|bcc|sent|reply-to|phone|fax|e-?mail|frist|datum|ort|wann|wo|betreff|date limite|échéance|quand|où|objet|plazo|fecha(?: límite)?|lugar|cuándo|dónde|asunto)\s*:(?!\s*please\b)/iu;
/** A question about something, in which no one is asked to do it. */
const OPEN_QUESTION =
	/^(?:and |but |so |also,? |or )?(?:what|when|where|which|who|whom|whose|why|how)\b(?!.*\bplease\b).*\?$/i;
/** What someone said. */
const QUOTED = /"[^"]*"?|“[^”]*”?|„[^“]*“?|«[^»]*»?/g;

/** Politeness, offers of help, and what programs ask of everybody. */
const NO_REQUEST =
	/\b(?:do not reply|feel free|(?:don't|do not) hesitate|if you (?:have|experience) (?:any |further |more |other )?(?:\p{L}+ )?(?:questions?|concerns?|problems?|issues?)|should you (?:have|need|require|wish|experience)|fewer (?:e-?mails|messages)|stop receiving|change your preferences|please know|check it out|(?:get|have) the idea|me a break|let (?:me|us) know how (?:i|we)\b|you must (?:not )?(?:be|have)\b|(?:call|contact|e-?mail|reach|write)\b.{0,30}\bwith (?:any )?(?:comments|questions|concerns)|(?:read|view|see) (?:the|this) e-?mail|any questions|correct me|forgive me|bear with me|let (?:me|us) know if you (?:have|need|want) (?:any|anything|more|further|questions?|help)|contact us|click|visit|unsubscribe|please (?:note|find|see|accept|excuse|respond to (?:<|\S+@|\S+$))|(?:call|contact|email|e-mail|reach|ask|tell) (?:me|us)\b.{0,20}\bif you (?:need|want|would like|have|wish)|see attached|be advised|let me try|bitte beachten|bitte entschuldig\p{L}*|im anhang|n'hésitez pas|no dud(?:es?|en))\b|^thank|^if you (?:would like|want|need|wish|have)\b.{0,60}, please (?:call|contact|e-?mail|reach)\b/iu;

/** Whether the sentence asks the reader for something that is more than politeness. */
export function isRequest(sentence: string): boolean {
	const text = sentence.replaceAll("’", "'");
	// Code: "return 0;"
	if (/[;{}]\s*$/.test(text) || LABEL.test(text) || OPEN_QUESTION.test(text)) return false;
	// The end of another sentence, or an entry of a list: "register to volunteer".
	if (/^\p{Ll}/u.test(text) && !/[.!?]$/.test(text) && !/\bplease\b/i.test(text)) return false;
	const own = text.replaceAll(QUOTED, '""');
	// "Read the review": a link.
	if (/^(?:read|check|get|join|sign up|submit|take|tell me)\b/i.test(text) && !/[.?:]$/.test(text)) return false;
	return !NO_REQUEST.test(text) && (REQUESTS.some((pattern) => pattern.test(own)) || namesDeadline(own));
}
