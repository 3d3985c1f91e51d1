import type { FileBatch, FileRow } from "../../contract.ts";
import type { Status } from "../../reasons.ts";
import { t } from "../base/text.ts";
import type { ListRun } from "../base/use-validation.ts";
import type { ShownResult } from "./results-card.tsx";

export interface Results {
	title: string;
	note?: string;
	counts: Record<Status, number>;
	results: ShownResult[];
	total: number;
	empty: string;
}

/** What a list has so far. */
export function listResults({ verdicts, state, total }: ListRun): Results {
	const counts = { valid: 0, invalid: 0, risky: 0, unknown: 0 };
	for (const { status } of verdicts) counts[status]++;
	const duplicates = verdicts.filter(({ duplicateOf }) => duplicateOf !== null).length;
	return {
		title: t.results.title,
		...noteOf([
			state === "canceled" && t.results.canceled,
			verdicts.length < total && t.input.progress(verdicts.length, total),
			duplicates > 0 && t.results.duplicates(duplicates),
		]),
		counts,
		results: verdicts.map((verdict) => ({
			...{ key: String(verdict.position), email: verdict.email, verdict, error: null },
			duplicateOf: verdict.duplicateOf === null ? null : verdict.duplicateOf + 1,
		})),
		total: verdicts.length,
		empty: state === "running" ? t.results.waiting : t.results.canceled,
	};
}

/** What a file has so far. */
export function fileResults(
	{ filename, batch, duplicates, skippedRows }: FileBatch,
	rows: readonly FileRow[],
): Results {
	const { valid = 0, invalid = 0, risky = 0, unknown = 0 } = batch.outcomes;
	return {
		title: filename,
		...noteOf([
			batch.state === "cancelled" && t.results.canceled,
			duplicates > 0 && t.results.duplicates(duplicates),
			skippedRows > 0 && t.results.skipped(skippedRows),
		]),
		counts: { valid, invalid, risky, unknown },
		results: rows.map(({ position, ...row }) => ({ key: String(position), ...row })),
		total: batch.total,
		empty: t.results.waiting,
	};
}

function noteOf(parts: (string | false)[]): { note?: string } {
	const note = parts.filter(Boolean).join(" · ");
	return note === "" ? {} : { note };
}
