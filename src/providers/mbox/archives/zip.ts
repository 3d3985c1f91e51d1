/** Reads the files of a zip archive (APPNOTE 6.3) in order. Their names are hints and are never used as paths. */

import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { crc32, inflateRawSync } from "node:zlib";
import { type Entry, fromRandomAccessReaderPromise, type ZipFile } from "yauzl";
import { checkTime, countUnpacked, DamagedFile, LimitReached, type Meter } from "../limits.ts";
import { type Member, nothing, shown } from "./archive.ts";
import { type Chunks, unpack } from "./unpack.ts";
import { LOCAL_HEADER, layOut, readExtents, type ZipLayout } from "./zip-layout.ts";
import { WindowReader } from "./zip-window.ts";

const STORED = 0;
const DEFLATED = 8;
const ENCRYPTED_BIT = 1;
const LOCAL_SIGNATURE = 0x04034b50;
/** Files up to this size are read and unpacked in one step, at a hundredth of a stream's cost. */
const SMALL = 64 * 1024;

interface Archive {
	path: string;
	window: WindowReader;
	zip: ZipFile;
	layout: ZipLayout;
	meter: Meter;
}

const broken = (error: unknown): DamagedFile =>
	new DamagedFile(
		`The zip archive cannot be read (${(error as Error).message}): it is damaged or was not downloaded completely`,
		{ cause: error },
	);

/**
 * @param from ordinal of the first member wanted
 * @throws DamagedFile when the central directory cannot be read
 */
export async function* zipMembers(
	path: string,
	from: number,
	meter: Meter,
	signal: AbortSignal,
): AsyncGenerator<Member> {
	const handle = await open(path);
	try {
		const { size } = await handle.stat();
		const directory = new WindowReader(handle, path);
		const options = { lazyEntries: true, autoClose: false, decodeStrings: false };
		const openZip = (): Promise<ZipFile> => fromRandomAccessReaderPromise(directory, size, options);
		const maxEntries = meter.limits.entries;
		const tooMany = (): Error => new LimitReached("size", `The zip archive has more than ${maxEntries} files`);
		let zip: ZipFile;
		let layout: ZipLayout;
		try {
			layout = layOut(await readExtents(await openZip(), maxEntries, tooMany), size);
			zip = await openZip();
		} catch (error) {
			throw error instanceof LimitReached ? error : broken(error);
		}
		// Separate from the directory's, so that neither moves the other's window.
		const window = new WindowReader(handle, path);
		yield* membersOf({ path, window, zip, layout, meter }, from, signal);
	} finally {
		await handle.close();
	}
}

async function* membersOf(archive: Archive, from: number, signal: AbortSignal): AsyncGenerator<Member> {
	const { zip, layout, meter } = archive;
	const entries = zip.eachEntry();
	/** The last of consecutive overlapping entries, and their number: reported together. */
	let overlapping: { ordinal: number; name: string } | null = null;
	let count = 0;
	for (let ordinal = 0; ; ordinal++) {
		signal.throwIfAborted();
		checkTime(meter);
		const next = await entries.next().catch((error: unknown) => {
			throw broken(error);
		});
		if (!next.done && ordinal < from) {
			meter.readBytes += next.value.compressedSize;
			continue;
		}
		const isOverlap = !next.done && layout.overlaps(ordinal);
		if (overlapping !== null && !isOverlap) {
			const unreadable = { kind: "overlap" as const, count, reason: OVERLAP };
			yield { ...overlapping, chunks: nothing, separate: true, unreadable };
			overlapping = null;
			count = 0;
		}
		if (next.done) return;
		const entry = next.value;
		const name = shown(Buffer.from(entry.fileName).toString("utf8"));
		if (isOverlap) {
			overlapping = { ordinal, name };
			count++;
			continue;
		}
		if (name.endsWith("/")) continue;
		const problem = problemOf(entry);
		yield problem
			? {
					ordinal,
					name,
					chunks: nothing,
					separate: true,
					unreadable: { kind: "unreadable", count: 1, reason: problem },
				}
			: { ordinal, name, chunks: readEntry(archive, entry, ordinal), separate: true };
	}
}

const OVERLAP = "shares its bytes with another file of the archive, which no archiver writes: it is left out";

function problemOf(entry: Entry): string | null {
	if ((entry.generalPurposeBitFlag & ENCRYPTED_BIT) !== 0) {
		return "is protected with a password: unpack the archive and upload its files";
	}
	if (entry.compressionMethod !== STORED && entry.compressionMethod !== DEFLATED) {
		return `is packed with a method that is not supported (${entry.compressionMethod}): unpack the archive and upload its files`;
	}
	return null;
}

async function* readEntry(archive: Archive, entry: Entry, ordinal: number): AsyncGenerator<Buffer> {
	const start = await dataStart(archive, entry, ordinal);
	const content = await readSmall(archive, entry, start);
	let checksum = 0;
	for await (const chunk of content === null ? readStream(archive, entry, start) : [content]) {
		checksum = crc32(chunk, checksum);
		yield chunk;
	}
	if (checksum !== entry.crc32 >>> 0) throw new DamagedFile("The file's checksum in the zip archive does not match");
}

/** The start of an entry's data from its local header, which may disagree with the central directory. */
async function dataStart({ window, layout }: Archive, entry: Entry, ordinal: number): Promise<number> {
	const at = entry.relativeOffsetOfLocalHeader;
	const header = await window.bytes(at, LOCAL_HEADER).catch((error: unknown) => {
		throw damaged(error);
	});
	if (header.readUInt32LE(0) !== LOCAL_SIGNATURE) throw damaged(new Error("invalid local file header signature"));
	const start = at + LOCAL_HEADER + header.readUInt16LE(26) + header.readUInt16LE(28);
	if (start + entry.compressedSize > layout.endOf(ordinal)) throw new DamagedFile(`It ${OVERLAP}`);
	return start;
}

/** Null for a large file, or one that does not match its header: it is read as a stream. */
async function readSmall({ window, meter }: Archive, entry: Entry, start: number): Promise<Buffer | null> {
	if (entry.compressedSize > SMALL || entry.uncompressedSize > SMALL) return null;
	try {
		const packed = await window.bytes(start, entry.compressedSize);
		const isStored = entry.compressionMethod === STORED;
		const maxBytes = Math.max(1, entry.uncompressedSize);
		const bytes = isStored ? packed : inflateRawSync(packed, { maxOutputLength: maxBytes });
		countUnpacked(meter, isStored ? 0 : bytes.length, null);
		meter.readBytes += packed.length;
		return bytes;
	} catch (error) {
		if (error instanceof LimitReached) throw error;
		return null;
	}
}

async function* readStream({ path, meter }: Archive, entry: Entry, start: number): AsyncGenerator<Buffer> {
	async function* source(): AsyncGenerator<Buffer> {
		if (entry.compressedSize === 0) return;
		const packed: Chunks = createReadStream(path, { start, end: start + entry.compressedSize - 1 });
		try {
			for await (const chunk of packed) {
				meter.readBytes += chunk.length;
				yield chunk;
			}
		} catch (error) {
			throw damaged(error);
		}
	}
	if (entry.compressionMethod === STORED) yield* source();
	else yield* unpack(source(), "deflate", meter, { packedBytes: entry.compressedSize, unpackedBytes: 0 });
}

function damaged(error: unknown): DamagedFile {
	return new DamagedFile(`The zip archive is damaged (${(error as Error).message})`, { cause: error });
}
