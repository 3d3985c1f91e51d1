/**
 * Entries of a text: separated by lines, commas or semicolons outside of quotation marks. Only those with an @ are kept,
 * without quotation marks around them.
 */
export function readEntries(text: string): string[] {
	const pieces = text.match(/(?:"(?:[^"\\\n]|\\.)*"|[^,;\n"]|"(?![^\n]*"))+/g) ?? [];
	return pieces
		.map((piece) =>
			piece
				.trim()
				.replace(/^"([^"]*)"$/, "$1")
				.replace(/^'([^']*)'$/, "$1")
				.trim(),
		)
		.filter((piece) => piece.includes("@"));
}
