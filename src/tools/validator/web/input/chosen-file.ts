import { detectFormat, readSample, type TableFormat, type TableSample } from "#web/ui/file-import/table-file.ts";

/** A file that the user chose, and how it is written. */
export interface ChosenFile {
	file: File;
	format: TableFormat;
	sample: TableSample;
	/** Null: none was found. */
	column: number | null;
}

/** Reads the beginning of a file. @throws when it can't be read */
export async function readFile(file: File, format?: TableFormat): Promise<ChosenFile> {
	const used = format ?? (await detectFormat(file));
	const sample = await readSample(file, used);
	return { file, format: used, sample, column: columnOf(sample) };
}

/** The column with most addresses, valid or not. */
function columnOf({ columns, rows }: TableSample): number | null {
	const counts = columns.map((_, column) => rows.filter((row) => row[column]?.includes("@")).length);
	const max = Math.max(0, ...counts);
	return max > 0 ? counts.indexOf(max) : null;
}
