/** Days and hours as Spanish sentences name them. */

const DAY = "(?:lunes|martes|miércoles|jueves|viernes|sábado|domingo)";
const MONTH = "(?:enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre)";
const CLOCK = "\\d{1,2}(?:[:.]\\d\\d)?(?: ?h(?:oras)?)?(?: de la (?:mañana|tarde|noche))?";
const PART = "(?: por la (?:mañana|tarde|noche)| al mediodía)?";
const HOURS = `(?:entre las ${CLOCK} y las ${CLOCK}|de ${CLOCK} a ${CLOCK}|(?:a|sobre) las? ${CLOCK})`;
const NAMED_DAY = `(?:(?:el |este )?(?:próximo )?${DAY}(?: próximo)?(?:,? \\d{1,2}(?: de ${MONTH})?)?${PART}|el \\d{1,2} de ${MONTH}(?: de 20\\d\\d)?${PART}|hoy|(?<!la )mañana(?! (?:es|temprano))${PART})`;
const TIMES = new RegExp(`(?<![\\p{L}\\d])(${NAMED_DAY}(?:,? ${HOURS})?)(?![\\p{L}\\d])`, "giu");
const NOT_AT =
	/(?:^|\s)(?:antes del?|hasta|después del?|desde|del?|no|salvo|excepto|en vez de|cada|todos los|pasado)(?: el)? $/i;

/** Times that a sentence names for something to take place, in its words. `null`: one of them is a limit, or left. */
export function timesIn(sentence: string): string[] | null {
	const found: string[] = [];
	for (const match of sentence.matchAll(TIMES)) {
		if (NOT_AT.test(sentence.slice(Math.max(0, match.index - 16), match.index))) return null;
		if (/^ (?:pasado|anterior)/.test(sentence.slice(match.index + match[0].length))) return null;
		found.push((match[1] ?? "").trim());
	}
	return found;
}

/** A date until which something is wanted. */
export const LIMIT =
	/(?<!\p{L})(?:antes del?|hasta el|a más tardar|para el)(?: el)? (?:\d|lunes|martes|miércoles|jueves|viernes|sábado|domingo|mañana|final|fin)/iu;
