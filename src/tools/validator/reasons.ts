/** What each reason means. Shared by server and web app. */

export type Status = "valid" | "risky" | "invalid" | "unknown";
export type Deliverable = "yes" | "no" | "unknown";
export type Risk = "low" | "medium" | "high" | "unknown";

interface Meaning {
	status: Status;
	deliverable: Deliverable;
	risk: Risk;
	/** Short, for lists and exports. */
	text: string;
}

const invalid = (text: string): Meaning => ({ status: "invalid", deliverable: "no", risk: "high", text });
const risky = (text: string, risk: Risk = "medium"): Meaning => ({
	...{ status: "risky", deliverable: "unknown", risk, text },
});
const valid = (text: string): Meaning => ({ status: "valid", deliverable: "yes", risk: "low", text });
const unknown = (text: string): Meaning => ({
	...{ status: "unknown", deliverable: "unknown", risk: "unknown", text },
});

/** Why an address has its verdict: the most important reason comes first. */
export const REASONS = {
	syntax: invalid("Invalid format"),
	"blocked-domain": invalid("Blocked domain"),
	"no-top-level-domain": invalid("Domain has no dot"),
	"domain-not-found": invalid("Domain not found"),
	"null-mx": invalid("Domain does not accept email"),
	"no-mail-server": invalid("Domain has no mail server"),
	"mail-server-not-found": invalid("Mail server not found"),
	"temporary-failure": unknown("Temporary failure"),
	"mailbox-not-found": invalid("Mailbox not found"),
	"mailbox-disabled": invalid("Mailbox disabled"),
	bounced: invalid("Your email bounced"),
	"mailbox-full": risky("Mailbox full"),
	suppressed: risky("On your suppression list", "high"),
	disposable: risky("Disposable address", "high"),
	"ip-address": risky("IP address in place of a domain"),
	"no-mx": risky("No MX record"),
	"catch-all": risky("Domain accepts every address"),
	greylisted: unknown("Greylisted"),
	role: risky("Role address"),
	gibberish: risky("Looks random"),
	"known-contact": valid("Wrote to you"),
	"mailbox-exists": valid("Mailbox exists"),
	"server-refused": unknown("Mail server refused to answer"),
	"server-busy": unknown("Mail server reported a temporary failure"),
	"server-unreachable": unknown("Mail server can't be reached"),
	"accepts-mail": unknown("Domain works; mailbox not checked"),
} as const satisfies Record<string, Meaning>;

export type Reason = keyof typeof REASONS;

export const reasonCodes = Object.keys(REASONS) as [Reason, ...Reason[]];

/** The meaning of a reason. */
export function meaningOf(reason: Reason): Meaning {
	return REASONS[reason];
}

/** Reasons that say nothing of the address: it may have another verdict a little later. */
export const TRANSIENT_REASONS: readonly Reason[] = [
	...(["temporary-failure", "greylisted", "server-refused", "server-busy", "server-unreachable"] as const),
];

/** Reasons with which an address can be written to, as far as it was checked. */
export const GOOD_REASONS: readonly Reason[] = ["known-contact", "mailbox-exists", "accepts-mail"];

/** Whether email arrives: a mail server that confirmed the mailbox decides what is open otherwise. */
export function deliverableOf(reason: Reason, flags: readonly string[]): Deliverable {
	const { status, deliverable } = meaningOf(reason);
	return status === "risky" && flags.includes("mailbox-confirmed") ? "yes" : deliverable;
}

/** Yes for addresses that can receive email, even if sending there is risky; null: not established. */
export function isValid(status: Status): boolean | null {
	return status === "unknown" ? null : status !== "invalid";
}
