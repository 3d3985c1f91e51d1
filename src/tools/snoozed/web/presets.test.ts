import { expect, test } from "vitest";
import { localValue } from "#web/lib/time/local-time.ts";
import { snoozeChoices } from "./presets.ts";

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
