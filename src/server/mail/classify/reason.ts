import type { Category } from "#shared/mail/categories.ts";
import type { Feature } from "./features/features.ts";
import { featureWeight } from "./model.ts";

/** Reason for a category set by the provider. */
export const PROVIDER_REASON = "Categorized by your mail provider.";

/** Reason for a category that the user set for this message. */
export const USER_REASON = "You moved it there.";

/** Reason for a category that the user set for all mail of a sender or list. */
export function overrideReason({
	targetType,
	target,
	name,
}: {
	targetType: "sender" | "list";
	target: string;
	name: string;
}): string {
	return targetType === "sender"
		? `You moved mail from ${shown(target)} there.`
		: `You moved the list ${shown(name)} there.`;
}

/** Longest name of a sender or a list in a reason. */
const MAX_NAME_LENGTH = 80;

/** A name from mail as a single line, without characters that would reverse or hide other text. */
function shown(name: string): string {
	const line = name.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, " ").trim();
	return line.length > MAX_NAME_LENGTH ? `${line.slice(0, MAX_NAME_LENGTH).toWellFormed()}…` : line;
}

/** How a feature is described to the user: continues "It ...". Features not listed are too weak to be a reason. */
const WORDS: Partial<Record<Feature, string>> = {
	"sender-machine": "comes from an address that takes no answers",
	"sender-news": "comes from a newsletter's address",
	"sender-offers": "comes from an address for offers",
	"sender-notices": "comes from an address for notices",
	"sender-office": "comes from a shared address",
	"name-person": "bears a person's name",
	"name-in-address": "comes from an address in its sender's name",
	"name-of-domain": "comes from a company's own address",
	"name-news": "comes from a newsletter",
	"name-offers": "comes from a shop",
	"name-notices": "comes from a service",
	"host-network": "comes from a social network",
	"host-free-mail": "comes from a personal mailbox",
	"host-forum": "comes from a host of discussion lists",
	"host-code": "comes from a service for developers",
	"host-mailer": "comes from a service that sends for many",
	"host-sending": "comes from a host that only sends mailings",
	"host-notices": "comes from a host that only sends notices",
	"host-lists": "comes from a host of mailing lists",
	"same-organisation": "comes from inside the same organisation",
	"recipients-several": "is addressed to several people",
	"recipients-many": "is addressed to many people",
	"unsubscribe-link": "has an unsubscribe link",
	"unsubscribe-mail": "can be unsubscribed from by mail",
	"unsubscribe-one-click": "can be unsubscribed from with one click",
	"unsubscribe-in-text": "offers to unsubscribe in its text",
	"list-id": "belongs to a mailing list",
	"list-post": "comes from a list that people write to",
	"precedence-bulk": "says that it is sent in bulk",
	"precedence-list": "says that it comes from a list",
	"feedback-id": "was sent by a bulk mailer",
	"feedback-campaign": "is part of a campaign",
	"feedback-notice": "is marked as a notice",
	"auto-generated": "was made by a machine",
	"auto-replied": "is an automatic answer",
	"campaign-header": "is part of a campaign",
	"mailer-person": "was written in a mail program",
	"mailer-campaign": "was sent with a program for newsletters",
	"sent-by-campaign-mailer": "was sent through a service for newsletters",
	"sent-by-transaction-mailer": "was sent through a bulk mailer",
	"return-path-empty": "is a report from a mail server",
	"return-path-bounce": "was sent by a bulk mailer",
	"return-path-coded": "was sent by a bulk mailer",
	"wrote-with-free-mail": "was written in a personal mailbox",
	"mailing-list-header": "comes from a mailing list",
	reply: "answers another message",
	attachment: "brings an attachment",
	"subject-offer": "speaks of an offer in its subject",
	"subject-notice": "speaks of an order, a payment or an account in its subject",
	"subject-social": "speaks of friends or comments in its subject",
	"subject-news": "has the subject of a newsletter",
	"subject-code": "speaks of code in its subject",
	"text-offer": "begins with an offer",
	"text-notice": "begins with an order, a payment or an account",
	"text-social": "begins with friends or comments",
	"text-unsubscribe": "begins with a link to unsubscribe or to view it in a browser",
	"subject-answer": "answers another message",
	"subject-forward": "was passed on by somebody",
	"subject-bracket": "bears a name in brackets in its subject",
	"subject-percent": "has percents in its subject",
	"subject-money": "has an amount of money in its subject",
	"subject-exclaims": "has an exclamation mark in its subject",
	"subject-picture": "has a picture in its subject",
	"subject-shouts": "has capitals in its subject",
	"subject-reference": "has a reference number in its subject",
	"subject-date": "has a date in its subject",
	"text-greets": "begins with a greeting",
	"text-money": "begins with an amount of money",
	"text-percent": "begins with percents",
	"text-number": "begins with a long number",
	"host-government": "comes from a public body",
	"host-school": "comes from a school or university",
	"host-election": "comes from an election campaign",
	"asks-for-money": "asks for money",
	"asks-repeatedly-for-money": "asks for money",
	"asks-to-sign": "asks for a signature",
	"asks-to-buy": "asks to buy something",
	"asks-to-attend": "invites to an event",
	"asks-to-volunteer": "asks to volunteer",
	"asks-to-confirm": "asks to confirm something",
	"paid-for": "names who paid for it",
	"offers-discount": "offers a discount",
	"offers-code": "offers a discount code",
	"names-deadline": "names a deadline",
	"names-terms": "names the terms of an offer",
	"names-prices": "names several prices",
	"names-order": "is about an order or a payment",
	"names-security": "is about a password or an account",
	"names-delivery": "is about a delivery",
	"names-research": "reports on research",
	welcomes: "welcomes a new subscriber",
	"says-why-received": "says why it was sent",
	"view-in-browser": "can be viewed in a browser",
	"links-to-donate": "leads to a donation page",
	"links-with-campaign": "counts clicks on its links",
	"links-coded": "counts clicks on its links",
	"links-many": "has many links",
	"images-mostly": "consists mostly of images",
	"image-invisible": "notices when it is opened",
	"mailing-with-appeal": "is a mailing that asks for something",
	"mailing-with-articles": "is a mailing with articles",
	"mailing-to-confirm": "confirms a registration",
	"asks-plainly-for-money": "asks for money",
	"asks-for-opinion": "asks for an opinion",
	"mailing-for-money": "is a mailing that asks for money",
	"thanks-for-payment": "thanks for a payment",
	"confirms-payment": "confirms a payment",
	"only-welcomes": "welcomes a new subscriber",
};

/** Minimum weight of a reason. */
const LEAST = 0.35;

const NOTHING: Record<Category, string> = {
	primary: "No sign of another category.",
	promotions: "Overall, it looks like advertising.",
	social: "Overall, it looks like mail from a social network.",
	updates: "Overall, it looks like a notification.",
	forums: "Overall, it looks like a list discussion.",
};

/**
 * Why a message is in its category, in one sentence of fixed words: the two features that favor the category most.
 * @param at the category's index in `CATEGORIES`
 */
export function reasonOf(features: Iterable<Feature>, category: Category, at: number): string {
	const reasons: { words: string; weight: number }[] = [];
	for (const feature of features) {
		const words = WORDS[feature];
		if (words === undefined) continue;
		const weight = featureWeight(feature, at);
		if (weight >= LEAST) reasons.push({ words, weight });
	}
	reasons.sort((a, b) => b.weight - a.weight || (a.words < b.words ? -1 : 1));
	const first = reasons[0];
	if (first === undefined) return NOTHING[category];
	const second = reasons.find(({ words }) => words !== first.words);
	return second === undefined ? `It ${first.words}.` : `It ${first.words} and ${second.words}.`;
}
