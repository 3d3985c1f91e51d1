import fc from "fast-check";
import { expect, test } from "vitest";
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
