import { printTable } from "../table.ts";

/** One row of the tables of `npm run bench reading` and `npm run bench summaries`. */
export interface ReadingRow {
	what: string;
	/** Values to meet, each with its result. */
	figures: Figure[];
	/** Every message that misses, with the reason. */
	misses: string[];
	/** Why there is nothing to judge on, instead of figures. */
	absent?: string;
}

export interface Figure {
	name: string;
	value: number;
	/** The least that is demanded; null: it is measured only. */
	bar: number | null;
	/** How many were judged. */
	count: number;
}

/** A row for a corpus that this machine does not have. */
export function absentRow(what: string, file: string): ReadingRow {
	return { what, figures: [], misses: [], absent: `no ${file}` };
}

/** Ignores differences in whitespace. */
export function normalizeSpace(text: string): string {
	return text.replace(/\s+/g, " ").trim();
}

/** The start of a text on one line, for the list of misses. */
export function excerpt(text: string): string {
	const line = normalizeSpace(text);
	return line.length > 90 ? `${line.slice(0, 90)}…` : line;
}

/** A fraction; 1 of nothing. */
export function share(part: number, whole: number): number {
	return whole === 0 ? 1 : part / whole;
}

/** Prints the rows as a table, and below it every message that misses. */
export function printRows(rows: readonly ReadingRow[]): void {
	printTable(["measured", "figure", "judged on", "result", "bar", ""], rows.flatMap(tableRows));
	for (const { what, misses } of rows) {
		if (misses.length === 0) continue;
		console.log(`\n${what}: ${misses.length} missed`);
		for (const miss of misses) console.log(`  ${miss}`);
	}
}

function tableRows({ what, figures, absent }: ReadingRow): (string | number)[][] {
	if (absent !== undefined) return [[what, absent, "", "", "", ""]];
	return figures.map(({ name, value, bar, count }) => [
		...[what, name, count, value.toFixed(3)],
		...(bar === null ? ["", ""] : [bar.toFixed(3), value >= bar ? "met" : "missed"]),
	]);
}
