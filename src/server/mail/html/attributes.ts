import { decodeHTMLAttribute } from "entities";

const NO_ATTRIBUTES: ReadonlyMap<string, string> = new Map();

/**
 * Attributes by name in lower case, with decoded values: of each the first, as in browsers.
 * @param written a tag without its name and brackets
 */
export function attributesOf(written: string): ReadonlyMap<string, string> {
	let found: Map<string, string> | null = null;
	const { length } = written;
	let at = 0;
	while (true) {
		while (at < length && (isBlank(written.charCodeAt(at)) || written.charCodeAt(at) === 47)) at++;
		if (at >= length) return found ?? NO_ATTRIBUTES;
		const start = at++;
		while (at < length && !endsName(written.charCodeAt(at))) at++;
		const name = written.slice(start, at).toLowerCase();
		let value = "";
		const equals = afterBlanks(written, at);
		if (written.charCodeAt(equals) === 61) {
			at = afterBlanks(written, equals + 1);
			const quote = written.charCodeAt(at);
			const end = quote === 34 || quote === 39 ? written.indexOf(quote === 34 ? '"' : "'", at + 1) : -1;
			if (end >= 0) {
				value = written.slice(at + 1, end);
				at = end + 1;
			} else {
				const from = at;
				while (at < length && !isBlank(written.charCodeAt(at))) at++;
				value = written.slice(from, at);
			}
		}
		found ??= new Map();
		if (!found.has(name)) found.set(name, value.includes("&") ? decodeHTMLAttribute(value) : value);
	}
}

function afterBlanks(text: string, from: number): number {
	let at = from;
	while (isBlank(text.charCodeAt(at))) at++;
	return at;
}

function isBlank(code: number): boolean {
	return code === 32 || (code >= 9 && code <= 13);
}

/** Blanks, `/` and `=`. */
function endsName(code: number): boolean {
	return isBlank(code) || code === 47 || code === 61;
}
