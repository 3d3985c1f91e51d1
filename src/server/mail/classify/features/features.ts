import { getDomain } from "tldts";
import { CONTENT_FEATURES, type ContentFeature } from "#shared/mail/content-features.ts";
import type { ClassifierInput } from "./facts.ts";
import { HEADER_FEATURES, type HeaderFeature, noteHeader } from "./header.ts";
import { noteSender, SENDER_FEATURES, type SenderFeature } from "./sender.ts";
import { noteText, TEXT_FEATURES, type TextFeature } from "./text.ts";

export type Feature = SenderFeature | HeaderFeature | TextFeature | ContentFeature | (typeof TOGETHER)[number];

/** Features derived from a combination of others. */
const TOGETHER = [
	"machine-on-list",
	"mailing-with-appeal",
	"mailing-with-articles",
	"mailing-without-appeal",
	"mailing-to-confirm",
	"mailing-for-money",
	"confirms-payment",
	"only-welcomes",
] as const;

/** All features of the model, by name. */
export const FEATURES: readonly Feature[] = [
	...SENDER_FEATURES,
	...HEADER_FEATURES,
	...TEXT_FEATURES,
	...CONTENT_FEATURES,
	...TOGETHER,
];

const NO_PERSON: readonly Feature[] = ["sender-machine", "sender-notices", "sender-news", "sender-offers"];

const MAILING: readonly Feature[] = [
	"unsubscribe-link",
	"unsubscribe-mail",
	"unsubscribe-in-text",
	"sent-by-campaign-mailer",
	"mailer-campaign",
	"feedback-id",
];
const ASKS_FOR_MONEY: readonly Feature[] = ["asks-plainly-for-money", "asks-repeatedly-for-money"];
/** It wants something from its reader. */
const APPEALS: readonly Feature[] = [
	...ASKS_FOR_MONEY,
	"asks-to-sign",
	"asks-to-buy",
	"offers-discount",
	"offers-code",
	"links-to-donate",
	"paid-for",
	"text-offer",
	"subject-offer",
	"subject-percent",
];
const ARTICLES: readonly Feature[] = ["names-research", "names-politics", "reads-on", "body-long", "body-very-long"];
const CONFIRMS: readonly Feature[] = ["asks-to-confirm", "welcomes"];
const ASKS: readonly Feature[] = [...ASKS_FOR_MONEY, "asks-to-sign", "asks-to-buy"];
/** What a receipt says of the payment that it confirms. */
const OF_PAYMENTS: readonly Feature[] = [
	"asks-for-money",
	"asks-repeatedly-for-money",
	"links-to-donate",
	"paid-for",
	"subject-offer",
	"text-offer",
];

/** Requests that are none: a receipt names the donation, and a public body asks for opinions and offers what is free. */
function withoutSeemingAppeals(found: Set<Feature>): void {
	if (found.has("thanks-for-payment") && !found.has("asks-plainly-for-money")) {
		for (const feature of OF_PAYMENTS) found.delete(feature);
		found.add("confirms-payment");
	}
	if (found.has("host-government")) for (const feature of [...APPEALS, ...OF_PAYMENTS]) found.delete(feature);
}

/** What a mailing wants: its readers' money, their attention, or their confirmation. */
function noteMailing(found: ReadonlySet<Feature>, note: (feature: Feature) => void): void {
	const has = (features: readonly Feature[]): boolean => features.some((feature) => found.has(feature));
	if (has(CONFIRMS) && (found.has("links-few") || found.has("asks-to-confirm"))) note("mailing-to-confirm");
	if (found.has("welcomes") && !has(ASKS)) note("only-welcomes");
	// What a forwarded mailing asks for is not what the person who forwards it wants.
	if (!has(MAILING) || found.has("subject-forward")) return;
	if (has(ASKS_FOR_MONEY)) note("mailing-for-money");
	if (has(APPEALS)) note("mailing-with-appeal");
	else if (has(ARTICLES)) note("mailing-with-articles");
	else if (!found.has("body-short")) note("mailing-without-appeal");
}

const PERSON: readonly Feature[] = [
	"name-person",
	"name-in-address",
	"host-free-mail",
	"mailer-person",
	"reply",
	"same-organisation",
];
/** It was made or sent by a program. */
const PROGRAM: readonly Feature[] = [
	...NO_PERSON,
	...MAILING,
	"host-mailer",
	"host-network",
	"host-notices",
	"precedence-bulk",
	"auto-generated",
	"campaign-header",
	"sent-by-transaction-mailer",
	"return-path-bounce",
	"return-path-coded",
	"image-invisible",
	"tables-many",
];
/** The same for mail of a list, which adds fields of its own. */
const PROGRAM_ON_LIST: readonly Feature[] = [
	...NO_PERSON,
	"sent-by-campaign-mailer",
	"sent-by-transaction-mailer",
	"mailer-campaign",
	"feedback-id",
	"auto-generated",
	"image-invisible",
	"tables-many",
];
/** People write about payments, deadlines and offers as well: their words say nothing about the kind of message. */
const PURPOSES: readonly Feature[] = [
	"subject-notice",
	"text-notice",
	"subject-reference",
	"subject-date",
	...ASKS,
	"asks-for-money",
	"asks-to-attend",
	"asks-to-confirm",
	"offers-discount",
	"offers-code",
	"names-deadline",
	"names-terms",
	"names-prices",
	"names-order",
	"names-security",
	"names-delivery",
	"names-politics",
	"names-research",
	"mailing-to-confirm",
	"thanks-for-payment",
	"confirms-payment",
	"only-welcomes",
];

function isByPerson(found: ReadonlySet<Feature>): boolean {
	if (!PERSON.some((feature) => found.has(feature))) return false;
	const isPost = found.has("list-id") || found.has("mailing-list-header");
	return !(isPost ? PROGRAM_ON_LIST : PROGRAM).some((feature) => found.has(feature));
}

/** Features of a message, without duplicates. The same facts always give the same features. */
export function featuresOf(facts: ClassifierInput): Set<Feature> {
	const found = new Set<Feature>();
	const note = (feature: Feature): void => {
		found.add(feature);
	};
	noteSender(facts, organizationOf, note);
	noteHeader(facts, organizationOf, note);
	noteText(facts, note);
	for (const feature of facts.contentFeatures) note(feature);
	withoutSeemingAppeals(found);
	noteMailing(found, note);
	if (isByPerson(found)) for (const feature of PURPOSES) found.delete(feature);
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
