import { addTokens } from "#shared/search/tokens.ts";
import type { ClassifierInput } from "./features/facts.ts";
import { type Feature, organizationOf } from "./features/features.ts";
import { HOST_KINDS } from "./words/hosts.ts";

/** Kinds of tokens stored as training data when a user corrects a message. */
export type TokenKind = "from" | "list" | "host" | "word" | "sign";

/** Maximum number of subject words. */
const MAX_WORDS = 16;

/**
 * A message's tokens, `kind:value`: its sender, its list, its sender's organization (unless it is a shared mail
 * service), its subject's words and its features.
 */
export function tokensOf(facts: ClassifierInput, features: Iterable<Feature>): string[] {
	const tokens = new Set<string>();
	const { senderEmail, listKey } = facts;
	if (senderEmail !== "") tokens.add(`from:${senderEmail}`);
	// Lists without their own name are named after their sender.
	if (listKey.startsWith("list:")) tokens.add(`list:${listKey.slice(5)}`);
	const organisation = organizationOf(senderEmail.slice(senderEmail.lastIndexOf("@") + 1).slice(0, 255));
	if (organisation !== "" && HOST_KINDS.get(organisation) !== "free-mail") tokens.add(`host:${organisation}`);
	const words = new Set<string>();
	// The model was trained on words only.
	addTokens(facts.subject.slice(0, 300), words, MAX_WORDS, "", false);
	for (const word of words) if (word.length > 1) tokens.add(`word:${word}`);
	for (const feature of features) tokens.add(`sign:${feature}`);
	return [...tokens];
}

export function kindOf(token: string): TokenKind {
	return token.slice(0, token.indexOf(":")) as TokenKind;
}
