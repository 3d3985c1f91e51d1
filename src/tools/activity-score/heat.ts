import type { ActivityScore } from "./contract.ts";
import type { Direction, Span } from "./searches.ts";

/** The heat map of weekdays and hours, in local time. */

const HOUR_MS = 3_600_000;

export interface HeatCell {
	count: number;
	/** The hours with mail that the cell adds up. */
	spans: Span[];
}

/**
 * By weekday (0: Sunday) and hour of the local time. The counts are by hours of UTC: where the local time differs from it by
 * half an hour, a cell has the hours that begin within it.
 */
export function heatCells(hours: ActivityScore["hours"], direction: Direction): HeatCell[][] {
	const cells = Array.from({ length: 7 }, () => Array.from({ length: 24 }, (): HeatCell => ({ count: 0, spans: [] })));
	for (const hour of hours) {
		const count = hour[direction];
		if (count === 0) continue;
		const date = new Date(hour.at);
		const cell = cells[date.getDay()]?.[date.getHours()];
		if (cell === undefined) continue;
		cell.count += count;
		cell.spans.push({ from: hour.at, until: new Date(date.getTime() + HOUR_MS).toISOString() });
	}
	return cells;
}
