import { crc32, deflateRawSync } from "node:zlib";
import type { Entry } from "yauzl";

/** Signatures and sizes: APPNOTE.TXT 4.3.7, 4.3.12 and 4.3.16. */
const LOCAL_FILE = 0x04034b50;
const CENTRAL_FILE = 0x02014b50;
const END = 0x06054b50;
const LOCAL_BYTES = 30;
const CENTRAL_BYTES = 46;
const END_BYTES = 22;
const VERSION = 20;
const STORED = 0;
const DEFLATED = 8;
/** Sizes are in the header, not behind the data. */
const SIZES_FOLLOW = 0x8;

/**
 * A zip archive with other contents of some files; the rest is copied as it is packed.
 * @param changed by name; null: the file is left out
 */
export function rewriteZip(
	bytes: Buffer,
	entries: readonly Entry[],
	changed: ReadonlyMap<string, Buffer | null>,
): Buffer {
	const parts: Buffer[] = [];
	const directory: Buffer[] = [];
	let at = 0;
	for (const entry of entries) {
		const content = changed.get(entry.fileName);
		if (content === null) continue;
		const file = content === undefined ? copied(bytes, entry) : packed(content);
		const name = Buffer.from(entry.fileName);
		const fields = fieldsOf(entry, file, name.length);
		const local = Buffer.alloc(LOCAL_BYTES);
		local.writeUInt32LE(LOCAL_FILE);
		fields.copy(local, 4);
		parts.push(local, name, file.data);
		const central = Buffer.alloc(CENTRAL_BYTES);
		central.writeUInt32LE(CENTRAL_FILE);
		central.writeUInt16LE(VERSION, 4);
		fields.copy(central, 6);
		central.writeUInt32LE(at, 42);
		directory.push(central, name);
		at += local.length + name.length + file.data.length;
	}
	const index = Buffer.concat(directory);
	const end = Buffer.alloc(END_BYTES);
	end.writeUInt32LE(END);
	end.writeUInt16LE(directory.length / 2, 8);
	end.writeUInt16LE(directory.length / 2, 10);
	end.writeUInt32LE(index.length, 12);
	end.writeUInt32LE(at, 16);
	return Buffer.concat([...parts, index, end]);
}

interface PackedFile {
	method: number;
	crc: number;
	/** Unpacked. */
	size: number;
	data: Buffer;
}

function packed(content: Buffer): PackedFile {
	return { method: DEFLATED, crc: crc32(content), size: content.length, data: deflateRawSync(content) };
}

function copied(bytes: Buffer, entry: Entry): PackedFile {
	const local = entry.relativeOffsetOfLocalHeader;
	const start = local + LOCAL_BYTES + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
	return {
		method: entry.compressionMethod === STORED ? STORED : DEFLATED,
		...{ crc: entry.crc32, size: entry.uncompressedSize },
		data: bytes.subarray(start, start + entry.compressedSize),
	};
}

/** What both headers of a file have: from the version that is needed to the length of the extra field. */
function fieldsOf(entry: Entry, { method, crc, size, data }: PackedFile, nameLength: number): Buffer {
	const fields = Buffer.alloc(LOCAL_BYTES - 4);
	fields.writeUInt16LE(VERSION);
	fields.writeUInt16LE(entry.generalPurposeBitFlag & ~SIZES_FOLLOW, 2);
	fields.writeUInt16LE(method, 4);
	fields.writeUInt16LE(entry.lastModFileTime, 6);
	fields.writeUInt16LE(entry.lastModFileDate, 8);
	fields.writeUInt32LE(crc, 10);
	fields.writeUInt32LE(data.length, 14);
	fields.writeUInt32LE(size, 18);
	fields.writeUInt16LE(nameLength, 22);
	return fields;
}
