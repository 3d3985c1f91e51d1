import type { Address } from "../rules.ts";
import { LIMIT } from "./times.ts";
import { turned } from "./turn.ts";

/** Answers to requests: the same words as a promise, or with regret. */

const LEAD =
	/^(?:(?:und|also|außerdem|dann|aber|hallo|hi|wenn möglich|falls möglich|bei Gelegenheit)[, ] ?|\p{Lu}\p{Ll}+(?:,| ?[-–—]{1,2}) )+/u;
const ASKED = /^(?:könnte(?:st|n)|kannst|können|würde(?:st|n)) (?:du|Sie) (.+) (\p{Ll}+(?:en|ern|eln|tun))\?$/iu;
const FORMAL =
	/^(?:bitte )?(?!wenn|wann|haben|sind|werden|wollen|können|beachten|entschuldigen|finden)(\p{L}\p{Ll}+(?:en|ern|eln)) Sie (.+?)[.!]$/iu;
const FAMILIAR = /^(?:bitte )?(\p{L}\p{Ll}+) ((?:mir|uns|den|die|das|dem|der|deine?[nmr]?|bitte) .+?)[.!?]$/iu;
const SOFTENERS =
	/(?<!\p{L})(?:bitte|vielleicht|eventuell|mal|gern|gerne|freundlicherweise|kurz|doch|auch|noch|einfach|möglichst)(?!\p{L}),? ?/giu;
const PREFIX = /^(.+) (aus|ein|an|ab|zu|mit|vor|nach|auf|zurück|weiter|durch|bei|um|hoch)$/u;
/** What an imperative is made of. */
const STEMS: Readonly<Record<string, string>> = {
	...{
		schick: "schicken",
		schicke: "schicken",
		sende: "senden",
		prüf: "prüfen",
		prüfe: "prüfen",
		bring: "bringen",
		bringe: "bringen",
	},
	...{
		bestätige: "bestätigen",
		unterschreib: "unterschreiben",
		unterschreibe: "unterschreiben",
		überweise: "überweisen",
	},
	...{
		füll: "füllen",
		fülle: "füllen",
		lade: "laden",
		ruf: "rufen",
		trag: "tragen",
		trage: "tragen",
		leite: "leiten",
		reservier: "reservieren",
	},
};
const NO_TASK =
	/^(?:sagen|mitteilen|erklären|vorstellen|glauben|empfehlen|denken|meinen|sein|verstehen|wissen|warten|lassen|melden|helfen|achten|bleiben|sehen)$/;

/** The words and the infinitive of a request, as the one who is asked says them; null: it is none, or in doubt. */
function taskIn(sentence: string, address: Address): { words: string; verb: string } | null {
	const plain = sentence.replace(LEAD, "").replace(/,? (?:bitte|danke(?: im voraus)?|vielen dank)(?=[.!?]$)/iu, "");
	const found = ASKED.exec(plain);
	const formal = FORMAL.exec(plain);
	const familiar = FAMILIAR.exec(plain);
	const stem = STEMS[familiar?.[1]?.toLowerCase() ?? ""];
	const [words = "", verb = ""] =
		found !== null
			? [found[1], found[2]]
			: formal !== null
				? [formal[2], (formal[1] ?? "").toLowerCase()]
				: stem !== undefined
					? [familiar?.[2], stem]
					: [];
	const split = found === null ? PREFIX.exec(words) : null;
	const infinitive = `${split?.[2] ?? ""}${verb}`;
	const text = turned((split?.[1] ?? words).replaceAll(SOFTENERS, "").trim(), infinitive, address);
	if (verb === "" || NO_TASK.test(infinitive) || text === null || text.split(" ").length < 2) return null;
	if (/(?<!\p{L})(?:nicht|kein\p{L}*|oder)(?!\p{L})/u.test(text)) return null;
	return { words: text, verb: infinitive };
}

/** Answers to a request; empty: it is none, or in doubt. */
export function taskAnswers(sentence: string, address: Address): string[] {
	const task = taskIn(sentence, address);
	if (task === null) return [];
	const otherwise = LIMIT.test(task.words) ? " Geht es auch später?" : "";
	return [`ich werde ${task.words} ${task.verb}.`, `leider kann ich ${task.words} nicht ${task.verb}.${otherwise}`];
}
