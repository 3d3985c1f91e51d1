import { FORMULA } from "#shared/formula.ts";
import type { StreamedVerdict } from "../contract.ts";
import { EXPORT_COLUMNS, exportCells, uncheckedCells } from "../export-columns.ts";
import { LEFT_OUT } from "../left-out.ts";
import { NO_ADDRESS } from "./results/results.ts";

/**
 * Verdicts as CSV: all fields quoted, cells that start like a formula neutralized.
 * @param leftOut entries that were not validated
 */
export async function csvOf(verdicts: readonly StreamedVerdict[], leftOut: readonly string[]): Promise<string> {
	const { default: Papa } = await import("papaparse");
	const data = [...verdicts.map(exportCells), ...leftOut.map((entry) => uncheckedCells(entry, LEFT_OUT[NO_ADDRESS]))];
	return `\ufeff${Papa.unparse({ fields: EXPORT_COLUMNS, data }, { quotes: true, escapeFormulae: FORMULA })}\r\n`;
}
