import { describe, expect, test } from "vitest";
import { reported } from "../../../fixtures/reported.ts";
import { readInvitation } from "./invitation.ts";

const startOf = (calendar: string) => readInvitation(calendar)?.start;

describe("kind 16: times of events", () => {
	test.each([
		["i01-vtimezone-with-expired-rules", "2025-10-28T14:00:00.000Z"],
		["i02-windows-zone-no-vtimezone", "2026-05-11T09:00:00.000Z"],
		["i03-iana-zone-no-vtimezone", "2026-05-11T09:00:00.000Z"],
		["i04-exchange-1601-zone", "2024-05-30T18:00:00.000Z"],
		["i06-vtimezone-rdate", "2026-07-07T08:00:00.000Z"],
		["i09-dtstart-no-seconds-lowercase", "2026-02-16T10:00:00.000Z"],
		["i11-southern-hemisphere", expect.any(String)],
		["i12-attendee-cn-comma-and-colon", expect.any(String)],
		["i14-outlook-customized-tz", "2026-07-07T14:00:00.000Z"],
		["i15-tzid-quoted-vs-unquoted", "2024-05-30T18:00:00.000Z"],
		["i17-est5edt-utc-offset", "2026-05-11T09:00:00.000Z"],
	])("%s", (name, at) => {
		expect(startOf(reported(`ics/${name}.ics`).toString())).toMatchObject({ at, isDate: false, isFloating: false });
	});

	test("i08: a whole day", () =>
		expect(startOf(reported("ics/i08-allday-value-date.ics").toString())).toMatchObject({ isDate: true }));
	test.each(["i10-duration-negative-order", "i13-x-wr-timezone-floating"])("%s has a start", (name) =>
		expect(startOf(reported(`ics/${name}.ics`).toString())).toBeDefined(),
	);

	const event = (start: string, zone: string[] = []) =>
		[
			"BEGIN:VCALENDAR",
			"METHOD:REQUEST",
			...zone,
			"BEGIN:VEVENT",
			"UID:1",
			start,
			"END:VEVENT",
			"END:VCALENDAR",
			"",
		].join("\r\n");

	test.each([
		["GMT +0200", "09:00"],
		["(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna", "09:00"],
		["(GMT-05:00) Eastern Time (US & Canada)", "15:00"],
		["Eastern Standard Time", "15:00"],
		["Pacific Daylight Time", "18:00"],
		["AUS Eastern Standard Time", "01:00"],
		["India Standard Time", "05:30"],
		["/mozilla.org/20070129_1/Europe/Berlin", "09:00"],
		["/freeassociation.sourceforge.net/Tzfile/America/Argentina/Buenos_Aires", "14:00"],
		["/softwarestudio.org/Olson_20011030_5/Asia/Tokyo", "02:00"],
		["tzone://Microsoft/Utc", "11:00"],
		["europe/berlin", "09:00"],
		["CEST", "09:00"],
		["EST", "15:00"],
		["UTC-3:30", "14:30"],
		["GMT+05:45", "05:15"],
		["W. Europe Standard Time 1", null],
	])("in %s", (zone, utc) => {
		const read = startOf(event(`DTSTART;TZID="${zone}":20260511T110000`));
		if (utc === null) expect(read).toMatchObject({ isFloating: true });
		else expect(read).toMatchObject({ at: expect.stringContaining(`T${utc}:00`), isFloating: false });
	});

	const part = (kind: string, lines: string[], from: string, to: string) => [
		...[`BEGIN:${kind}`, `TZOFFSETFROM:${from}`, `TZOFFSETTO:${to}`, ...lines, `END:${kind}`],
	];
	const zone = (daylight: string[], standard: string[]) => [
		...["BEGIN:VTIMEZONE", "TZID:Ours"],
		...part("DAYLIGHT", daylight, "+0100", "+0200"),
		...part("STANDARD", standard, "+0200", "+0100"),
		"END:VTIMEZONE",
	];
	const autumn = ["DTSTART:19701025T030000", "RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU"];
	test.each<[string, string[], string[]]>([
		["BYMONTHDAY", ["DTSTART:20000401T020000", "RRULE:FREQ=YEARLY;BYMONTH=4;BYMONTHDAY=1"], autumn],
		[
			"days of the month and a weekday",
			["DTSTART:20000409T020000", "RRULE:FREQ=YEARLY;BYMONTH=4;BYDAY=SU;BYMONTHDAY=8,9,10,11,12,13,14"],
			autumn,
		],
		["a negative day of the month", ["DTSTART:20000430T020000", "RRULE:FREQ=YEARLY;BYMONTH=4;BYMONTHDAY=-1"], autumn],
		["a day of the year", ["DTSTART:20000331T020000", "RRULE:FREQ=YEARLY;BYYEARDAY=91"], autumn],
		["BYSETPOS", ["DTSTART:20000402T020000", "RRULE:FREQ=YEARLY;BYMONTH=4;BYDAY=SU;BYSETPOS=1"], autumn],
		["a rule without days", ["DTSTART:20000402T020000", "RRULE:FREQ=YEARLY"], autumn],
		[
			"dates",
			["DTSTART:20250330T020000", "RDATE:20250330T020000,20260329T020000"],
			["DTSTART:20251026T030000", "RDATE:20251026T030000,20261025T030000"],
		],
		["dates with periods in UTC", ["DTSTART:20250330T020000", "RDATE;VALUE=PERIOD:20260329T010000Z/PT1H"], autumn],
		[
			"a rule that has ended behind one that has not",
			[...["DTSTART:19700426T020000", "RRULE:FREQ=YEARLY;BYMONTH=4;BYDAY=-1SU"]],
			["DTSTART:19701025T030000", "RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU"],
		],
		[
			"a counted rule",
			["DTSTART:20250330T020000", "RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU;COUNT=2"],
			["DTSTART:20251026T030000", "RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU;COUNT=1"],
		],
	])("by %s in a VTIMEZONE", (_, daylight, standard) => {
		const summer = startOf(event("DTSTART;TZID=Ours:20260707T110000", zone(daylight, standard)));
		expect(summer).toMatchObject({ at: "2026-07-07T09:00:00.000Z" });
	});

	test("an abolished summer time is over", () => {
		const ended = ["DTSTART:20000326T020000", "RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU;UNTIL=20160327T010000Z"];
		const start = startOf(event("DTSTART;TZID=Ours:20260707T110000", zone(ended, autumn)));
		expect(start).toMatchObject({ at: "2026-07-07T10:00:00.000Z" });
	});

	test.each([
		["DTSTART:20260216t100000z", "2026-02-16T10:00:00.000Z"],
		["DTSTART:2026-02-16T10:00:00Z", "2026-02-16T10:00:00.000Z"],
		["DTSTART:20260216T120000+0200", "2026-02-16T10:00:00.000Z"],
	])("%s", (line, at) => expect(startOf(event(line))).toMatchObject({ at, isFloating: false }));
});
