import { expect, it } from "vitest";
import { emailsAWeek, perWeek } from "./emails-a-week.ts";

const now = Date.parse("2026-11-23T00:00:00Z");
const ever = { from: "2000-01-01T00:00:00Z" };

it("divides by the time in which the lists wrote: an archive keeps its rate", () => {
	const archived = { count: 84, firstAt: "2018-10-29T00:00:00Z", lastAt: "2019-10-29T00:00:00Z" };
	expect(emailsAWeek([archived], ever, now).toFixed(1)).toBe("1.6");
	expect(emailsAWeek([archived], { from: "2018-10-29T00:00:00Z" }, now).toFixed(1)).toBe("1.6");
	const lists = [
		archived,
		{ count: 52, firstAt: "2019-01-01T00:00:00Z", lastAt: "2019-10-01T00:00:00Z" },
		{ count: 0, firstAt: null, lastAt: "2012-01-01T00:00:00Z" },
	];
	expect(emailsAWeek(lists, ever, now).toFixed(1)).toBe("2.6");
});

it("gives one list the rate that its row has", () => {
	const list = { count: 13, firstAt: "2026-08-01T00:00:00Z", lastAt: "2026-10-24T00:00:00Z" };
	expect(perWeek(list, ever)).toBe(emailsAWeek([list], ever, now).toFixed(1));
	expect(perWeek(list, ever)).toBe("1.0");
});

it("is 0 without mail", () => {
	expect(emailsAWeek([], ever, now)).toBe(0);
});
