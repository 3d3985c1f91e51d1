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
const risky = (text: string, deliverable: Deliverable, risk: Risk = "medium"): Meaning => ({
	...{ status: "risky", deliverable, risk, text },
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
	"temporary-failure": { status: "unknown", deliverable: "unknown", risk: "unknown", text: "Temporary failure" },
	"mailbox-not-found": invalid("Mailbox not found"),
	"mailbox-disabled": invalid("Mailbox disabled"),
	bounced: invalid("Your email bounced"),
	"mailbox-full": risky("Mailbox full", "unknown"),
	suppressed: risky("On your suppression list", "unknown", "high"),
	disposable: risky("Disposable address", "yes", "high"),
	"ip-address": risky("IP address in place of a domain", "unknown"),
	"no-mx": risky("No MX record", "unknown"),
	"catch-all": risky("Domain accepts every address", "unknown"),
	greylisted: { status: "unknown", deliverable: "unknown", risk: "unknown", text: "Greylisted" },
	role: risky("Role address", "yes"),
	gibberish: risky("Looks random", "unknown"),
	"known-contact": { status: "valid", deliverable: "yes", risk: "low", text: "Wrote to you" },
	"mailbox-exists": { status: "valid", deliverable: "yes", risk: "low", text: "Mailbox exists" },
	"accepts-mail": { status: "valid", deliverable: "yes", risk: "low", text: "Domain accepts email" },
} as const satisfies Record<string, Meaning>;

export type Reason = keyof typeof REASONS;

export const reasonCodes = Object.keys(REASONS) as [Reason, ...Reason[]];

/** The meaning of a reason. */
export function meaningOf(reason: Reason): Meaning {
	return REASONS[reason];
}

/** Yes for addresses that can receive email, even if sending there is risky; null: not established. */
export function isValid(status: Status): boolean | null {
	return status === "unknown" ? null : status !== "invalid";
}
