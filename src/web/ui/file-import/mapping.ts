import { readCellAddresses } from "./cell-addresses.ts";
import { emailColumnOf, type TableSample } from "./table-file.ts";

/** A value that the import needs of each row. */
export interface ImportField {
	id: string;
	label: string;
	/** Of several fields with addresses, one is enough. */
	isRequired?: boolean;
	/** `email` is checked, and the first of them found by its content; `name` is also read from before an address. */
	kind?: "text" | "email" | "name";
	/** Other names of the column, the most exact first: "e-mail", "mail". */
	aliases?: readonly string[];
	/** Whether a column is meant although none of these is its name. @param name as `simplified` */
	isNamed?: (name: string) => boolean;
	/** Whether a value is of something else that has the same name. */
	isOther?: (value: string) => boolean;
}

/** Column number by field id; null: not imported. */
export type Mapping = Readonly<Record<string, number | null>>;

/** A row with the mapped values by field id. */
export interface ImportRow {
	/** Line in the file as a spreadsheet counts it. */
	line: number;
	values: Readonly<Record<string, string>>;
	/** Of all fields with addresses. */
	emails: readonly string[];
	/** All cells that are not empty, with the names of their columns; only where `mapRows` knows these. */
	cells?: readonly Cell[];
}

/** A value with the name of its column. */
export interface Cell {
	column: string;
	value: string;
	/** It is the value of a field. */
	isMapped: boolean;
}

export interface RowError {
	line: number;
	/** What is wrong: "“ann@” is not an email address." */
	message: string;
}

/** A name of a column as it is compared: letters and digits in lower case, without accents. */
export function simplified(name: string): string {
	return name
		.toLowerCase()
		.normalize("NFKD")
		.replaceAll("ß", "ss")
		.replaceAll("ı", "i")
		.replaceAll("ł", "l")
		.replaceAll("ø", "o")
		.replace(/[^\p{L}\p{N}]/gu, "");
}

/** The mapping that names and content of the columns suggest; no column is used twice. */
export function suggestMapping(sample: TableSample, fields: readonly ImportField[]): Mapping {
	const used = new Set<number>();
	const mapping: Record<string, number | null> = {};
	const claim = (id: string, column: number) => {
		const isFree = column >= 0 && !used.has(column);
		mapping[id] = isFree ? column : null;
		if (isFree) used.add(column);
	};
	const names = sample.columns.map(simplified);
	const emailColumn = emailColumnOf(sample);
	// Values are more reliable than the header.
	const first = fields.find(({ kind }) => kind === "email");
	if (first !== undefined && emailColumn !== null) claim(first.id, emailColumn);
	for (const field of fields) {
		const { id, label, aliases = [], isNamed } = field;
		if (mapping[id] != null) continue;
		const find = (isWanted: (name: string) => boolean) =>
			names.findIndex((name, column) => !used.has(column) && isWanted(name) && fits(field, sample.rows, column));
		const found = [label, id, ...aliases].map(simplified).map((wanted) => find((name) => name === wanted));
		claim(id, [...found, isNamed ? find(isNamed) : -1].find((column) => column >= 0) ?? -1);
	}
	return mapping;
}

/** Whether the values of a column may be a field's. */
function fits({ kind, isOther }: ImportField, rows: readonly string[][], column: number): boolean {
	const values = rows.map((row) => row[column] ?? "").filter((value) => value !== "");
	if (kind === "email") return values.some((value) => readCellAddresses(value) !== null);
	return isOther === undefined || values.length === 0 || !values.every(isOther);
}

/** Required fields without a column. */
export function missingFields(mapping: Mapping, fields: readonly ImportField[]): ImportField[] {
	return fields.filter(({ id, isRequired }) => isRequired && mapping[id] == null);
}

/**
 * Applies a mapping: rows that can be imported, and an error for each that cannot; rows with an address seen before are counted.
 * @param columns names of the columns, to have all cells
 */
export function mapRows(
	rows: readonly string[][],
	firstLine: number,
	mapping: Mapping,
	fields: readonly ImportField[],
	columns: readonly string[] = [],
): { rows: ImportRow[]; errors: RowError[]; duplicates: number } {
	const good: ImportRow[] = [];
	const errors: RowError[] = [];
	const mapped = new Set(Object.values(mapping));
	const seen = new Set<string>();
	let duplicates = 0;
	for (const [index, row] of rows.entries()) {
		const line = firstLine + index;
		const read = readRow(row, mapping, fields);
		if (typeof read === "string") {
			errors.push({ line, message: read });
			continue;
		}
		const keys = read.emails.map((email) => email.toLowerCase());
		if (keys.length > 0 && keys.every((key) => seen.has(key))) {
			duplicates++;
			continue;
		}
		for (const key of keys) seen.add(key);
		good.push({ line, ...read, ...(columns.length > 0 && { cells: cellsOf(row, columns, mapped) }) });
	}
	return { rows: good, errors, duplicates };
}

function cellsOf(row: readonly string[], columns: readonly string[], mapped: ReadonlySet<number | null>): Cell[] {
	return columns.flatMap((column, index) => {
		const value = (row[index] ?? "").trim();
		return value === "" ? [] : [{ column, value, isMapped: mapped.has(index) }];
	});
}

/** The values of a row, or what is wrong with it. */
function readRow(
	row: readonly string[],
	mapping: Mapping,
	fields: readonly ImportField[],
): Omit<ImportRow, "line"> | string {
	const values: Record<string, string> = {};
	const emails: string[] = [];
	let wrong: string | null = null;
	let nameInCell = "";
	for (const { id, kind } of fields) {
		const column = mapping[id];
		if (column == null) continue;
		const value = row[column] ?? "";
		const read = kind === "email" && value !== "" ? readCellAddresses(value) : null;
		values[id] = read?.addresses[0] ?? value;
		if (kind === "email" && value !== "" && read === null) wrong ??= value;
		emails.push(...(read?.addresses ?? []));
		nameInCell ||= read?.name ?? "";
	}
	for (const { id, label, isRequired, kind } of fields) {
		if (kind === "email" && wrong !== null && emails.length === 0) return `“${wrong}” is not an email address.`;
		const isThere = kind === "email" ? emails.length > 0 : (values[id] ?? "") !== "";
		if (isRequired && !isThere) return `${label} is empty.`;
	}
	const hasName = fields.some(({ id, kind }) => kind === "name" && (values[id] ?? "") !== "");
	const name = fields.find(({ kind }) => kind === "name");
	if (name !== undefined && !hasName && nameInCell !== "") values[name.id] = nameInCell;
	return { values, emails: [...new Set(emails)] };
}
