import fc from "fast-check";
import { expect, test } from "vitest";
import { reported } from "../../../fixtures/reported.ts";
import { parseMailDate, parseReceivedDate } from "./dates.ts";

const iso = (raw: string) => {
	const date = parseMailDate(raw);
	return date === null ? null : new Date(date).toISOString();
};

test("reads RFC 5322 dates, including obsolete forms", () => {
	expect(iso("Fri, 21 Nov 1997 09:55:06 -0600")).toBe("1997-11-21T15:55:06.000Z");
	expect(iso("21 Nov 97 09:55 EST")).toBe("1997-11-21T14:55:00.000Z");
	expect(iso("Fri, 21 Nov 1997 09(comment):   55  :  06 -0600")).toBe("1997-11-21T15:55:06.000Z");
	expect(iso("Thu, 13 Feb 1969 23:32:54 -0330 (Newfoundland Time)")).toBe("1969-02-14T03:02:54.000Z");
	expect(iso("Sat, 1 Jan 00 00:00:00 Z")).toBe("2000-01-01T00:00:00.000Z");
	expect(iso("Mon, 1 Jan 100 10:00:00 GMT")).toBe("2000-01-01T10:00:00.000Z");
	expect(iso("31 Dec 2016 23:59:60 +0000")).toBe("2017-01-01T00:00:00.000Z");
});

test("reads common non-standard forms", () => {
	expect(iso("Wed Jun 30 21:49:08 1993")).toBe("1993-06-30T21:49:08.000Z");
	expect(iso("Fri Sep 14 14:36:56 EDT 2018")).toBe("2018-09-14T18:36:56.000Z");
	expect(iso("2021-03-04T05:06:07+01:00")).toBe("2021-03-04T04:06:07.000Z");
	expect(iso("2021-03-04 05:06:07")).toBe("2021-03-04T05:06:07.000Z");
	expect(iso("March 4, 2021 5:06 PM")).toBe("2021-03-04T17:06:00.000Z");
	expect(iso("4-Mar-2021 05:06:07 +0000")).toBe("2021-03-04T05:06:07.000Z");
	expect(iso("Thu, 4 Mar 2021 05:06:07 GMT+0200")).toBe("2021-03-04T03:06:07.000Z");
	expect(iso("Thu, 4 Mar 2021")).toBe("2021-03-04T00:00:00.000Z");
});

test("returns null for what is not a date", () => {
	for (const raw of [
		"",
		"Whenever",
		"31 Feb 2021 10:00:00 +0000",
		"Tue, 7 Bog 2026 19:14:51 +0000",
		"32 Jan 2021 10:00 GMT",
		"4 Mar 2021 25:00:00",
	]) {
		expect(parseMailDate(raw), raw).toBe(null);
	}
	fc.assert(fc.property(fc.string({ maxLength: 100 }), (raw) => void parseMailDate(raw)));
});

test("round-trips every moment", () => {
	fc.assert(
		fc.property(fc.date({ min: new Date("1970-01-01"), max: new Date("2099-12-31"), noInvalidDate: true }), (date) => {
			expect(parseMailDate(date.toUTCString())).toBe(Math.floor(date.getTime() / 1000) * 1000);
		}),
	);
});

test("reads the date of a Received header after its last semicolon", () => {
	expect(parseReceivedDate("from a by b; id 1; Mon, 17 Jan 2011 09:30:32 GMT")).toBe(Date.UTC(2011, 0, 17, 9, 30, 32));
	expect(parseReceivedDate("from a by b")).toBe(null);
});

test.each([
	["fre, 28 maj 1999 21:47:11 +0200 (CEST)", "1999-05-28T19:47:11.000Z"],
	["mar., 4 nov. 2025 10:00:00 +0100", "2025-11-04T09:00:00.000Z"],
	["Mo, 3 Mär 2025 10:00:00 +0100", "2025-03-03T09:00:00.000Z"],
	["lun., 3 août 2025 10:00:00 +0200", "2025-08-03T08:00:00.000Z"],
	["lun, 3 dic 2025 10:00:00 +0100", "2025-12-03T09:00:00.000Z"],
	["seg, 3 out 2025 10:00:00 -0300", "2025-10-03T13:00:00.000Z"],
	["pon, 3 paź 2025 10:00:00 +0200", "2025-10-03T08:00:00.000Z"],
	["Paz, 5 Eki 2025 10:00:00 +0300", "2025-10-05T07:00:00.000Z"],
	["ma, 3 marraskuuta 2025 10:00:00 +0200", "2025-11-03T08:00:00.000Z"],
	["maandag 3 november 2025 10:00:00 +0100", "2025-11-03T09:00:00.000Z"],
	["Пн, 3 мая 2025 10:00:00 +0300", "2025-05-03T07:00:00.000Z"],
	["Τρι, 3 Ιουλ 2025 10:00:00 +0300", "2025-07-03T07:00:00.000Z"],
	["3-déc-2025 10:00:00 +0100", "2025-12-03T09:00:00.000Z"],
	["2025年11月3日(月) 10:00:00 +0900", "2025-11-03T01:00:00.000Z"],
	["2025년 11월 3일 10:00:00 +0900", "2025-11-03T01:00:00.000Z"],
	["Mar 4 2025 10:00:00 MST", "2025-03-04T17:00:00.000Z"],
])("kind 30: %s", (raw, expected) => expect(iso(raw)).toBe(expected));

const rows = reported("dates/dates.tsv")
	.toString()
	.split("\n")
	.filter(Boolean)
	.map((row) => row.split("\t") as [string, string]);

test.each(rows)("kind 30: %s is %s", (raw, expected) => {
	// One is ambiguous: either hour is right.
	const either = expected.split(" or ").map((one) => (one.startsWith("19:") ? `1997-07-10T${one}` : one));
	const read = iso(raw)?.replace(".000Z", "Z").replace(".123Z", "Z") ?? "";
	expect(
		either.some((one) => read.startsWith(one)),
		read,
	).toBe(true);
});
