import { expect, it } from "vitest";
import { pauseChoices } from "./pause-choices.ts";

it("offers a week, a month and three months, each until the morning", () => {
	const ends = pauseChoices(new Date(2026, 10, 30, 17, 5)).map(({ at }) => at);
	expect(ends).toEqual([new Date(2026, 11, 7, 8), new Date(2026, 11, 30, 8), new Date(2027, 1, 28, 8)]);
});
