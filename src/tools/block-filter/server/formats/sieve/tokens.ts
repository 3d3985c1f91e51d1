import { BadFile } from "../file-rule.ts";

export type SieveToken = { line: number } & (
	| { type: "word" | "tag" | "string" | "comment"; text: string }
	| { type: "number"; value: number }
	| { type: "{" | "}" | "(" | ")" | "[" | "]" | "," | ";" }
);

const UNITS: Record<string, number> = { "": 1, k: 2 ** 10, m: 2 ** 20, g: 2 ** 30 };
/** Upper limit of tokens; a script with more was not written by a person. */
const MAX_TOKENS = 200_000;

/** Tokens of a Sieve script (RFC 5228 §8.1). @throws BadFile with the line number */
export function tokenize(text: string): SieveToken[] {
	const pattern =
		/(?<blank>[ \t\r\n]+)|(?<hash>#[^\n]*)|(?<long>\/\*[\s\S]*?\*\/)|(?<multi>text:[ \t]*(?:#[^\r\n]*)?\r?\n)|(?<quote>")|:(?<tag>[A-Za-z_]\w*)|(?<number>\d+)(?<unit>[KMGkmg]?)(?!\w)|(?<word>[A-Za-z_]\w*)|(?<mark>[{}()[\],;])/y;
	const dot = /^\.\r?$/gm;
	const tokens: SieveToken[] = [];
	let line = 1;
	let at = 0;
	while (at < text.length) {
		pattern.lastIndex = at;
		const groups = pattern.exec(text)?.groups;
		if (groups === undefined) throw new BadFile(`Couldn't read the Sieve script at line ${line}.`);
		const start = at;
		at = pattern.lastIndex;
		const { hash, long, multi, quote, tag, number, unit = "", word, mark } = groups;
		if (multi !== undefined) {
			dot.lastIndex = at;
			const end = dot.exec(text);
			if (end === null) throw new BadFile(`The text that begins at line ${line} does not end with a single dot.`);
			const lines = text.slice(at, end.index).split("\n");
			tokens.push({ type: "string", text: lines.map((one) => one.replace(/^\.\./, ".")).join("\n"), line });
			at = dot.lastIndex;
		} else if (hash !== undefined) tokens.push({ type: "comment", text: hash.slice(1).trim(), line });
		else if (long !== undefined) tokens.push({ type: "comment", text: long.slice(2, -2).trim(), line });
		else if (quote !== undefined) {
			const end = endOfString(text, at);
			if (end === null) throw new BadFile(`The string that begins at line ${line} is not closed.`);
			tokens.push({ type: "string", text: text.slice(at, end).replace(/\\([\s\S])/g, "$1"), line });
			at = end + 1;
		} else if (tag !== undefined) tokens.push({ type: "tag", text: tag, line });
		else if (number !== undefined)
			tokens.push({ type: "number", value: Number(number) * (UNITS[unit.toLowerCase()] ?? 1), line });
		else if (word !== undefined) tokens.push({ type: "word", text: word, line });
		else if (mark !== undefined) tokens.push({ type: mark as "{", line });
		if (tokens.length > MAX_TOKENS) throw new BadFile("The Sieve script is too long. Split it and try again.");
		for (let i = start; i < at; i++) if (text.charCodeAt(i) === 10) line++;
	}
	return tokens;
}

/** @returns the index of the closing quotation mark */
function endOfString(text: string, from: number): number | null {
	for (let at = from; at < text.length; at++) {
		if (text[at] === "\\") at++;
		else if (text[at] === '"') return at;
	}
	return null;
}
