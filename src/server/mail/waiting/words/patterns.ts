import { anywhere, phrases } from "#shared/mail/phrases.ts";
import { english } from "./english.ts";
import { french } from "./french.ts";
import { german } from "./german.ts";
import { japanese, others } from "./others.ts";
import { spanish } from "./spanish.ts";
import type { Words } from "./words.ts";

/** What all languages have for each kind of words, compiled; folded sentences are compared with it. */
function patternsOf(kind: keyof Words): (sentence: string) => boolean {
	const patterns = [english, german, french, spanish, others].map((words) => phrases(...words[kind]));
	const all = japanese[kind].length === 0 ? patterns : [...patterns, anywhere(...japanese[kind])];
	return (sentence) => all.some((pattern) => pattern.test(sentence));
}

export const isRhetorical = patternsOf("rhetorical");
export const isOwnAnswer = patternsOf("ownAnswers");
export const asksPlainly = patternsOf("asks");
export const isUnsolved = patternsOf("unsolved");
export const isCourtesy = patternsOf("courtesies");
export const wantsNoAnswer = patternsOf("noAnswer");
export const promisesSomething = patternsOf("promises");
export const takesOver = patternsOf("tasks");
export const isConditional = patternsOf("conditions");
export const delivers = patternsOf("deliveries");
export const endsConversation = patternsOf("closings");
