import { LEFT_OUT, type LeftOutReason, leftOutReasons } from "./left-out.ts";
import { REASONS, type Reason, reasonCodes, type Status } from "./reasons.ts";

/** What can be said of a row: `left_out` for a reason, `not_checked` yet, or never because the batch was canceled. */
export type RowStatus = Status | "left_out" | "not_checked";
export type RowReason = Reason | LeftOutReason;

/** Which rows are shown or exported: by status, by reason, or both; without either all of them. */
export interface RowFilter {
	status?: RowStatus | undefined;
	reason?: RowReason | undefined;
}

/** The status of a row with this reason; null: it has none yet. */
export function statusOf(reason: RowReason | null): RowStatus {
	if (reason === null) return "not_checked";
	return isLeftOut(reason) ? "left_out" : REASONS[reason].status;
}

/** Whether it is why a row was left out. */
export function isLeftOut(reason: string): reason is LeftOutReason {
	return reason in LEFT_OUT;
}

/** The text of a reason. */
export function reasonText(reason: RowReason): string {
	return isLeftOut(reason) ? LEFT_OUT[reason] : REASONS[reason].text;
}

/** The reasons that a filter lets through; null: all, or with `not_checked` none. */
export function reasonsIn({ status, reason }: RowFilter): RowReason[] | null {
	if (status === "not_checked" || (status === undefined && reason === undefined)) return null;
	return [...reasonCodes, ...leftOutReasons].filter(
		(code) => (status === undefined || statusOf(code) === status) && (reason === undefined || code === reason),
	);
}

/** Whether a filter lets a row through. @param reason null: it has no result */
export function isLetThrough(filter: RowFilter, reason: RowReason | null): boolean {
	if (filter.status === "not_checked") return reason === null;
	const reasons = reasonsIn(filter);
	return reasons === null || (reason !== null && reasons.includes(reason));
}
