import { ALPHABETS, FREQUENT, type Syllabary } from "./encoding-letters.ts";
import type { Encoding } from "./encodings.ts";

/** Bytes that tell UTF-16. */
const WIDE_SAMPLE = 1_000;
/** Bytes beyond ASCII that tell an encoding. */
const SAMPLE = 4_000;
/** Bytes before and after each. */
const AROUND = 3;
/** How much likelier than the Western encoding of Windows another one must be, as a natural logarithm. */
const MARGIN = 2;
/** A Mac's has letters where that one has signs. */
const MAC_MARGIN = 4;
/** What a letter of ASCII costs that another encoding has as the second byte of a letter. */
const ASCII_LETTER = Math.log(1 / 30);

/** UTF-16 by its byte order mark or, without one, by its zero bytes; null for other text. */
export function utf16Of(bytes: Uint8Array): "utf-16le" | "utf-16be" | null {
	if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
	if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
	const sample = bytes.subarray(0, WIDE_SAMPLE);
	let even = 0;
	let odd = 0;
	for (const [index, byte] of sample.entries())
		if (byte === 0) {
			if (index % 2 === 0) even++;
			else odd++;
		}
	const many = sample.length / 8;
	if (odd > many && even * 10 < odd) return "utf-16le";
	if (even > many && odd * 10 < even) return "utf-16be";
	return null;
}

/**
 * How a text file is written: by its byte order mark, as UTF-16, as valid UTF-8, else the likeliest by its letters.
 * @param bytes the file's beginning @param isWhole it is the whole file, which does not end within a letter
 */
export function encodingOf(bytes: Uint8Array, isWhole = false): Encoding {
	const wide = utf16Of(bytes);
	if (wide !== null) return wide;
	try {
		new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: !isWhole });
		return "utf-8";
	} catch {
		return legacyEncodingOf(bytes, isWhole);
	}
}

/** The likeliest encoding of text that is no UTF-8, by how frequent its letters are in each language. */
export function legacyEncodingOf(bytes: Uint8Array, isWhole = false): Encoding {
	const sample = sampleOf(bytes);
	const ascii = sample.reduce((count, byte) => (byte < 0x80 ? count + 1 : count), 0);
	const isComplete = isWhole && sample.length - ascii < SAMPLE;
	let best: { encoding: Encoding; score: number } = { encoding: "windows-1252", score: Number.NEGATIVE_INFINITY };
	for (const { encoding, likelihoods } of models()) {
		const text = decodeStrictly(sample, encoding, isComplete);
		if (text === null) continue;
		const letters = [...text];
		const second = ascii - letters.reduce((count, letter) => (letter < "\x80" ? count + 1 : count), 0);
		const scores = likelihoods.map((likelihood) => scoreOf(letters, likelihood));
		const score = Math.max(...scores) - second * ASCII_LETTER - marginOf(encoding);
		if (score > best.score) best = { encoding, score };
	}
	return best.encoding;
}

function marginOf(encoding: Encoding): number {
	return encoding === "windows-1252" ? 0 : encoding === "macintosh" ? MAC_MARGIN : MARGIN;
}

/** The first bytes beyond ASCII with those around them, which may belong to the same letter or word. */
function sampleOf(bytes: Uint8Array): Uint8Array {
	const found: number[] = [];
	let count = 0;
	let next = 0;
	for (let at = 0; at < bytes.length && count < SAMPLE; at++) {
		if ((bytes[at] as number) < 0x80) continue;
		count++;
		const end = Math.min(at + AROUND + 1, bytes.length);
		for (let near = Math.max(next, at - AROUND); near < end; near++) found.push(bytes[near] as number);
		next = end;
	}
	return new Uint8Array(found);
}

function decodeStrictly(bytes: Uint8Array, encoding: Encoding, isWhole: boolean): string | null {
	try {
		return new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: !isWhole });
	} catch {
		return null;
	}
}

/** Natural logarithm of the probability of a letter beyond ASCII. */
interface Likelihood {
	of: ReadonlyMap<string, number>;
	/** Of letters that are not in it. */
	other: number;
	/** Languages with few letters beyond ASCII seldom have two of them in a row. */
	isLatin: boolean;
}

interface Model {
	encoding: Encoding;
	/** One for each language. */
	likelihoods: Likelihood[];
}

/** After a letter that it does not follow in a word: an upper-case one after a lower-case one, another script. */
const MISPLACED = Math.log(0.02);
const IN_A_ROW = Math.log(0.3);
/** Upper-case letters are rarer, except in a word of them. */
const UPPER = Math.log(0.15);

function scoreOf(letters: readonly string[], { of, other, isLatin }: Likelihood): number {
	let score = 0;
	let before = "";
	for (const letter of letters) {
		if (letter > "\x7f") {
			score += of.get(letter) ?? other;
			const isUpper = letter !== letter.toLowerCase();
			if (isUpper ? /\p{Ll}/u.test(before) : !isLatin && /[a-z]/i.test(before)) score += MISPLACED;
			else if (isLatin && before > "\x7f") score += IN_A_ROW;
			else if (isUpper && /\p{Lu}/u.test(before)) score -= UPPER;
		} else if (/[A-Z]/.test(letter) && before > "\x7f" && /\p{Ll}/u.test(before)) score += MISPLACED;
		before = letter;
	}
	return score;
}

/** Signs around words, in each of the languages. */
const SIGNS = "’“”„‘–—•…€°«»§©®\u00a0№´·¡¿ºª";
const SIGN = Math.log(0.005);
const FEWER_SIGNS = "£¥½¼²³×±";
const FEWER = Math.log(0.001);
const RARE = Math.log(0.0001);

function alphabetLikelihood(letters: string): Likelihood {
	const of = new Map([...SIGNS].map((sign) => [sign, SIGN]));
	for (const sign of FEWER_SIGNS) of.set(sign, FEWER);
	const weights = [...letters].map((_, rank) => 1 / (rank + 4));
	const total = weights.reduce((sum, weight) => sum + weight, 0) * 1.2;
	for (const [rank, letter] of [...letters].entries()) {
		const share = (weights[rank] ?? 0) / total;
		of.set(letter.toUpperCase(), Math.log(share) + UPPER);
		of.set(letter, Math.log(share));
	}
	return { of, other: RARE, isLatin: /\p{sc=Latn}/u.test(letters) };
}

function syllableLikelihood({ encoding, frequent, rows }: Syllabary): Likelihood {
	const of = new Map<string, number>();
	for (const row of rows) {
		const usual = [...lettersOf(encoding, row)];
		for (const letter of usual) of.set(letter, Math.log(0.45 / rows.length / usual.length));
	}
	for (const letter of frequent) of.set(letter, Math.log(0.5 / frequent.length));
	// One of some ten thousand.
	return { of, other: Math.log(0.05 / 20_000), isLatin: false };
}

function lettersOf(encoding: Encoding, [first, last, from, to]: Syllabary["rows"][number]): string {
	const bytes: number[] = [];
	for (let lead = first; lead <= last; lead++) for (let trail = from; trail <= to; trail++) bytes.push(lead, trail);
	return new TextDecoder(encoding).decode(new Uint8Array(bytes)).replaceAll("\ufffd", "");
}

let known: readonly Model[] | null = null;

function models(): readonly Model[] {
	if (known !== null) return known;
	const byEncoding = new Map<Encoding, Likelihood[]>([["windows-1252", []]]);
	const add = (encoding: Encoding, likelihood: Likelihood) =>
		byEncoding.set(encoding, [...(byEncoding.get(encoding) ?? []), likelihood]);
	for (const { encodings, letters } of ALPHABETS)
		for (const encoding of encodings) add(encoding, alphabetLikelihood(letters));
	for (const syllabary of FREQUENT) add(syllabary.encoding, syllableLikelihood(syllabary));
	known = [...byEncoding].map(([encoding, likelihoods]) => ({ encoding, likelihoods }));
	return known;
}
