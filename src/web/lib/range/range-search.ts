import { defaultRange, readRange } from "#shared/ranges.ts";

/** The range's part of an address, for a screen's `search`; the default leaves it clean. */
export function rangeSearch(raw: Record<string, unknown>): Record<string, unknown> {
	const choice = readRange(raw);
	return choice.range === defaultRange.range ? {} : { ...choice };
}
