/** How checks become scores. Shared by the server, which computes, and the page, which publishes it. */

/** Every check in the order of its value, with the points it can give; they add up to 100. */
export const WEIGHTS = {
	mx: 14,
	spf: 14,
	dkim: 8,
	dmarc: 14,
	blacklists: 20,
	"domain-age": 8,
	"look-alike": 6,
	provider: 4,
	"own-mail": 4,
	"reverse-dns": 2,
	"mta-sts": 1,
	"tls-rpt": 1,
	dnssec: 2,
	dane: 1,
	bimi: 1,
} as const;

export type CheckId = keyof typeof WEIGHTS;

export const checkIds = Object.keys(WEIGHTS) as [CheckId, ...CheckId[]];

/** The highest trust score with a failed check, however good the others are. */
export const CAPS: Readonly<Partial<Record<CheckId, number>>> = {
	mx: 39,
	blacklists: 39,
	"look-alike": 39,
	provider: 59,
};

/** The highest trust score with a message that is not to be trusted, however well its domain is set up. */
export const MESSAGE_CAPS = { forged: 5, suspicious: 39 } as const;

/** Without checks worth so many points there is no trust score. */
export const MIN_TRUST_WEIGHT = 40;

/** Parts of the reputation score, with the points each can give. */
export const REPUTATION_WEIGHTS = {
	blacklists: 40,
	"domain-age": 20,
	authentication: 20,
	behavior: 10,
	complaints: 10,
} as const;

export type ReputationPart = keyof typeof REPUTATION_WEIGHTS;

export const reputationParts = Object.keys(REPUTATION_WEIGHTS) as [ReputationPart, ...ReputationPart[]];

/** Without parts worth so many points there is no reputation score. */
export const MIN_REPUTATION_WEIGHT = 50;

export type RiskLevel = "low" | "medium" | "high" | "very_high";

/** The risk level of a trust score. */
export function riskOf(score: number): RiskLevel {
	if (score >= 80) return "low";
	if (score >= 60) return "medium";
	return score >= 40 ? "high" : "very_high";
}
