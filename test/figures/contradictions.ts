import type { Place } from "./places.ts";

/** A figure that is shown with more than one number, or as a share of more than all. */
export function contradictionsIn(places: readonly Place[]): string[] {
	const groups = Map.groupBy(places, ({ figure, which }) => (which === undefined ? figure : `${figure} of ${which}`));
	return [...groups].flatMap(([name, shown]) => {
		if (shown.length < 2) return [`${name} is compared with nothing`];
		const values = new Set(shown.map(({ value }) => value));
		return values.size === 1 ? [] : [`${name}: ${shown.map(({ place, value }) => `${value} (${place})`).join(", ")}`];
	});
}
