/**
 * The line that starts each message of an mbox file: `From <sender> <date>` (RFC 4155 appendix A).
 *
 * Programs write the date in different formats and languages. Those known here are matched leniently from the end of the
 * line; whatever the date is, the header behind the line decides: see `split-header.ts`.
 */

const DAY = "(?:mon|tue|wed|thu|fri|sat|sun)";
const MONTH = "(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)";
const CLOCK = "(\\d{1,2}):(\\d{2})(?::(\\d{2}))?";
/** `+0100`, `EDT`, `MET DST`, `(CEST)`, `GMT+0100`; at least two letters, because single-letter military zones are not used. */
const ZONES = "((?: (?:(?:gmt|utc)?[+-]\\d{2}:?\\d{2}|[a-z]{2,6}|\\([a-z ]+\\))){0,2})";
const UUCP = "(?: remote from \\S+)?";

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

interface Shape {
	pattern: RegExp;
	/** Indexes of the groups: year, month, day, hour, minute, second, zones. */
	groups: [number, number, number, number, number, number, number[]];
}

const SHAPES: Shape[] = [
	// asctime, with zones before or after the year: Mon Jan  5 08:50:15 +0100 2004
	{
		pattern: new RegExp(
			`^${DAY}[a-z]{0,6},? ${MONTH} (\\d{1,2}) ${CLOCK}${ZONES} (\\d{4}|\\d{2})${ZONES}${UUCP}$`,
			"i",
		),
		groups: [7, 1, 2, 3, 4, 5, [6, 8]],
	},
	// The year before the clock: Mon Jan 5 2004 08:50:15
	{
		pattern: new RegExp(`^${DAY}[a-z]{0,6},? ${MONTH} (\\d{1,2}),? (\\d{4}|\\d{2}) ${CLOCK}${ZONES}$`, "i"),
		groups: [3, 1, 2, 4, 5, 6, [7]],
	},
	// RFC 5322: Mon, 5 Jan 2004 08:50:15 +0100
	{
		pattern: new RegExp(`^${DAY}[a-z]{0,6},? (\\d{1,2}) ${MONTH} (\\d{4}|\\d{2}) ${CLOCK}${ZONES}$`, "i"),
		groups: [3, 2, 1, 4, 5, 6, [7]],
	},
	// RFC 3339: 2004-01-05T08:50:15Z
	{
		pattern: new RegExp(`^(\\d{4})-(\\d{2})-(\\d{2})[t ]${CLOCK}(?:\\.\\d+)?((?: ?[+-]\\d{2}:?\\d{2}|z)?)$`, "i"),
		groups: [1, 2, 3, 4, 5, 6, [7]],
	},
];

/** Maximum words of a date with zones and `remote from host`. */
const DATE_WORDS = 11;
const STARTS_DATE = new RegExp(`^(?:${DAY}|\\d{4}-)`, "i");

function matchDate(line: string): { match: RegExpMatchArray; shape: Shape } | null {
	const words = line.trim().split(/\s+/).slice(-DATE_WORDS);
	for (let first = 0; first < words.length; first++) {
		if (!STARTS_DATE.test(words[first] ?? "")) continue;
		const tail = words.slice(first).join(" ");
		for (const shape of SHAPES) {
			const match = shape.pattern.exec(tail);
			if (match) return { match, shape };
		}
	}
	return null;
}

/**
 * Whether a line has the form of a separator.
 * @param line without its line ending, starting with `From `
 */
export function isSeparator(line: string): boolean {
	return line.includes(":") && matchDate(line.slice(5)) !== null;
}

/** Words of a line that may be a separator with a date of an unknown kind. */
const MAX_WORDS = 16;

/**
 * Whether a line may be a separator with a date that no pattern knows: it has a number, an address or nothing but a
 * sender, and does not read as the start of a sentence. Not sufficient alone.
 */
export function mayBeSeparator(line: string): boolean {
	const rest = line.slice(5).trim();
	const words = rest.split(/\s+/);
	if (words.length > MAX_WORDS || /[:,;!?]$/.test(rest)) return false;
	return words.length <= 1 || /\d{4}|\d{1,2}:\d\d|@/.test(rest);
}

/**
 * A separator without a date (`From ` or `From -`), as some programs write. Not sufficient alone: the caller also requires a
 * blank line before and a header field after it.
 * @param sender whether a sender alone (`From alice@example.org`) suffices, in files that use this form throughout
 */
export function isBareSeparator(line: string, sender: boolean): boolean {
	const rest = line.slice(5).trim();
	return rest === "" || rest === "-" || (sender && !/\s/.test(rest));
}

/**
 * Mozilla's separator, whatever follows the dash. No one writes such a line in a letter, so no blank line is required before
 * it, but a header field after it.
 */
export function isDashSeparator(line: string): boolean {
	return /^From -(?:\s|$)/.test(line);
}

/** Minutes east of UTC for the zone names most common in old mail (RFC 5322 §4.3 and European ones). */
const ZONE_MINUTES: Record<string, number> = {
	ut: 0,
	utc: 0,
	gmt: 0,
	z: 0,
	est: -300,
	edt: -240,
	cst: -360,
	cdt: -300,
	mst: -420,
	mdt: -360,
	pst: -480,
	pdt: -420,
	wet: 0,
	west: 60,
	bst: 60,
	cet: 60,
	met: 60,
	cest: 120,
	mest: 120,
	eet: 120,
	eest: 180,
};

function zoneMinutes(zones: string): number {
	const numeric = /([+-])(\d{2}):?(\d{2})/.exec(zones);
	if (numeric) return (numeric[1] === "-" ? -1 : 1) * (Number(numeric[2]) * 60 + Number(numeric[3]));
	for (const word of zones.toLowerCase().split(/\s+/)) {
		const minutes = ZONE_MINUTES[word];
		if (minutes !== undefined) return minutes;
	}
	return 0;
}

/** The earliest plausible date: archives without a date write 1 January 1970. */
const EARLIEST = Date.UTC(1971, 0, 1);
const DAY_MS = 86_400_000;

/**
 * The time of arrival from the separator. A date without a zone is UTC (RFC 4155).
 * @param now epoch milliseconds: dates later than tomorrow are ignored
 * @returns epoch milliseconds, or null when there is no plausible date
 */
export function separatorDate(line: string, now: number): number | null {
	const seconds = /\s(\d{9,10})$/.exec(line.trimEnd())?.[1];
	if (seconds !== undefined) return plausible(Number(seconds) * 1000, now);
	const found = matchDate(line.slice(5));
	if (!found) return null;
	const { match, shape } = found;
	const [year, month, day, hour, minute, second, zones] = shape.groups;
	const monthText = (match[month] ?? "").toLowerCase();
	const monthIndex = MONTHS.includes(monthText) ? MONTHS.indexOf(monthText) : Number(monthText) - 1;
	const yearNumber = Number(match[year]);
	const fullYear = yearNumber >= 100 ? yearNumber : yearNumber + (yearNumber < 70 ? 2000 : 1900);
	const dayNumber = Number(match[day]);
	const time = Date.UTC(
		fullYear,
		monthIndex,
		dayNumber,
		Number(match[hour]),
		Number(match[minute]),
		Number(match[second] ?? 0),
	);
	if (new Date(Date.UTC(fullYear, monthIndex, dayNumber)).getUTCDate() !== dayNumber) return null;
	const utc = time - zoneMinutes(zones.map((group) => match[group] ?? "").join(" ")) * 60_000;
	return plausible(utc, now);
}

function plausible(time: number, now: number): number | null {
	return time >= EARLIEST && time <= now + DAY_MS ? time : null;
}
