import type { Check, OwnMail, Reputation, Trust } from "../contract.ts";
import { CAPS, MIN_REPUTATION_WEIGHT, MIN_TRUST_WEIGHT, REPUTATION_WEIGHTS, WEIGHTS } from "../scoring.ts";

/** The trust score: what was checked, weighted; a failed check of `CAPS` limits it. */
export function trustOf(checks: readonly Check[]): Trust {
	const counted = checks.filter(({ share }) => share !== null);
	const checkedWeight = counted.reduce((sum, { id }) => sum + WEIGHTS[id], 0);
	if (checkedWeight < MIN_TRUST_WEIGHT) return { score: null, checkedWeight, cappedBy: null };
	const points = counted.reduce((sum, { id, share }) => sum + WEIGHTS[id] * (share ?? 0), 0);
	const score = Math.round((100 * points) / checkedWeight);
	const [lowest] = checks
		.flatMap(({ id, state }) => (state === "fail" && CAPS[id] !== undefined ? [{ id, cap: CAPS[id] }] : []))
		.sort((a, b) => a.cap - b.cap);
	if (lowest === undefined || score <= lowest.cap) return { score, checkedWeight, cappedBy: null };
	return { score: lowest.cap, checkedWeight, cappedBy: lowest.id };
}

/** Emails after which a sender counts as well known to the user. */
const MANY_EMAILS = 20;
/** Days after which the age of a domain says nothing bad any more. */
const OLD_DAYS = 365;

interface ReputationFacts {
	checks: readonly Check[];
	ageDays: number | null;
	mail: OwnMail | null;
}

/** What is known of the sender's past, apart from how well the domain is set up. */
export function reputationOf({ checks, ageDays, mail }: ReputationFacts): Reputation {
	const blacklists = checks.find(({ id }) => id === "blacklists");
	const checked = mail === null ? 0 : mail.authenticated + mail.notAuthenticated;
	const parts: Reputation["parts"] = [
		{
			...{ id: "blacklists", share: blacklists?.share ?? null },
			detail: blacklists?.detail ?? "Not checked.",
		},
		{
			...{ id: "domain-age", share: ageDays === null ? null : Math.min(1, ageDays / OLD_DAYS) },
			detail: ageDays === null ? "Not known." : `${ageDays} of ${OLD_DAYS} days.`,
		},
		{
			...{ id: "authentication", share: mail === null || checked === 0 ? null : mail.authenticated / checked },
			detail:
				mail === null || checked === 0
					? "No results of your mail server."
					: `${mail.authenticated} of the latest ${checked} emails passed.`,
		},
		{
			...{ id: "behavior", share: mail === null ? null : behaviorOf(mail) },
			detail: mail === null ? "No mail of this sender." : `${mail.received} received, ${mail.sent} sent.`,
		},
		{
			...{ id: "complaints", share: mail === null ? null : complaintShareOf(mail) },
			detail: mail === null ? "No mail of this sender." : complaintDetailOf(mail),
		},
	];
	const known = parts.filter(({ share }) => share !== null);
	const weight = known.reduce((sum, { id }) => sum + REPUTATION_WEIGHTS[id], 0);
	if (weight < MIN_REPUTATION_WEIGHT) return { score: null, parts };
	const points = known.reduce((sum, { id, share }) => sum + REPUTATION_WEIGHTS[id] * (share ?? 0), 0);
	return { score: Math.round((100 * points) / weight), parts };
}

/** Someone the user writes to is known; otherwise the number of emails counts. */
function behaviorOf({ sent, received }: OwnMail): number {
	return sent > 0 ? 1 : Math.min(1, received / MANY_EMAILS);
}

/** Nothing once the user marked an email as spam; half after unsubscribing; less the share of emails in spam. */
function complaintShareOf({ received, inSpam, markedAsSpam, unsubscribedAt }: OwnMail): number | null {
	if (markedAsSpam > 0) return 0;
	const all = received + inSpam;
	if (all === 0) return unsubscribedAt === null ? null : 0.5;
	return (1 - inSpam / all) * (unsubscribedAt === null ? 1 : 0.5);
}

function complaintDetailOf({ received, inSpam, markedAsSpam, unsubscribedAt }: OwnMail): string {
	return [
		`${inSpam} of ${received + inSpam} in spam.`,
		markedAsSpam > 0 && `You marked ${markedAsSpam} as spam.`,
		unsubscribedAt !== null && "You unsubscribed.",
	]
		.filter((part) => part !== false)
		.join(" ");
}
