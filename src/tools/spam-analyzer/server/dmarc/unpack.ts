import { gunzipSync, inflateRawSync } from "node:zlib";

/** Reports are some kilobytes; packed ones must not fill the memory. */
const MAX_BYTES = 20 * 1024 * 1024;

/** The XML of a report as it was attached: as it is, gzip (RFC 1952), or the first file of a zip. @throws when it can't be unpacked */
export function unpackReport(bytes: Buffer): Buffer {
	if (bytes[0] === 0x1f && bytes[1] === 0x8b) return gunzipSync(bytes, { maxOutputLength: MAX_BYTES });
	if (bytes.readUInt32LE(0) === LOCAL_FILE) return unzipFirst(bytes);
	if (bytes.length > MAX_BYTES) throw new Error("The report is too large.");
	return bytes;
}

/** Signatures and offsets: APPNOTE.TXT 4.3.7, 4.3.12 and 4.3.16. */
const LOCAL_FILE = 0x04034b50;
const CENTRAL_FILE = 0x02014b50;
const END = 0x06054b50;
const END_BYTES = 22;
const MAX_COMMENT = 0xffff;
const STORED = 0;
const DEFLATED = 8;

/** Sizes are read from the central directory: local headers of streamed files have none. */
function unzipFirst(bytes: Buffer): Buffer {
	let end = bytes.length - END_BYTES;
	const lowest = Math.max(0, end - MAX_COMMENT);
	while (end >= lowest && bytes.readUInt32LE(end) !== END) end--;
	if (end < lowest) throw new Error("The zip file is cut off.");
	const entry = bytes.readUInt32LE(end + 16);
	if (bytes.readUInt32LE(entry) !== CENTRAL_FILE) throw new Error("The zip file is damaged.");
	const method = bytes.readUInt16LE(entry + 10);
	const size = bytes.readUInt32LE(entry + 20);
	const local = bytes.readUInt32LE(entry + 42);
	const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
	const data = bytes.subarray(start, start + size);
	if (method === STORED && data.length <= MAX_BYTES) return data;
	if (method !== DEFLATED) throw new Error("The zip file uses a method that can't be read.");
	return inflateRawSync(data, { maxOutputLength: MAX_BYTES });
}
