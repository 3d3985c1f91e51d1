import { defaultRange, type RangeId, readRange } from "#shared/ranges.ts";

/** Search parameters of a range. */
export interface RangeSearch {
	range?: RangeId;
	/** Days of a custom range, as `2026-05-31`, both inclusive. */
	from?: string;
	until?: string;
}

/** The range's URL parameters, for a screen's `search`; the default adds none. */
export function rangeSearch(raw: Record<string, unknown>): RangeSearch {
	const choice = readRange(raw);
	return choice.range === defaultRange.range ? {} : { ...choice };
}
