import { dueDateOf } from "#kernel/summaries.ts";
import { WEEKDAY } from "#shared/weekdays.ts";
import { numberOf } from "../question/read-question.ts";
import type { Wanted } from "../question/wanted.ts";

/** What sentences tell, by kind of answer, in English, German, French and Spanish. */

const UNIT =
	"€|\\$|£|(?:eur|euros?|usd|dollars?|dólares|gbp|pounds?|chf|francs?|franken|sek|kr|zł|mxn|pesos?)(?!\\p{L})";
const FIGURE = "\\d{1,3}(?:[ \\u00a0\\u202f.,']\\d{3})+(?:[.,]\\d{1,2})?|\\d{1,9}(?:[.,]\\d{1,2})?";
const MONEY = new RegExp(
	`(?:[€$£¥]|(?<!\\p{L})(?:eur|usd|gbp|chf)) ?(?<a>${FIGURE})|(?<![\\d.,])(?<b>${FIGURE}) ?(?:k |mio\\.? )?(?:${UNIT})`,
	"giu",
);
const CLOCK =
	/(?<![\d.,:/])(?:[01]?\d|2[0-4])(?::[0-5]\d(?!\d)|[.h][0-5]\d ?(?:uhr|h)?(?![\d.])|h[0-5]\d| ?(?:[ap]\.?m\b\.?|uhr\b|heures?\b|h\b))|(?<!\p{L})(?:noon|midday|midnight|mittags?|mitternacht|midi|minuit|mediodía|medianoche)(?!\p{L})/iu;
const DAY = new RegExp(
	[
		`(?<!\\p{L})(?:${WEEKDAY}|tomorrow|today|next week|heute|übermorgen|nächste woche|demain|aujourd'hui|semaine prochaine|hoy|próxima semana)s?(?!\\p{L})`,
		"(?<!\\p{L})(?:january|february|march|april|june|july|august|september|october|november|december|januar|februar|märz|mai|juni|juli|oktober|dezember|janvier|février|avril|juin|juillet|août|septembre|octobre|novembre|décembre|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre)(?!\\p{L})",
		"(?<!\\d)\\d{1,2}[./]\\d{1,2}[./](?:20)?\\d\\d(?!\\d)",
		"(?<!\\d)20\\d\\d-\\d\\d-\\d\\d(?!\\d)",
	].join("|"),
	"iu",
);
const PHONE =
	/(?<![\p{L}\d./-])(?:(?:\+|00)[1-9]\d{0,2}[ ()./-]{0,3}(?:\(0\) ?)?\d[\d ()./-]{4,16}\d|\(?0\d{1,5}\)?[ /.-]?\d[\d ./-]{3,14}\d|\(?\d{3}\)?[ .-]\d{3}[ .-]\d{4}|\d{3} \d{2,3} \d{2,3}(?: \d{2,3})?)(?![\d€$£]|[.,]\d| ?(?:€|eur))/iu;
const SHORT_PHONE =
	/(?<!\p{L})(?:tel|phone|call|ring|extension|ext|durchwahl|poste|telefon|teléfono|móvil)[ .:]{1,3}(?:is )?[-\d][\d ./-]{2,14}\d/iu;
const EMAIL = /[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,5}/iu;
const LINK = /(?:https?:\/\/|www\.)\S{4,}/i;
/** A code, or a number that is no date, amount or hour. */
const IDENTIFIER =
	/(?<![\p{L}\p{N}.,:/+-])(?=[\p{L}\p{N}-]*\d)(?:\p{Lu}[\p{Lu}\p{N}]{0,9}[-/ ]?)?[\p{Lu}\p{N}][\p{Lu}\p{N}/-]{2,24}(?![\p{L}\p{N}]|[.,:]\d)/gu;
const NUMBER_WORD =
	"\\d{1,3}(?:[.,' ]\\d{3})*|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|deux|trois|quatre|cinq|sept|huit|neuf|dix|onze|douze|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce|twenty|zwanzig|vingt|veinte";
const QUANTITY = new RegExp(
	`(?<![\\p{L}\\d.,:/-])(?:${NUMBER_WORD})(?![\\d%€$£]|[.,:/]\\d)[ -]((?:[\\p{L}-]+ ?){1,3})`,
	"giu",
);
const DURATION = new RegExp(
	`(?<![\\p{L}\\d.,:])(?:${NUMBER_WORD}|\\d{1,3}(?:[.,]\\d)?|half an?|an?|une?|einen?|eine|sechs|un)[ -](?:(?:full|volle|working|business|half|halbe[ns]?) )?(?:minutes?|mins?|hours?|days?|weeks?|months?|years?|minuten?|stunden?|tagen?|wochen?|monaten?|jahren?|heures?|jours?|semaines?|mois|ans?|années?|minutos?|horas?|días?|semanas?|mes(?:es)?|años?)(?!\\p{L})`,
	"iu",
);
const REASON =
	/(?<!\p{L})(?:because|since|due to|as a result of|owing to|reason|so that|weil|da(?= )|denn|wegen|aufgrund|grund|deshalb|daher|damit|parce que?|parce qu'|car|en raison|à cause|puisque|afin|suite à|raison|grâce à|porque|debido|ya que|por culpa|causa|motivo|para que|stuck|failed|broke|defective|defekt)(?!\p{L})/iu;
/** Words for places, and streets. */
const PLACE_WORD =
	// oxlint-disable-next-line regexp/no-super-linear-move -- a passage has at most 1,000 characters
	/(?<!\p{L})(?:room|hall|building|floor|gate|terminal|platform|suite|zoom|teams|google meet|webex|online|raum|saal|halle|gebäude|etage|gleis|konferenzraum|besprechungsraum|salle|bâtiment|étage|porte|quai|visio\p{L}*|sala|edificio|planta|andén|videollamada|reception|rezeption|accueil|recepción|lobby|office|büro|bureau|oficina|canteen|kantine|cafeteria|garage)(?!\p{L})|\p{L}+(?:straße|strasse|str\.|weg|platz|allee|gasse) \d+|\d+,? (?:rue|avenue|boulevard|place|quai|bis)(?!\p{L})|(?<!\p{L})(?:calle|avenida|plaza|paseo) \p{L}|\d+ \p{L}+ (?:street|road|avenue|lane|square|st|rd|ave)(?!\p{L})/iu;
/** "In Berlin", but not "in March". */
const IN_PLACE =
	/(?<!\p{L})(?:[Ii]n|[Aa]t|to|near|[Ii]m|[Ii]n der|am|[Bb]eim?|auf|nach|[ÀàAa]|au|aux|[Cc]hez|dans|près de|[Ee]n|cerca de) (?:the |der |dem |den |le |la |les |l'|el |los |las )?(?!(?:January|February|March|April|May|June|July|August|September|October|November|December|Januar|Februar|März|Mai|Juni|Juli|Oktober|Dezember|Montag|Dienstag|Mittwoch|Donnerstag|Freitag|Samstag|Sonntag|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|Moment|Anhang|Rahmen|Namen|Zusammenhang|Ende|Anfang|Nachmittag|Vormittag|Abend|Morgen|Jahr)(?!\p{L}))\p{Lu}\p{L}{2,}/u;
/** "Mara Lindqvist", "Frau Seibold", "Mr. Kim". */
const PERSON =
	/(?<!\p{L})(?:(?:mr|mrs|ms|dr|prof|herrn?|frau|m\.|mme|madame|monsieur|señora?|sra?|don|doña)\.? (?:dr\. )?\p{Lu}[\p{L}'-]+|\p{Lu}\p{Ll}[\p{L}'-]+ (?:\p{Lu}\. |(?:van|von|de|der|del|la|le) )?\p{Lu}\p{Ll}[\p{L}'-]+)/u;

/** Amounts of money in a text. */
export function amountsIn(text: string): number[] {
	return [...text.matchAll(MONEY)]
		.map(({ groups }) => numberOf((groups?.a ?? groups?.b ?? "").replaceAll(/[ \u00a0\u202f]/g, "")))
		.filter((value) => value !== null);
}

/** What a sentence is looked at with. */
interface Told {
	text: string;
	/** Epoch milliseconds: "Friday" is the next one after it. */
	sentAt: number;
	/** Whether words name what is counted; of a `quantity`. */
	isCounted: (words: string) => boolean;
	/** Whether words name what a number or code is of; of a `number`. */
	isHead: (words: string) => boolean;
	/** Whether someone of the user's mail has this name, in lower case. */
	isKnown: (word: string) => boolean;
}

/** Whether a sentence tells something of a kind. Who its sender is, is not looked at. */
export function tells(wanted: Wanted, { text, sentAt, isCounted, isHead, isKnown }: Told): boolean {
	switch (wanted) {
		case "amount":
			return amountsIn(text).length > 0;
		case "date":
			return DAY.test(text) || dueDateOf(text, sentAt) !== null || CLOCK.test(text);
		case "time":
			return CLOCK.test(text);
		case "phone":
			return phoneIn(text);
		case "email":
			return EMAIL.test(text);
		case "link":
			return LINK.test(text);
		case "number":
			return identifiersIn(text, isHead).length > 0;
		case "figure":
			return /\d/.test(text);
		case "quantity":
			return [...text.matchAll(QUANTITY)].some(([, words = ""]) => isCounted(words));
		case "duration":
			return DURATION.test(text);
		case "place":
			return PLACE_WORD.test(text) || IN_PLACE.test(text);
		case "reason":
			return REASON.test(text);
		case "person":
			return namesPerson(text, isKnown);
		case "any":
		case "count":
			return true;
	}
}

/** Whether a text has a phone number. */
function phoneIn(text: string): boolean {
	return PHONE.test(text) || SHORT_PHONE.test(text);
}

/** How far in front of a number or code its name is. */
const NAME_DISTANCE = 40;

/** Codes and numbers in a text that are no phone number, date, hour or amount, after a name of theirs. */
function identifiersIn(text: string, isHead: (words: string) => boolean): string[] {
	const rest = text.replaceAll(new RegExp(PHONE.source, "giu"), " ").replaceAll(MONEY, " ");
	return [...rest.matchAll(IDENTIFIER)]
		.filter(
			({ 0: found, index }) =>
				(found.match(/\d/g)?.length ?? 0) >= 2 &&
				!/^(?:19|20)\d\d$/.test(found) &&
				isHead(rest.slice(Math.max(0, index - NAME_DISTANCE), index)),
		)
		.map(([found]) => found);
}

function namesPerson(text: string, isKnown: (word: string) => boolean): boolean {
	if (PERSON.test(text)) return true;
	return [...text.matchAll(/(?<=\S\s)\p{Lu}\p{Ll}{2,}/gu)].some(([word]) => isKnown(word.toLowerCase()));
}

/** Words that head a line with an answer, or stand for it where the subject has the rest: "Total: €40". */
const LABELS: Partial<Record<Wanted, RegExp>> = {
	amount:
		/(?<!\p{L})(?:total|sum|amount|price|cost|costs|fee|(?:gesamt|end)?(?:betrag|preis|summe)|gesamt|summe|kosten|kostet|montant|prix|coût|coûte|s'élève|importe|precio|coste|cuesta|asciende|beläuft)(?!\p{L})/iu,
	date: /(?<!\p{L})(?:date|when|deadline|due|wann|datum|termin|frist|quand|date|échéance|cuándo|fecha|plazo|vence|fällig)(?!\p{L})/iu,
	time: /(?<!\p{L})(?:time|when|start|begin|wann|zeit|uhrzeit|beginn|heure|quand|début|hora|cuándo|inicio)\p{L}*/iu,
	place:
		/(?<!\p{L})(?:where|location|venue|place|address|wo|ort|treffpunkt|adresse|lieu|où|lugar|dónde|dirección)(?!\p{L})/iu,
	phone:
		/(?<!\p{L})(?:tel|phone|mobile|cell|telefon|handy|mobil|téléphone|portable|teléfono|móvil|number|nummer|numéro|número|hotline|t|m)(?!\p{L})/iu,
	number:
		/(?<!\p{L})(?:no|number|code|reference|ref|nr|\p{L}*nummer|\p{L}*code|numéro|n°|référence|número|código|referencia)(?!\p{L})/iu,
	duration: /(?<!\p{L})(?:duration|lasts?|takes?|dauer|dauert|durée|dure|duración|dura)(?!\p{L})/iu,
};

/** Whether a sentence says of which kind its figure is, without saying of what. */
export function isLabeled(text: string, wanted: Wanted): boolean {
	return LABELS[wanted]?.test(text) === true;
}
