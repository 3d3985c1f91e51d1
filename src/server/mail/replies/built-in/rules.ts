import type { ReplyTone } from "#shared/contracts/replies.ts";

/** How a sentence addresses its reader: "du", "tu", "tú", or "Sie", "vous", "usted". */
export type Address = "familiar" | "formal";

/** Of the sender. */
export interface Name {
	first: string;
	full: string;
}

/** What one language knows of answers. Each answer uses words of the sentence, or is not given. */
export interface Rules {
	/** @param name null: how the sender is called is unknown */
	greeting(name: Name | null, tone: ReplyTone, address: Address): string;
	close(tone: ReplyTone, address: Address): string;
	/** Answers to one question or request, the welcome one first; empty: it is not understood with certainty. */
	answers(ask: string, address: Address): readonly string[];
	/** Answers to times that are proposed, in a sentence that need not ask. */
	meets(sentence: string): readonly string[];
	/** Words that speak to the reader: without them a sentence is no request. */
	toReader: RegExp;
	/** "Please let me know": asks only for an answer to what is asked elsewhere. */
	onlyUrges: RegExp;
	/** Answers to news: files, introductions, events; empty: nothing that certainly wants one. */
	news(sentences: readonly string[], facts: { hasFiles: boolean }): readonly string[];
	/** Of a sentence that thanks, and what is said to it. */
	thanks: { pattern: RegExp; answers: readonly string[] };
	/** Mail to many, or that says it wants no answer. */
	addressesMany: RegExp;
	/** Offers of strangers, and what may be said to them. */
	sells: RegExp;
	declines: readonly string[];
	/** Days that are others once the message is a day old: "tomorrow". */
	relative: RegExp;
	/** Familiar words of address. */
	familiar: RegExp;
	/** The same in less formal words, for tones other than professional. */
	relax(text: string): string;
}
