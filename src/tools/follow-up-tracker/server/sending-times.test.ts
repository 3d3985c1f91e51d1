import { expect, it } from "vitest";
import { addWorkingDays, localDay, nextInWindow, type SendingWindow } from "./sending-times.ts";

const berlin: SendingWindow = {
	timeZone: "Europe/Berlin",
	sendDays: [1, 2, 3, 4, 5],
	sendFrom: 9 * 60,
	sendUntil: 17 * 60,
};
const at = (text: string): number => Date.parse(text);
const next = (text: string): string => new Date(nextInWindow(at(text), berlin)).toISOString();

it("sends only in the window of the campaign's zone", () => {
	// Friday, 16:59 and 17:00 in Berlin.
	expect(next("2026-01-09T15:59:00Z")).toBe("2026-01-09T15:59:00.000Z");
	expect(next("2026-01-09T16:00:00Z")).toBe("2026-01-12T08:00:00.000Z");
	expect(next("2026-01-12T03:00:00Z")).toBe("2026-01-12T08:00:00.000Z");
});

it("keeps the local time over a change of the clocks", () => {
	// Summer time starts on Sunday, March 29, 2026.
	expect(next("2026-03-27T20:00:00Z")).toBe("2026-03-30T07:00:00.000Z");
	expect(new Date(addWorkingDays(at("2026-03-27T10:30:00Z"), 1, "Europe/Berlin")).toISOString()).toBe(
		"2026-03-30T09:30:00.000Z",
	);
	const { start, end } = localDay(at("2026-03-29T12:00:00Z"), "Europe/Berlin");
	expect((end - start) / 3_600_000).toBe(23);
});

it("counts working days", () => {
	const wednesday = at("2026-01-07T12:00:00Z");
	expect(new Date(addWorkingDays(wednesday, 3, "UTC")).toISOString()).toBe("2026-01-12T12:00:00.000Z");
	expect(addWorkingDays(wednesday, 0, "UTC")).toBe(wednesday);
	expect(new Date(addWorkingDays(at("2026-01-10T12:00:00Z"), 1, "UTC")).toISOString()).toBe("2026-01-12T12:00:00.000Z");
});

it.each([
	["America/New_York", "2026-03-07T20:00:00Z", 0, "02:30", "03:50", "2026-03-08T07:30:00.000Z"],
	["America/Los_Angeles", "2026-03-07T20:00:00Z", 0, "02:00", "04:00", "2026-03-08T10:00:00.000Z"],
	["America/Santiago", "2026-09-05T20:00:00Z", 0, "00:10", "02:00", "2026-09-06T04:10:00.000Z"],
	["Europe/Berlin", "2026-03-28T20:00:00Z", 0, "02:30", "04:00", "2026-03-29T01:30:00.000Z"],
	["Africa/Cairo", "2026-04-23T12:00:00Z", 5, "00:00", "02:00", "2026-04-23T22:00:00.000Z"],
	["Australia/Lord_Howe", "2026-10-03T12:00:00Z", 0, "09:00", "17:00", "2026-10-03T22:00:00.000Z"],
	["Europe/Berlin", "2026-10-24T10:00:00Z", 0, "09:00", "17:00", "2026-10-25T08:00:00.000Z"],
])("kind 30: a window that opens in a skipped hour, %s", (timeZone, from, day, opens, closes, expected) => {
	const [sendFrom, sendUntil] = [opens, closes].map((time) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3)));
	const window = { timeZone, sendDays: [day], sendFrom: sendFrom ?? 0, sendUntil: sendUntil ?? 0 };
	expect(new Date(nextInWindow(at(from), window)).toISOString()).toBe(expected);
});

it("kind 30: a day that begins in a skipped hour begins on that day", () => {
	const day = localDay(at("2026-03-08T15:00:00Z"), "America/Havana");
	expect(new Date(day.start).toISOString()).toBe("2026-03-08T05:00:00.000Z");
	expect((day.end - day.start) / 3_600_000).toBe(23);
	expect(localDay(day.start - 1, "America/Havana").end).toBe(day.start);
});
