/** The health score. Screen and server compute it from the same figures. */

/** A share above `above` percent takes `points` off the score; the first that applies. */
interface Step {
	above: number;
	points: number;
}

export const unreadSteps: readonly Step[] = [
	{ above: 50, points: 30 },
	{ above: 25, points: 15 },
	{ above: 10, points: 5 },
];
export const storageSteps: readonly Step[] = [
	{ above: 80, points: 20 },
	{ above: 60, points: 10 },
	{ above: 40, points: 5 },
];

export interface HealthFigures {
	total: number;
	unread: number;
	usedBytes: number;
	quotaBytes: number;
}

export interface Deduction {
	id: "unread" | "storage";
	points: number;
	/** Of the mail or the quota. */
	percent: number;
	/** The threshold that was exceeded. */
	above: number;
}

export interface Health {
	/** 0 to 100; 100 without emails. */
	score: number;
	deductions: Deduction[];
}

export function healthOf({ total, unread, usedBytes, quotaBytes }: HealthFigures): Health {
	if (total <= 0) return { score: 100, deductions: [] };
	const shares = [
		{ id: "unread" as const, percent: (100 * unread) / total, steps: unreadSteps },
		{ id: "storage" as const, percent: quotaBytes > 0 ? (100 * usedBytes) / quotaBytes : 0, steps: storageSteps },
	];
	const deductions = shares.flatMap(({ id, percent, steps }) => {
		const step = steps.find(({ above }) => percent > above);
		return step === undefined ? [] : [{ id, percent, ...step }];
	});
	const score = deductions.reduce((left, { points }) => left - points, 100);
	return { score: Math.min(100, Math.max(0, score)), deductions };
}
