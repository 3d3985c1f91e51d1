/** Days of the week, in the languages of replies. */
const WEEKDAY =
	/(?<!\p{L})(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|lunes|martes|miércoles|jueves|viernes|sábado|domingo)(?!\p{L})/giu;

/** Whether the numbers and days of the week that a reply names are in the message, too. */
export function isGrounded(reply: string, message: string): boolean {
	const facts = [...(reply.match(/\d+/g) ?? []), ...(reply.match(WEEKDAY) ?? [])];
	const known = new Set(message.toLowerCase().match(/\d+|\p{L}+/gu));
	return facts.every((fact) => known.has(fact.toLowerCase()));
}
