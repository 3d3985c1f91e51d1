import { expect, test } from "vitest";
import { localValue } from "#web/lib/time/local-time.ts";
import { laterChoices } from "./send-later.ts";

const offered = (now: Date) => laterChoices(now).map(({ id, at }) => `${id} ${localValue(at)}`);

test("offers tomorrow, and Monday unless that is tomorrow", () => {
	expect(offered(new Date(2026, 10, 27, 22, 30))).toEqual([
		"tomorrow_morning 2026-11-28T08:00",
		"tomorrow_afternoon 2026-11-28T13:00",
		"monday_morning 2026-11-30T08:00",
	]);
	expect(offered(new Date(2026, 10, 29))).toHaveLength(2);
	expect(offered(new Date(2026, 10, 30)).at(-1)).toBe("monday_morning 2026-12-07T08:00");
});
