import { constants, inflateRawSync } from "node:zlib";

/** Reports are some kilobytes; packed ones must not fill the memory. */
const MAX_BYTES = 20 * 1024 * 1024;
/** Some are packed twice. */
const MAX_LAYERS = 3;

/**
 * The XML of a report as it was attached: as it is, gzip (RFC 1952), or the first file of a zip. Checksums and what follows
 * the packed data are not looked at: a report is whole when its XML is. yauzl refuses such files, so their directory is read here.
 * @throws when it can't be unpacked
 */
export function unpackReport(bytes: Buffer): Buffer {
	let found = bytes;
	for (let layer = 0; layer < MAX_LAYERS; layer++) {
		if (found[0] === 0x1f && found[1] === 0x8b) found = gunzip(found);
		else if (found.length >= 4 && found.readUInt32LE(0) === LOCAL_FILE) found = unzipFirst(found);
		else break;
	}
	if (found.length > MAX_BYTES) throw new Error("The report is too large.");
	return found;
}

/** What follows the name of a file, by the flags of its header (RFC 1952 §2.3). */
const EXTRA = 4;
const NAME = 8;
const COMMENT = 16;
const HEADER_CHECK = 2;

function gunzip(bytes: Buffer): Buffer {
	const flags = bytes[3] ?? 0;
	let start = 10;
	if (flags & EXTRA) start += 2 + bytes.readUInt16LE(start);
	for (const text of [NAME, COMMENT]) if (flags & text) start = bytes.indexOf(0, start) + 1;
	if (flags & HEADER_CHECK) start += 2;
	return inflated(bytes.subarray(start));
}

/** Data may be followed by others, or by nothing where a checksum belongs. */
function inflated(data: Buffer): Buffer {
	return inflateRawSync(data, { maxOutputLength: MAX_BYTES, finishFlush: constants.Z_SYNC_FLUSH });
}

/** Signatures and offsets: APPNOTE.TXT 4.3.7, 4.3.12 and 4.3.16. */
const LOCAL_FILE = 0x04034b50;
const CENTRAL_FILE = 0x02014b50;
const END = 0x06054b50;
const END_BYTES = 22;
const MAX_COMMENT = 0xffff;
const STORED = 0;
const DEFLATED = 8;
/** Entries that are looked at: a report is alone, but for its folders and what some programs add. */
const MAX_ENTRIES = 20;

/** Sizes are read from the central directory: local headers of streamed files have none. */
function unzipFirst(bytes: Buffer): Buffer {
	let end = bytes.length - END_BYTES;
	const lowest = Math.max(0, end - MAX_COMMENT);
	while (end >= lowest && bytes.readUInt32LE(end) !== END) end--;
	if (end < lowest) throw new Error("The zip file is cut off.");
	const files: { name: string; entry: number }[] = [];
	let entry = bytes.readUInt32LE(end + 16);
	for (let n = 0; n < MAX_ENTRIES && bytes.readUInt32LE(entry) === CENTRAL_FILE; n++) {
		const nameLength = bytes.readUInt16LE(entry + 28);
		const name = bytes.toString("latin1", entry + 46, entry + 46 + nameLength);
		const isFile = !name.endsWith("/") && !/(?:^|\/)(?:__MACOSX\/|\.)/.test(name);
		if (isFile && bytes.readUInt32LE(entry + 24) > 0) files.push({ name, entry });
		entry += 46 + nameLength + bytes.readUInt16LE(entry + 30) + bytes.readUInt16LE(entry + 32);
	}
	const file = files.find(({ name }) => /\.(?:xml|gz)$/i.test(name)) ?? files[0];
	if (file === undefined) throw new Error("The zip file is damaged.");
	return contentOf(bytes, file.entry);
}

/** @param entry offset in the central directory */
function contentOf(bytes: Buffer, entry: number): Buffer {
	const method = bytes.readUInt16LE(entry + 10);
	const size = bytes.readUInt32LE(entry + 20);
	const local = bytes.readUInt32LE(entry + 42);
	const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
	const data = bytes.subarray(start, start + size);
	if (method === STORED && data.length <= MAX_BYTES) return data;
	if (method !== DEFLATED) throw new Error("The zip file uses a method that can't be read.");
	return inflated(data);
}
