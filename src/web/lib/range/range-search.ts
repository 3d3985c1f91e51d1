import { defaultRange, readRange } from "#shared/ranges.ts";

/** The range's URL parameters, for a screen's `search`; the default adds none. */
export function rangeSearch(raw: Record<string, unknown>): Record<string, unknown> {
	const choice = readRange(raw);
	return choice.range === defaultRange.range ? {} : { ...choice };
}
