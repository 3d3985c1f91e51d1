import { REASONS, type Reason } from "../../reasons.ts";

/** Counts by status, of the counters of a batch by reason. */
export function byStatus(outcomes: Readonly<Record<string, number>>): Record<string, number> {
	const counts: Record<string, number> = {};
	for (const [label, count] of Object.entries(outcomes)) {
		const status = label in REASONS ? REASONS[label as Reason].status : label;
		counts[status] = (counts[status] ?? 0) + count;
	}
	return counts;
}
