/** Parsers for operator values of the search language; null for invalid ones. */

export type AgeUnit = "d" | "w" | "m" | "y";

const SIZES = new Map([
	["", 1],
	["k", 1_000],
	["m", 1_000_000],
	["g", 1_000_000_000],
]);

/** Bytes of `5M`. */
export function sizeOf(word: string): number | null {
	const match = /^(\d{1,12}(?:\.\d{1,3})?)([kmg]?)b?$/.exec(word);
	return match === null ? null : Math.round(Number(match[1]) * (SIZES.get(match[2] ?? "") ?? 1));
}

/** `6m`. */
export function ageOf(word: string): { count: number; unit: AgeUnit } | null {
	const match = /^(\d{1,4})([dwmy])$/.exec(word);
	return match === null ? null : { count: Number(match[1]), unit: match[2] as AgeUnit };
}

/** Midnight UTC of `2024-03-31` or `2024/3/31`. */
export function dayOf(word: string): number | null {
	const match = /^(\d{4})([-/])(\d{1,2})\2(\d{1,2})$/.exec(word);
	if (match === null) return null;
	const [year, month, day] = [Number(match[1]), Number(match[3]), Number(match[4])];
	const at = new Date(0);
	at.setUTCFullYear(year, month - 1, day);
	const isReal = year > 0 && at.getUTCMonth() === month - 1 && at.getUTCDate() === day;
	return isReal ? at.getTime() : null;
}

/** An RFC 3339 timestamp; UTC without a zone. */
export function timeOf(word: string): number | null {
	const match = /^(\d{4}-\d\d-\d\d)t(\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?)(z|[+-]\d\d:\d\d)?$/.exec(word);
	if (match === null || dayOf(match[1] ?? "") === null) return null;
	const at = Date.parse(`${match[1]}T${match[2]}${match[3]?.toUpperCase() ?? "Z"}`);
	return Number.isNaN(at) ? null : at;
}

/** `<ann@example.org>`; null for any other form. */
export function addressOf(value: string): string | null {
	const written = value.trim();
	if (!written.startsWith("<") || !written.endsWith(">")) return null;
	const address = written.slice(1, -1).trim();
	const at = address.indexOf("@", 1);
	if (at < 1 || at === address.length - 1 || /[<>\s]/.test(address)) return null;
	return hasWord(address.slice(address.lastIndexOf("@"))) ? address.toLowerCase() : null;
}

/** A domain without an `@` before it or a trailing dot; null if it cannot be a domain. */
export function domainOf(word: string): string | null {
	const domain = word.replace(/^@/, "").replace(/\.$/, "");
	return /^[^\s@.<>]+(?:\.[^\s@.<>]+)*$/.test(domain) && hasWord(domain) ? domain : null;
}

/** Part of a list key; punctuation alone, such as the dot, occurs in nearly every key. */
export function isListName(word: string): boolean {
	return hasWord(word.replace(/^(?:list|from):/i, ""));
}

/** Without a letter or digit it matches nothing, so a minus before it would match everything. */
function hasWord(text: string): boolean {
	return /[\p{L}\p{N}]/u.test(text);
}
