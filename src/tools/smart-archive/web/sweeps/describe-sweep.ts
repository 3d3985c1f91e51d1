import { formatCount } from "#web/lib/format.ts";
import type { Sweep } from "../../contract.ts";

/** A rule as a sentence without its sender. */
export function termsOf({
	keepNewest,
	olderThanDays,
	action,
}: Pick<Sweep, "keepNewest" | "olderThanDays" | "action">): string {
	const does = action === "trash" ? "goes to the trash" : "is archived";
	const age = olderThanDays === null ? "" : ` once older than ${formatCount(olderThanDays, "day")}`;
	if (keepNewest === null) return `Everything ${does}${age}.`;
	return keepNewest === 1
		? `The newest email stays, the rest ${does}${age}.`
		: `The newest ${keepNewest} emails stay, the rest ${does}${age}.`;
}
