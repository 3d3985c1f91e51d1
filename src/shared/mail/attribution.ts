import { trimEndOf, trimStartOf } from "../trim.ts";
import { MONTH_WORDS, STARTER_WORDS, WEEKDAY_WORDS, WROTE_WORDS } from "./attribution-words.ts";
import { startsLikeAnswer } from "./signature.ts";

/** Recognizes the lines that introduce a quote: `On …, Ann <a@example.org> wrote:`. */

/** A line or lines of this many characters at most. */
const MAX_LENGTH = 500;
const MIN_LENGTH = 6;
/** Mail programs wrap them. */
const MAX_LINES = 6;
/** Maximum characters of a name and address between the verb and the colon. */
const MAX_AFTER_VERB = 160;

const words = (list: string): string => `(?<![\\p{L}\\p{M}])(?:${list})(?![\\p{L}\\p{M}])`;
const VERB = new RegExp(words(WROTE_WORDS.spaced), "giu");
/** Languages that write without spaces. */
const JOINED_VERB = new RegExp(`(?:${WROTE_WORDS.joined})`, "u");
/** `On`, `Am`, `Le` …, */
const STARTER = new RegExp(`^(?:${STARTER_WORDS})(?![\\p{L}\\p{M}])`, "iu");
/** and weekdays, which are common words unless a day follows. */
const WEEKDAY = new RegExp(`^(?:${WEEKDAY_WORDS})\\.?,?\\s{1,3}(?:den\\s|le\\s)?\\d`, "iu");
const MARK_FIRST = /^["'<*[«„“(]/u;
const DATE_FIRST = /^(?:\d{4}[-/.年]\s?\d{1,2}[-/.月]\s?\d{1,2}|\d{1,2}[-/.]\s?\d{1,2}[-/.]\s?\d{2,4}|20\d\d년)/u;
const DAY_FIRST = new RegExp(`^\\d{1,2}\\.?\\s{1,3}(?:${MONTH_WORDS})`, "iu");
const ADDRESS = /[^\s<>@:"(]@[^\s<>@]{1,100}\.[\p{L}\d]/u;
const TIME = /(?<!\d)\d{1,2}[:.h]\d{2}(?!\d)|\d{1,2}\s?(?:Uhr|時|点|點|시|ч\.)|(?:上午|下午|午前|午後|오전|오후)\s?\d/u;
const NUMERIC_DATE = /\d{1,4}[-/.]\s?\d{1,2}[-/.]\s?\d{1,4}|\d{1,4}\s?[年년]\s?\d{1,2}\s?[月월]/u;
const MONTH_AND_DAY = new RegExp(
	`(?<!\\d)\\d{1,2}(?:st|nd|rd|th|er|º|\\.|,)?\\s{1,3}(?:de\\s|d')?(?:${MONTH_WORDS})|(?<!\\p{L})(?:${MONTH_WORDS})\\.?\\s{1,3}\\d{1,2}(?!\\d)`,
	"iu",
);
/** A year of the Gregorian or the Thai calendar. */
const YEAR = /(?<!\d)(?:19|20|25)\d\d(?!\d)/;
const BRACKETED_ADDRESS = /[<(]\s?(?:mailto:)?[^\s<>@()]{1,100}@[^\s<>@()]{1,150}[>)]/iu;
/** Who quotes their own words writes a sentence: it ends nothing. */
const FIRST_PERSON =
	/(?<![\p{L}\p{M}])(?:i|we|ich|wir|je|j'ai|nous|yo|io|noi|ik|wij|jag|jeg|vi|я|мы|eu|ben|minä)(?:[ '’](?:have|had|just|already|then|once|also|habe|haben))?$/iu;
/** Lower-case words that may follow the verb: `on`, `at`, `den`, `um`, a month. More are a sentence. */
const MAX_WORDS_AFTER_VERB = 5;
/** Maximum words around the date and the address of an attribution whose language is not known. */
const MAX_UNKNOWN_WORDS = 16;
/** Left-to-right and right-to-left marks, with which attributions are set in Hebrew, Arabic and others. */
const DIRECTION_MARKS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
const TIME_WITHIN = 80;
/** What may begin an attribution behind other words on its line, with a date near it. */
const INNER_START = new RegExp(
	`(?<=\\s)(?:${STARTER_WORDS}|${WEEKDAY_WORDS}|\\d{4}[-/.年]\\d|----? ?On)(?![\\p{L}\\p{M}])`,
	"giu",
);
const INNER_DATE = new RegExp(`${NUMERIC_DATE.source}|${MONTH_AND_DAY.source}|${YEAR.source}`, "iu");
/** A sentence that ends within a line. */
const INNER_SENTENCE = /\p{Ll}{3}[.!?]\s{1,9}\p{Lu}\p{Ll}{0,40}\s{1,9}\p{Ll}/u;
const INNER_DATE_WITHIN = 45;
const MAX_INNER_STARTS = 12;
const MIN_INNER_LENGTH = 20;
const NAME_PARTICLE = /^(?:van|von|der|den|de|del|della|di|da|dos|la|le|bin|ibn|al|el|ter|ten|zu|y|e)$/;
/** Words that end a label of a header block, not an attribution. */
const LABEL = /^\p{L}[\p{L} ]{0,20}[:：]\s/u;
/** How a person or a program marks that it left something of the quote out. */
const ELLIPSIS = /^\s*(?:>\s?)?[[(<]{1,2}\s?(?:\.{2,5}|…|snip(?:ped)?|cut|trimmed|gekürzt|schnipp)\s?[\])>]{1,2}\s*$/iu;

/** How sure it is that a line introduces a quote. */
export type AttributionKind = "sure" | "with-marks";

/**
 * Whether a line (or lines joined with spaces) introduces a quote. `with-marks`: only if marked lines follow.
 * @returns null if it does not
 */
export function attributionKind(line: string): AttributionKind | null {
	const written = plain(line).trim();
	if (written.length < MIN_LENGTH || written.length > MAX_LENGTH) return null;
	const text = bare(written);
	const hasColon = /[:：]$/u.test(text);
	const words = hasColon ? text.slice(0, -1).trimEnd() : text;
	if (isDateAndAddress(words, hasColon)) return "sure";
	const verb = verbAt(words);
	if (verb === null) {
		if (hasColon && isOnSent(words)) return "sure";
		return hasColon && isInUnknownLanguage(words) ? "with-marks" : null;
	}
	const hasAddress = ADDRESS.test(words);
	const hasTime = TIME.test(words);
	const hasDate = hasTime || NUMERIC_DATE.test(words) || MONTH_AND_DAY.test(words);
	const starts = startsLikeAttribution(words);
	const isLast = verb.end >= words.length;
	const isFramed = written !== text && written.startsWith("--") && written.endsWith("--");
	if (!hasColon) {
		if (isFramed && isLast) return "sure";
		// `On … Ann <a@example.org> wrote` without its colon.
		return isLast && starts && hasDate && hasAddress ? "sure" : null;
	}
	if (LABEL.test(words) && !hasAddress) return null;
	// The verb is the last word, or a name, an address or a date follows it.
	if (!isLast && !isNameOrDate(words.slice(verb.end))) return null;
	if (FIRST_PERSON.test(words.slice(0, verb.start).trimEnd())) return starts ? "with-marks" : null;
	if (starts && (hasTime || hasAddress)) return "sure";
	if (hasAddress && isLast) return "sure";
	// `Ann Lee <a@example.org> wrote on Monday, 4 January 2021:` or `Ann schrieb am 4.1.2021 um 10:00:`
	if (
		hasDate &&
		!isLast &&
		verb.start <= MAX_AFTER_VERB &&
		(hasAddress || hasTime) &&
		isName(words.slice(0, verb.start))
	)
		return "sure";
	if (starts && hasDate) return "with-marks";
	return isLast && isName(words.slice(0, verb.start)) ? "with-marks" : null;
}

/** Whether a line (or lines joined with spaces) introduces a quote, whatever follows it. */
export function isAttribution(line: string): boolean {
	return attributionKind(line) === "sure";
}

/** Whether a line only says that part of a quote was left out: `[...]`. */
export function isEllipsis(line: string): boolean {
	return line.length <= 40 && ELLIPSIS.test(line);
}

/** How many lines from `at` introduce a quote, and how sure that is; null if they do not. */
export function attributionLines(
	lines: readonly string[],
	at: number,
	isQuoteMark: (line: string) => boolean,
): { count: number; kind: AttributionKind } | null {
	if (!mayStart(lines[at] as string)) return null;
	let text = "";
	let isDated = false;
	let uncertain: { count: number; kind: AttributionKind } | null = null;
	for (let count = 1; count <= MAX_LINES && at + count <= lines.length; count++) {
		const line = (lines[at + count - 1] as string).trim();
		// An address in `<…>` may be broken anywhere, so that `>` begins the next line.
		const isInAddress = text.lastIndexOf("<") > text.lastIndexOf(">");
		if (line === "" || (isQuoteMark(line) && !isInAddress)) break;
		// Words of someone's own end a sentence, or are followed by an attribution.
		if (count > 1 && (INNER_SENTENCE.test(line) || (isDated && startsWithDate(line)))) break;
		isDated ||= INNER_DATE.test(line);
		text += text === "" || isInAddress ? line : ` ${line}`;
		if (text.length > MAX_LENGTH) break;
		const kind = attributionKind(text);
		if (kind === "sure") return { count, kind };
		if (kind !== null) uncertain ??= { count, kind };
		// Only what begins like an attribution, or is a name with an address, is continued on the next line.
		if (count === 1 && !startsLikeAttribution(bare(text)) && !isNameAndAddress(text)) break;
	}
	return uncertain;
}

/**
 * Where an attribution begins on a line behind the sender's own words, as where a line break was lost:
 * `Yes. On Mon, Jan 4, 2021 at 10:00 AM Ann <a@example.org> wrote:`. The attribution may go on in the next lines.
 * @returns 0 if none does, or if the line is nothing but an attribution
 */
export function attributionOffset(
	lines: readonly string[],
	at: number,
	isQuoteMark: (line: string) => boolean,
): number {
	const line = lines[at] as string;
	if (line.length < MIN_INNER_LENGTH || line.length > MAX_LENGTH * 2 || !hasDigitBehindWords(line) || isQuoteMark(line))
		return 0;
	const following = lines.slice(at + 1, at + MAX_LINES);
	let tried = 0;
	for (const { index } of line.matchAll(INNER_START)) {
		const own = plain(line.slice(0, index)).trim();
		if (!/\p{L}/u.test(own) || !isOwnWords(own)) continue;
		if (++tried > MAX_INNER_STARTS) return 0;
		const rest = line.slice(index);
		if (!INNER_DATE.test(rest.slice(0, INNER_DATE_WITHIN))) continue;
		if (attributionLines([rest, ...following], 0, isQuoteMark)?.kind === "sure") return index;
	}
	return 0;
}

/** Whether what stands before an attribution on its line is not part of it: the name of who wrote, or a date. */
function isOwnWords(text: string): boolean {
	if (isEnded(text)) return !/\d/.test(text) || !startsLikeAttribution(bare(text));
	if (startsLikeAttribution(bare(text)) || ADDRESS.test(text)) return false;
	return (
		startsLikeAnswer(text) ||
		!text.split(/\s+/).every((word) => /^["'«„“*(]*\p{Lu}/u.test(word) || NAME_PARTICLE.test(word))
	);
}

/** Whether a digit stands behind other words, as a date in an attribution does. */
function hasDigitBehindWords(line: string): boolean {
	const letter = line.search(/\p{L}/u);
	if (letter < 0) return false;
	const rest = line.slice(letter + 1);
	const word = rest.search(/\s\S/u);
	return word >= 0 && /\p{Nd}/u.test(rest.slice(word + 2));
}

function isEnded(text: string): boolean {
	return /\p{L}{4}["'”»)]?[.!?…]{1,20}["'”»)]?$/u.test(text);
}

/** Whether an attribution can begin with this line: cheap, as it is asked of every line. */
function mayStart(line: string): boolean {
	return line.length <= MAX_LENGTH * 2 && /[\p{L}\d]/u.test(line);
}

/** Without marks of direction, and with the digits of every script as ours. */
function plain(text: string): string {
	if (!/[^\0-\u024f]/.test(text)) return text;
	return text.replace(DIRECTION_MARKS, "").replace(/(?![0-9])\p{Nd}/gu, (digit) => {
		let value = 0;
		const code = digit.codePointAt(0) as number;
		while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value++;
		return `${value}`;
	});
}

/** A date, a time and an address in brackets among few other words: what Gmail writes in every language. */
function isInUnknownLanguage(text: string): boolean {
	if (text.length > 250 || !BRACKETED_ADDRESS.test(text) || !TIME.test(text)) return false;
	if (!YEAR.test(text) && !NUMERIC_DATE.test(text)) return false;
	return (text.match(/\p{L}[\p{L}\p{M}'’]*/gu) ?? []).length - 4 <= MAX_UNKNOWN_WORDS;
}

/** Whether what follows the verb is who wrote, or when. */
function isNameOrDate(text: string): boolean {
	if (text.length > MAX_AFTER_VERB) return false;
	const words = text.replace(BRACKETED_ADDRESS, "").match(/(?<![\p{L}\p{M}@.])\p{Ll}{2,}(?![\p{L}@])/gu) ?? [];
	return words.length <= MAX_WORDS_AFTER_VERB;
}

/** Without dashes, stars and quote marks around it. */
function bare(text: string): string {
	return trimEndOf(trimStartOf(text, "-–—* \t\u00a0\u200e\u200f"), "-–—* \t\u00a0\u200e\u200f");
}

function startsWithDate(line: string): boolean {
	return (STARTER.test(line) || WEEKDAY.test(line)) && INNER_DATE.test(line.slice(0, INNER_DATE_WITHIN));
}

function startsLikeAttribution(text: string): boolean {
	if (STARTER.test(text) || WEEKDAY.test(text) || DATE_FIRST.test(text) || DAY_FIRST.test(text)) return true;
	return MARK_FIRST.test(text) && /[\d@]/.test(text);
}

/** The last verb of the text. */
function verbAt(text: string): { start: number; end: number } | null {
	let last: { start: number; end: number } | null = null;
	for (const match of text.matchAll(VERB)) last = { start: match.index, end: match.index + match[0].length };
	if (last !== null) return last;
	const joined = JOINED_VERB.exec(text);
	return joined === null ? null : { start: joined.index, end: joined.index + joined[0].length };
}

/** One to five words, of which the first is capitalized or in a script without capitals; an address may follow. */
function isName(text: string): boolean {
	const open = text.indexOf("<");
	const name = (open < 0 ? text : text.slice(0, open)).trim();
	if (name === "") return open >= 0 && ADDRESS.test(text);
	const first = /^["'«„“*]*(\p{L}|\d)/u.exec(name)?.[1] ?? "";
	const count = name.split(/\s+/).length;
	return (
		count <= 6 && name.length <= 80 && first !== "" && (first !== first.toLowerCase() || first === first.toUpperCase())
	);
}

function isNameAndAddress(text: string): boolean {
	return ADDRESS.test(text) && isName(text);
}

/** `2013/11/1 Ann <a@example.org>` and `Wed, 17 Nov 2021, 3:32 PM Ann <a@example.org>:`, which have no verb. */
function isDateAndAddress(text: string, hasColon: boolean): boolean {
	const open = text.lastIndexOf("<");
	if (!text.endsWith(">") || open < 0) return false;
	const address = text.slice(open + 1, -1).replace(/^mailto:/i, "");
	const at = address.indexOf("@", 1);
	if (at < 0 || at === address.length - 1 || /[<>\s]/.test(address)) return false;
	const before = text.slice(0, open);
	const time = hasColon ? TIME.exec(before) : null;
	return DATE_FIRST.test(before) || (time !== null && time.index <= TIME_WITHIN);
}

/** `On 4 Jan 2021, at 10:00, Ann <a@example.org> sent` */
function isOnSent(text: string): boolean {
	return /^on\b/i.test(text) && /\bsent(?: the following)?$/i.test(text) && (TIME.test(text) || ADDRESS.test(text));
}
