/**
 * Reads the files of a tar archive (POSIX ustar and pax, GNU long names) on demand: nothing is unpacked ahead of the reader,
 * so that a truncated archive yields the same messages on every read.
 */

import { DamagedFile } from "../limits.ts";
import type { Chunks } from "./unpack.ts";

export interface TarFile {
	/** Index in the archive, counting folders and links. */
	ordinal: number;
	name: string;
	/** Consume or skip it. @throws DamagedFile when the archive ends inside the file */
	contents: Chunks;
}

const BLOCK = 512;
/** A longer name or pax record is an attack. */
const EXTENSION_LIMIT = 1024 * 1024;
const BROKEN = "The archive breaks off before its end: it was not copied or downloaded completely";

/** Reads a stream in the requested amounts. */
function createPuller(chunks: Chunks) {
	const iterator = chunks[Symbol.asyncIterator]();
	let rest: Buffer = Buffer.alloc(0);
	/** Some bytes, at most `limit`; empty at the end. */
	async function some(limit: number): Promise<Buffer> {
		while (rest.length === 0) {
			const next = await iterator.next();
			if (next.done) return rest;
			rest = next.value;
		}
		const part = rest.subarray(0, limit);
		rest = rest.subarray(part.length);
		return part;
	}
	return {
		some,
		/** Exactly `count` bytes, fewer only at the end. */
		async exactly(count: number): Promise<Buffer> {
			const parts: Buffer[] = [];
			let remaining = count;
			while (remaining > 0) {
				const part = await some(remaining);
				if (part.length === 0) break;
				parts.push(part);
				remaining -= part.length;
			}
			return parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts);
		},
		close: () => iterator.return?.(),
	};
}

function text(header: Buffer, from: number, length: number): string {
	const field = header.subarray(from, from + length);
	const end = field.indexOf(0);
	return field.toString("utf8", 0, end < 0 ? length : end);
}

/** Octal digits, or GNU's base 256 for larger sizes. */
function sizeOf(header: Buffer): number {
	const field = header.subarray(124, 136);
	if (((field[0] ?? 0) & 0x80) !== 0) return Number(field.readBigUInt64BE(4));
	const digits = text(header, 124, 12).trim();
	return digits === "" ? 0 : Number.parseInt(digits, 8);
}

/** The checksum is computed with its own field as spaces. */
function checksumFits(header: Buffer): boolean {
	let sum = 8 * 32;
	for (const [index, byte] of header.entries()) if (index < 148 || index >= 156) sum += byte;
	return Number.parseInt(text(header, 148, 8).trim(), 8) === sum;
}

/** Records of the form `length key=value\n` (POSIX pax). */
function paxRecords(bytes: Buffer): Map<string, string> {
	const records = new Map<string, string>();
	for (let at = 0; at < bytes.length; ) {
		const space = bytes.indexOf(32, at);
		const length = space < 0 ? 0 : Number.parseInt(bytes.toString("latin1", at, space), 10);
		if (!(length > 0)) break;
		const [key = "", ...value] = bytes.toString("utf8", space + 1, at + length - 1).split("=");
		records.set(key, value.join("="));
		at += length;
	}
	return records;
}

/**
 * @param source the unpacked archive
 * @throws DamagedFile after the readable files; errors of `source` are passed through
 */
export async function* tarFiles(source: Chunks): AsyncGenerator<TarFile> {
	const puller = createPuller(source);
	let longName: string | null = null;
	let longSize: number | null = null;
	try {
		for (let ordinal = 0; ; ) {
			const header = await puller.exactly(BLOCK);
			// Two zero blocks end an archive; some programs omit them.
			if (header.length === 0 || header.every((byte) => byte === 0)) return;
			if (header.length < BLOCK) throw new DamagedFile(BROKEN);
			if (!checksumFits(header)) throw new DamagedFile("The archive is damaged: the header of a file is not readable");
			const type = String.fromCharCode(header[156] ?? 0);
			const size = longSize ?? sizeOf(header);
			if (!Number.isSafeInteger(size) || size < 0) throw new DamagedFile("The archive is damaged: a file has no size");
			const padding = (BLOCK - (size % BLOCK)) % BLOCK;
			if ("LKxg".includes(type)) {
				if (size > EXTENSION_LIMIT) throw new DamagedFile("The archive is damaged: a file name is too long");
				const bytes = await puller.exactly(size);
				await puller.exactly(padding);
				if (type === "L") longName = text(bytes, 0, bytes.length);
				if (type !== "x") continue;
				const records = paxRecords(bytes);
				longName = records.get("path") ?? longName;
				longSize = records.has("size") ? Number(records.get("size")) : null;
				continue;
			}
			let remaining = size;
			async function* contents(): AsyncGenerator<Buffer> {
				while (remaining > 0) {
					const part = await puller.some(remaining);
					if (part.length === 0) throw new DamagedFile(BROKEN);
					remaining -= part.length;
					yield part;
				}
			}
			const prefix = text(header, 345, 155);
			const shortName = text(header, 0, 100);
			const name: string = longName ?? (prefix === "" ? shortName : `${prefix}/${shortName}`);
			longName = null;
			longSize = null;
			if (type === "0" || type === "\0" || type === "7") yield { ordinal, name, contents: contents() };
			while (remaining > 0) {
				const part = await puller.some(remaining);
				if (part.length === 0) throw new DamagedFile(BROKEN);
				remaining -= part.length;
			}
			await puller.exactly(padding);
			ordinal++;
		}
	} finally {
		await puller.close();
	}
}
