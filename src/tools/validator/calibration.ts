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
export interface CalibrationPoint {
	/** Scores, inclusive. */
	from: number;
	to: number;
	/** Mean score. */
	score: number;
	/** Emails that ended. */
	count: number;
	delivered: number;
	/** From 0 to 1; never less than that of a lower score. */
	probability: number;
}

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
