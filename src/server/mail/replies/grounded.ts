import { WEEKDAY } from "#shared/weekdays.ts";

const FACT = new RegExp(`\\d+|(?<!\\p{L})${WEEKDAY}(?!\\p{L})`, "giu");

/** Whether the numbers and days of the week that a reply names are in the message, too. */
export function isGrounded(reply: string, message: string): boolean {
	const facts = reply.match(FACT) ?? [];
	const known = new Set(message.toLowerCase().match(/\d+|\p{L}+/gu));
	return facts.every((fact) => known.has(fact.toLowerCase()));
}
