import type { DetailedVerdict, FileBatch, FileRow, Verdict } from "../../contract.ts";
import { isLetThrough, type RowFilter, type RowReason, type RowStatus, statusOf } from "../../row-filter.ts";
import { t } from "../base/text.ts";
import type { ListRun } from "../base/use-validation.ts";

/** A row with its verdict, or why it has none. */
export interface ShownResult {
	key: string;
	email: string;
	verdict: Verdict | DetailedVerdict | null;
	/** Why there is no verdict. */
	error: string | null;
	duplicateOf: number | null;
	/** Null: not checked yet. */
	reason: RowReason | null;
}

export interface Results {
	title: string;
	note?: string;
	/** By reason. */
	reasons: Readonly<Partial<Record<RowReason, number>>>;
	/** Rows without a result. */
	unchecked: number;
	/** Those that the filter lets through, as far as they are loaded. */
	rows: ShownResult[];
	/** Of the filter. */
	total: number;
	/** In place of the list while there are no results at all. */
	empty: string;
}

/** Why typed entries are left out. */
export const NO_ADDRESS = "no-at-sign" as const;

/** What a list has so far. */
export function listResults({ verdicts, leftOut, state, total }: ListRun, filter: RowFilter): Results {
	const reasons: Partial<Record<RowReason, number>> = {};
	for (const { reason } of verdicts) reasons[reason] = (reasons[reason] ?? 0) + 1;
	const duplicates = verdicts.filter(({ duplicateOf }) => duplicateOf !== null).length;
	if (leftOut.length > 0) reasons[NO_ADDRESS] = leftOut.length;
	const rows = verdicts.filter(({ reason }) => isLetThrough(filter, reason));
	const others = isLetThrough(filter, NO_ADDRESS) ? leftOut : [];
	return {
		title: t.results.title,
		...noteOf([
			state === "canceled" && t.results.canceled,
			verdicts.length < total && t.input.progress(verdicts.length, total),
			duplicates > 0 && t.results.duplicates(duplicates),
		]),
		...{ reasons, unchecked: 0, total: rows.length + others.length },
		rows: [
			...rows.map((verdict) => ({
				...{ key: String(verdict.position), email: verdict.email, verdict, error: null, reason: verdict.reason },
				duplicateOf: verdict.duplicateOf === null ? null : verdict.duplicateOf + 1,
			})),
			...others.map((entry, index) => ({
				...{ key: `left out ${index}`, email: entry, verdict: null, error: null, reason: NO_ADDRESS },
				duplicateOf: null,
			})),
		],
		empty: state === "running" ? t.results.waiting : t.results.canceled,
	};
}

/** What a file has so far. @param rows of the filter, as far as they are loaded */
export function fileResults(
	{ filename, batch, duplicates, skippedRows, reasons }: FileBatch,
	rows: readonly FileRow[],
	filter: RowFilter,
): Results {
	const counted = Object.values(reasons).reduce((sum, count) => sum + count, 0);
	const unchecked = Math.max(0, batch.total - counted);
	return {
		title: filename,
		...noteOf([
			batch.state === "cancelled" && t.results.canceled,
			duplicates > 0 && t.results.duplicates(duplicates),
			skippedRows > 0 && t.results.skipped(skippedRows),
		]),
		...{ reasons, unchecked },
		rows: rows.map(({ position, line, email, leftOut, ...row }) => ({
			...{ key: String(position), email: email === "" ? t.results.blank(line) : email, ...row },
			reason: row.verdict?.reason ?? leftOut,
		})),
		total: countOf({ reasons, unchecked }, filter),
		empty: t.results.waiting,
	};
}

/** How many rows a filter lets through. */
export function countOf({ reasons, unchecked }: Pick<Results, "reasons" | "unchecked">, filter: RowFilter): number {
	const found = Object.entries(reasons).filter(([reason]) => isLetThrough(filter, reason as RowReason));
	return found.reduce((sum, [, count]) => sum + count, isLetThrough(filter, null) ? unchecked : 0);
}

/** How many rows have each status. */
export function statusCounts({
	reasons,
	unchecked,
}: Pick<Results, "reasons" | "unchecked">): Record<RowStatus, number> {
	const counts = { valid: 0, invalid: 0, risky: 0, unknown: 0, left_out: 0, not_checked: unchecked };
	for (const [reason, count] of Object.entries(reasons)) counts[statusOf(reason as RowReason)] += count;
	return counts;
}

function noteOf(parts: (string | false)[]): { note?: string } {
	const note = parts.filter(Boolean).join(" · ");
	return note === "" ? {} : { note };
}
