import type { ReadEmail } from "./find.ts";

/** The writer speaks of themselves, asks the reader for something, or speaks for their people. */
const SPEAKS =
	/(?<!\p{L})(?:i|i'm|i'd|i'll|we|we'd|we'll|my|our|please|ich|wir|mein\p{L}{0,2}|unser\p{L}{0,2}|bitte|je|j'\p{L}+|nous|mon|ma|mes|notre|nos|merci de|veuillez|pouvez-vous|pourriez-vous|yo|nosotros|mi|nuestr[oa]s?|por favor|podrías?|puedes?|necesit(?:o|amos)|quer(?:emos|ía)|quiero|te|le|os)(?!\p{L})/iu;

/** Whether a sentence answers who by its writer: "Please send me the contract". The user's own do not. */
export function isOwnStatement(text: string, { item }: ReadEmail): boolean {
	return item.folder !== "sent" && SPEAKS.test(text);
}

/** A sentence with the name of who wrote it. */
export function spokenBy(text: string, { item }: ReadEmail): string {
	return `${item.senderName || item.senderEmail}: ${text}`;
}
