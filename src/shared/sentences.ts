import { monthNumbers } from "./month-numbers.ts";

/** A sentence and where it is in its text. */
export interface Sentence {
	text: string;
	start: number;
	end: number;
}

/** Words whose dot ends no sentence. */
const ABBREVIATION = /(?:^|[\s(])(?:mr|mrs|ms|dr|prof|sen|rep|gov|gen|st|no|e\.g|i\.e|z\.b|bzw|ca|vs|approx)\.$/i;

/** "U.S. Forces", "James C. Miller". */
const INITIAL = /(?:^|[\s(.])[A-Z]\.$/;

/** "By Aug. 3", "5 p.m. on Friday", "10 a.m. PDT". */
const MONTH = /(?:^|[\s(])(?:jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\.$/i;
const HALF_DAY = /(?:^|[\s\d])[ap]\.m\.$/i;
const AFTER_HOUR =
	/^\s+(?:\p{Ll}|[PMCE][DS]?T\b|UTC|GMT|Pacific|Mountain|Central|Eastern|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|\()/u;

/** "30." of "30. April", and "3." of "am 3. und 4. Mai". */
const ORDINAL = /(?<!\d)\d{1,2}\.$/;

const COMPANY = /\b(?:inc|ltd|co|corp|bros)\.$/i;

/** Splits a text at line ends, and at dots, question and exclamation marks before a space. Linear in its length. */
export function sentencesOf(text: string): Sentence[] {
	const found: Sentence[] = [];
	let start = 0;
	const push = (end: number): void => {
		const raw = text.slice(start, end);
		const trimmed = raw.trim();
		const from = start + (raw.length - raw.trimStart().length);
		if (trimmed !== "") found.push({ text: trimmed, start: from, end: from + trimmed.length });
		start = end;
	};
	for (let at = 0; at < text.length; at++) {
		const sign = text[at] as string;
		if (sign === "\n") push(at + 1);
		else if (".!?。！？…".includes(sign) && isEnd(text, at, start)) push(at + 1);
	}
	push(text.length);
	return found;
}

function isEnd(text: string, at: number, start: number): boolean {
	const next = text[at + 1];
	if ("。！？".includes(text[at] as string)) return true;
	if (next !== undefined && !/\s/.test(next)) return false;
	// "Orchard Ltd. is": the sentence continues.
	if (COMPANY.test(text.slice(Math.max(start, at - 12), at + 1)) && /^\s+\p{Ll}/u.test(text.slice(at + 1, at + 4)))
		return false;
	if (ORDINAL.test(text.slice(Math.max(start, at - 3), at + 1))) {
		const [, word = ""] = /^ (\p{L}{3,12})/u.exec(text.slice(at + 1, at + 14)) ?? [];
		if (monthNumbers.has(word.toLowerCase()) || /^\p{Ll}/u.test(word)) return false;
	}
	if (text[at] !== ".") return true;
	const before = text.slice(Math.max(start, at - 12), at + 1);
	if (ABBREVIATION.test(before) || isInitial(text, at, start)) return false;
	const after = text.slice(at + 1, at + 14);
	return !(MONTH.test(before) && /^\s+\d/.test(after)) && !(HALF_DAY.test(before) && AFTER_HOUR.test(after));
}

/** Whether the sentence goes on after a letter with a dot. */
function isInitial(text: string, at: number, start: number): boolean {
	return INITIAL.test(text.slice(Math.max(start, at - 3), at + 1)) && /^ \p{L}/u.test(text.slice(at + 1, at + 3));
}
