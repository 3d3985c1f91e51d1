import type { Selected } from "./rows.ts";
import { t } from "./text.ts";

/** "3 conversations selected", or emails. */
export function describeSelected({ unit, count }: Pick<Selected, "unit" | "count">): string {
	return unit === "emails" ? t.summary.emails(count) : t.summary.conversations(count);
}
