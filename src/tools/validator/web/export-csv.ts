import { FORMULA } from "#shared/formula.ts";
import type { StreamedVerdict } from "../contract.ts";
import { EXPORT_COLUMNS, exportCells } from "../export-columns.ts";

/** Verdicts as CSV: all fields quoted, cells that start like a formula neutralized. */
export async function csvOf(verdicts: readonly StreamedVerdict[]): Promise<string> {
	const { default: Papa } = await import("papaparse");
	const data = verdicts.map(exportCells);
	return `\ufeff${Papa.unparse({ fields: EXPORT_COLUMNS, data }, { quotes: true, escapeFormulae: FORMULA })}\r\n`;
}
