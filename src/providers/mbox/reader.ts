/**
 * Everything in one uploaded file, in order: the messages of an mbox, of an `.eml`, or of all such files in an archive.
 *
 * Reading always goes from the start of a member, so that identical copies are numbered alike however often an import
 * was interrupted; what lies before the wanted place is only hashed.
 */

import { hash } from "node:crypto";
import type { StoredFile } from "#server/mailbox/provider.ts";
import { type Member, tarMembers, zipMembers } from "./archive.ts";
import { type Format, foreignFormat, formatOf, HEAD_BYTES } from "./format.ts";
import { createKeyTable } from "./key-table.ts";
import { createSplitter, type MboxItem, MESSAGE_LIMIT } from "./splitter.ts";
import { type Chunks, DamagedFile, type Meter, peek, readFile, unpack } from "./unpack.ts";

/** A place in an uploaded file. */
export interface Place {
	/** Which file of an archive; 0 elsewhere. */
	member: number;
	/** Bytes from the start of the unpacked member. */
	offset: number;
}

export interface ReadMessage {
	/** Same bytes, same id; a second copy in the same mbox ends in `-2`. */
	id: string;
	raw: Buffer;
	separator: string | null;
	/** The mbox or eml file's own name, inside an archive too: a hint, never a path. */
	name: string;
	at: Place;
	/** Bytes of the unpacked member up to the next entry. */
	end: number;
	/** Where reading goes on. */
	next: Place;
	damage?: string;
}

/** Something that could not be read at all. */
export interface ReadGap {
	at: Place;
	next: Place;
	reason: string;
}

export type ReadItem = ReadMessage | ReadGap;

/** The place after everything: nothing follows in this file. */
export const FILE_END: Place = { member: Number.MAX_SAFE_INTEGER, offset: 0 };

export interface ReadOptions {
	/** Entries before this place are passed over. */
	from: Place;
	/** The members of an archive to open; all when absent. */
	only?: ReadonlySet<number>;
	meter: Meter;
	signal: AbortSignal;
	/** Bytes kept of one message. */
	limit?: number;
}

const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

async function* splitItems(chunks: Chunks, limit: number, signal: AbortSignal): AsyncGenerator<MboxItem> {
	const splitter = createSplitter({ limit });
	let broken: DamagedFile | null = null;
	try {
		for await (const chunk of chunks) {
			signal.throwIfAborted();
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

async function* wholeItem(chunks: Chunks, limit: number, signal: AbortSignal): AsyncGenerator<MboxItem> {
	const parts: Buffer[] = [];
	let kept = 0;
	let length = 0;
	let broken: DamagedFile | null = null;
	try {
		for await (const chunk of chunks) {
			signal.throwIfAborted();
			length += chunk.length;
			const part = chunk.subarray(0, limit - kept);
			if (part.length > 0) parts.push(part);
			kept += part.length;
		}
	} catch (error) {
		if (!(error instanceof DamagedFile)) throw error;
		broken = error;
	}
	// A byte order mark belongs to the file, not to the message.
	const mark = parts[0]?.subarray(0, 3).equals(BYTE_ORDER_MARK) ? 3 : 0;
	if (mark > 0) parts[0] = parts[0]?.subarray(mark) ?? Buffer.alloc(0);
	const raw = Buffer.allocUnsafeSlow(kept - mark);
	let at = 0;
	for (const part of parts) at += part.copy(raw, at);
	const damage = [
		length > kept ? `Longer than ${limit} bytes: only the first ${limit} are kept` : null,
		broken ? "The file breaks off inside this message" : null,
	].filter((problem) => problem !== null);
	if (kept > 0) {
		yield { offset: 0, end: length, separator: null, raw, ...(damage.length > 0 ? { damage: damage.join("; ") } : {}) };
	}
	if (broken) throw broken;
}

/** Gives the splitter's items their ids and their place, and passes over what lies before `options.from`. */
async function* identify(
	items: AsyncGenerator<MboxItem>,
	member: number,
	name: string,
	options: ReadOptions,
): AsyncGenerator<ReadItem> {
	const copies = createKeyTable();
	const first = member === options.from.member ? options.from.offset : 0;
	for await (const item of items) {
		const at = { member, offset: item.offset };
		const next = { member, offset: item.end };
		if (!("raw" in item)) {
			if (item.offset >= first) yield { at, next, reason: `${name}: ${item.reason}` };
			continue;
		}
		const digest = hash("sha256", item.raw, "hex").slice(0, 32);
		const copy = copies.add(digest, 1);
		if (item.offset < first) continue;
		const id = copy > 1 ? `${digest}-${copy}` : digest;
		const { raw, separator, end, damage } = item;
		const message: ReadMessage = { id, raw, separator, name, at, end, next };
		if (damage !== undefined) message.damage = damage;
		yield message;
	}
}

/** One stream of mail: mbox, or a single message. */
function readMail(chunks: Chunks, format: "mbox" | "eml", member: number, name: string, options: ReadOptions) {
	const items = format === "mbox" ? splitItems : wholeItem;
	return identify(items(chunks, options.limit ?? MESSAGE_LIMIT, options.signal), member, name, options);
}

const MAIL_NAME = /\.(?:mbox|mbx|eml)(?:\.gz)?$/i;

/** Why a stream that is no mail is not read; null for a bystander in an archive (pictures, settings, pages). */
function refusal(format: Format, head: Buffer, name: string): string | null {
	if (format === "zip" || format === "tar") return "an archive inside an archive is not opened: upload it by itself";
	if (!MAIL_NAME.test(name)) return null;
	if (format === "empty") return null;
	if (format === "foreign") return `${foreignFormat(head)} files cannot be read: unpack or convert it to mbox first`;
	return "this is no mail that can be read";
}

/** One file of an archive. Damage inside it ends it, not the archive, where the archive can go on. */
async function* readMember(member: Member, options: ReadOptions): AsyncGenerator<ReadItem> {
	const { ordinal, name } = member;
	const gap = (offset: number, reason: string): ReadGap => ({
		at: { member: ordinal, offset },
		next: { member: ordinal + 1, offset: 0 },
		reason: `${name}: ${reason}`,
	});
	if (member.unreadable) {
		if (MAIL_NAME.test(name)) yield gap(0, member.unreadable);
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
		if (format === "mbox" || format === "eml") {
			for await (const item of readMail(stream.chunks, format, ordinal, name, options)) {
				reached = item.next.offset;
				yield item;
			}
			return;
		}
		await stream.chunks.return(undefined);
		const reason = refusal(format, stream.head, name);
		if (reason) yield gap(0, reason);
	} catch (error) {
		if (!(error instanceof DamagedFile) || !member.separate) throw error;
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
	if (!found) throw new DamagedFile("There is no mail (mbox or eml) in this archive");
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
	if (format === "tar") yield* readArchive(tarMembers(stream.chunks, from.member), options);
	else if (format === "mbox" || format === "eml") yield* readMail(stream.chunks, format, 0, file.name, options);
	else {
		await stream.chunks.return(undefined);
		if (format === "empty") throw new DamagedFile("The file is empty");
		throw new DamagedFile(
			format === "foreign"
				? `${foreignFormat(stream.head)} files cannot be read: unpack or convert it to mbox first`
				: "This is no mail that can be read: upload mbox, eml, or a zip or tgz of these",
		);
	}
}

/**
 * Reads one uploaded file from a place on. What cannot be read is yielded as a gap with the reason, and ends the file.
 * @throws Unavailable when the file itself cannot be opened
 */
export async function* readUpload(file: StoredFile, options: ReadOptions): AsyncGenerator<ReadItem> {
	if (options.from.member === FILE_END.member) return;
	let reached = options.from;
	try {
		for await (const item of readContents(file, options)) {
			reached = item.next;
			yield item;
		}
	} catch (error) {
		if (!(error instanceof DamagedFile)) throw error;
		yield { at: reached, next: FILE_END, reason: `${file.name}: ${error.message}` };
	}
}
