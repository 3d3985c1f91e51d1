import { type HeaderField, parseHeaderBlock } from "#shared/mail/headers.ts";
import { type ParameterisedHeader, parseParameters } from "#shared/mail/parameters.ts";

/** Bytes of one header section that are read; the rest of a longer one is reported and passed over. */
const MOST_HEADER_BYTES = 2 * 1024 * 1024;
const DEEPEST = 100;
const MOST_PARTS = 100_000;

/** One MIME part: where its bytes lie and what its headers say. */
export interface Part {
	/** Position in `MessageStructure.parts`; 0 is the message itself. */
	index: number;
	parent: Part | null;
	/** Position among its parent's children. */
	position: number;
	depth: number;
	/** Lower case; the default of its place where missing or unreadable. */
	type: string;
	params: Record<string, string>;
	disposition: ParameterisedHeader | null;
	/** Content-Transfer-Encoding, lower case. */
	encoding: string;
	contentId: string | null;
	/** Content-Description and Content-Location, raw; names of last resort. */
	description: string;
	location: string;
	/** Body bytes in the message, still encoded. */
	start: number;
	end: number;
	children: Part[];
	isMultipart: boolean;
	/** Declared as multipart, also when it turned out to hold no parts. */
	wasMultipart: boolean;
}

export interface MessageStructure {
	fields: HeaderField[];
	parts: Part[];
	damage: string[];
}

interface Open {
	part: Part;
	/** `--boundary` */
	delimiter: Buffer;
	isClosed: boolean;
}

/**
 * Finds the parts of a message (RFC 2046) in one pass, without decoding anything. Never throws; what is broken is
 * reported in `damage`. Messages inside messages are single parts.
 */
export function readStructure(raw: Buffer): MessageStructure {
	const found = walk(raw, null);
	const [root] = found.parts;
	if (!root?.wasMultipart || found.parts.length > 1) return found;
	// The boundary that the headers name never comes: another one may be in use.
	const guess = guessBoundary(raw, root);
	if (guess === null) return found;
	const again = walk(raw, guess);
	return again.parts.length > 1
		? { ...again, damage: ["The boundary is not the one that the headers name", ...again.damage] }
		: found;
}

/** @param rootBoundary instead of the one in the headers */
function walk(raw: Buffer, rootBoundary: string | null): MessageStructure {
	const damage = new Set<string>();
	const head = readHeaders(raw, 0, damage);
	if (head.strayLines > 0)
		damage.add(`Headers hold ${head.strayLines === 1 ? "a line" : `${head.strayLines} lines`} that cannot be read`);
	if (head.fields.length === 0 && raw.length > 0) damage.add("No headers");
	const root = makePart(0, null, head.fields, head.bodyStart, raw.length, "text/plain");
	if (rootBoundary !== null) root.params.boundary = rootBoundary;
	const parts = [root];
	const stack: Open[] = [];
	open(root, stack, damage);
	let current = root;
	let at = root.start;
	while (stack.length > 0) {
		const line = nextDelimiter(raw, at);
		if (line < 0) break;
		const level = matchingLevel(raw, line, stack);
		if (level < 0) {
			at = line + 2;
			continue;
		}
		const opened = stack[level] as Open;
		const contentEnd = Math.max(line - newlineBefore(raw, line), 0);
		closeFrom(stack, level + 1, contentEnd);
		if (current !== opened.part && current.end > contentEnd) current.end = Math.max(contentEnd, current.start);
		const after = line + opened.delimiter.length;
		const next = afterLine(raw, after);
		if (raw[after] === 45 && raw[after + 1] === 45) {
			// The level stays known but closed: what follows is an epilogue unless an outer boundary comes.
			opened.isClosed = true;
			opened.part.end = line;
			current = opened.part;
			at = next;
			continue;
		}
		if (parts.length >= MOST_PARTS) {
			damage.add(`More than ${MOST_PARTS} parts: the rest was not read`);
			break;
		}
		if (opened.isClosed) damage.add("Parts after the end of a multipart");
		const inner = readHeaders(raw, next, damage);
		const isDigest = opened.part.type === "multipart/digest";
		const part = makePart(
			parts.length,
			opened.part,
			inner.fields,
			inner.bodyStart,
			raw.length,
			isDigest ? "message/rfc822" : "text/plain",
		);
		parts.push(part);
		opened.part.children.push(part);
		current = part;
		open(part, stack, damage);
		at = Math.max(part.start, next);
		// An empty part: the boundary line directly after the headers belongs to the next one.
		if (raw[part.start - 1] !== 10) at = part.start;
	}
	if (stack.some((level) => !level.isClosed) && parts.length > 1) damage.add("The end is missing");
	for (const part of parts) {
		if (part.isMultipart && part.children.length === 0) adoptAsText(part, damage);
	}
	return { fields: head.fields, parts, damage: [...damage] };
}

function open(part: Part, stack: Open[], damage: Set<string>): void {
	if (!part.isMultipart) return;
	const boundary = part.params.boundary ?? "";
	if (boundary === "") {
		damage.add("A multipart without a boundary");
		return;
	}
	if (part.depth >= DEEPEST) {
		damage.add(`Parts nested more than ${DEEPEST} levels deep`);
		part.isMultipart = false;
		return;
	}
	// Trailing blanks of a boundary do not count (RFC 2046 §5.1.1).
	stack.push({
		part,
		delimiter: Buffer.from(`--${boundary.trimEnd()}`, isLatin1(boundary) ? "latin1" : "utf8"),
		isClosed: false,
	});
}

/** A multipart in which no boundary ever came: shown as the text it holds. */
function adoptAsText(part: Part, damage: Set<string>): void {
	if (part.end > part.start) damage.add("A multipart without parts");
	part.isMultipart = false;
	part.type = "text/plain";
}

/** The first line `--x` with headers or an empty line below it. */
function guessBoundary(raw: Buffer, root: Part): string | null {
	const head = raw.toString("latin1", root.start, Math.min(raw.length, root.start + 65_536));
	const match = /^--([^\r\n]{1,200}?)[ \t]*\r?\n(?=\r?\n|content-[a-z-]+[ \t]*:)/im.exec(head);
	return match ? (match[1] as string) : null;
}

function closeFrom(stack: Open[], level: number, end: number): void {
	while (stack.length > level) {
		const { part, isClosed } = stack.pop() as Open;
		if (!isClosed) part.end = Math.max(part.start, end);
	}
}

/** @returns the position of the next line that begins with `--`, or -1 */
function nextDelimiter(raw: Buffer, from: number): number {
	if ((from === 0 || raw[from - 1] === 10) && raw[from] === 45 && raw[from + 1] === 45) return from;
	const found = raw.indexOf("\n--", Math.max(0, from - 1), "latin1");
	return found < 0 ? -1 : found + 1;
}

/** The innermost open multipart whose delimiter this line is; -1 for none. */
function matchingLevel(raw: Buffer, line: number, stack: Open[]): number {
	for (let level = stack.length - 1; level >= 0; level--) {
		const { delimiter } = stack[level] as Open;
		const end = line + delimiter.length;
		if (end > raw.length || raw.compare(delimiter, 0, delimiter.length, line, end) !== 0) continue;
		if (raw[end] === 45 && raw[end + 1] === 45) return level;
		let at = end;
		while (raw[at] === 32 || raw[at] === 9 || raw[at] === 13) at++;
		if (at >= raw.length || raw[at] === 10) return level;
	}
	return -1;
}

function newlineBefore(raw: Buffer, at: number): number {
	if (raw[at - 1] !== 10) return 0;
	return raw[at - 2] === 13 ? 2 : 1;
}

function afterLine(raw: Buffer, at: number): number {
	const newline = raw.indexOf(10, at);
	return newline < 0 ? raw.length : newline + 1;
}

/** Reads the header section at `start`, up to its empty line. */
function readHeaders(raw: Buffer, start: number, damage: Set<string>) {
	const end = headerEnd(raw, start);
	let readTo = end.end;
	if (readTo - start > MOST_HEADER_BYTES) {
		readTo = start + MOST_HEADER_BYTES;
		damage.add("Headers larger than 2 MB: the rest of them was not read");
	}
	const { fields, strayLines } = parseHeaderBlock(raw.toString("latin1", start, readTo));
	return { fields, strayLines, bodyStart: end.bodyStart };
}

/**
 * Where the headers end: at the empty line, or where broken mail goes over to the body without one.
 * A single line without a field name between fields is taken for a badly folded one.
 */
function headerEnd(raw: Buffer, start: number): { end: number; bodyStart: number } {
	let line = start;
	while (line < raw.length) {
		const first = raw[line];
		if (first === 10) return { end: line, bodyStart: line + 1 };
		if (first === 13 && raw[line + 1] === 10) return { end: line, bodyStart: line + 2 };
		const next = afterLine(raw, line);
		if (first === 32 || first === 9) {
			// A line of blanks ends the headers unless another field follows.
			if (isBlankLine(raw, line, next) && !goesOn(raw, next)) return { end: line, bodyStart: next };
		} else if (!isFieldLine(raw, line, next)) {
			const isDelimiter = first === 45 && raw[line + 1] === 45;
			if (isDelimiter || !goesOn(raw, next)) return { end: line, bodyStart: line };
		}
		line = next;
	}
	return { end: raw.length, bodyStart: raw.length };
}

/** Whether headers go on here: another field, a continuation or the empty line. */
function goesOn(raw: Buffer, line: number): boolean {
	if (line >= raw.length) return false;
	const next = afterLine(raw, line);
	if (raw[line] === 32 || raw[line] === 9) return !isBlankLine(raw, line, next) && line > 0;
	return isFieldLine(raw, line, next);
}

function isBlankLine(raw: Buffer, line: number, next: number): boolean {
	for (let at = line; at < next; at++) if ((raw[at] as number) > 32) return false;
	return true;
}

/** Printable characters without blanks and then a colon (RFC 5322 §2.2). */
function isFieldLine(raw: Buffer, line: number, next: number): boolean {
	for (let at = line; at < next; at++) {
		const code = raw[at] as number;
		if (code === 58) return at > line;
		if (code === 32 || code === 9) {
			while (raw[at] === 32 || raw[at] === 9) at++;
			return raw[at] === 58 && at > line;
		}
		if (code < 33 || code > 126) return false;
	}
	return false;
}

function makePart(
	index: number,
	parent: Part | null,
	fields: HeaderField[],
	start: number,
	end: number,
	defaultType: string,
): Part {
	const type = parseParameters(field(fields, "content-type"));
	const disposition = field(fields, "content-disposition");
	const value = /^[^/\s]+\/[^/\s]+$/.test(type.value) ? type.value : type.value === "text" ? "text/plain" : defaultType;
	return {
		index,
		parent,
		position: parent ? parent.children.length : 0,
		depth: parent ? parent.depth + 1 : 0,
		type: value,
		params: type.params,
		disposition: disposition === "" ? null : parseParameters(disposition),
		encoding: field(fields, "content-transfer-encoding")
			.replace(/\(.*?\)|[\s;"]/g, "")
			.toLowerCase(),
		contentId: field(fields, "content-id").replace(/^[\s<]+|[\s>]+$/g, "") || null,
		description: field(fields, "content-description"),
		location: field(fields, "content-location"),
		start: Math.min(start, end),
		end,
		children: [],
		isMultipart: value.startsWith("multipart/"),
		wasMultipart: value.startsWith("multipart/"),
	};
}

/** The first field of that name, raw; empty when missing. */
export function field(fields: HeaderField[], name: string): string {
	for (const entry of fields) if (entry.name === name) return entry.raw;
	return "";
}

function isLatin1(text: string): boolean {
	for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 255) return false;
	return true;
}
