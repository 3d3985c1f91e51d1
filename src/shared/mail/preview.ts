import { isAttribution } from "./attribution.ts";

const MAX_LENGTH = 200;
/** Characters of text examined: a preview comes from the top. */
const MAX_INPUT = 6_000;

/**
 * The start of a message for lists: without quotes, signature, rules, invisible filler or runs of spaces.
 * Falls back to the quoted text if a message has nothing else.
 * @param text the message's plain text
 * @returns at most 200 characters, one line
 */
export function previewOf(text: string): string {
	const lines = text.slice(0, MAX_INPUT).split("\n");
	let out = "";
	let all = "";
	for (let i = 0; i < lines.length && out.length < MAX_LENGTH; i++) {
		const line = normalizeLine(lines[i] ?? "");
		if (line === "") continue;
		if (all.length < MAX_LENGTH) all += `${all === "" ? "" : " "}${line.replace(/^(?:> ?)+/, "")}`;
		if (line === "--" || /^-{2,}\s*(original|forwarded) message/i.test(line)) break;
		if (line.startsWith(">") || !/[\p{L}\p{N}]/u.test(line)) continue;
		if (isAttribution(line) || isAttribution(`${line} ${normalizeLine(lines[i + 1] ?? "")}`)) {
			if (!isAttribution(line)) i++;
			continue;
		}
		const words = withoutAddresses(line);
		if (words !== "") out += `${out === "" ? "" : " "}${words}`;
	}
	return cut(out === "" ? all : out);
}

/** Removes web addresses; a line of only a label and its address ("Unsubscribe: …") is dropped whole. */
function withoutAddresses(line: string): string {
	if (!/https?:\/\//i.test(line)) return line;
	const words = line
		.replace(/[<([]{0,3}\s?\bhttps?:\/\/[^\s<>)\]]+\s?[>)\]]*/gi, " ")
		.replace(/\s+/g, " ")
		.trim();
	return (words.match(/[\p{L}\p{N}]+/gu)?.length ?? 0) > 3 ? words : "";
}

/** Collapses whitespace of every kind and removes the invisible filler of newsletters. */
function normalizeLine(line: string): string {
	return line
		.replace(/\u034f|[\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]/g, "")
		.replace(/\s+/g, " ")
		.replace(/[-=_*~#]{4,}/g, " ")
		.trim();
}

/** Cuts at a word boundary if one is near; never inside a surrogate pair. */
function cut(text: string): string {
	if (text.length <= MAX_LENGTH) return text.trim();
	const space = text.lastIndexOf(" ", MAX_LENGTH);
	const end = space > MAX_LENGTH - 30 ? space : MAX_LENGTH;
	return text
		.slice(0, end)
		.replace(/[\ud800-\udbff]$/, "")
		.trim();
}
