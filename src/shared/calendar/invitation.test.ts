import { expect, test } from "vitest";
import { writeAnswer } from "./answer.ts";
import { readInvitation } from "./invitation.ts";
import { peopleOf } from "./people.ts";

const calendar = (event: string[], method = "REQUEST", zone: string[] = []): string =>
	[
		"BEGIN:VCALENDAR",
		`METHOD:${method}`,
		...zone,
		"BEGIN:VEVENT",
		"UID:one@example.net",
		...event,
		"END:VEVENT",
		"END:VCALENDAR",
		"",
	].join("\r\n");

/** As Outlook writes it. */
const berlin = [
	...["BEGIN:VTIMEZONE", "TZID:W. Europe Standard Time"],
	...["BEGIN:STANDARD", "DTSTART:16010101T030000", "TZOFFSETFROM:+0200", "TZOFFSETTO:+0100"],
	...["RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=10", "END:STANDARD"],
	...["BEGIN:DAYLIGHT", "DTSTART:16010101T020000", "TZOFFSETFROM:+0100", "TZOFFSETTO:+0200"],
	...["RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=3", "END:DAYLIGHT", "END:VTIMEZONE"],
];

test("reads an invitation with folded lines, escaped text and quoted parameters", () => {
	const read = readInvitation(
		calendar([
			...[
				"DTSTART:20260105T090000Z",
				"DURATION:PT1H30M",
				"SEQUENCE:2",
				"SUMMARY:Plans\\, and",
				"  more\\; today",
				"LOCATION:Room 1",
			],
			...[
				'ORGANIZER;CN="Bob: the organizer":MAILTO:bob@example.net',
				"ATTENDEE;PARTSTAT=ACCEPTED;CN=Bob:mailto:bob@example.net",
			],
			"ATTENDEE;ROLE=REQ-PARTICIPANT;RSVP=TRUE:mailto:ann@example.org",
		]),
	);
	expect(read).toMatchObject({
		...{
			method: "request",
			uid: "one@example.net",
			sequence: 2,
			summary: "Plans, and more; today",
			location: "Room 1",
		},
		start: { at: "2026-01-05T09:00:00.000Z", isDate: false, isFloating: false },
		end: { at: "2026-01-05T10:30:00.000Z" },
		organizer: { name: "Bob: the organizer", email: "bob@example.net" },
		attendees: [
			{ email: "bob@example.net", status: "accepted" },
			{ email: "ann@example.org", status: "needs_action" },
		],
	});
});

test("names every attendee: the user may be the last of them", () => {
	const others = Array.from({ length: 600 }, (_, n) => `ATTENDEE:mailto:person${n}@example.net`);
	const lines = ["DTSTART:20260105T090000Z", ...others, "ATTENDEE:mailto:ann@example.org"];
	const attendees = readInvitation(calendar(lines))?.attendees ?? [];
	expect([attendees.length, attendees.at(-1)?.email]).toEqual([601, "ann@example.org"]);
});

test("knows the time in zones of the file, of the database, in none, and of whole days", () => {
	const startOf = (line: string, zone: string[] = []) => {
		const start = readInvitation(calendar([line], "REQUEST", zone))?.start;
		return start && [start.at.slice(0, 16), start.isDate, start.isFloating];
	};
	const outlook = "DTSTART;TZID=W. Europe Standard Time";
	expect(startOf(`${outlook}:20260105T090000`, berlin)).toEqual(["2026-01-05T08:00", false, false]);
	expect(startOf(`${outlook}:20260705T090000`, berlin)).toEqual(["2026-07-05T07:00", false, false]);
	expect(startOf(`${outlook}:20261025T040000`, berlin)).toEqual(["2026-10-25T03:00", false, false]);
	// On the days before and of a change, whose rules begin before 1970.
	expect(startOf(`${outlook}:20260328T120000`, berlin)).toEqual(["2026-03-28T11:00", false, false]);
	expect(startOf(`${outlook}:20260329T120000`, berlin)).toEqual(["2026-03-29T10:00", false, false]);
	expect(startOf(`${outlook}:20261024T120000`, berlin)).toEqual(["2026-10-24T10:00", false, false]);
	expect(startOf(`${outlook}:20261025T020000`, berlin)).toEqual(["2026-10-25T00:00", false, false]);
	expect(startOf("DTSTART;TZID=America/New_York:20260705T090000")).toEqual(["2026-07-05T13:00", false, false]);
	expect(startOf("DTSTART;TZID=Nowhere:20260705T090000")).toEqual(["2026-07-05T09:00", false, true]);
	expect(startOf("DTSTART;VALUE=DATE:20260705")).toEqual(["2026-07-05T00:00", true, false]);
	expect(startOf("DTSTART:yesterday")).toBeUndefined();
});

test("an answer repeats what identifies the event, names one attendee, and is folded", () => {
	const invitation = readInvitation(
		calendar(
			[
				...["DTSTART;TZID=W. Europe Standard Time:20260105T090000", `SUMMARY:${"Größe ".repeat(20)}`, "SEQUENCE:3"],
				...["RECURRENCE-ID;TZID=W. Europe Standard Time:20260105T090000", "ORGANIZER:mailto:bob@example.net"],
				...["ATTENDEE:mailto:ann@example.org", "ATTENDEE:mailto:cyd@example.org"],
			],
			"REQUEST",
			berlin,
		),
	);
	if (invitation === null) throw new Error("It was not read");
	const now = new Date("2026-01-02T03:04:05.678Z");
	const attendee = { name: 'Ann "A" O', email: "ann@example.org" };
	const text = writeAnswer(invitation, { answer: "tentative", attendee, product: "Test", now });
	for (const line of text.split("\r\n")) expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
	const lines = text.replaceAll("\r\n ", "").split("\r\n");
	expect(lines).toEqual(
		expect.arrayContaining(["METHOD:REPLY", "UID:one@example.net", "SEQUENCE:3", "DTSTAMP:20260102T030405Z"]),
	);
	expect(lines.filter((line) => line.startsWith("ATTENDEE"))).toEqual([
		'ATTENDEE;PARTSTAT=TENTATIVE;CN="Ann A O":mailto:ann@example.org',
	]);
	expect(lines.filter((line) => line.startsWith("RECURRENCE-ID"))).toHaveLength(1);
	expect(readInvitation(text)).toMatchObject({ method: "reply", start: { at: "2026-01-05T08:00:00.000Z" } });
});

test("what is no event, and what is cancelled, is recognized", () => {
	expect(readInvitation("nothing")).toBeNull();
	expect(readInvitation("BEGIN:VCALENDAR\r\nBEGIN:VTODO\r\nEND:VTODO\r\nEND:VCALENDAR")).toBeNull();
	const event = ["DTSTART:20260105T090000Z", "STATUS:CANCELLED"];
	expect(readInvitation(calendar(event))?.method).toBe("cancel");
	expect(readInvitation(calendar(["DTSTART:20260105T090000Z"], "CANCEL"))?.method).toBe("cancel");
});

test("leaves out an end that no calendar can say, and an invitation that starts at such a time", () => {
	const read = (...event: string[]) => readInvitation(calendar(event));
	for (const duration of ["P100000000000000W", "P9999999D", `PT${"9".repeat(400)}S`])
		expect(read("DTSTART:20260105T090000Z", `DURATION:${duration}`)).toMatchObject({
			uid: "one@example.net",
			end: null,
		});
	expect(read("DTSTART:99991231T235959Z", "DURATION:PT1S")?.end).toBeNull();
	expect(read("DTSTART;TZID=America/New_York:99991231T235959")).toBeNull();
	expect(read("DTSTART:20260105T090000Z", "DURATION:P1W")?.end?.at).toBe("2026-01-12T09:00:00.000Z");
});

test("reads long texts and calendars of many lines", () => {
	const properties = Array.from({ length: 20_001 }, (_, i) => `X-LINE:${i}`);
	const read = readInvitation(
		calendar([...properties, `SUMMARY:${"long ".repeat(2_500)}`, "DTSTART:20260105T090000Z"]),
	);
	expect(read).toMatchObject({ start: { at: "2026-01-05T09:00:00.000Z" } });
	expect(read?.summary).toMatch(/^(?:long ){40}/);
});

test("finds everybody whom a calendar names, also without mailto: and in what is no event", () => {
	const text = [
		...["BEGIN:VCALENDAR", "BEGIN:VEVENT", 'ORGANIZER;CN="Bob B":mailto:bob@example.net', "ATTENDEE:ann@example.org"],
		...["ATTENDEE;CN=Nobody:invalid:nomail", "END:VEVENT", "BEGIN:VTODO", "ATTENDEE;CN=Cyd:MAILTO:cyd@example.org"],
		...["END:VTODO", "END:VCALENDAR"],
	].join("\n");
	expect(peopleOf(text)).toEqual([
		{ name: "Bob B", email: "bob@example.net" },
		{ name: "", email: "ann@example.org" },
		{ name: "Cyd", email: "cyd@example.org" },
	]);
	const event = ["DTSTART:20260105T090000Z", "ORGANIZER;CN=Bob:bob@example.net", "ATTENDEE:ann@example.org"];
	expect(readInvitation(calendar(event))).toMatchObject({
		organizer: { name: "Bob", email: "bob@example.net" },
		attendees: [{ name: "", email: "ann@example.org", status: "needs_action" }],
	});
});
