/** The files inside a zip or tar archive, one after the other. Their names are looked at and never used as paths. */

import type { Readable } from "node:stream";
import { crc32 } from "node:zlib";
import { type Entry, openPromise, type ZipFile } from "yauzl";
import { tarFiles } from "./tar.ts";
import { type Chunks, DamagedFile, type Meter, unpack } from "./unpack.ts";

export interface Member {
	/** Position in the archive, folders counted, from 0. */
	ordinal: number;
	/** As the archive names it, for people to read and as a hint. */
	name: string;
	/** Read to its end or left alone, before the next member is asked for. */
	chunks: Chunks;
	/** Damage in this member leaves the others readable. */
	separate: boolean;
	/** Set instead of contents for a member that cannot be unpacked. */
	unreadable?: string;
}

/** More members than any mailbox has files. */
const MEMBER_LIMIT = 2_000_000;
const STORED = 0;
const DEFLATED = 8;
const ENCRYPTED_BIT = 1;

/** A name fit to be shown: its end, without control characters. */
const shown = (name: string): string => name.slice(-300).replace(/[\p{Cc}\p{Cs}]+/gu, " ");

const nothing: Chunks = { [Symbol.asyncIterator]: () => ({ next: async () => ({ done: true, value: undefined }) }) };

function problemOf(entry: Entry): string | null {
	if ((entry.generalPurposeBitFlag & ENCRYPTED_BIT) !== 0) {
		return "is protected with a password: unpack the archive and upload its files";
	}
	if (entry.compressionMethod !== STORED && entry.compressionMethod !== DEFLATED) {
		return `is packed with a method that is not supported (${entry.compressionMethod}): unpack the archive and upload its files`;
	}
	return null;
}

async function* readEntry(zip: ZipFile, entry: Entry, meter: Meter): AsyncGenerator<Buffer> {
	let packed: Readable;
	try {
		packed = await zip.openReadStreamPromise(entry, { decodeFileData: false });
	} catch (error) {
		throw new DamagedFile(`The zip archive is damaged (${(error as Error).message})`, { cause: error });
	}
	async function* source(): AsyncGenerator<Buffer> {
		try {
			for await (const chunk of packed as AsyncIterable<Buffer>) {
				meter.readBytes += chunk.length;
				yield chunk;
			}
		} catch (error) {
			throw new DamagedFile(`The zip archive is damaged (${(error as Error).message})`, { cause: error });
		}
	}
	let checksum = 0;
	const chunks = entry.compressionMethod === DEFLATED ? unpack(source(), "deflate", meter) : source();
	for await (const chunk of chunks) {
		checksum = crc32(chunk, checksum);
		yield chunk;
	}
	if (checksum !== entry.crc32 >>> 0) throw new DamagedFile("The file's checksum in the zip archive does not match");
}

/**
 * @param from ordinal of the first member wanted
 * @throws DamagedFile when the table of contents cannot be read
 */
export async function* zipMembers(
	path: string,
	from: number,
	meter: Meter,
	signal: AbortSignal,
): AsyncGenerator<Member> {
	const broken = (error: unknown): DamagedFile =>
		new DamagedFile(
			`The zip archive cannot be read (${(error as Error).message}): it is damaged or was not downloaded completely`,
			{ cause: error },
		);
	let zip: ZipFile;
	try {
		zip = await openPromise(path, { lazyEntries: true, autoClose: false, decodeStrings: false });
	} catch (error) {
		throw broken(error);
	}
	const entries = zip.eachEntry();
	try {
		for (let ordinal = 0; ; ordinal++) {
			signal.throwIfAborted();
			if (ordinal >= MEMBER_LIMIT) throw new DamagedFile(`The zip archive has more than ${MEMBER_LIMIT} files`);
			const next = await entries.next().catch((error: unknown) => {
				throw broken(error);
			});
			if (next.done) return;
			const entry = next.value;
			const name = shown(Buffer.from(entry.fileName).toString("utf8"));
			if (ordinal < from) {
				meter.readBytes += entry.compressedSize;
				continue;
			}
			if (name.endsWith("/")) continue;
			const problem = problemOf(entry);
			yield problem
				? { ordinal, name, chunks: nothing, separate: true, unreadable: problem }
				: { ordinal, name, chunks: readEntry(zip, entry, meter), separate: true };
		}
	} finally {
		zip.close();
	}
}

/**
 * @param source the unpacked archive
 * @param from ordinal of the first member wanted
 * @throws DamagedFile after the members that could be read; what `source` throws comes through as it is
 */
export async function* tarMembers(source: Chunks, from: number): AsyncGenerator<Member> {
	for await (const { ordinal, name, contents } of tarFiles(source)) {
		if (ordinal >= MEMBER_LIMIT) throw new DamagedFile(`The archive has more than ${MEMBER_LIMIT} files`);
		if (ordinal >= from) yield { ordinal, name: shown(name), chunks: contents, separate: false };
	}
}
