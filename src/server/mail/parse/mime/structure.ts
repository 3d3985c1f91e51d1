import type { HeaderField } from "#shared/mail/headers.ts";
import { type ParameterizedHeader, parseParameters } from "#shared/mail/parameters.ts";
import { trimEndOf, trimStartOf } from "#shared/trim.ts";
import { BoundaryStack } from "./boundary-stack.ts";
import { afterLine, field, type HeaderSection, readHeaderSection } from "./header-section.ts";

const MAX_DEPTH = 100;
const MAX_PARTS = 100_000;
/** Characters read of a part's own headers. */
const MAX_FIELD_LENGTH = 20_000;
const BLANKS = " \t\r\n\v\f\u00a0";

/** One MIME part: the location of its bytes and the contents of its headers. */
export interface Part {
	/** Null for the message itself. */
	parent: Part | null;
	depth: number;
	/** Lower case; the context's default if missing or malformed. */
	type: string;
	params: Record<string, string>;
	disposition: ParameterizedHeader | null;
	/** Content-Transfer-Encoding, lower case. */
	encoding: string;
	/** Without angle brackets. */
	contentId: string | null;
	/** Content-Description and Content-Location, raw; names of last resort. */
	description: string;
	location: string;
	/** What holds the body, if not the message itself: see `readSignedStructure`. */
	bytes: Buffer | null;
	/** Range of the body in the message, in bytes, still encoded. */
	start: number;
	end: number;
	children: Part[];
	isMultipart: boolean;
}

export interface MessageStructure {
	/** Of the message itself. */
	fields: HeaderField[];
	root: Part;
	/** What is malformed, as text. */
	damage: string[];
}

/**
 * Finds the parts of a message (RFC 2046) in one pass, without decoding anything. Never throws; what is malformed is
 * reported in `damage`. An attached message is a single part.
 */
export function readStructure(raw: Buffer): MessageStructure {
	const damage = new Set<string>();
	const head = readHeaderSection(raw, 0);
	noteHeaderDamage(head, damage);
	if (head.strayLines > 0) {
		damage.add(`Headers hold ${head.strayLines === 1 ? "a line" : `${head.strayLines} lines`} that cannot be read`);
	}
	if (head.fields.length === 0 && raw.length > 0) damage.add("No headers");
	const root = makePart(null, head.fields, head.bodyStart, raw.length);
	if (root.isMultipart) {
		readParts(raw, root, damage);
		if (root.children.length === 0) recover(raw, root, damage);
	}
	return { fields: head.fields, root, damage: [...damage] };
}

/** The declared boundary never occurs: use another one found in the text, otherwise treat everything as text. */
function recover(raw: Buffer, root: Part, damage: Set<string>): void {
	const guess = guessBoundary(raw, root);
	if (guess !== null) {
		root.end = raw.length;
		root.params.boundary = guess;
		readParts(raw, root, damage);
	}
	if (root.children.length > 0) damage.add("The boundary is not the one that the headers name");
	else readAsText(root, damage);
}

function readParts(raw: Buffer, root: Part, damage: Set<string>): void {
	const stack = new BoundaryStack();
	openPart(root, stack, damage);
	let current = root;
	let partCount = 1;
	let at = root.start;
	while (!stack.isEmpty) {
		const line = nextDelimiter(raw, at);
		if (line < 0) break;
		const next = afterLine(raw, line);
		at = next;
		const found = stack.match(raw, line, next);
		if (!found) {
			at = Math.max(line + 2, next - 1);
			continue;
		}
		const contentEnd = line - newlineBefore(raw, line);
		stack.closeFrom(found.level + 1, contentEnd);
		const opened = stack.at(found.level);
		if (current !== opened.part) current.end = Math.max(current.start, Math.min(current.end, contentEnd));
		current = opened.part;
		if (found.isEnd) {
			opened.isClosed = true;
			opened.part.end = line;
			continue;
		}
		if (partCount++ >= MAX_PARTS) {
			damage.add(`More than ${MAX_PARTS} parts: the rest was not read`);
			break;
		}
		if (opened.isClosed) damage.add("Parts after the end of a multipart");
		const head = readHeaderSection(raw, next);
		noteHeaderDamage(head, damage);
		current = makePart(opened.part, head.fields, head.bodyStart, raw.length);
		opened.part.children.push(current);
		openPart(current, stack, damage);
		at = current.start;
	}
	if (!stack.isClosed && partCount > 1) damage.add("The end is missing");
	stack.closeFrom(0, raw.length);
}

function openPart(part: Part, stack: BoundaryStack, damage: Set<string>): void {
	if (!part.isMultipart) return;
	const boundary = part.params.boundary ?? "";
	if (boundary === "") {
		damage.add("A multipart without a boundary");
		if (part.parent) readAsText(part, damage);
	} else if (part.depth >= MAX_DEPTH) {
		damage.add(`Parts nested more than ${MAX_DEPTH} levels deep`);
		part.isMultipart = false;
	} else {
		stack.push(part, boundary);
	}
}

/** A multipart without any boundary is shown as text. */
function readAsText(part: Part, damage: Set<string>): void {
	if (part.end > part.start) damage.add("A multipart without parts");
	part.isMultipart = false;
	part.type = "text/plain";
}

/** The first line `--x` followed by headers or an empty line. */
function guessBoundary(raw: Buffer, root: Part): string | null {
	const head = raw.toString("latin1", root.start, Math.min(raw.length, root.start + 65_536));
	const match = /^--([^\r\n]{1,990})\r?\n(?=\r?\n|content-[a-z-]{1,40}[ \t]*:)/im.exec(head);
	return match?.[1]?.trimEnd() || null;
}

/** The offset of the next line that begins with `--`, or -1. */
function nextDelimiter(raw: Buffer, from: number): number {
	if ((from === 0 || raw[from - 1] === 10) && raw[from] === 45 && raw[from + 1] === 45) return from;
	const found = raw.indexOf("\n--", Math.max(0, from - 1), "latin1");
	return found < 0 ? -1 : found + 1;
}

function newlineBefore(raw: Buffer, at: number): number {
	if (raw[at - 1] !== 10) return 0;
	return raw[at - 2] === 13 ? 2 : 1;
}

function noteHeaderDamage(head: HeaderSection, damage: Set<string>): void {
	if (head.isCut) damage.add("Headers larger than 2 MB: the rest of them was not read");
}

function makePart(parent: Part | null, fields: HeaderField[], start: number, end: number): Part {
	const value = (name: string) => field(fields, name).slice(0, MAX_FIELD_LENGTH);
	const { value: written, params } = parseParameters(value("content-type"));
	const disposition = value("content-disposition");
	const fallback = parent?.type === "multipart/digest" ? "message/rfc822" : "text/plain";
	const type = /^[^/\s]+\/[^/\s]+$/.test(written)
		? written.slice(0, 200)
		: written === "text"
			? "text/plain"
			: fallback;
	return {
		parent,
		depth: parent ? parent.depth + 1 : 0,
		type,
		params,
		disposition: disposition === "" ? null : parseParameters(disposition),
		encoding: parseParameters(value("content-transfer-encoding")).value.replaceAll('"', ""),
		contentId: trimEndOf(trimStartOf(value("content-id"), `${BLANKS}<`), `${BLANKS}>`).slice(0, 998) || null,
		description: value("content-description"),
		location: value("content-location"),
		bytes: null,
		start: Math.min(start, end),
		end,
		children: [],
		isMultipart: type.startsWith("multipart/"),
	};
}
