import { sentencesOf } from "#shared/sentences.ts";
import { describeEvent } from "./event.ts";
import type { ReadEmail } from "./find.ts";

/** Sentences of one email that are looked at. */
const MOST = 400;
const MIN_LENGTH = 6;
const MAX_LENGTH = 1_000;

/** A piece of an email that can be an answer. */
export interface Passage {
	text: string;
	/** What comes before it in its paragraph, the nearest first. */
	before: readonly string[];
	source: "text" | "signature" | "event";
}

/** What an email has that can answer: its sentences, the lines of its signature, and its event. */
export function passagesOf({ text, signature, event }: ReadEmail, zone: string): Passage[] {
	const own = text.split(/\n\s*\n/).flatMap((paragraph) => {
		const pieces = sentencesOf(paragraph).flatMap((one) => clausesOf(one.text));
		return pieces.map(
			(piece, at): Passage => ({
				text: piece,
				before: pieces.slice(Math.max(0, at - 2), at).toReversed(),
				source: "text",
			}),
		);
	});
	const signed = signature.split("\n").map((line): Passage => ({ text: line.trim(), before: [], source: "signature" }));
	const invited: Passage[] = event === null ? [] : [{ text: describeEvent(event, zone), before: [], source: "event" }];
	return [...invited, ...own.slice(0, MOST), ...signed.slice(0, 30)].filter(
		({ text: piece }) => piece.length >= MIN_LENGTH && piece.length <= MAX_LENGTH && !piece.startsWith(">"),
	);
}

/** A sentence, in parts where it could be several: each figure belongs to one of them. */
function clausesOf(sentence: string): string[] {
	return sentence
		.replaceAll(/\s+/g, " ")
		.replace(/^[-*•·–]\s+/, "")
		.split(/ ?; (?=\P{Ll}{0,40}\p{L}{2,}[^;]{15})/u)
		.map((part) => part.trim());
}
