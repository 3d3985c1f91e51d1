import { daysUntil, localTime } from "#web/lib/time/local-time.ts";

/** Times that "Send later" offers. */
export interface LaterChoice {
	id: "tomorrow_morning" | "tomorrow_afternoon" | "monday_morning";
	at: Date;
}

/** @param now local times are those of this browser */
export function laterChoices(now: Date): LaterChoice[] {
	const at = (days: number, hour: number): Date => localTime(now, days, hour);
	const toMonday = daysUntil(now, 1);
	const choices: LaterChoice[] = [
		{ id: "tomorrow_morning", at: at(1, 8) },
		{ id: "tomorrow_afternoon", at: at(1, 13) },
	];
	// On Sundays, tomorrow is Monday.
	if (toMonday > 1) choices.push({ id: "monday_morning", at: at(toMonday, 8) });
	return choices;
}
