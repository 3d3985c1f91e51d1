import type { RecordFinding } from "#kernel/sender-auth.ts";
import type { Check, CheckState } from "../../contract.ts";

export { itemOf } from "#kernel/sender-auth.ts";

/** Begins fixes of what most honest domains do without: they are no risk factors. */
export const OPTIONAL = "Optional:";

/** What a check found out; evidence and weight are added by the caller. A part of the weight is 1 for pass, 0.5 for warn. */
export type Finding = RecordFinding;

const SHARES: Record<CheckState, number | null> = { pass: 1, warn: 0.5, fail: 0, not_checked: null, error: null };

/** A finding with its evidence. */
export function checkOf(id: Check["id"], finding: Finding, evidence: Check["evidence"]): Check {
	const { state, detail, fix = null, items = [] } = finding;
	const share = finding.share === undefined ? SHARES[state] : finding.share;
	return { id, state, detail, fix, share, items, evidence };
}

/** Nothing was asked. @param detail why */
export function notChecked(detail: string): Finding {
	return { state: "not_checked", detail };
}
