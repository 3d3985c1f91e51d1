/** What a file of filters may have. */
export interface FilterLimits {
	bytes: number;
	/** Filters of one import. */
	rules: number;
	/** Elements of an XML file: about twenty a filter. */
	elements: number;
}

export const FILTER_LIMITS: Readonly<FilterLimits> = { bytes: 4 * 1024 * 1024, rules: 500, elements: 50_000 };
