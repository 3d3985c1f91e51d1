/** Marked places of a text that its writer has to fill: "[what you want to say about the deck]", "[date]". */
const SLOT = /\[(\p{L}[^[\]\n]{1,118}[\p{L}\d%?!.…])\](?!\()/gu;
/** In brackets for other reasons: what programs write, remarks of the writer. */
const NO_SLOT = /^(?:(?:image|cid|https?|mailto|file|logo|inline)\b.*|sic|snip|external|extern|ext|confidential)$/iu;
const CAPITALS = /^[\p{Lu}\d -]+$/u;

/** What the slots of a text ask for, in order, without brackets. Linear in its length. */
export function slotsIn(text: string): string[] {
	return [...text.matchAll(SLOT)]
		.map((match) => match[1] ?? "")
		.filter((one) => !CAPITALS.test(one) && !NO_SLOT.test(one));
}

/** Prefixes of answers, and tags of lists: "Re: [talk] Agenda". */
const SUBJECT_START = /^(?:\s*(?:\[[^\]]*\]|\p{L}{1,5}:))+/u;
const QUOTED_LINE = /^>.*$/gm;

/** What the slots of a message ask for that its writer wrote: not what a subject begins with, and what is quoted. */
export function slotsOfMessage({ subject, text }: { subject: string; text: string }): string[] {
	return slotsIn(`${subject.replace(SUBJECT_START, "")}\n${text.replace(QUOTED_LINE, "")}`);
}

/** A slot to fill. @param words what it asks for; brackets in it would end it */
export function slot(words: string): string {
	return `[${words.replaceAll(/[[\]\s]+/g, " ").trim()}]`;
}
