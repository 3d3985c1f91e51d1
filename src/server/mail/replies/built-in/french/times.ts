/** Days and hours as French sentences name them. */

const DAY = "(?:lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche)";
const MONTH = "(?:janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre)";
const CLOCK = "(?:\\d{1,2} ?(?:h|heures?|:) ?(?:\\d\\d)?|midi)";
const PART = "(?: (?:matin|midi|après-midi|soir))?";
const HOURS = `(?:entre ${CLOCK} et ${CLOCK}|de ${CLOCK} à ${CLOCK}|(?:à|vers|à partir de) ${CLOCK})`;
const NAMED_DAY = `(?:(?:le |ce )?${DAY}(?: prochain)?(?: \\d{1,2}(?:er)?(?: ${MONTH})?)?${PART}|le \\d{1,2}(?:er)? ${MONTH}(?: 20\\d\\d)?${PART}|demain${PART}|aujourd'hui)`;
const TIMES = new RegExp(`(?<![\\p{L}\\d])(${NAMED_DAY}(?:,? ${HOURS})?)(?![\\p{L}\\d])`, "giu");
const NOT_AT =
	/(?:^|\s)(?:avant|d'ici|jusqu'[aà]u?|après|depuis|dès|du|de|pas|sauf|plutôt que|au lieu de|chaque|tous les)(?: le)? $/i;

/** Times that a sentence names for something to take place, in its words. `null`: one of them is a limit, or left. */
export function timesIn(sentence: string): string[] | null {
	const found: string[] = [];
	for (const match of sentence.matchAll(TIMES)) {
		if (NOT_AT.test(sentence.slice(Math.max(0, match.index - 16), match.index))) return null;
		if (/^ (?:dernier|passé)/.test(sentence.slice(match.index + match[0].length))) return null;
		found.push((match[1] ?? "").trim());
	}
	return found;
}

/** A date until which something is wanted. */
export const LIMIT =
	/(?<!\p{L})(?:avant|d'ici|jusqu'[aà]u?|au plus tard)(?: (?:le|la|à|au))? (?:\d|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|demain|fin|semaine)/iu;
