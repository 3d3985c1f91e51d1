import { isAddress } from "./is-address.ts";
import { emailColumnOf, type TableSample } from "./table-file.ts";

/** A value that the import needs of each row. */
export interface ImportField {
	id: string;
	label: string;
	isRequired?: boolean;
	/** `email` is checked, and found by its content. */
	kind?: "text" | "email";
	/** Other names of the column, in lower case: "e-mail", "mail". */
	aliases?: readonly string[];
}

/** Column number by field id; null: not imported. */
export type Mapping = Readonly<Record<string, number | null>>;

/** A row with the mapped values by field id. */
export interface ImportRow {
	/** Line in the file as a spreadsheet counts it. */
	line: number;
	values: Readonly<Record<string, string>>;
}

export interface RowError {
	line: number;
	/** What is wrong: "“ann@” is not an email address." */
	message: string;
}

function simplified(name: string): string {
	return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
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
	for (const { id, kind } of fields) if (kind === "email" && emailColumn !== null) claim(id, emailColumn);
	for (const { id, label, aliases = [] } of fields) {
		if (mapping[id] != null) continue;
		const wanted = [label, id, ...aliases].map(simplified);
		claim(
			id,
			names.findIndex((name, column) => !used.has(column) && wanted.includes(name)),
		);
	}
	return mapping;
}

/** Required fields without a column. */
export function missingFields(mapping: Mapping, fields: readonly ImportField[]): ImportField[] {
	return fields.filter(({ id, isRequired }) => isRequired && mapping[id] == null);
}

/** Applies a mapping: rows that can be imported, and an error for each that cannot; rows with an address seen before are counted. */
export function mapRows(
	rows: readonly string[][],
	firstLine: number,
	mapping: Mapping,
	fields: readonly ImportField[],
): { rows: ImportRow[]; errors: RowError[]; duplicates: number } {
	const good: ImportRow[] = [];
	const errors: RowError[] = [];
	const seen = new Set<string>();
	let duplicates = 0;
	for (const [index, row] of rows.entries()) {
		const line = firstLine + index;
		const values: Record<string, string> = {};
		for (const { id } of fields) {
			const column = mapping[id];
			if (column != null) values[id] = row[column] ?? "";
		}
		const problem = problemOf(values, fields);
		if (problem !== null) {
			errors.push({ line, message: problem });
			continue;
		}
		const email = fields.find(({ kind }) => kind === "email");
		const key = email && values[email.id]?.toLowerCase();
		if (key) {
			if (seen.has(key)) {
				duplicates++;
				continue;
			}
			seen.add(key);
		}
		good.push({ line, values });
	}
	return { rows: good, errors, duplicates };
}

function problemOf(values: Readonly<Record<string, string>>, fields: readonly ImportField[]): string | null {
	for (const { id, label, isRequired, kind } of fields) {
		const value = values[id] ?? "";
		if (isRequired && value === "") return `${label} is empty.`;
		if (kind === "email" && value !== "" && !isAddress(value)) return `“${value}” is not an email address.`;
	}
	return null;
}
