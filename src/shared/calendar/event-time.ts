import type { ContentLine } from "../mail/content-lines.ts";
import type { Component } from "./components.ts";
import { offsetMinutes, zoneOffset } from "./time-zones.ts";

/** When an event starts or ends. */
export interface EventTime {
	/** ISO 8601; of a whole day its date at 00:00 UTC. */
	at: string;
	isDate: boolean;
	/** In no time zone: the same hour wherever one is. `at` is as if it were UTC. */
	isFloating: boolean;
}

const MINUTE_MS = 60_000;
const FIRST_MS = Date.parse("0000-01-01T00:00:00.000Z");
const LAST_MS = Date.parse("9999-12-31T23:59:59.999Z");
/** As RFC 5545 writes it; without seconds, in lower case, with separators or an offset as some programs do. */
const TIME = /^(\d{4})-?(\d\d)-?(\d\d)(?:[T ](\d\d):?(\d\d)(?::?(\d\d))?(?:[.,]\d{1,9})?\s?(Z|[+-]\d\d:?\d\d)?)?$/i;

/** A date or time (RFC 5545 §3.3.4, §3.3.5) with the calendar's time zones; null: it is malformed. */
export function readEventTime(line: ContentLine | undefined, zones: readonly Component[]): EventTime | null {
	const found = TIME.exec(line?.value.trim() ?? "");
	if (line === undefined || found === null) return null;
	const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = found
		.slice(1, 7)
		.map((part) => Number(part ?? 0));
	const local = Date.UTC(year, month - 1, day, hour, minute, second);
	const isDate = found[4] === undefined;
	const suffix = found[7];
	const zone = line.params.get("TZID");
	if (!isDate && suffix !== undefined)
		return eventTimeAt(local - (offsetMinutes(suffix) ?? 0) * MINUTE_MS, { isDate, isFloating: false });
	if (isDate || zone === undefined) return eventTimeAt(local, { isDate, isFloating: !isDate });
	const offset = zoneOffset(local, zone, zones);
	if (offset === null) return eventTimeAt(local, { isDate, isFloating: true });
	return eventTimeAt(local - offset * MINUTE_MS, { isDate, isFloating: false });
}

/** @param ms since the epoch @returns null: before the year 0 or after 9999, which ISO 8601 and other programs cannot say */
export function eventTimeAt(ms: number, kind: Pick<EventTime, "isDate" | "isFloating">): EventTime | null {
	return ms >= FIRST_MS && ms <= LAST_MS ? { at: new Date(ms).toISOString(), ...kind } : null;
}
