import { withoutUnseen } from "#shared/mail/address-key.ts";
import { foldText } from "#shared/search/tokens.ts";
import { sentencesOf } from "#shared/sentences.ts";
import { trimEndOf } from "#shared/trim.ts";
import { WEEKDAY } from "#shared/weekdays.ts";
import { TOPIC_WORDS, type Topic } from "../../classify/words/topics.ts";
import { LINK, TOO_LITTLE } from "./plain-text.ts";
import { BOILERPLATE, CLOSING, cut, type Extract, GREETING, type Material, requestsIn } from "./summarize.ts";

const MOST_SENTENCES = 300;
const LONG_SENTENCES = 3;

/** What invites to open a link. */
const LINK_LABEL =
	/(?:\.{3}|…)? ?(?:read (?:more|on|the (?:full )?story)|learn more|click here|shop now|see more)\W*$/iu;
/** What every mailing says about itself. */
const ABOUT_ITSELF =
	/\b(?:(?:view|read|open|see|display)\b.{0,30}\b(?:browser|online|web version|webpage|plain text)|(?:having )?trouble (?:viewing|reading|seeing)|you(?:'re| are| have) (?:receiv\w+|subscribed|getting|signed up)|this (?:e-?mail|message|newsletter) (?:was|is) (?:sent|intended)|sent to\b.{0,40}@|(?:manage|update|change|edit) (?:your )?(?:e-?mail |mail |subscription |notification )?(?:preferences|subscriptions?|settings|profile|e-?mail address)|opt[- ]out|too many e-?mails|fewer e-?mails|turn off (?:digests?|notifications?|these)|digests are on|follow us|find us on|like us on|forward (?:this )?to a friend|terms (?:and|&) conditions|terms of (?:use|service)|(?:see|visit|read).{0,30}for (?:details|terms)|paid for by|add us to your|address book|safe sender|abbestellen|im browser|newsletter abmelden|impressum|datenschutz|se désinscrire|dans votre navigateur|mentions légales|darse de baja|en (?:su|tu) navegador|aviso legal)\b/iu;
const PRICE =
	/(?:[$€£¥]|\b(?:usd|eur|gbp|chf)\b)\s?\d|\d\s?(?:[$€£¥]|\b(?:usd|eur|gbp|chf|dollars?|euros?|cents?)\b)/iu;
/** "Amount: £47.10", "Delivery: 11 February" */
const FIELD = /^\p{Lu}[\p{L} ]{1,30}: .{0,60}\d/u;
/** "Saturday, October 26 | 1:00 PM" */
const EVENT_TIME = new RegExp(`(?<!\\p{L})${WEEKDAY}(?!\\p{L}).{0,40}\\d`, "iu");
const REDUCTION = /\d\s?%/;
const UNTIL =
	/(?<!\p{L})(?:until|till|through|by|before|ends?|ending|expires?|expiring|valid|deadline|last (?:chance|day)|only (?:today|this week)|today only|tonight|hours left|days left|bis|endet|nur heute|gültig|jusqu'(?:au|à)|avant|expire|valable|dernier jour|hasta|antes del|válid[oa]|termina|caduca)(?!\p{L})/iu;
const DAY =
	/\d|(?<!\p{L})(?:today|tonight|tomorrow|midnight|(?:mon|tues|wednes|thurs|fri|satur|sun)day|week|month|heute|morgen|\p{L}+tag|mitternacht|woche|aujourd'hui|demain|minuit|semaine|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|hoy|mañana|medianoche|semana|lunes|martes|miércoles|jueves|viernes|sábado|domingo)(?!\p{L})/iu;
/** What an order, a payment or a delivery is about. */
const NOTICE =
	/(?<!\p{L})(?:total|amount|expected|order(?:ed)?|invoice|receipt|paid|payment|ship(?:ped|s)|deliver(?:ed|y)|arriv(?:es|ing)|refund(?:ed)?|booking|booked|appointment|confirmed|due|balance|betrag|summe|bestellung|rechnung|bezahlt|versandt|geliefert|lieferung|termin|montant|commande|facture|livr(?:é|aison)|expédié|importe|pedido|factura|pagado|enviado|entrega)(?!\p{L})/iu;

/** What a notice asks of its reader, not what a mailing invites to. */
const TASK =
	/(?<!\p{L})(?:please|must|required|need to|(?:is|are|be) (?:due|paid|returned|received)|deadline|bitte|müssen|fällig|veuillez|devez|por favor|debe)(?!\p{L})/iu;
const CALL =
	/(?<!\p{L})(?:chip in|pitch in|rush|donat\p{L}*|contribut\p{L}*|split|give (?:now|today)|sign up|surveys?|subscrib\p{L}*|follow|petition|add your name|shop|buy|join (?:us|me)|share|forward|our goal|support (?:us|me|our)|enter(?:ed)? to win|entries)(?!\p{L})/iu;

/**
 * Summarizes a mailing or a notice with its own sentences: what it offers or tells, until when, and at what price.
 * @param isOffer it sells something: what it asks for is no task
 */
export function summarizeMailing(material: Material, { isOffer }: { isOffer: boolean }): Extract {
	const title = foldText(material.subject);
	// What only repeats the subject says nothing new.
	const lines = contentLines(material.text).filter(
		(line) => foldText(trimEndOf(line, ".!?")) !== trimEndOf(title, ".!?"),
	);
	const subject = wordsOf(material.subject);
	const ranked = lines
		.map((text, index) => ({ text, index, score: scoreOf(text, { index, subject }) }))
		.filter(({ score }) => score > 0)
		.toSorted((a, b) => b.score - a.score);
	const [best] = ranked;
	if (best === undefined) return { short: TOO_LITTLE, long: TOO_LITTLE, actions: [] };
	const until = ranked.find(({ text }) => UNTIL.test(text) && DAY.test(text));
	const price = ranked.find(({ text }) => PRICE.test(text));
	const wanted = [best, until, price, ...ranked].filter((one) => one !== undefined);
	const chosen = [...new Set(wanted)].slice(0, LONG_SENTENCES).toSorted((a, b) => a.index - b.index);
	return {
		short: cut(best.text),
		long: chosen.map(({ text }) => cut(ended(text))).join(" "),
		actions: isOffer ? [] : requestsIn(lines, material).filter(({ text }) => TASK.test(text) && !CALL.test(text)),
	};
}

/** The sentences of a mailing that say something, without its links. */
function contentLines(text: string): string[] {
	const plain = withoutUnseen(text).replaceAll(LINK, " ");
	const sentences = sentencesOf(plain)
		.slice(0, MOST_SENTENCES)
		.map((one) => one.text.replaceAll(/\s+/g, " ").replaceAll(/ (?=[,.;!?])/g, ""))
		.map((one) => trimEndOf(one.replace(LINK_LABEL, "").replace(/^[-*•·>|=_~#»\s]+/u, ""), "-*|=_~#»>: "));
	const kept: string[] = [];
	for (const [index, sentence] of sentences.entries()) {
		if ([GREETING, CLOSING, BOILERPLATE, ABOUT_ITSELF].some((pattern) => pattern.test(sentence))) continue;
		const words = sentence.match(/\p{L}{2,}/gu)?.length ?? 0;
		// "Just $599" tells the price of what the line before names.
		const named = sentences[index - 1] ?? "";
		const isPrice =
			words < 4 && PRICE.test(sentence) && !FIELD.test(sentence) && !/^(?:chip in|donate|give)\b/i.test(sentence);
		if (isPrice && kept.at(-1) === named && !/[.!?]$/.test(named)) kept[kept.length - 1] = `${named}: ${sentence}`;
		// Small letters continue what a link or an image began.
		else if ((words >= 3 || FIELD.test(sentence)) && !/^\p{Ll}|[»›]/u.test(sentence)) kept.push(sentence);
	}
	return [...new Map(kept.map((line) => [foldText(line), line] as const)).values()];
}

function wordsOf(text: string): string[] {
	return text.match(/\p{L}{2,}/gu)?.map(foldText) ?? [];
}

function scoreOf(text: string, { index, subject }: { index: number; subject: readonly string[] }): number {
	const words = [...new Set(wordsOf(text))];
	const about = (topic: Topic): number => words.filter((word) => TOPIC_WORDS.get(word)?.includes(topic)).length;
	const isSentence = /[.!?…]$/.test(text);
	// Headlines, names of products and links are shorter.
	const isEvent = !isSentence && EVENT_TIME.test(text);
	if (!isSentence && words.length < 4 && !PRICE.test(text) && !FIELD.test(text) && !isEvent) return 0;
	const shared = words.filter((word) => word.length > 3 && subject.includes(word)).length;
	const offers = Math.min(2, about("offer")) + (PRICE.test(text) || REDUCTION.test(text) ? 1.5 : 0);
	const until = UNTIL.test(text) && DAY.test(text) ? 1 : 0;
	const notice = NOTICE.test(text) ? 1 : 0;
	const position = index < 3 ? 1 - index * 0.25 : 0;
	const length = words.length < 6 ? -0.5 : text.length > 300 ? -1 : 0;
	return (
		0.5 +
		offers +
		until +
		notice +
		(isEvent ? 1.5 : 0) +
		position +
		Math.min(2, shared * 0.7) +
		(isSentence ? 1 : 0) +
		length
	);
}

/** Sentences that follow each other need an end. */
function ended(text: string): string {
	return /[.!?…:;]$/.test(text) ? text : `${text}.`;
}
