import { z } from "zod";

/** How likely an email to an address with a score arrives, as the user's own deliveries and bounces say. Shared by server and web app. */

/** Emails to validated addresses that ended, and bounces among them, before a probability is shown. */
export const NEEDED_RESULTS = 100;
export const NEEDED_BOUNCES = 10;

/** An email to an address that had been validated before it ended. */
export interface DeliveryResult {
	/** Of the verdict at that time: from 0 to 100. */
	score: number;
	isDelivered: boolean;
}

/** Addresses with similar scores. */
const calibrationPoint = z.object({
	/** Scores, inclusive. */
	from: z.number(),
	to: z.number(),
	/** Mean score. */
	score: z.number(),
	/** Emails that ended. */
	count: z.number(),
	delivered: z.number(),
	/** From 0 to 1: that an email to an address with such a score is delivered. Never less than that of a lower score. */
	probability: z.number(),
});
export type CalibrationPoint = z.infer<typeof calibrationPoint>;

/** How well scores predict whether the user's emails arrive. */
export const calibration = z.object({
	/** Addresses that were validated before the last email to them was delivered or bounced. */
	results: z.number(),
	bounces: z.number(),
	/** How many of both there must be before there is a curve. */
	neededResults: z.number(),
	neededBounces: z.number(),
	/** The curve, by score; empty: there are not enough results. */
	points: z.array(calibrationPoint),
});
export type Calibration = z.infer<typeof calibration>;

const BINS = 10;

/** The calibration curve by isotonic regression (pool adjacent violators) of ten bins; empty: there are too few results. */
export function calibrate(results: readonly DeliveryResult[]): CalibrationPoint[] {
	const bounces = results.filter(({ isDelivered }) => !isDelivered).length;
	if (results.length < NEEDED_RESULTS || bounces < NEEDED_BOUNCES) return [];
	const points = Array.from({ length: BINS }, (_, bin) => pointOf(bin, results)).filter(({ count }) => count > 0);
	const pools: { points: CalibrationPoint[]; count: number; probability: number }[] = [];
	for (const point of points) {
		let pool = { points: [point], count: point.count, probability: point.probability };
		for (let last = pools.at(-1); last !== undefined && last.probability > pool.probability; last = pools.at(-1)) {
			pools.pop();
			const count = last.count + pool.count;
			const probability = (last.probability * last.count + pool.probability * pool.count) / count;
			pool = { points: [...last.points, ...pool.points], count, probability };
		}
		pools.push(pool);
	}
	return pools.flatMap(({ points: same, probability }) => same.map((point) => ({ ...point, probability })));
}

function pointOf(bin: number, results: readonly DeliveryResult[]): CalibrationPoint {
	const inside = results.filter(({ score }) => Math.min(BINS - 1, Math.floor(score / BINS)) === bin);
	const count = inside.length;
	const delivered = inside.filter(({ isDelivered }) => isDelivered).length;
	return {
		...{ from: bin * BINS, to: bin === BINS - 1 ? 100 : bin * BINS + BINS - 1, count, delivered },
		score: inside.reduce((sum, one) => sum + one.score, 0) / Math.max(1, count),
		// Jeffreys' prior: a bin with three deliveries is not certain.
		probability: (delivered + 0.5) / (count + 1),
	};
}

/** The probability at a score, between the points by a straight line; null: there is no curve. */
export function probabilityAt(points: readonly CalibrationPoint[], score: number): number | null {
	const [first] = points;
	const last = points.at(-1);
	if (first === undefined || last === undefined) return null;
	if (score <= first.score) return first.probability;
	const above = points.findIndex((point) => point.score >= score);
	const [low, high] = [points[above - 1], points[above]];
	if (low === undefined || high === undefined) return last.probability;
	return low.probability + ((high.probability - low.probability) * (score - low.score)) / (high.score - low.score);
}
