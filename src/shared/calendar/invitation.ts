import { unescapeText } from "../mail/content-lines.ts";
import { type Component, lineOf, readComponents } from "./components.ts";
import { type EventTime, eventTimeAt, readEventTime } from "./event-time.ts";
import { type CalendarPerson, personOf } from "./people.ts";
import type { AttendeeStatus } from "./status.ts";

/** An event that a message is about (RFC 5545, RFC 5546). */
export interface Invitation {
	/** `request`: an invitation or its update; `reply`: an attendee's answer; `publish`: no one is invited. */
	method: "request" | "cancel" | "reply" | "publish";
	uid: string;
	sequence: number;
	summary: string;
	location: string;
	start: EventTime;
	end: EventTime | null;
	/** RRULE as written; null: it takes place once. */
	recurrence: string | null;
	organizer: CalendarPerson | null;
	attendees: (CalendarPerson & { status: AttendeeStatus })[];
	/** Lines that an answer repeats (RFC 5546 §3.2.3): start, end, organizer, recurrence id, summary. */
	answered: string[];
	/** VTIMEZONE components that those lines name. */
	timeZones: string[];
}

const METHODS = { REQUEST: "request", CANCEL: "cancel", REPLY: "reply", PUBLISH: "publish" } as const;
const STATUS: Record<string, AttendeeStatus> = {
	"NEEDS-ACTION": "needs_action",
	ACCEPTED: "accepted",
	TENTATIVE: "tentative",
	DECLINED: "declined",
};
const REPEATED = ["DTSTART", "DTEND", "DURATION", "ORGANIZER", "RECURRENCE-ID", "SUMMARY"];

/** The event of a calendar file; null: it has none that can be read. */
export function readInvitation(text: string): Invitation | null {
	const calendar = readComponents(text).find(({ name }) => name === "VCALENDAR");
	const events = calendar?.inner.filter(({ name }) => name === "VEVENT") ?? [];
	// A series comes before its exceptions.
	const event = events.find((one) => lineOf(one, "RECURRENCE-ID") === undefined) ?? events[0];
	if (calendar === undefined || event === undefined) return null;
	const zones = calendar.inner.filter(({ name }) => name === "VTIMEZONE");
	const uid = lineOf(event, "UID")?.value.trim() ?? "";
	const start = readEventTime(lineOf(event, "DTSTART"), zones);
	if (uid === "" || start === null) return null;
	const method = METHODS[(lineOf(calendar, "METHOD")?.value.trim().toUpperCase() ?? "") as keyof typeof METHODS];
	const isCancelled = lineOf(event, "STATUS")?.value.trim().toUpperCase() === "CANCELLED";
	const organizer = lineOf(event, "ORGANIZER");
	const attendees = event.lines.filter(({ name }) => name === "ATTENDEE");
	const answered = event.lines.filter(({ name }) => REPEATED.includes(name));
	return {
		method: isCancelled ? "cancel" : (method ?? "publish"),
		uid,
		sequence: Math.max(0, Number.parseInt(lineOf(event, "SEQUENCE")?.value ?? "0", 10) || 0),
		summary: textOf(event, "SUMMARY"),
		location: textOf(event, "LOCATION"),
		start,
		end: readEventTime(lineOf(event, "DTEND"), zones) ?? endBy(start, lineOf(event, "DURATION")?.value),
		recurrence: lineOf(event, "RRULE")?.value ?? null,
		organizer: organizer === undefined ? null : personOf(organizer),
		attendees: attendees.flatMap((line) => {
			const person = personOf(line);
			const status = STATUS[(line.params.get("PARTSTAT") ?? "NEEDS-ACTION").toUpperCase()] ?? "other";
			return person === null ? [] : [{ ...person, status }];
		}),
		answered: answered.map(({ raw }) => raw),
		timeZones: zones
			.filter((zone) => answered.some(({ params }) => params.get("TZID") === lineOf(zone, "TZID")?.value))
			.map(written),
	};
}

function textOf(event: Component, name: string): string {
	return unescapeText(lineOf(event, name)?.value ?? "")
		.trim()
		.slice(0, 1_000);
}

/** By DURATION (RFC 5545 §3.3.6); null: it is malformed, or ends in no year. */
function endBy(start: EventTime, duration: string | undefined): EventTime | null {
	const found = /^\+?P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/.exec(duration?.trim() ?? "");
	if (found === null) return null;
	const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = found.slice(1).map((part) => Number(part ?? 0));
	const length = ((weeks * 7 + days) * 86_400 + hours * 3_600 + minutes * 60 + seconds) * 1_000;
	return eventTimeAt(Date.parse(start.at) + length, { isDate: start.isDate, isFloating: start.isFloating });
}

function written({ name, lines, inner }: Component): string {
	return [`BEGIN:${name}`, ...lines.map(({ raw }) => raw), ...inner.map(written), `END:${name}`].join("\n");
}
