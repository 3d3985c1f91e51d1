import { type Component, lineOf } from "./components.ts";
import { lastOnset } from "./observances.ts";
import { WINDOWS_ZONES, ZONE_ABBREVIATIONS } from "./zone-names.ts";

const MINUTE_MS = 60_000;
/** `UTC+2`, `GMT-05:00`, `(UTC+01:00) Berlin`, `GMT +0200`, `+02:00`. */
const FIXED = /^\(?(?:utc|gmt|z)?\s?([+-]|−)\s?(\d{1,2})(?:[:.]?(\d\d))?\)?(?:\s|$)/i;

/**
 * Minutes that a zone is ahead of UTC at a local time; null: the zone is unknown. A name of the time zone database says
 * more than the rules that a program copied from it.
 */
export function zoneOffset(local: number, zone: string, zones: readonly Component[]): number | null {
	const name = zone.trim().replace(/^"|"$/g, "");
	const defined = zones.find((one) => lineOf(one, "TZID")?.value.trim() === name);
	return (
		databaseOffset(local, databaseName(name)) ??
		(defined && definedOffset(local, defined)) ??
		databaseOffset(local, otherName(name, defined)) ??
		fixedOffset(name)
	);
}

/** By the observances of a VTIMEZONE (§3.6.5): the one that began last counts, before all of them what was before the first. */
function definedOffset(local: number, zone: Component): number | null {
	let last = Number.NEGATIVE_INFINITY;
	let offset: number | null = null;
	for (const observance of zone.inner) {
		const to = offsetMinutes(lineOf(observance, "TZOFFSETTO")?.value ?? "");
		if (to === null) continue;
		const from = offsetMinutes(lineOf(observance, "TZOFFSETFROM")?.value ?? "") ?? to;
		const onset = lastOnset(observance, local, from);
		if (onset === null) {
			offset ??= from;
			continue;
		}
		if (onset <= last) continue;
		last = onset;
		offset = to;
	}
	return offset;
}

/** `+0100`, `-05:00`, `+053000`; null: malformed. */
export function offsetMinutes(value: string): number | null {
	const found = /^([+-])(\d\d):?(\d\d)/.exec(value.trim());
	if (found === null) return /^z$/i.test(value.trim()) ? 0 : null;
	return (found[1] === "-" ? -1 : 1) * (Number(found[2]) * 60 + Number(found[3]));
}

/** The name in the database: as it is, or behind a program's prefix as in `/mozilla.org/20070129_1/Europe/Berlin`. */
function databaseName(name: string): string | null {
	return /^[a-z][\w+-]*(?:\/[\w+-]+){1,2}$/i.test(name)
		? name
		: (/(?:^|\/)((?:Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Europe|Indian|Pacific|Etc|US|Canada)\/[\w+-]+(?:\/[\w+-]+)?)(?:\s|$)/i.exec(
				name,
			)?.[1] ?? null);
}

/** A Windows name, an abbreviation, or what another program calls the zone. */
function otherName(name: string, defined: Component | undefined): string | null {
	const location = defined && (lineOf(defined, "X-LIC-LOCATION") ?? lineOf(defined, "TZNAME"))?.value.trim();
	const bare = name.replace(/^\((?:utc|gmt)[^)]*\)\s*/i, "").toLowerCase();
	const windows =
		WINDOWS_ZONES.get(bare) ?? WINDOWS_ZONES.get(bare.replace(/ (?:standard |daylight |summer )?time$/, ""));
	return (
		windows ??
		ZONE_ABBREVIATIONS[name.toUpperCase()] ??
		location ??
		utcName(name) ??
		(/^[a-z][\w/+-]*$/i.test(name) ? name : null)
	);
}

function utcName(name: string): string | null {
	return /^(?:tzone:\/\/microsoft\/utc|\(?(?:utc|gmt)\)?(?:\s[^+-]*)?|z|coordinated universal time)$/i.test(name)
		? "UTC"
		: null;
}

function fixedOffset(name: string): number | null {
	const found = FIXED.exec(name);
	if (found === null) return null;
	const minutes = Number(found[2]) * 60 + Number(found[3] ?? 0);
	return minutes > 18 * 60 ? null : (found[1] === "+" ? 1 : -1) * minutes;
}

/** By the time zone database. */
function databaseOffset(local: number, zone: string | null): number | null {
	if (zone === null) return null;
	try {
		const format = new Intl.DateTimeFormat("en-US", { timeZone: zone, timeZoneName: "longOffset" });
		const at = (moment: number): number => {
			const name = format.formatToParts(moment).find(({ type }) => type === "timeZoneName")?.value ?? "";
			const found = /([+-])(\d\d):(\d\d)/.exec(name);
			return found === null ? 0 : (found[1] === "-" ? -1 : 1) * (Number(found[2]) * 60 + Number(found[3]));
		};
		// The offset at the moment that the local time would be with the offset around it.
		return at(local - at(local) * MINUTE_MS);
	} catch {
		return null;
	}
}
