import type { DetailType } from "#shared/contact-card.ts";

/** How TYPE calls what kind of number or address it is, the most telling first: a mobile phone may be for work. */
const TYPES: readonly [RegExp, DetailType][] = [
	[/\bfax\b/i, "fax"],
	[/\bpager\b/i, "pager"],
	[/\b(?:cell|mobile|iphone)\b/i, "mobile"],
	[/\bwork\b/i, "work"],
	[/\bhome\b/i, "home"],
];

/** The kind that a TYPE names; null: none of ours. */
export function typeOf(given: string): DetailType | null {
	return TYPES.find(([pattern]) => pattern.test(given))?.[1] ?? null;
}

/** From 1, the most preferred: PREF of version 4.0, or the type `pref` of earlier ones. */
export function preferenceOf(params: ReadonlyMap<string, string>): number {
	const preference = Number.parseInt(params.get("PREF") ?? "", 10);
	if (preference >= 1 && preference <= 100) return preference;
	return params.has("PREF") || /\bpref\b/i.test(params.get("TYPE") ?? "") ? 1 : 101;
}
