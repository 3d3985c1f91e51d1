import { capitalize } from "#shared/capitalize.ts";
import type { Address } from "../rules.ts";
import { timesIn } from "./times.ts";
import { turned } from "./turn.ts";

/** Answers to proposals of a time and to questions. */

const PROPOSES =
	/(?<!\p{L})(?:pouvons-nous|pourrions-nous|pourrait-on|peut-on|on (?:peut|pourrait) se|on se (?:voit|retrouve|appelle)|convien\p{L}+|(?:vous|te) irait|ça (?:te|vous) (?:va|irait|convient)|disponibles?|libre|que (?:diriez|penses|pensez|dis)|(?:je|nous) (?:vous |te )?propos(?:e|ons))(?!\p{L})/iu;
const AGAINST = /(?<!\p{L})(?:annuler|supprimer|pas|sans|plutôt que|au lieu|sauf)(?!\p{L})/iu;
const ANOTHER = "Un autre moment serait-il possible ?";

/** Answers to a sentence that proposes one time, or two to choose from. */
export function meetingAnswers(sentence: string): string[] {
	if (AGAINST.test(sentence) || !PROPOSES.test(sentence)) return [];
	const times = timesIn(sentence);
	const [first, second] = times ?? [];
	if (times === null || first === undefined || times.length > 2) return [];
	if (second === undefined)
		return /(?<!\p{L})ou(?!\p{L})/iu.test(sentence)
			? []
			: [`${capitalize(first)} me convient.`, `Malheureusement, ${first} ne me convient pas. ${ANOTHER}`];
	const between = sentence.slice(sentence.indexOf(first) + first.length, sentence.lastIndexOf(second));
	if (!/^,? ou (?:plutôt |bien )?$/.test(between)) return [];
	return [
		...[first, second].map((time) => `${capitalize(time)} me convient.`),
		`Malheureusement, ni ${first} ni ${second} ne me convient. ${ANOTHER}`,
	];
}

const HAVE =
	// oxlint-disable-next-line regexp/no-super-linear-backtracking -- a sentence has at most 800 characters
	/^(?:et )?(?:avez-vous|as-tu|est-ce que (?:vous avez|tu as)) (?:bien |déjà |pu )?(reçu|vu|lu|signé|payé|réglé|réservé|commandé|envoyé|trouvé|validé) (.+?)\s*\?$/iu;
const PREFER =
	/^(?:et )?(?:(?:préférez|voulez|souhaitez)-vous|préfères-tu|tu préfères|vous préférez) ((?:un|une|le|la|les|des) .{2,40}) ou (?:plutôt )?((?:un|une|le|la|les|des) .{2,40}?)\s*\?$/iu;
const CAN =
	// oxlint-disable-next-line regexp/no-super-linear-backtracking -- a sentence has at most 800 characters
	/^(?:et )?(quand|où|comment|combien(?: de \p{Ll}+)?|quels? \p{Ll}+|quelles? \p{Ll}+|à quelle heure|jusqu'à quand) (?:pou(?:vez|rriez)-vous|peux-tu|pourrais-tu) (\p{Ll}+(?:er|ir|re|oir)(?: .+?)?)\s*\?$/iu;
const IS =
	/^(?:et )?(quel(?:le)?s?|où|quand|comment|combien|qui) (est|sont|était|sera) ((?:le|la|les|l'|mon|ma|mes) ?.{2,70}?)\s*\?$/iu;

function follow(question: string): string[] {
	return [`Je vérifie ${question} et je réponds rapidement.`, `Je ne sais pas encore ${question}.`];
}

/** Answers to a question; empty: it is none, or in doubt. */
export function questionAnswers(sentence: string, address: Address): string[] {
	const [, done = "", given] = HAVE.exec(sentence) ?? [];
	if (given !== undefined) {
		const words = turned(given, address);
		return words === null ? [] : [`Oui, j'ai bien ${done} ${words}.`, `Non, je n'ai pas encore ${done} ${words}.`];
	}
	const [, one, other] = PREFER.exec(sentence) ?? [];
	if (one !== undefined && other !== undefined) {
		const [first, second] = [turned(one, address), turned(other, address)];
		return first === null || second === null ? [] : [`Je préfère ${first}.`, `Je préfère ${second}.`];
	}
	const [, how = "", rest] = CAN.exec(sentence) ?? [];
	if (rest !== undefined) {
		const words = turned(rest, address);
		return words === null ? [] : follow(`${how.toLowerCase()} je peux ${words}`);
	}
	const [, wh = "", is = "", noun] = IS.exec(sentence) ?? [];
	const words = noun === undefined ? null : turned(noun, address);
	return words === null ? [] : follow(`${wh.toLowerCase()} ${is.toLowerCase()} ${words}`);
}
