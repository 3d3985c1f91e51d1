import { expect, it } from "vitest";
import type { AppError } from "../../errors.ts";
import { nextTime } from "./cron.ts";

/** Times of a schedule in a period, in UTC. */
function timesOf(cron: string, timeZone: string, from: string, until: string): string[] {
	const times: string[] = [];
	for (
		let at = nextTime({ cron, timeZone }, new Date(from));
		at < new Date(until);
		at = nextTime({ cron, timeZone }, at)
	)
		times.push(at.toISOString().slice(0, 16));
	return times;
}

it("keeps the local time when clocks change", () => {
	expect(timesOf("0 9 * * *", "Europe/Berlin", "2026-03-28T00:00Z", "2026-03-31T00:00Z")).toEqual([
		"2026-03-28T08:00",
		"2026-03-29T07:00",
		"2026-03-30T07:00",
	]);
	expect(timesOf("0 9 * * *", "America/New_York", "2026-10-31T00:00Z", "2026-11-03T00:00Z")).toEqual([
		"2026-10-31T13:00",
		"2026-11-01T14:00",
		"2026-11-02T14:00",
	]);
});

it("runs once on the day when its local time is skipped, and once when it occurs twice", () => {
	// 02:30 does not exist on 29 March, and exists twice on 25 October.
	const skipped = timesOf("30 2 * * *", "Europe/Berlin", "2026-03-28T12:00Z", "2026-03-30T12:00Z");
	expect(skipped.filter((time) => time.startsWith("2026-03-29"))).toHaveLength(1);
	expect(skipped.at(-1)).toBe("2026-03-30T00:30");
	const twice = timesOf("30 2 * * *", "Europe/Berlin", "2026-10-24T12:00Z", "2026-10-26T12:00Z");
	expect(twice).toHaveLength(2);
	expect(twice.at(-1)).toBe("2026-10-26T01:30");
});

it("knows half-hour offsets and days of the week", () => {
	expect(timesOf("0 9 * * 1-5", "Asia/Kolkata", "2026-11-20T04:00Z", "2026-11-24T00:00Z")).toEqual([
		"2026-11-23T03:30",
	]);
});

it.each([
	["* * *", "UTC"],
	["61 * * * *", "UTC"],
	["0 9 * * *", "Mars/Olympus"],
	["0 0 31 2 *", "UTC"],
])("rejects %s in %s", (cron, timeZone) => {
	expect(() => nextTime({ cron, timeZone }, new Date())).toThrow(
		expect.objectContaining({ status: 400, code: "invalid-schedule" } satisfies Partial<AppError>),
	);
});
