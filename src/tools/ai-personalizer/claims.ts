import { sentencesOf } from "#shared/sentences.ts";
import { trimEndOf } from "#shared/trim.ts";
import type { Fact } from "./contract.ts";

/** A sentence about the recipient. */
export interface Claim {
	text: string;
	/** Facts that it rests on. */
	factIds: string[];
	/** Nothing that is known supports it. */
	isUnsupported: boolean;
}

interface ClaimContext {
	facts: readonly Fact[];
	/** What the user wrote: goal and profile. It needs no other source. */
	given: string;
}

/** Sentences that say the sender has seen something, or that praise, in the languages of drafts. */
const SEEN =
	/\b(?:I|we)(?:'ve| have)? (?:just |recently )?(?:saw|seen|noticed|read|loved|came across|heard|follow)|\bcongratulations\b|\bimpressed by\b|\bfollowing your\b|\b(?:ich|wir) (?:habe|haben)\b.{0,80}\b(?:gesehen|gelesen|bemerkt|verfolgt|gehört)|\bglückwunsch|\bbeeindruckt\b|\bj'ai (?:vu|lu|remarqué|découvert)|\bfélicitations\b|\bhe (?:visto|leído|notado)\b|\bfelicidades\b|\benhorabuena\b/iu;
/** Sentences that say something about the recipient's work. */
const ABOUT_YOU =
	/\byour (?:recent|new|latest|impressive|great|excellent|work|team|company|role|article|post|talk|growth|success|launch|funding|expertise|leadership|position|business|product|products)\b|\byou(?:'re| are) (?:the|a|an|currently)\b|\bas (?:the|a|an) \p{L}+|\b(?:ihr|ihre|ihrer|ihrem|dein|deine) (?:neue|neuer|jüngste|team|firma|unternehmen|arbeit|rolle|erfolg)|\bvotre (?:récent|nouveau|nouvelle|équipe|entreprise|travail|rôle|succès)|\bsu (?:reciente|nuevo|nueva|equipo|empresa|trabajo|éxito)\b/iu;
/** Names within a sentence, and numbers. */
const NAME = /(?<=[\p{L}\p{N},;:'’"”)] )\p{Lu}[\p{L}\p{N}&.-]*(?: \p{Lu}[\p{L}\p{N}&.-]*)*/gu;
const NUMBER = /\d[\d.,]*%?/g;
/** How long a call takes is a proposal. */
const MEETING = /\b\d+[ -]?(?:min|mins|minutes?|minuten|minutos)\b/i;
/** Capitalized by convention. */
const USUAL =
	/^(?:Sir|Madam|Mr|Mrs|Ms|Dr|Prof|Madame|Monsieur|Señor|Señora|I|I'm|I'd|I'll|I've|CEO|CTO|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|January|February|March|April|May|June|July|August|September|October|November|December|Best|Kind|Regards)$/;

/**
 * Sentences about the recipient, each with the facts it rests on. Names and numbers that neither a fact nor the user's own
 * words contain make a sentence unsupported, and so do claims about the recipient without a fact. German nouns are
 * capitalized, so names are compared only in other languages.
 */
export function claimsOf(body: string, { facts, given }: ClaimContext, language: string): Claim[] {
	const known = normalized(`${given} ${facts.map(({ value }) => value).join(" ")}`);
	return sentencesOf(body).flatMap(({ text }) => {
		const factIds = facts.filter(({ value }) => mentions(text, value)).map(({ id }) => id);
		const isGiven = normalized(given).includes(normalized(text));
		const found = language === "de" ? [] : [...text.matchAll(NAME)].flatMap(([name]) => name.split(" "));
		const names = found.filter((word) => !USUAL.test(trimEndOf(word, ".")));
		const numbers = text.replace(MEETING, "").match(NUMBER) ?? [];
		const unknown = [...names, ...numbers].filter((one) => !known.includes(normalized(one)));
		const isAbout = SEEN.test(text) || ABOUT_YOU.test(text);
		const isUnsupported = !isGiven && (unknown.length > 0 || (isAbout && factIds.length === 0));
		return factIds.length > 0 || isUnsupported ? [{ text, factIds, isUnsupported }] : [];
	});
}

function mentions(sentence: string, value: string): boolean {
	const text = ` ${normalized(sentence)} `;
	const wanted = normalized(value);
	if (wanted !== "" && text.includes(` ${wanted} `)) return true;
	// A first name is how people are greeted.
	const [first = ""] = wanted.split(" ");
	return first.length > 2 && wanted.includes(" ") && text.includes(` ${first} `);
}

function normalized(text: string): string {
	return text
		.toLowerCase()
		.replaceAll(/[^\p{L}\p{N}%]+/gu, " ")
		.trim();
}
