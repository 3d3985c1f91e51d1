import { expect, test } from "vitest";
import { localValue } from "#web/lib/time/local-time.ts";
import { snoozeChoices, taskChoices } from "./presets.ts";

const offered = (now: Date) => snoozeChoices(now).map(({ label, at }) => `${label} ${localValue(at).slice(5)}`);

test("offers times of this week and the next, none twice and none in the past", () => {
	// Monday morning
	expect(offered(new Date(2026, 10, 23, 9))).toEqual([
		"Later today 11-23T18:00",
		"Tomorrow 11-24T08:00",
		"Later this week 11-25T08:00",
		"This weekend 11-28T08:00",
		"Next week 11-30T08:00",
	]);
	// Friday evening: the weekend is tomorrow
	expect(offered(new Date(2026, 10, 27, 19))).toEqual(["Tomorrow 11-28T08:00", "Next week 11-30T08:00"]);
	// Sunday: next week is tomorrow
	expect(offered(new Date(2026, 10, 29, 19))).toEqual(["Tomorrow 11-30T08:00"]);
});

test("an action item is offered for the morning it is due, unless that has passed", () => {
	const offeredFor = (due: string | null, now: Date) =>
		taskChoices(now, due).map(({ label, at }) => `${label} ${localValue(at).slice(5)}`);
	const friday = new Date(2026, 10, 27, 19);
	const usual = ["Tomorrow 11-28T08:00", "Next week 11-30T08:00"];
	expect(offeredFor("2026-12-04", friday)).toEqual(["On the due date 12-04T08:00", ...usual]);
	expect(offeredFor("2026-11-30", friday)).toEqual(["On the due date 11-30T08:00", "Tomorrow 11-28T08:00"]);
	expect(offeredFor("2026-11-27", friday)).toEqual(usual);
	expect(offeredFor(null, friday)).toEqual(usual);
});
