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
	"sender-machine": "is from a no-reply address",
	"sender-news": "is from a newsletter's address",
	"sender-offers": "is from an address for offers",
	"sender-notices": "is from an address for notifications",
	"sender-office": "is from a shared address",
	"name-person": "has a person's name as sender",
	"name-in-address": "has the sender's name in the address",
	"name-of-domain": "is from a company's own address",
	"name-news": "is from a newsletter",
	"name-offers": "is from a shop",
	"name-notices": "is from a service",
	"host-network": "is from a social network",
	"host-free-mail": "is from a personal mailbox",
	"host-forum": "is from a host of discussion lists",
	"host-code": "is from a service for developers",
	"host-mailer": "was sent by an email service",
	"host-sending": "is from a host that only sends mailings",
	"host-notices": "is from a host that only sends notifications",
	"host-lists": "is from a host of mailing lists",
	"same-organisation": "is from your organization",
	"recipients-several": "is addressed to several people",
	"recipients-many": "is addressed to many people",
	"unsubscribe-link": "has an unsubscribe link",
	"unsubscribe-mail": "can be unsubscribed from by email",
	"unsubscribe-one-click": "can be unsubscribed from with one click",
	"unsubscribe-in-text": "mentions unsubscribing in the text",
	"list-id": "belongs to a mailing list",
	"list-post": "is from a discussion list",
	"precedence-bulk": "is marked as bulk",
	"precedence-list": "is marked as list mail",
	"feedback-id": "was sent by a bulk mailer",
	"feedback-campaign": "is part of a campaign",
	"feedback-notice": "is marked as a notification",
	"auto-generated": "was generated automatically",
	"auto-replied": "is an automatic reply",
	"campaign-header": "is part of a campaign",
	"mailer-person": "was written in a mail program",
	"mailer-campaign": "was sent with newsletter software",
	"sent-by-campaign-mailer": "was sent by a newsletter service",
	"sent-by-transaction-mailer": "was sent by a bulk mailer",
	"return-path-empty": "is a report from a mail server",
	"return-path-bounce": "was sent by a bulk mailer",
	"return-path-coded": "was sent by a bulk mailer",
	"wrote-with-free-mail": "was written in a personal mailbox",
	"mailing-list-header": "is from a mailing list",
	reply: "is a reply",
	attachment: "has an attachment",
	"subject-offer": "mentions an offer in the subject",
	"subject-notice": "mentions an order, a payment or an account in the subject",
	"subject-social": "mentions friends or comments in the subject",
	"subject-news": "has a newsletter's subject",
	"subject-code": "mentions code changes in the subject",
	"text-offer": "begins with an offer",
	"text-notice": "begins with an order, a payment or an account",
	"text-social": "begins with friends or comments",
	"text-unsubscribe": "begins with a link to unsubscribe or to view it in a browser",
	"subject-answer": "is a reply",
	"subject-forward": "was forwarded",
	"subject-bracket": "has a name in brackets in the subject",
	"subject-percent": "has a percentage in the subject",
	"subject-money": "has an amount of money in the subject",
	"subject-exclaims": "has an exclamation mark in the subject",
	"subject-picture": "has an emoji in the subject",
	"subject-shouts": "has a subject in capitals",
	"subject-reference": "has a reference number in the subject",
	"subject-date": "has a date in the subject",
	"text-greets": "begins with a greeting",
	"text-money": "begins with an amount of money",
	"text-percent": "begins with a percentage",
	"text-number": "begins with a long number",
	"host-government": "is from a public body",
	"host-school": "is from a school or university",
	"host-election": "is from an election campaign",
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
	"links-to-donate": "links to a donation page",
	"links-with-campaign": "has click-tracking links",
	"links-coded": "has click-tracking links",
	"links-many": "has many links",
	"images-mostly": "consists mostly of images",
	"image-invisible": "has a tracking pixel",
	"mailing-with-appeal": "is a mailing with an appeal",
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
