import type { Address } from "../rules.ts";
import { LIMIT } from "./times.ts";
import { turned } from "./turn.ts";

/** Answers to requests: the same words as a promise, or with regret. */

const LEAD = /^(?:(?:y|también|además|luego|pero|hola|si es posible)[, ] ?|\p{Lu}\p{Ll}+(?:[,:]| ?[-–—]{1,2}) )+/iu;
const ASKED =
	// oxlint-disable-next-line regexp/no-super-linear-backtracking -- a sentence has at most 800 characters
	/^¿?(?:(?:me |nos )?(?:podrías?|puedes?|podría usted)|(podrían|pueden|podéis)) (?:por favor,? )?(\p{Ll}+[aei]r)(me|nos)? (.+?)\s*\?$/iu;
const IMPERATIVE =
	// oxlint-disable-next-line regexp/no-super-linear-backtracking -- a sentence has at most 800 characters
	/^(?:por favor,? )?((?:r?env[íi]|mand|confirm|revis|firm|prepar|reserv)[ae])(me|nos)? (.+?)\s*[.!]$/iu;
const STEMS: Readonly<Record<string, string>> = {
	enví: "enviar",
	envi: "enviar",
	reenví: "reenviar",
	mand: "mandar",
	confirm: "confirmar",
	revis: "revisar",
	firm: "firmar",
	prepar: "preparar",
	reserv: "reservar",
};
const TAIL = /,? ?(?:por favor|si es posible|lo antes posible|gracias(?: de antemano)?)$/iu;
const NO_TASK = /^(?:decir|saber|pensar|creer|explicar|ser|estar|venir|esperar|ver|tener|hacer|ayudar|comprender)$/;

/** A request as the one who is asked says it; null: it is none, or in doubt. */
function taskIn(sentence: string, address: Address): { words: string; isPlural: boolean } | null {
	const plain = sentence.replace(LEAD, "");
	const asked = ASKED.exec(plain);
	const imperative = asked === null ? IMPERATIVE.exec(plain) : null;
	const [verb = "", whom = "", rest = ""] =
		asked !== null
			? [asked[2], asked[3], asked[4]]
			: imperative === null
				? []
				: [STEMS[(imperative[1] ?? "").slice(0, -1).toLowerCase()], imperative[2], imperative[3]];
	const words = turned(rest.replace(TAIL, "").trim(), address);
	if (verb === "" || NO_TASK.test(verb) || words === null || words.split(" ").length < 2) return null;
	// "¿Me puedes enviar": the person comes before the verb.
	const isFor = whom !== "" || /^¿?(?:me|nos) /i.test(plain);
	const you = !isFor ? "" : address === "familiar" ? "te" : whom === "nos" || /^¿?nos /i.test(plain) ? "les" : "le";
	return { words: `${verb}${you} ${words}`, isPlural: asked?.[1] !== undefined };
}

/** Answers to a request; empty: it is none, or in doubt. */
export function taskAnswers(sentence: string, address: Address): string[] {
	const task = taskIn(sentence, address);
	if (task === null) return [];
	const otherwise = LIMIT.test(task.words) ? " ¿Sería posible una fecha posterior?" : "";
	const [will, cannot] = task.isPlural ? ["Vamos a", "no podemos"] : ["Voy a", "no puedo"];
	return [`${will} ${task.words}.`, `Lamentablemente, ${cannot} ${task.words}.${otherwise}`];
}
