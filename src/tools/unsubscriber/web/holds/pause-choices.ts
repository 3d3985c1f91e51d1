import type { TimeChoice } from "#web/lib/time/time-dialog.tsx";
import { t } from "../base/text.ts";

/** The hour at which a pause ends. */
const HOUR = 8;

/** Times that a pause can end at, in the browser's time zone. A month that is too short ends on its last day. */
export function pauseChoices(now: Date): TimeChoice[] {
	const inDays = (days: number) => new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, HOUR);
	const inMonths = (months: number) => {
		const last = new Date(now.getFullYear(), now.getMonth() + months + 1, 0).getDate();
		return new Date(now.getFullYear(), now.getMonth() + months, Math.min(now.getDate(), last), HOUR);
	};
	return [
		{ label: t.holds.forAWeek, at: inDays(7) },
		{ label: t.holds.forAMonth, at: inMonths(1) },
		{ label: t.holds.forThreeMonths, at: inMonths(3) },
	];
}
