/** The score: bands, grades and labels of the specification. Screen and server compute it from the same figures. */

export const WINDOW_DAYS = 90;
/** Fewer emails than this say nothing about a rate or a response time. */
export const MIN_SAMPLE = 5;

export const metrics = ["emailsPerDay", "responseTime", "replyRate", "openRate"] as const;
export type Metric = (typeof metrics)[number];

/** Null: too little data. Response time in hours, rates in percent. */
export type MetricValues = Record<Metric, number | null>;

interface Rule {
	/** Off the score while the metric is in its lowest band. */
	points: number;
	/** Best first. The last has no limit. */
	bands: readonly { id: Band; limit?: number }[];
	/** Better: above the limit, or under it. */
	direction: "above" | "under";
}

export type Band = "veryActive" | "active" | "light" | "veryFast" | "fast" | "slow" | "excellent" | "good" | "low";

export const rules: Readonly<Record<Metric, Rule>> = {
	emailsPerDay: {
		points: 20,
		bands: [{ id: "veryActive", limit: 20 }, { id: "active", limit: 10 }, { id: "light" }],
		direction: "above",
	},
	responseTime: {
		points: 15,
		bands: [{ id: "veryFast", limit: 4 }, { id: "fast", limit: 8 }, { id: "slow" }],
		direction: "under",
	},
	replyRate: {
		points: 10,
		bands: [{ id: "excellent", limit: 70 }, { id: "good", limit: 40 }, { id: "low" }],
		direction: "above",
	},
	openRate: {
		points: 10,
		bands: [{ id: "excellent", limit: 80 }, { id: "good", limit: 60 }, { id: "low" }],
		direction: "above",
	},
};

/** Null: too little data. */
export function bandOf(metric: Metric, value: number | null): Band | null {
	if (value === null) return null;
	const { bands, direction } = rules[metric];
	const isWithin = (limit: number): boolean => (direction === "above" ? value > limit : value < limit);
	return bands.find(({ limit }) => limit === undefined || isWithin(limit))?.id ?? null;
}

/** What a metric takes off the score; null: too little data, and nothing. */
export function deductionOf(metric: Metric, value: number | null): number | null {
	const band = bandOf(metric, value);
	if (band === null) return null;
	const { bands, points } = rules[metric];
	return band === bands.at(-1)?.id ? points : 0;
}

/** 100 less the deductions; null: too little is known of what is done with the mail, which its amount alone does not say. */
export function scoreOf(values: MetricValues): number | null {
	if (metrics.every((metric) => metric === "emailsPerDay" || values[metric] === null)) return null;
	return metrics.reduce((left, metric) => left - (deductionOf(metric, values[metric]) ?? 0), 100);
}

export type Level = "good" | "medium" | "poor";

export function levelOf(score: number): Level {
	if (score >= 80) return "good";
	return score >= 60 ? "medium" : "poor";
}

export function gradeOf(score: number): "A+" | "B" | "C" {
	if (score > 80) return "A+";
	return score > 60 ? "B" : "C";
}
