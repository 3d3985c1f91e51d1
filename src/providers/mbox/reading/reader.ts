/**
 * Reads one uploaded file in order: the messages of an mbox, of an `.eml`, or of all such files in an archive.
 *
 * Reading always starts at the beginning of a member, so that identical copies are numbered the same however often an import
 * is interrupted; entries before the requested position are only hashed.
 */

import type { SkippedKind, StoredFile } from "#server/mail/provider/provider.ts";
import { type Member, tarMembers } from "../archives/archive.ts";
import { type Chunks, peek, readFile, unpack } from "../archives/unpack.ts";
import { zipMembers } from "../archives/zip.ts";
import { FILE_END, type FilePosition } from "../file-position.ts";
import { createKeyTable } from "../key-table.ts";
import { checkTime, countMessage, DamagedFile, LimitReached, type Meter, timed } from "../limits.ts";
import { readMsg } from "../msg/msg.ts";
import type { MboxItem } from "../split/split-message.ts";
import { createSplitter, MESSAGE_LIMIT } from "../split/splitter.ts";
import { type Format, foreignFormat, formatOf, HEAD_BYTES } from "./format.ts";
import { contentHash, fromOldMacLines, hasOldMacLines } from "./identity.ts";

export interface ReadMessage {
	/** A hash of the content; a second copy in the same mbox ends in `-2`. */
	id: string;
	raw: Buffer;
	separator: string | null;
	/** Name of the mbox or eml file, also inside an archive: a hint, never a path. */
	name: string;
	at: FilePosition;
	/** Offset in the unpacked member at which the next entry starts. */
	end: number;
	/** Where reading continues. */
	next: FilePosition;
	damage?: string;
}

/** Skipped entries: unreadable ones, or ones not worth a message each. */
export interface ReadGap {
	at: FilePosition;
	next: FilePosition;
	reason: string;
	kind: SkippedKind;
	/** Number of entries. */
	count: number;
}

export type ReadItem = ReadMessage | ReadGap;

export interface ReadOptions {
	/** Entries before this position are skipped. */
	from: FilePosition;
	/** Members of an archive to open; all when absent. */
	only?: ReadonlySet<number>;
	meter: Meter;
	signal: AbortSignal;
	/** Maximum bytes stored per message. */
	limit?: number;
}

const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

async function* splitItems(chunks: Chunks, limit: number, { signal, meter }: ReadOptions): AsyncGenerator<MboxItem> {
	const splitter = createSplitter({ limit });
	let broken: DamagedFile | null = null;
	try {
		for await (const chunk of chunks) {
			signal.throwIfAborted();
			checkTime(meter);
			splitter.push(chunk);
			yield* splitter.items();
		}
	} catch (error) {
		if (!(error instanceof DamagedFile)) throw error;
		broken = error;
	}
	yield* splitter.finish(broken ? "The file breaks off inside this message" : undefined);
	if (broken) throw broken;
}

async function* singleItem(chunks: Chunks, limit: number, { signal }: ReadOptions): AsyncGenerator<MboxItem> {
	const parts: Buffer[] = [];
	let storedBytes = 0;
	let length = 0;
	let broken: DamagedFile | null = null;
	try {
		for await (const chunk of chunks) {
			signal.throwIfAborted();
			length += chunk.length;
			const part = chunk.subarray(0, limit - storedBytes);
			if (part.length > 0) parts.push(part);
			storedBytes += part.length;
		}
	} catch (error) {
		if (!(error instanceof DamagedFile)) throw error;
		broken = error;
	}
	// A byte order mark is not part of the message.
	const mark = parts[0]?.subarray(0, 3).equals(BYTE_ORDER_MARK) ? 3 : 0;
	if (mark > 0) parts[0] = parts[0]?.subarray(mark) ?? Buffer.alloc(0);
	const raw = Buffer.allocUnsafeSlow(storedBytes - mark);
	let at = 0;
	for (const part of parts) at += part.copy(raw, at);
	const damage = [
		length > storedBytes ? `Longer than ${limit} bytes: only the first ${limit} are kept` : null,
		broken ? "The file breaks off inside this message" : null,
	].filter((problem) => problem !== null);
	if (storedBytes > 0) {
		yield { offset: 0, end: length, separator: null, raw, ...(damage.length > 0 ? { damage: damage.join("; ") } : {}) };
	}
	if (broken) throw broken;
}

/** Merges consecutive entries skipped for the same reason into one gap: a file may contain millions of them. */
function createGaps(member: number, name: string) {
	let open: ReadGap | null = null;
	return {
		/** @returns the previous gap, when this entry is of another kind */
		add(item: MboxItem, kind: SkippedKind, reason: string): ReadGap | null {
			const next = { member, offset: item.end };
			if (open?.kind === kind && kind !== "unreadable") {
				open.count++;
				open.next = next;
				return null;
			}
			const before = open;
			open = { at: { member, offset: item.offset }, next, reason: `${name}: ${reason}`, kind, count: 1 };
			return before;
		},
		flush(): ReadGap | null {
			const before = open;
			open = null;
			return before;
		},
	};
}

const EMPTY = "no header and no text, only a separator line";
const COPY = "one more copy of a message that was imported many times already";

/** Whether the message is empty: a separator line and blank lines. */
function isBlank(raw: Buffer): boolean {
	for (const byte of raw) if (byte !== 0x20 && (byte < 0x09 || byte > 0x0d)) return false;
	return true;
}

/**
 * Assigns ids and positions to the splitter's items, skips those before `options.from`, and drops empty messages and
 * excessive copies.
 */
async function* identify(
	items: AsyncGenerator<MboxItem>,
	member: number,
	name: string,
	options: ReadOptions,
): AsyncGenerator<ReadItem> {
	const { meter } = options;
	const copies = createKeyTable();
	const gaps = createGaps(member, name);
	const first = member === options.from.member ? options.from.offset : 0;
	try {
		for await (const item of items) {
			const isWanted = item.offset >= first;
			const unreadable = "raw" in item ? null : { kind: "unreadable" as const, reason: item.reason };
			const digest = "raw" in item && !isBlank(item.raw) ? await contentHash(item.raw) : "";
			const copy = digest === "" ? 0 : copies.add(digest, 1);
			const gap = unreadable ?? skipReason(copy, meter);
			if (!isWanted) continue;
			const ended = gap === null ? gaps.flush() : gaps.add(item, gap.kind, gap.reason);
			if (ended !== null) yield ended;
			if (gap !== null || !("raw" in item)) continue;
			countMessage(meter);
			const { raw, separator, end, damage } = item;
			const id = copy > 1 ? `${digest}-${copy}` : digest;
			const at = { member, offset: item.offset };
			const message: ReadMessage = { id, raw, separator, name, at, end, next: { member, offset: end } };
			if (damage !== undefined) message.damage = damage;
			yield message;
		}
	} catch (error) {
		// The gap before the damage is yielded first.
		const ended = gaps.flush();
		if (ended !== null && error instanceof DamagedFile) yield ended;
		throw error;
	}
	const last = gaps.flush();
	if (last !== null) yield last;
}

/** @param copy number among identical messages, from 1; 0: an empty message */
function skipReason(copy: number, { limits }: Meter): { kind: SkippedKind; reason: string } | null {
	if (copy === 0) return { kind: "empty", reason: EMPTY };
	return copy > limits.copies ? { kind: "copy", reason: COPY } : null;
}

type MailFormat = "mbox" | "eml" | "msg";

function isMail(format: Format): format is MailFormat {
	return format === "mbox" || format === "eml" || format === "msg";
}

async function* convertedItem(chunks: Chunks, { signal, meter }: ReadOptions): AsyncGenerator<MboxItem> {
	const raw = await readMsg(chunks, signal);
	yield { offset: 0, end: Math.max(meter.readBytes, 1), separator: null, raw };
}

async function* withLineFeeds(chunks: Chunks): AsyncGenerator<Buffer> {
	for await (const chunk of chunks) yield fromOldMacLines(chunk);
}

/** One stream of mail: mbox, or a single message. */
async function* readMail(
	stream: { head: Buffer; chunks: Chunks },
	{ format, member, name }: { format: MailFormat; member: number; name: string },
	options: ReadOptions,
): AsyncGenerator<ReadItem> {
	const chunks = hasOldMacLines(stream.head) ? withLineFeeds(stream.chunks) : stream.chunks;
	if (format === "msg") {
		yield* identify(convertedItem(chunks, options), member, name, options);
		return;
	}
	const items = format === "mbox" ? splitItems : singleItem;
	yield* identify(items(chunks, options.limit ?? MESSAGE_LIMIT, options), member, name, options);
}

const MAIL_NAME = /\.(?:mbox|mbx|eml|msg)(?:\.gz)?$/i;

/** Why a non-mail stream is not read; null for unrelated files of an archive (pictures, settings, pages). */
function rejectionReason(format: Format, head: Buffer, name: string): string | null {
	if (format === "zip" || format === "tar") return "an archive inside an archive is not opened: upload it separately";
	if (!MAIL_NAME.test(name)) return null;
	if (format === "empty") return null;
	if (format === "foreign") return `${foreignFormat(head)} files cannot be read: unpack or convert it to mbox first`;
	return "this is no mail that can be read";
}

/** One file of an archive. Damage ends this file only, when the archive format can continue. */
async function* readMember(member: Member, options: ReadOptions): AsyncGenerator<ReadItem> {
	const { ordinal, name } = member;
	const gap = (offset: number, reason: string, kind: SkippedKind = "unreadable", count = 1): ReadGap => ({
		at: { member: ordinal, offset },
		next: { member: ordinal + 1, offset: 0 },
		reason: `${name}: ${reason}`,
		kind,
		count,
	});
	if (member.unreadable) {
		const { kind, count, reason } = member.unreadable;
		if (kind === "overlap" || MAIL_NAME.test(name)) yield gap(0, reason, kind, count);
		return;
	}
	let reached = 0;
	try {
		let stream = await peek(member.chunks, HEAD_BYTES);
		let format = formatOf(stream.head, name);
		if (format === "gzip") {
			stream = await peek(unpack(stream.chunks, "gzip", options.meter), HEAD_BYTES);
			format = formatOf(stream.head, name);
		}
		if (isMail(format)) {
			for await (const item of readMail(stream, { format, member: ordinal, name }, options)) {
				reached = item.next.offset;
				yield item;
			}
			return;
		}
		await stream.chunks.return(undefined);
		const reason = rejectionReason(format, stream.head, name);
		if (reason) yield gap(0, reason);
	} catch (error) {
		if (!(error instanceof DamagedFile) || error instanceof LimitReached || !member.separate) throw error;
		yield gap(reached, error.message);
	}
}

async function* readArchive(members: AsyncGenerator<Member>, options: ReadOptions): AsyncGenerator<ReadItem> {
	let found = options.from.member > 0 || options.from.offset > 0;
	for await (const member of members) {
		if (options.only && !options.only.has(member.ordinal)) continue;
		for await (const item of readMember(member, options)) {
			found = true;
			yield item;
		}
	}
	if (!found) throw new DamagedFile("There is no mail (mbox, eml or msg) in this archive");
}

async function* readContents(file: StoredFile, options: ReadOptions): AsyncGenerator<ReadItem> {
	const { meter, signal, from } = options;
	let stream = await peek(readFile(file.path, meter, signal), HEAD_BYTES);
	let format = formatOf(stream.head, file.name);
	if (format === "zip") {
		await stream.chunks.return(undefined);
		meter.readBytes = 0;
		yield* readArchive(zipMembers(file.path, from.member, meter, signal), options);
		return;
	}
	if (format === "gzip") {
		await stream.chunks.return(undefined);
		meter.readBytes = 0;
		stream = await peek(unpack(readFile(file.path, meter, signal, true), "gzip", meter), HEAD_BYTES);
		format = formatOf(stream.head, file.name);
	}
	if (format === "tar") yield* readArchive(tarMembers(stream.chunks, from.member, meter), options);
	else if (isMail(format)) yield* readMail(stream, { format, member: 0, name: file.name }, options);
	else {
		await stream.chunks.return(undefined);
		if (format === "empty") throw new DamagedFile("The file is empty");
		throw new DamagedFile(
			format === "foreign"
				? `${foreignFormat(stream.head)} files cannot be read: unpack or convert it to mbox first`
				: "This is no mail that can be read: upload mbox, eml, msg, or a zip or tgz of these",
		);
	}
}

/**
 * Reads one uploaded file from a position. What cannot be read is yielded as a gap with the reason, and ends the file.
 * @throws Unavailable when the file itself cannot be opened
 */
export async function* readUpload(file: StoredFile, options: ReadOptions): AsyncGenerator<ReadItem> {
	if (options.from.member === FILE_END.member) return;
	let reached = options.from;
	try {
		for await (const item of timed(readContents(file, options), options.meter)) {
			reached = item.next;
			yield item;
		}
	} catch (error) {
		if (!(error instanceof DamagedFile)) throw error;
		const kind = error instanceof LimitReached ? "limit" : "unreadable";
		yield { at: reached, next: FILE_END, reason: `${file.name}: ${error.message}`, kind, count: 1 };
	}
}
