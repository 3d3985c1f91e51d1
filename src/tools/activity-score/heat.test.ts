import { afterAll, beforeAll, expect, it } from "vitest";
import { heatCells } from "./heat.ts";

const zone = process.env.TZ;
beforeAll(() => {
	process.env.TZ = "America/New_York";
});
afterAll(() => {
	process.env.TZ = zone;
});

it("adds up the same local hour of several weeks, across a change of clocks", () => {
	const cells = heatCells(
		[
			{ at: "2026-10-26T13:00:00Z", received: 2, sent: 0 },
			{ at: "2026-11-02T14:00:00Z", received: 3, sent: 1 },
			{ at: "2026-11-02T15:00:00Z", received: 1, sent: 0 },
		],
		"received",
	);
	expect(cells[1]?.[9]).toEqual({
		count: 5,
		spans: [
			{ from: "2026-10-26T13:00:00Z", until: "2026-10-26T14:00:00.000Z" },
			{ from: "2026-11-02T14:00:00Z", until: "2026-11-02T15:00:00.000Z" },
		],
	});
	expect(cells.flat().reduce((sum, { count }) => sum + count, 0)).toBe(6);
});
