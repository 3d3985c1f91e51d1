import { detectFormat, readSample, type TableFormat, type TableSample } from "#web/ui/file-import/table-file.ts";
import type { InspectedSheet } from "../../contract.ts";
import { validator } from "../base/api.ts";

/** A file that the user chose, and how it is written. */
export interface ChosenFile {
	file: File;
	format: TableFormat;
	sample: TableSample;
	/** Null: none was found. */
	column: number | null;
	/** Of a spreadsheet, with the name of the one that is validated; null: a text file. */
	sheets: { all: readonly InspectedSheet[]; name: string } | null;
}

/** Whether a file is a spreadsheet, by its name. */
export function isSpreadsheet({ name }: File): boolean {
	return /\.xlsx$/i.test(name);
}

/** Reads the beginning of a text file, or the sheets of a spreadsheet. @throws when it can't be read */
export async function readFile(file: File, format?: TableFormat): Promise<ChosenFile> {
	if (isSpreadsheet(file)) {
		const { sheets } = await validator.inspectSpreadsheet({}, { bytes: file });
		const found = sheets.find(({ emailColumn }) => emailColumn !== null) ?? sheets[0];
		if (found === undefined) throw new Error("The spreadsheet has no sheet");
		return ofSheet(file, sheets, found);
	}
	const used = format ?? (await detectFormat(file));
	const sample = await readSample(file, used);
	return { file, format: used, sample, column: columnOf(sample), sheets: null };
}

/** A spreadsheet with another of its sheets. */
export function withSheet(chosen: ChosenFile, name: string): ChosenFile {
	const all = chosen.sheets?.all ?? [];
	const sheet = all.find((one) => one.name === name);
	return sheet === undefined ? chosen : ofSheet(chosen.file, all, sheet);
}

function ofSheet(file: File, all: readonly InspectedSheet[], sheet: InspectedSheet): ChosenFile {
	const { name, columns, sample, hasHeader, emailColumn } = sheet;
	return {
		file,
		format: { encoding: "utf-8", delimiter: ",", hasHeader },
		sample: { columns, rows: sample },
		column: emailColumn,
		sheets: { all, name },
	};
}

/** The column with most addresses, valid or not. */
function columnOf({ columns, rows }: TableSample): number | null {
	const counts = columns.map((_, column) => rows.filter((row) => row[column]?.includes("@")).length);
	const max = Math.max(0, ...counts);
	return max > 0 ? counts.indexOf(max) : null;
}
