import type { Sweep } from "../../contract.ts";
import { t } from "../base/text.ts";

/** A rule as a sentence without its sender. */
export function termsOf({
	keepNewest,
	olderThanDays,
	action,
}: Pick<Sweep, "keepNewest" | "olderThanDays" | "action">): string {
	const does = action === "trash" ? t.sweeps.movesToTrash : t.sweeps.isArchived;
	const after = olderThanDays === null ? "" : t.sweeps.afterDays(olderThanDays);
	if (keepNewest === null) return t.sweeps.allEmails(does, after);
	return t.sweeps.allButNewest(keepNewest, does, after);
}
