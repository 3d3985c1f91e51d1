import { type RowReason, statusOf } from "../../row-filter.ts";

/** Counts by status, of the counters of a batch by reason. */
export function byStatus(outcomes: Readonly<Record<string, number>>): Record<string, number> {
	const counts: Record<string, number> = {};
	for (const [reason, count] of Object.entries(outcomes)) {
		const status = statusOf(reason as RowReason);
		counts[status] = (counts[status] ?? 0) + count;
	}
	return counts;
}
