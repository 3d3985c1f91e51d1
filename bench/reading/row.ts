/** One row of the table of `npm run bench reading`. */
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
	bar: number;
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
