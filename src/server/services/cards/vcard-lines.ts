import { binaryString, bytesOfBinary, canonicalCharset, decodeCharset } from "#shared/mail/charsets.ts";
import { contentLines } from "#shared/mail/content-lines.ts";
import { legacyEncodingOf, utf16Of } from "#shared/mail/text-encoding.ts";
import { decodeBase64, decodeQuotedPrintable } from "#shared/mail/transfer-encoding.ts";
import { badRequest } from "../../errors.ts";
import { MAX_PICTURE_LINE } from "./photo.ts";

/** A property of a vCard, or its BEGIN and END. */
export interface VcardLine {
	/** In upper case, without its group. */
	name: string;
	/** In lower case; empty: none. */
	group: string;
	/** By upper-case name; several values are joined with commas. */
	params: ReadonlyMap<string, string>;
	/** Decoded, still escaped. */
	value: string;
}

/** Lines of a file: pictures take most of them. */
const MAX_LINES = 1_000_000;
/** Bytes read of a line: a note in Quoted-Printable takes nine for a letter of Chinese. */
const MAX_LINE = 50_000;
const PICTURE = /^(?:[^.;:]*\.)?PHOTO[;:]/i;
/** Properties that no card says in text. */
const BINARY = /^(?:PHOTO|LOGO|SOUND|KEY)$/;

/**
 * The lines of the vCards of a file (RFC 6350, also versions 2.1 and 3.0) in any character set, without the cards of
 * agents within others. Lines are joined before they are decoded: a fold may be inside of a letter.
 * @throws AppError 400 `not-a-vcard` for more lines
 */
export function* vcardLines(bytes: Uint8Array, maxLines = MAX_LINES): Generator<VcardLine> {
	const wide = utf16Of(bytes);
	const raw = wide === null ? bytes : new TextEncoder().encode(new TextDecoder(wide).decode(bytes));
	const text = binaryString(raw)
		.replaceAll("\0", "")
		.replace(/^\xef\xbb\xbf/, "");
	if (text.split(LINE_END, maxLines + 2).length > maxLines + 1)
		throw badRequest(
			"not-a-vcard",
			`The file has more than ${maxLines.toLocaleString("en-US")} lines. Split it and try again.`,
		);
	const guesses = guessesOf(raw);
	/** Cards of agents that are open. */
	let depth = 0;
	let isAgent = false;
	const lengthOf = (start: string) => (PICTURE.test(start) ? MAX_PICTURE_LINE : MAX_LINE);
	for (const { name, group, params, value } of contentLines(joinSoftBreaks(text), lengthOf)) {
		const isCard = /^vcard$/i.test(value.trim());
		if (name === "BEGIN" && isCard && (isAgent || depth > 0)) depth++;
		else if (name === "END" && isCard && depth > 0) depth--;
		else if (name === "AGENT" && /^begin:vcard$/i.test(value.trim())) depth++;
		else if (depth === 0 && name !== "AGENT")
			yield { name, group, params, value: textOf(name, params, { value, isWide: wide !== null, guesses }) };
		isAgent = name === "AGENT" && value.trim() === "";
	}
}

interface RawValue {
	/** A code unit for each byte. */
	value: string;
	/** The file was UTF-16, whatever the property names. */
	isWide: boolean;
	guesses: Guesses;
}

/** Decode what is no UTF-8 and names no character set. */
interface Guesses {
	/** Values as the file has them. */
	plain: () => TextDecoder;
	/** Values in another encoding than the file. */
	encoded: (bytes: Uint8Array) => TextDecoder;
}

/** Values from which the character set of all is guessed. */
const GUESSED = 50;

function guessesOf(raw: Uint8Array): Guesses {
	let plain: TextDecoder | null = null;
	let encoded: TextDecoder | null = null;
	const seen: Uint8Array[] = [];
	return {
		plain: () => (plain ??= new TextDecoder(legacyEncodingOf(raw))),
		encoded(bytes) {
			if (encoded !== null && seen.length === GUESSED) return encoded;
			seen.push(bytes);
			encoded = new TextDecoder(legacyEncodingOf(new Uint8Array(seen.flatMap((one) => [...one, LINE_FEED]))));
			return encoded;
		},
	};
}

const LINE_FEED = 10;
const LINE_END = /\r\n|\r|\n/;

function textOf(name: string, params: ReadonlyMap<string, string>, { value, isWide, guesses }: RawValue): string {
	const isAscii = /^[\t -~]*$/.test(value);
	if (isAscii && params.size === 0) return value;
	const encoding = `${params.get("ENCODING") ?? ""},${params.get("TYPE") ?? ""}`;
	const isQuoted = /quoted-printable/i.test(encoding);
	const isBase64 = !BINARY.test(name) && /(?:^|,)(?:b|base64)(?:,|$)/i.test(encoding);
	if (isAscii && !isQuoted && !isBase64) return value;
	const written = bytesOfBinary(value);
	const bytes = isQuoted ? decodeQuotedPrintable(written) : isBase64 ? decodeBase64(value) : written;
	const charset = isWide && bytes === written ? "utf-8" : params.get("CHARSET");
	const text = decodedIn(bytes, charset, bytes === written ? guesses.plain : guesses.encoded);
	return isQuoted ? text.replaceAll("\r\n", "\n") : text;
}

function decodedIn(bytes: Uint8Array, charset: string | undefined, guessed: Guesses["encoded"]): string {
	if (charset !== undefined && canonicalCharset(charset) !== "") return decodeCharset(bytes, charset).text;
	const text = utf8.decode(bytes);
	const damage = text.indexOf("\ufffd");
	// The end of a very long line is cut off.
	const isWhole = damage < 0 || (bytes.length > MAX_LINE / 4 && damage === text.length - 1);
	return isWhole || hasReplacement(bytes) ? text : guessed(bytes).decode(bytes);
}

const utf8 = new TextDecoder();

/** Whether U+FFFD is written, for a letter that another program has lost. */
function hasReplacement(bytes: Uint8Array): boolean {
	return bytes.some((byte, at) => byte === 0xef && bytes[at + 1] === 0xbf && bytes[at + 2] === 0xbd);
}

/** Lines read of a value. */
const MAX_PIECES = 10_000;
/** What starts a line although the one before it ends with `=`. */
const NEXT = /^(?:(?:BEGIN|END):VCARD|(?:EMAIL|TEL|FN|ORG|ADR|URL|VERSION)[;:])/i;

/** Values in Quoted-Printable (vCard 2.1) continue after a line that ends with `=`. */
function joinSoftBreaks(text: string): string {
	if (!/quoted-printable/i.test(text)) return text;
	const joined: string[] = [];
	let open: string[] = [];
	const close = () => {
		if (open.length > 0) joined.push(joinPieces(open));
		open = [];
	};
	for (const line of text.split(LINE_END)) {
		if (open.length > 0 && NEXT.test(line)) close();
		const colon = line.indexOf(":");
		const isQuoted = open.length > 0 || (colon >= 0 && /quoted-printable/i.test(line.slice(0, colon)));
		if (isQuoted && line.endsWith("=")) {
			if (open.length < MAX_PIECES) open.push(line.slice(0, -1));
		} else if (open.length > 0) {
			open.push(line);
			close();
		} else joined.push(line);
	}
	close();
	return joined.join("\n");
}

/** Some writers fold what they also broke softly: then each line after the first has a blank that is no part of the value. */
function joinPieces(pieces: readonly string[]): string {
	const [first = "", ...others] = pieces;
	const isFolded = others.every((piece) => /^[ \t]/.test(piece)) && !isBetweenWords(first, others);
	return first + others.map((piece) => (isFolded ? piece.slice(1) : piece)).join("");
}

/** Whether running text with blanks of its own is broken once, between two words. */
function isBetweenWords(first: string, [next = "", ...others]: readonly string[]): boolean {
	const colon = first.indexOf(":");
	const isText = /^(?:[^.;:]*\.)?(?:NOTE|ADR|LABEL)[;:]/i.test(first) && first.includes(" ", colon);
	return others.length === 0 && isText && /[a-z,;.]$/i.test(first.replace(/=[0-9a-f]{2}$/i, "=")) && /^ \w/.test(next);
}
