/** Writing the lines of vCards (RFC 6350 §3.2) and calendars (RFC 5545 §3.1). */

/** A text value: backslash, comma, semicolon and line break are escaped; other control characters become blanks. */
export function escapeText(text: string): string {
	return text
		.replace(/[\\;,]/g, "\\$&")
		.replace(/\r\n|\r|\n/g, "\\n")
		.replace(/\p{Cc}/gu, " ");
}

/** A parameter's value (§3.2): quoted, without what cannot be quoted. */
export function quoteParam(text: string): string {
	return `"${text.replace(/["\p{Cc}]/gu, "")}"`;
}

const encoder = new TextEncoder();

/** Lines of at most 75 octets with CRLF (§3.1); no character is split. */
export function foldLines(lines: readonly string[]): string {
	return lines.map((line) => `${foldLine(line)}\r\n`).join("");
}

function foldLine(line: string): string {
	let folded = "";
	let octets = 0;
	for (const character of line) {
		const size = encoder.encode(character).length;
		if (octets + size > 75) {
			folded += "\r\n ";
			octets = 1;
		}
		folded += character;
		octets += size;
	}
	return folded;
}
