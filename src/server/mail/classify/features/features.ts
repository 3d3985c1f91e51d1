import { getDomain } from "tldts";
import type { ClassifierInput } from "./facts.ts";
import { HEADER_FEATURES, type HeaderFeature, noteHeader } from "./header.ts";
import { noteSender, SENDER_FEATURES, type SenderFeature } from "./sender.ts";
import { noteText, TEXT_FEATURES, type TextFeature } from "./text.ts";

export type Feature = SenderFeature | HeaderFeature | TextFeature | (typeof TOGETHER)[number];

/** Features derived from a combination of others. */
const TOGETHER = ["machine-on-list"] as const;

/** All features of the model, by name. */
export const FEATURES: readonly Feature[] = [...SENDER_FEATURES, ...HEADER_FEATURES, ...TEXT_FEATURES, ...TOGETHER];

const NO_PERSON: readonly Feature[] = ["sender-machine", "sender-notices", "sender-news", "sender-offers"];

/** Features of a message, without duplicates. The same facts always give the same features. */
export function featuresOf(facts: ClassifierInput): Set<Feature> {
	const found = new Set<Feature>();
	const note = (feature: Feature): void => {
		found.add(feature);
	};
	noteSender(facts, organizationOf, note);
	noteHeader(facts, organizationOf, note);
	noteText(facts, note);
	if (found.has("list-id") && NO_PERSON.some((feature) => found.has(feature))) found.add("machine-on-list");
	return found;
}

/** Size of the domain cache: a Public Suffix List lookup takes as long as all the rest, and senders recur. */
const MAX_KNOWN = 5_000;
const known = new Map<string, string>();

/** The registrable domain of a host (Public Suffix List); the host itself if it has none. */
export function organizationOf(host: string): string {
	const before = known.get(host);
	if (before !== undefined) return before;
	const found = getDomain(host) ?? host;
	if (known.size >= MAX_KNOWN) known.clear();
	known.set(host, found);
	return found;
}
