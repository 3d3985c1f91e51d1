/** The first line of a table that tells Excel what separates its values: `sep=;`. */
export interface SeparatorLine {
	/** Undefined: one that is not read. */
	delimiter: "," | ";" | "\t" | "|" | undefined;
	/** With its line break. */
	length: number;
}

/** Reads the first line of a table that names its separator; null where it is a row. */
export function separatorLine(text: string): SeparatorLine | null {
	const found = /^"?sep=(.)"?[,;\t|]*(?:\r\n|\n|\r(?!$))/i.exec(text);
	if (found === null) return null;
	const delimiter = ([",", ";", "\t", "|"] as const).find((sign) => sign === found[1]);
	return { delimiter, length: found[0].length };
}
