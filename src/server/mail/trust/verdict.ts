import { domainOf } from "#shared/mail/addresses.ts";
import type { TrustFindings, TrustSignal, TrustSignalKind, TrustVerdict } from "#shared/mail/trust.ts";
import { isFreeProvider } from "../domains/free-providers.ts";
import type { ReceivingServer } from "../provider/provider.ts";
import { contactDomainLike, contactNamed } from "./contacts.ts";
import { isResultOf } from "./received-results.ts";
import { MAX_LENGTH, STRONG, WEAK } from "./weights.ts";

/** Mail of a sender after which the mailbox knows it. */
const ESTABLISHED = 3;

/** What a mailbox knows: its server, and the user's own mail, as far as it says something about a sender. */
export interface Relations {
	/** Whose authentication results are believed; null: not known. */
	receiver: ReceivingServer | null;
	/** Senders of whom the user said that their mail is safe. */
	trusted: ReadonlySet<string>;
	/** People that the user has written to: their names by address. */
	contacts: ReadonlyMap<string, string>;
	/** How many messages of a sender are stored, in spam and elsewhere. */
	received: ReadonlyMap<string, { spam: number; elsewhere: number }>;
}

/** Nothing is known of the mailbox. */
export const NO_RELATIONS: Relations = {
	receiver: null,
	trusted: new Set(),
	contacts: new Map(),
	received: new Map(),
};

export interface Judged {
	verdict: TrustVerdict;
	/** What shows it, the most important first; empty unless it is suspicious or forged. */
	reasons: TrustSignal[];
}

/** What still concerns a sender that the user has written to: that it may be someone else, or sends a program. */
const ALSO_OF_CONTACTS: ReadonlySet<TrustSignalKind> = new Set(["not_authentic", "look_alike", "program"]);

/**
 * The verdict on a message. Deterministic: the same findings and relations always give the same.
 * @param sender its name and its address in the spelling of `addressKey`
 */
export function judge(findings: TrustFindings, sender: { name: string; email: string }, relations: Relations): Judged {
	const { signals, isAuthentic } = believed(findings, relations);
	const isContact = relations.contacts.has(sender.email);
	const { spam = 0, elsewhere = 0 } = relations.received.get(sender.email) ?? {};
	const found = isContact
		? signals.filter(({ kind }) => ALSO_OF_CONTACTS.has(kind))
		: [...imitations(sender, relations), ...signals, ...(spam > elsewhere ? [reportedBefore(sender.email)] : [])];
	// Of equal weight, whom the sender pretends to be comes first.
	const sorted = found.toSorted((a, b) => b.weight - a.weight);
	if (sorted.some(({ isForgery }) => isForgery)) return { verdict: "forged", reasons: sorted };
	if (relations.trusted.has(sender.email)) return { verdict: "safe", reasons: [] };
	const weight = sorted.reduce((sum, one) => sum + one.weight, 0);
	if (weight >= STRONG) return { verdict: "suspicious", reasons: sorted };
	const isKnown = isContact || elsewhere >= ESTABLISHED;
	return { verdict: isAuthentic && isKnown && weight === 0 ? "safe" : "unknown", reasons: [] };
}

/** What holds by the results that can be believed: a sender that writes its own lets them pass, and not fail. */
function believed(findings: TrustFindings, { receiver }: Relations): Pick<TrustFindings, "signals" | "isAuthentic"> {
	const { signals, unconfirmed = signals, server, isAuthentic } = findings;
	const isOwn = receiver !== null && server !== undefined && isResultOf(receiver, server);
	const isFailure = receiver === null && signals.some(({ kind }) => kind === "not_authentic");
	return { signals: isOwn || isFailure ? signals : unconfirmed, isAuthentic: isOwn && isAuthentic };
}

/** Reported by the user, or taken for spam by the provider. */
function reportedBefore(email: string): TrustSignal {
	return { kind: "reported_sender", weight: STRONG, about: email.slice(0, MAX_LENGTH), other: "" };
}

/** Whom of the user's contacts a stranger pretends to be. */
function imitations({ name, email }: { name: string; email: string }, { contacts }: Relations): TrustSignal[] {
	if (contacts.size === 0) return [];
	const domain = domainOf(email);
	const like = contactDomainLike(domain, contacts);
	if (like !== null) return [{ kind: "contact_domain", weight: STRONG, about: domain, other: like }];
	const known = isFreeProvider(domain) ? contactNamed(name, domain, contacts) : null;
	return known === null ? [] : [{ kind: "contact_name", weight: WEAK, about: name.slice(0, MAX_LENGTH), other: known }];
}
