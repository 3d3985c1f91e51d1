import type { ActivityScore } from "../contract.ts";
import type { Span } from "../searches.ts";
import { dayAfter } from "./scope.ts";

/** Days in a row. @param days with a sent email, ascending; may repeat */
export function streaksOf(days: readonly string[], { until }: Span): ActivityScore["streaks"] {
	const streaks: { from: string; until: string; days: number }[] = [];
	for (const day of new Set(days)) {
		const last = streaks.at(-1);
		if (last?.until === day) Object.assign(last, { until: dayAfter(day), days: last.days + 1 });
		else streaks.push({ from: day, until: dayAfter(day), days: 1 });
	}
	const longest = streaks.reduce<(typeof streaks)[number] | null>(
		(best, one) => (best === null || one.days >= best.days ? one : best),
		null,
	);
	const last = streaks.at(-1);
	// Today may still come.
	const isCurrent = last !== undefined && (last.until === until || dayAfter(last.until) === until);
	return { longest, current: isCurrent ? last : null };
}
