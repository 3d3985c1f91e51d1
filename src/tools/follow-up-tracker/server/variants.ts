import type { Comparison, Step } from "../contract.ts";

/** Two subjects of a message, and which one interests more people. */

/** Quantile of the normal distribution for 95% intervals. */
const Z95 = 1.959964;
/** Above this probability, a difference may be chance. */
const SIGNIFICANCE = 0.05;
/** The normal approximation needs as many expected people who are interested, and who are not, of each subject. */
const MIN_EXPECTED = 5;

/** The first subject, or the second one. */
export type Variant = 0 | 1;

/**
 * Which subject a recipient gets: 0 or 1. It is a random bit of the recipient's id, another one for each message, so that
 * it depends neither on the order of the list nor on the mailbox, and is the same each time.
 */
export function variantOf(recipientId: string, position: number, step: Pick<Step, "subjectB"> | undefined): Variant {
	if (step === undefined || step.subjectB.trim() === "") return 0;
	const digit = Number.parseInt(recipientId.at(-1 - position) ?? "0", 16);
	return digit % 2 === 0 ? 0 : 1;
}

/** The subject of a message; one that has a single subject has it for everyone. */
export function subjectFor({ subject, subjectB }: Pick<Step, "subject" | "subjectB">, variant: Variant): string {
	return variant === 1 && subjectB.trim() !== "" ? subjectB : subject;
}

interface Replies {
	sent: number;
	replied: number;
	interested: number;
	refused: number;
}

/**
 * A pooled two-sided two-proportion z-test of those who are interested: a refusal is no success of a subject. Without a
 * verdict while the expected counts are too small for it.
 */
export function compareSubjects(first: Replies, second: Replies): Comparison {
	const variants = [first, second].map((one) => ({ ...one, ...wilson(one) }));
	const sent = first.sent + second.sent;
	const rate = sent === 0 ? 0 : (first.interested + second.interested) / sent;
	const expected = Math.min(first.sent, second.sent) * Math.min(rate, 1 - rate);
	if (expected < MIN_EXPECTED) return { variants, result: "not_enough", winner: null, confidence: null };
	const difference = first.interested / first.sent - second.interested / second.sent;
	const deviation = Math.sqrt(rate * (1 - rate) * (1 / first.sent + 1 / second.sent));
	const p = 2 * (1 - normalCdf(Math.abs(difference) / deviation));
	const isDecided = p < SIGNIFICANCE;
	return {
		variants,
		result: isDecided ? "decided" : "undecided",
		winner: isDecided ? (difference > 0 ? 0 : 1) : null,
		confidence: 1 - p,
	};
}

/** The 95% score interval of a rate (Wilson, 1927). */
function wilson({ sent, interested }: Replies): { low: number; high: number } {
	if (sent === 0) return { low: 0, high: 1 };
	const rate = interested / sent;
	const z2 = Z95 ** 2;
	const middle = (rate + z2 / (2 * sent)) / (1 + z2 / sent);
	const half = (Z95 / (1 + z2 / sent)) * Math.sqrt((rate * (1 - rate)) / sent + z2 / (4 * sent * sent));
	return { low: Math.max(0, middle - half), high: Math.min(1, middle + half) };
}

/** Of the standard normal distribution, for z ≥ 0, within 7.5e-8 (Abramowitz and Stegun, 26.2.17). */
function normalCdf(z: number): number {
	const t = 1 / (1 + 0.2316419 * z);
	const terms = [0.31938153, -0.356563782, 1.781477937, -1.821255978, 1.330274429];
	const sum = terms.reduce((total, term, power) => total + term * t ** (power + 1), 0);
	return 1 - (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * sum;
}
