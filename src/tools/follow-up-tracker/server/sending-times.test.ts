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
