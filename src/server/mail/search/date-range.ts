import { badRequest } from "../../errors.ts";

/** `until` itself is no longer in it. */
export interface DateRange {
	from: Date;
	until: Date;
}

const dayMs = 86_400_000;

/** Reads `rangeQuery`: from the beginning and to the end of time where nothing is said. @throws bad-range */
export function dateRangeOf(query: { from?: string | undefined; until?: string | undefined }): DateRange {
	const from = new Date(query.from ?? "0001-01-01");
	const end = query.until ?? "9999-01-01";
	// A bare date is that day, so it ends with it.
	const until = new Date(new Date(end).getTime() + (end.length === 10 && query.until !== undefined ? dayMs : 0));
	if (from > until) throw badRequest("bad-range", "The range ends before it begins.", { until: "Before `from`." });
	return { from, until };
}
