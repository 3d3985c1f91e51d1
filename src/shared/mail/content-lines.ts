/** A line of a vCard or calendar. */
export interface ContentLine {
	/** In upper case, without its group. */
	name: string;
	/** In lower case; empty: none. Lines of one group belong together (RFC 6350 §3.3). */
	group: string;
	/** By upper-case name; several values are joined with commas. */
	params: ReadonlyMap<string, string>;
	/** As written: still escaped. */
	value: string;
	/** The whole line as written, unfolded. */
	raw: string;
}

/** Characters read of a line: those with pictures are longer. */
const MAX_LINE = 10_000;
/** Characters of a line's beginning that its limit depends on. */
const MAX_START = 100;

/**
 * The content lines of a vCard (RFC 6350 §3.2) or a calendar (RFC 5545 §3.1), unfolded; very long ones are cut.
 * @param lengthOf characters read of a line that starts like this
 */
export function* contentLines(text: string, lengthOf = (_start: string) => MAX_LINE): Generator<ContentLine> {
	const lines = text.split(/\r\n|\r|\n/);
	let pending = "";
	let maxLine = MAX_LINE;
	for (const line of lines) {
		if (/^[ \t]/.test(line)) {
			if (pending.length < maxLine) pending += line.slice(1);
			continue;
		}
		const parsed = parseLine(pending.slice(0, maxLine));
		if (parsed !== null) yield parsed;
		pending = line;
		maxLine = lengthOf(line.slice(0, MAX_START));
	}
	const last = parseLine(pending.slice(0, maxLine));
	if (last !== null) yield last;
}

function parseLine(line: string): ContentLine | null {
	if (line === "") return null;
	const colon = valueStart(line);
	if (colon < 0) return null;
	const [head = "", ...given] = splitUnquoted(line.slice(0, colon));
	const params = new Map<string, string>();
	for (const param of given) {
		const at = param.indexOf("=");
		const name = (at < 0 ? "TYPE" : param.slice(0, at)).toUpperCase();
		const value = (at < 0 ? param : param.slice(at + 1)).replaceAll('"', "");
		params.set(name, params.has(name) ? `${params.get(name)},${value}` : value);
	}
	const dot = head.lastIndexOf(".");
	const [group, name] = [head.slice(0, Math.max(0, dot)).toLowerCase(), head.slice(dot + 1).toUpperCase()];
	return { name, group, params, value: line.slice(colon + 1), raw: line };
}

/** Splits at semicolons outside of quotation marks. */
function splitUnquoted(text: string): string[] {
	const found: string[] = [];
	let from = 0;
	let isQuoted = false;
	for (let i = 0; i < text.length; i++) {
		if (text[i] === '"') isQuoted = !isQuoted;
		else if (text[i] === ";" && !isQuoted) {
			found.push(text.slice(from, i));
			from = i + 1;
		}
	}
	return [...found, text.slice(from)];
}

/** Index of the colon before the value: the first outside of quotation marks. */
function valueStart(line: string): number {
	let isQuoted = false;
	for (let i = 0; i < line.length; i++) {
		if (line[i] === '"') isQuoted = !isQuoted;
		else if (line[i] === ":" && !isQuoted) return i;
	}
	return -1;
}

/** A text value (RFC 5545 §3.3.11) as people read it, with its line breaks. */
export function unescapeText(value: string): string {
	return value.replace(/\\([\\;,nN])/g, (_, sign: string) => (sign.toLowerCase() === "n" ? "\n" : sign));
}

/** A text value on one line. */
export function unescaped(value: string): string {
	return unescapeText(value).replace(/\s+/g, " ").trim();
}

/** The components of a structured value such as N and ADR. */
export function components(value: string): string[] {
	return value.split(/(?<!\\);/).map(unescaped);
}
