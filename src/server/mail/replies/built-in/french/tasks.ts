import type { Address } from "../rules.ts";
import { LIMIT } from "./times.ts";
import { turned } from "./turn.ts";

/** Answers to requests: the same words as a promise, or with regret. */

const LEAD =
	/^(?:(?:et|aussi|puis|ensuite|mais|bonjour|si possible|par ailleurs)[, ] ?|\p{Lu}\p{Ll}+(?:,| ?[-–—]{1,2}) )+/iu;
const ASKED =
	// oxlint-disable-next-line regexp/no-super-linear-backtracking -- a sentence has at most 800 characters
	/^(?:est-ce que (?:vous pou(?:vez|rriez)|tu peux|tu pourrais)|pou(?:vez|rriez)-vous|peux-tu|pourrais-tu|merci de(?= )|merci (?=d')|veuillez|(?:je|nous) (?:vous|te) pri(?:e|ons) de|(?:vous )?serait-il possible de) ?(?:bien vouloir )?(?:s'il (?:vous|te) plaît )?(m'|me |nous |d')?(\p{Ll}+(?:er|ir|re|oir)) (.+?)\s*[.?!]$/iu;
const IMPERATIVE =
	// oxlint-disable-next-line regexp/no-super-linear-backtracking -- a sentence has at most 800 characters
	/^(?:s'il vous plaît,? )?((?:r?envoy|confirm|vérifi|sign|complét|apport|retourn|prépar|indiqu|réserv|valid)ez)(-moi|-nous)? (.+?)\s*[.!]$/iu;
const TAIL = /,? ?(?:s'il (?:vous|te) plaît|svp|si possible|dès que possible|merci(?: d'avance| beaucoup)?)$/iu;
const NO_TASK =
	/^(?:dire|savoir|penser|croire|trouver|agréer|recevoir|noter|accepter|excuser|expliquer|être|avoir|venir|attendre|faire|patienter|prendre|laisser|voir)$/;

function taskIn(sentence: string, address: Address): string | null {
	const plain = sentence.replace(LEAD, "").replace(/merci d'(?=\p{L})/iu, "merci de ");
	const asked = ASKED.exec(plain);
	const imperative = asked === null ? IMPERATIVE.exec(plain) : null;
	const [whom = "", verb = "", rest = ""] =
		asked !== null
			? [asked[1], asked[2], asked[3]]
			: imperative === null
				? []
				: [imperative[2], (imperative[1] ?? "").toLowerCase().replace(/ez$/, "er"), imperative[3]];
	const words = turned(rest.replace(TAIL, "").trim(), address);
	if (verb === "" || NO_TASK.test(verb) || words === null || words.split(" ").length < 2) return null;
	const isVowel = /^[aeiouyéèêh]/i.test(verb);
	const you = whom === "" || whom === "d'" ? "" : address === "formal" ? "vous " : isVowel ? "t'" : "te ";
	return `${you}${verb} ${words}`;
}

/** Answers to a request; empty: it is none, or in doubt. */
export function taskAnswers(sentence: string, address: Address): string[] {
	const task = taskIn(sentence, address);
	if (task === null) return [];
	const otherwise = LIMIT.test(task) ? " Une date plus tardive serait-elle possible ?" : "";
	return [`Je vais ${task}.`, `Malheureusement, je ne peux pas ${task}.${otherwise}`];
}
