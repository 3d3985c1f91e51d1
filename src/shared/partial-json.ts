/**
 * Reads JSON that is still being written: strings, arrays and objects that are open are closed. Linear in its length.
 * @returns undefined when not even the beginning can be read
 */
export function readPartialJson(text: string): unknown {
	const start = text.indexOf("{");
	if (start === -1) return undefined;
	const open: string[] = [];
	let isInString = false;
	/** Where the text can be cut and closed: after a complete value. */
	let safe: { end: number; close: string } | null = null;
	const closing = (): string => open.toReversed().join("");
	let at = start;
	for (; at < text.length; at++) {
		const sign = text[at];
		if (isInString) {
			if (sign === "\\") at++;
			else if (sign === '"') isInString = false;
			continue;
		}
		if (sign === '"') isInString = true;
		else if (sign === "{" || sign === "[") open.push(sign === "{" ? "}" : "]");
		else if (sign === "}" || sign === "]") {
			if (open.pop() !== sign) return undefined;
			if (open.length === 0) return parse(text.slice(start, at + 1));
			safe = { end: at + 1, close: closing() };
		} else if (sign === ",") safe = { end: at, close: closing() };
	}
	// A string that is being written may be a value; a key, or half an escape, is not.
	const written = isInString ? parse(`${text.slice(start)}"${closing()}`) : parse(text.slice(start) + closing());
	return written ?? (safe === null ? undefined : parse(text.slice(start, safe.end) + safe.close));
}

function parse(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
