import { capitalize } from "#shared/capitalize.ts";
import type { Address } from "../rules.ts";
import { timesIn } from "./times.ts";
import { turned } from "./turn.ts";

/** Answers to proposals of a time and to questions. */

const PROPOSES =
	/(?<!\p{L})(?:(?:podemos|podríamos|quedamos|nos vemos|nos reunimos|hablamos|vernos|reunirnos|hablar)|qué tal|(?:le|te|os|les) (?:viene|va|vendría|iría) bien|(?:le|te|os|les) parece|(?:está|estás|están) (?:libres?|disponibles?)|(?:tiene|tienes|tendría|tendrías) (?:tiempo|un momento|un rato|disponibilidad)|(?:propongo|proponemos|sugiero)|sería posible)(?!\p{L})/iu;
const AGAINST = /(?<!\p{L})(?:cancelar|anular|no|sin|en vez|en lugar|salvo)(?!\p{L})/iu;
const ANOTHER = "¿Sería posible otro momento?";

/** Answers to a sentence that proposes one time, or two to choose from. */
export function meetingAnswers(sentence: string): string[] {
	if (AGAINST.test(sentence) || !PROPOSES.test(sentence)) return [];
	const times = timesIn(sentence);
	const [first, second] = times ?? [];
	if (times === null || first === undefined || times.length > 2) return [];
	if (second === undefined)
		return /(?<!\p{L})o(?!\p{L})/iu.test(sentence)
			? []
			: [`${capitalize(first)} me viene bien.`, `Lamentablemente, ${first} no me viene bien. ${ANOTHER}`];
	const between = sentence.slice(sentence.indexOf(first) + first.length, sentence.lastIndexOf(second));
	if (!/^,? o (?:mejor )?$/.test(between)) return [];
	return [
		...[first, second].map((time) => `${capitalize(time)} me viene bien.`),
		`Lamentablemente, ni ${first} ni ${second} me viene bien. ${ANOTHER}`,
	];
}

const HAVE =
	// oxlint-disable-next-line regexp/no-super-linear-backtracking -- a sentence has at most 800 characters
	/^¿?(?:y )?(?:ha|has|han) (?:podido )?(recibido|visto|leído|firmado|pagado|reservado|pedido|enviado|encontrado|revisado) (?:ya )?(.+?)\s*\?$/iu;
const CAN =
	// oxlint-disable-next-line regexp/no-super-linear-backtracking -- a sentence has at most 800 characters
	/^¿?(?:y )?(cuándo|dónde|cómo|cuánt[oa]s?(?: \p{Ll}+)?|qué \p{Ll}+|a qué hora|hasta cuándo) (?:puedes?|podrías?) (\p{Ll}+[aei]r(?: .+?)?)\s*\?$/iu;
const IS =
	/^¿?(?:y )?(cuál(?:es)?|dónde|cuándo|cómo|cuánto|quién) (es|son|está|están|será) ((?:el|la|los|las|mi) .{2,70}?)\s*\?$/iu;

function follow(question: string): string[] {
	return [`Voy a comprobar ${question} y respondo en cuanto pueda.`, `Todavía no sé ${question}.`];
}

/** Answers to a question; empty: it is none, or in doubt. */
export function questionAnswers(sentence: string, address: Address): string[] {
	const [, done = "", given] = HAVE.exec(sentence) ?? [];
	if (given !== undefined) {
		const words = turned(given, address);
		return words === null ? [] : [`Sí, he ${done} ${words}.`, `No, todavía no he ${done} ${words}.`];
	}
	const [, how = "", rest] = CAN.exec(sentence) ?? [];
	if (rest !== undefined) {
		const words = turned(rest, address);
		return words === null ? [] : follow(`${how.toLowerCase()} puedo ${words}`);
	}
	const [, wh = "", is = "", noun] = IS.exec(sentence) ?? [];
	const words = noun === undefined ? null : turned(noun, address);
	return words === null ? [] : follow(`${wh.toLowerCase()} ${is.toLowerCase()} ${words}`);
}
