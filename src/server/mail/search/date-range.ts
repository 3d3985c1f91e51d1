import { badRequest } from "../../errors.ts";

/** `until` is exclusive. */
export interface DateRange {
	from: Date;
	until: Date;
}

const dayMs = 86_400_000;

/** Reads `rangeQuery`; a missing end is unbounded. @throws bad-range */
export function dateRangeOf(query: { from?: string | undefined; until?: string | undefined }): DateRange {
	const from = new Date(query.from ?? "0001-01-01");
	const end = query.until ?? "9999-01-01";
	// A bare date includes that whole day.
	const until = new Date(new Date(end).getTime() + (end.length === 10 && query.until !== undefined ? dayMs : 0));
	if (from > until) throw badRequest("bad-range", "The range ends before it starts.", { until: "Before `from`." });
	return { from, until };
}
