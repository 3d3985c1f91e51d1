import type { ParsedMessage } from "../mail/message.ts";
import { memoize } from "../memoize.ts";
import { isSymbol, suffixEnd, symbolAt } from "./symbols.ts";

/** Maximum lexeme length in characters; longer words are truncated, in messages and in queries alike. */
export const MAX_TOKEN_LENGTH = 64;
/** Maximum distinct lexemes stored per message. */
export const MAX_LEXEMES = 3_000;

/** A field prefix: `f:` from, `t:` to/cc/bcc, `s:` subject, `a:` attachment names. */
export type TokenField = "f" | "t" | "s" | "a";

const SEPARATOR = 0;
const WORD = 1;
/** Scripts written without spaces: indexed as pairs of characters. */
const PAIRED = 2;
/** `.`, `@`, `-`, `_`, `+`: may join words into an address, host or file name. */
const JOINER = 3;
const PAIR_OR_SURROGATE = 4;
/** A separate token, see `symbols.ts`. */
const SYMBOL = 5;
const PLUS = 43;

const ASCII_CLASS = new Uint8Array(128);
for (let code = 0; code < 128; code++) {
	const c = String.fromCharCode(code);
	const joins = ".@-_+".includes(c);
	ASCII_CLASS[code] = /[0-9a-z]/.test(c) ? WORD : joins ? JOINER : isSymbol(c) ? SYMBOL : SEPARATOR;
}

/** Letters that decomposition does not change and users type without their marks. */
const FOLDED: Record<string, string> = {
	ß: "ss",
	æ: "ae",
	œ: "oe",
	ø: "o",
	ł: "l",
	đ: "d",
	ð: "d",
	þ: "th",
	ı: "i",
	ħ: "h",
	ŧ: "t",
	ŋ: "n",
	ς: "σ",
	ĸ: "k",
};
const FOLDABLE = new RegExp(`[${Object.keys(FOLDED).join("")}]+`, "g");
/** Latin, Greek, Cyrillic, Hebrew and Arabic marks. Not those of Kana and Indic scripts, which form other letters. */
const MARKS = new RegExp(
	[
		"[\\u0300-\\u036f\\u1ab0-\\u1aff\\u1dc0-\\u1dff\\u20d0-\\u20ff\\ufe20-\\ufe2f]",
		"[\\u0483-\\u0487]",
		"[\\u0591-\\u05bd\\u05bf\\u05c1\\u05c2\\u05c4\\u05c5\\u05c7]",
		"[\\u0610-\\u061a\\u064b-\\u065f\\u0670\\u06d6-\\u06dc\\u06df-\\u06e4\\u06e7\\u06e8\\u06ea-\\u06ed]",
	].join("|"),
	"g",
);
const INVISIBLE = /\u034f|[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]|[\ufe00-\ufe0f]/g;
const PAIRED_SCRIPT =
	/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u30fc]/u;
const WORD_CHARACTER = /[\p{L}\p{N}\p{M}]/u;

/** Cached class of every code unit from 128: 0 is unknown, else class + 1. */
const classes = new Uint8Array(65_536);

function classOf(code: number): number {
	if (code < 128) return ASCII_CLASS[code] as number;
	const known = classes[code] as number;
	if (known !== 0) return known - 1;
	const c = String.fromCharCode(code);
	let found = SEPARATOR;
	if (code >= 0xd800 && code <= 0xdfff) found = PAIR_OR_SURROGATE;
	else if (WORD_CHARACTER.test(c)) found = PAIRED_SCRIPT.test(c) ? PAIRED : WORD;
	else if (isSymbol(c)) found = SYMBOL;
	classes[code] = found + 1;
	return found;
}

/**
 * Maximum marks kept per letter, as in the Stream-Safe Text Format (Unicode Standard Annex #15 §13).
 * Normalization sorts them, in time quadratic in their number.
 */
const EXCESS_MARKS = /(\p{M}{30})\p{M}+/gu;

/** UTF-16 units of the letter, digit or mark at an index of folded text; 0: another character is there. */
export function wordLengthAt(text: string, at: number): number {
	const kind = classOf(text.charCodeAt(at));
	if (kind === WORD || kind === PAIRED) return 1;
	if (kind !== PAIR_OR_SURROGATE) return 0;
	const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
	return character.length === 2 && WORD_CHARACTER.test(character) ? 2 : 0;
}

/** Characters outside ASCII, with the one before them, which marks may combine with. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: detects ASCII
const OUTSIDE_ASCII = /[\x00-\x7f]?[^\x00-\x7f]+/g;

/** Folds all spellings to one form: compatibility forms, case and diacritics removed. */
export function foldText(text: string): string {
	// Most text is ASCII, for which lower case is all: only the rest is normalized.
	return text.toLowerCase().replace(OUTSIDE_ASCII, normalized);
}

/** Short pieces, of which a language has few: a letter with a mark, and the one before it. */
const MAX_PIECE_LENGTH = 4;
const normalizePiece = memoize(10_000, (piece) => normalize(piece));

function normalized(text: string): string {
	return text.length > MAX_PIECE_LENGTH ? normalize(text) : normalizePiece(text);
}

function foldLetters(run: string): string {
	let folded = "";
	for (const letter of run) folded += FOLDED[letter] ?? letter;
	return folded;
}

function normalize(text: string): string {
	return text
		.replace(EXCESS_MARKS, "$1")
		.normalize("NFKD")
		.toLowerCase()
		.replace(MARKS, "")
		.replace(INVISIBLE, "")
		.replace(FOLDABLE, foldLetters)
		.normalize("NFC");
}

/**
 * Adds the tokens of a text to a set until it holds `limit`. Words are runs of letters and digits; scripts without
 * spaces give pairs of characters; addresses, hosts and dotted names are indexed whole and in parts.
 * @param withSymbols also symbols and emoji, and words with their suffix such as `c++`
 */
export function addTokens(text: string, into: Set<string>, limit: number, prefix = "", withSymbols = true): void {
	const folded = foldText(text);
	const length = folded.length;
	let at = 0;
	while (at < length && into.size < limit) {
		const kind = classOf(folded.charCodeAt(at));
		if (kind === SEPARATOR || kind === JOINER) {
			if (withSymbols && folded.charCodeAt(at) === PLUS) into.add(`${prefix}+`);
			at++;
		} else if (kind === SYMBOL) {
			if (withSymbols) into.add(prefix + folded.charAt(at));
			at++;
		} else if (kind === WORD) {
			at = addWord(folded, at, into, prefix, withSymbols);
		} else if (kind === PAIRED) {
			at = addPairs(folded, at, into, prefix);
		} else {
			at = addSurrogate(folded, at, into, prefix, withSymbols);
		}
	}
}

/** Reads a word and what single joiners attach to it. @returns the index to continue at */
function addWord(text: string, from: number, into: Set<string>, prefix: string, withSuffix: boolean): number {
	const length = text.length;
	let wordStart = from;
	let at = from + 1;
	let isCompound = false;
	let lastAt = -1;
	const dots: number[] = [];
	for (;;) {
		while (at < length && classOf(text.charCodeAt(at)) === WORD) at++;
		into.add(prefix + text.slice(wordStart, at - wordStart > MAX_TOKEN_LENGTH ? wordStart + MAX_TOKEN_LENGTH : at));
		if (at + 1 >= length) break;
		const joiner = text.charCodeAt(at);
		if (joiner >= 128 || ASCII_CLASS[joiner] !== JOINER || classOf(text.charCodeAt(at + 1)) !== WORD) break;
		if (joiner === 46) {
			isCompound = true;
			dots.push(at);
		} else if (joiner === 64) {
			isCompound = true;
			lastAt = at;
		}
		wordStart = at + 1;
		at += 2;
	}
	if (isCompound) addCompound(text, from, at, lastAt, dots, into, prefix);
	if (!withSuffix) return at;
	const end = suffixEnd(text, at);
	if (end > at && end - wordStart <= MAX_TOKEN_LENGTH) into.add(prefix + text.slice(wordStart, end));
	return end;
}

/** `ann.lee@mail.example.org`: the whole, `mail.example.org` and `example.org`. */
function addCompound(
	text: string,
	from: number,
	to: number,
	at: number,
	dots: number[],
	into: Set<string>,
	prefix: string,
): void {
	if (to - from <= MAX_TOKEN_LENGTH) into.add(prefix + text.slice(from, to));
	if (at >= 0 && to - at - 1 <= MAX_TOKEN_LENGTH) into.add(prefix + text.slice(at + 1, to));
	// Parent domains, except the TLD: a query for the domain finds its hosts.
	const hostDots = dots.filter((dot) => dot > at);
	for (let i = Math.max(0, hostDots.length - 4); i < hostDots.length - 1; i++) {
		const start = (hostDots[i] as number) + 1;
		if (to - start <= MAX_TOKEN_LENGTH) into.add(prefix + text.slice(start, to));
	}
}

function addPairs(text: string, from: number, into: Set<string>, prefix: string): number {
	let at = from + 1;
	while (at < text.length && classOf(text.charCodeAt(at)) === PAIRED) at++;
	if (at - from === 1) into.add(prefix + text[from]);
	for (let i = from; i + 1 < at; i++) into.add(prefix + text.slice(i, i + 2));
	return at;
}

/** Characters outside the basic multilingual plane: rare ideographs, letters and emoji are tokens of their own. */
function addSurrogate(text: string, from: number, into: Set<string>, prefix: string, withSymbols: boolean): number {
	const c = String.fromCodePoint(text.codePointAt(from) ?? 0);
	if (c.length === 2 && WORD_CHARACTER.test(c)) into.add(prefix + c);
	const symbol = withSymbols && c.length === 2 ? symbolAt(text, from) : null;
	if (symbol === null) return from + c.length;
	into.add(prefix + symbol);
	return from + symbol.length;
}

/** The fields of a message that `lexemesOf` reads. */
export type SearchableMessage = Pick<ParsedMessage, "subject" | "from" | "to" | "cc" | "bcc" | "text"> & {
	attachments: readonly { filename: string }[];
	replyTo?: ParsedMessage["replyTo"];
};

/**
 * All distinct lexemes of a message for the search index: unprefixed ones for everything, and prefixed ones by
 * field. Fields come first, so that a very long text cannot crowd them out.
 * @param moreText words that should find the message but are not stored with it, such as those of attached messages
 */
export function lexemesOf(message: SearchableMessage, moreText = ""): string[] {
	const found = new Set<string>();
	const field = (text: string, prefix: string) => {
		if (text === "") return;
		addTokens(text, found, MAX_LEXEMES, `${prefix}:`);
		addTokens(text, found, MAX_LEXEMES);
	};
	field(message.subject, "s");
	field(`${message.from.name} ${message.from.email}`, "f");
	for (const list of [message.to, message.cc, message.bcc]) {
		for (const address of list) {
			// Addresses alone could exhaust the limit of a message sent to thousands.
			if (found.size > MAX_LEXEMES - 1_000) break;
			field(`${address.name} ${address.email}`, "t");
		}
	}
	for (const attachment of message.attachments) {
		if (found.size > MAX_LEXEMES - 500) break;
		field(attachment.filename, "a");
	}
	addTokens(message.text, found, MAX_LEXEMES);
	addTokens(moreText, found, MAX_LEXEMES);
	if (found.size > MAX_LEXEMES) return [...found].slice(0, MAX_LEXEMES);
	return [...found];
}

/** Bytes of a message's lexemes, of which PostgreSQL stores a megabyte. */
const MAX_LEXEME_BYTES = 900_000;

/**
 * Adds all recipients, of whom `lexemesOf` includes the first, as long as there is room: their addresses, then their names.
 * @param found lexemes of the message, which are extended
 * @returns how many of the recipients can be found by address
 */
export function addRecipients(found: Set<string>, recipients: readonly { name: string; email: string }[]): number {
	let room = MAX_LEXEME_BYTES;
	for (const lexeme of found) room -= maxBytes(lexeme);
	const addAll = (texts: readonly string[]): number => {
		for (const [count, text] of texts.entries()) {
			const tokens = new Set<string>();
			addTokens(text, tokens, MAX_LEXEMES, "t:");
			addTokens(text, tokens, MAX_LEXEMES);
			const added = [...tokens].filter((token) => !found.has(token));
			room -= added.reduce((sum, token) => sum + maxBytes(token), 0);
			if (room < 0) return count;
			for (const token of added) found.add(token);
		}
		return texts.length;
	};
	const count = addAll(recipients.map(({ email }) => email));
	if (count === recipients.length) addAll(recipients.map(({ name }) => name));
	return count;
}

/** Lexemes that the text of a message's attachments adds. */
const MAX_MORE_LEXEMES = 5_000;

/** Adds the lexemes of more text that a message has, such as that of its attachments, as long as there is room. */
export function addMoreText(found: Set<string>, text: string): void {
	let room = MAX_LEXEME_BYTES;
	for (const lexeme of found) room -= maxBytes(lexeme);
	const tokens = new Set<string>();
	addTokens(text, tokens, MAX_MORE_LEXEMES);
	for (const token of tokens) {
		if (found.has(token)) continue;
		room -= maxBytes(token);
		if (room < 0) return;
		found.add(token);
	}
}

/** At most this many bytes in UTF-8. */
function maxBytes(text: string): number {
	// biome-ignore lint/suspicious/noControlCharactersInRegex: detects ASCII
	return /^[\x00-\x7f]*$/.test(text) ? text.length : text.length * 3;
}

/**
 * The lexemes that a message must contain to match what a user typed; empty if there is nothing to search for.
 * @param field restricts the search to this field
 */
export function queryTokens(text: string, field?: TokenField): string[] {
	const found = new Set<string>();
	addTokens(text, found, 200, field ? `${field}:` : "");
	return [...found];
}
