/**
 * Entries of a text: separated by lines, commas or semicolons outside of quotation marks. Only those with an @ are kept,
 * without quotation marks around them. Reads each character once: people paste whole files.
 */
export function readEntries(text: string): string[] {
	return allPieces(text).filter((piece) => piece.includes("@"));
}

/** The other entries, which are left out: those without an @. */
export function readLeftOut(text: string): string[] {
	return allPieces(text).filter((piece) => piece !== "" && !piece.includes("@"));
}

function allPieces(text: string): string[] {
	return text.split("\n").flatMap(piecesOf).map(unquoted);
}

/** The pieces of a line. A quotation mark that nothing closes belongs to the text. */
function piecesOf(line: string): string[] {
	const pieces: string[] = [];
	const lastMark = line.lastIndexOf('"');
	let start = 0;
	let isQuoted = false;
	for (let at = 0; at < line.length; at++) {
		const sign = line[at];
		if (sign === '"') isQuoted = !isQuoted && at < lastMark;
		else if (sign === "\\" && isQuoted && at + 1 < lastMark) at++;
		else if (!isQuoted && (sign === "," || sign === ";")) {
			pieces.push(line.slice(start, at));
			start = at + 1;
		}
	}
	return [...pieces, line.slice(start)];
}

function unquoted(piece: string): string {
	const text = piece.trim();
	const mark = text[0];
	const isQuoted = (mark === '"' || mark === "'") && text.length > 1 && text.indexOf(mark, 1) === text.length - 1;
	return isQuoted ? text.slice(1, -1).trim() : text;
}
