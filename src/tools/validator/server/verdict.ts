import type { ParsedAddress } from "#kernel/addresses.ts";
import type { Flag } from "../contract.ts";
import type { Reason } from "../reasons.ts";
import { wroteSince } from "./address-checks.ts";
import type { DomainFacts } from "./domain/check-domain.ts";
import type { OwnMail } from "./own-mail.ts";
import type { ProbeResult } from "./smtp/store.ts";

/** All that is known about an address with valid syntax. */
export interface Facts {
	address: ParsedAddress;
	flags: readonly Flag[];
	isBlocked: boolean;
	/** Null: there is no domain, or it was not looked up. */
	domain: DomainFacts | null;
	ownMail: OwnMail;
	/** What its mail server says; null: it was not asked. */
	probe: ProbeResult | null;
	/** Epoch milliseconds. */
	now: number;
}

/** Mail from an address within that time shows that a person reads there. */
const CONTACT_MS = 365 * 24 * 3_600_000;

/** The most important reason. What excludes delivery comes first; a failed query is no reason to exclude it. */
export function reasonOf(facts: Facts): Reason {
	const { address, flags, domain, ownMail, now } = facts;
	const excluded = exclusionOf(facts);
	if (excluded !== null) return excluded;
	const outcome = facts.probe?.outcome;
	if (outcome === "not-found") return "mailbox-not-found";
	if (outcome === "mailbox-disabled" || outcome === "mailbox-full") return outcome;
	if (ownMail.suppressed !== null) return "suppressed";
	if (flags.includes("disposable")) return "disposable";
	if (address.ip !== null) return "ip-address";
	if (isContact(ownMail, now)) return "known-contact";
	if (domain?.mail === "address") return "no-mx";
	if (outcome === "catch-all" || outcome === "greylisted") return outcome;
	if (flags.includes("role")) return "role";
	if (flags.includes("gibberish") && outcome !== "accepted") return "gibberish";
	return OUTCOME_REASONS[outcome ?? "none"] ?? "accepts-mail";
}

/** What a mail server said of an address that nothing else is known about. */
const OUTCOME_REASONS: Readonly<Record<string, Reason>> = {
	accepted: "mailbox-exists",
	refused: "server-refused",
	busy: "server-busy",
	unreachable: "server-unreachable",
};

/**
 * Whether a mail server may be asked for the address: not where the domain receives no mail, nor where the user's own
 * mail has decided already.
 */
export function isProbeable(facts: Omit<Facts, "probe">): boolean {
	const { address, flags, domain, ownMail, now } = facts;
	return (
		exclusionOf(facts) === null &&
		(domain?.hosts.length ?? 0) > 0 &&
		address.ip === null &&
		ownMail.suppressed === null &&
		!flags.includes("disposable") &&
		!isContact(ownMail, now)
	);
}

function isContact({ lastWrote }: OwnMail, now: number): boolean {
	return lastWrote !== null && now - lastWrote.getTime() < CONTACT_MS;
}

/** Why nothing else counts; null: the domain receives mail, and the user's own mail did not bounce. */
function exclusionOf({ address, isBlocked, domain, ownMail }: Omit<Facts, "probe">): Reason | null {
	if (isBlocked) return "blocked-domain";
	if (address.domain !== null && !address.domain.ascii.includes(".")) return "no-top-level-domain";
	const mail = domain?.mail;
	if (mail === "failed") return "temporary-failure";
	if (mail !== undefined && mail !== "mx" && mail !== "address") return mail;
	const { bounce } = ownMail;
	return bounce !== null && !wroteSince(ownMail, bounce.at) ? bounce.reason : null;
}

/** Deducted from 100, for each that is true. */
const DEDUCTIONS = {
	suppressed: 60,
	disposable: 60,
	"mailbox-full": 50,
	"ip-address": 50,
	"temporary-failure": 50,
	"catch-all": 40,
	greylisted: 30,
	"no-mx": 30,
	gibberish: 25,
	"server-unreachable": 40,
	"server-refused": 30,
	"server-busy": 30,
	"not-confirmed": 20,
	role: 20,
	international: 10,
	quoted: 10,
	"no-spf": 5,
	"no-dmarc": 5,
	"no-dkim": 2,
} as const;

/** Reasons that leave open whether the mailbox exists, and say nothing else about its mail server. */
const UNCHECKED: ReadonlySet<Reason> = new Set([
	"accepts-mail",
	"role",
	"gibberish",
	"no-mx",
	"disposable",
	"ip-address",
]);

/** From 0 (invalid) to 100 (nothing speaks against it); the same facts give the same score. */
export function scoreOf(
	reason: Reason,
	isInvalid: boolean,
	{ flags, domain }: Pick<Facts, "flags" | "domain">,
): number {
	if (isInvalid) return 0;
	const isContact = reason === "known-contact";
	const found = new Set<string>([reason, ...flags]);
	if (UNCHECKED.has(reason) && !flags.includes("mailbox-confirmed")) found.add("not-confirmed");
	if (domain?.mail === "address") found.add("no-mx");
	if (domain?.spf === false) found.add("no-spf");
	if (domain?.hasDmarc === false) found.add("no-dmarc");
	if (domain?.dkim === false) found.add("no-dkim");
	let score = 100;
	for (const [name, points] of Object.entries(DEDUCTIONS))
		if (found.has(name) && !(isContact && (name === "gibberish" || name === "role"))) score -= points;
	return Math.max(1, score);
}
