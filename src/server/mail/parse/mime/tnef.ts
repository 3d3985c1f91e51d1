import { textBefore } from "#shared/trim.ts";
import { type MessageBody, readCompressedRtf } from "../../provider/rtf.ts";
import { decodeText } from "./part-content.ts";

/** A file inside a `winmail.dat` (TNEF, [MS-OXTNEF]), as written by Outlook. */
export interface TnefFile {
	filename: string;
	/** Media type as given by Outlook; null if it gave none. */
	contentType: string | null;
	bytes: Buffer;
}

const SIGNATURE = 0x223e9f78;
/** Attribute ids ([MS-OXTNEF] §2.1.3). */
const ATTACH_RENDER_DATA = 0x9002;
const ATTACH_TITLE = 0x8010;
const ATTACH_DATA = 0x800f;
const ATTACH_PROPERTIES = 0x9005;
const MESSAGE_PROPERTIES = 0x9003;
const MESSAGE_BODY = 0x800c;
/** MAPI properties of an attachment ([MS-OXPROPS]). */
const LONG_FILENAME = 0x3707;
const MIME_TAG = 0x370e;
const DATA = 0x3701;
/** Of the message. */
const BODY_TEXT = 0x1000;
const RTF_COMPRESSED = 0x1009;
const BODY_HTML = 0x1013;
/** Sizes in bytes of fixed-size MAPI values; shorter ones are padded to four bytes. */
const FIXED_SIZES: Record<number, number> = { 2: 4, 3: 4, 4: 4, 5: 8, 6: 8, 7: 8, 10: 4, 11: 4, 20: 8, 64: 8, 72: 16 };

/**
 * Lists the first files of a TNEF stream, and one more if there are more; none if it is not TNEF. Malformed streams give
 * the files before the error.
 */
export function tnefFiles(stream: Buffer, maxFiles: number): TnefFile[] {
	const files: TnefFile[] = [];
	if (stream.length < 6 || stream.readUInt32LE(0) !== SIGNATURE) return files;
	let current: TnefFile | null = null;
	let at = 6;
	// Level (1), id (2), type (2), length (4), data, checksum (2).
	while (at + 9 <= stream.length && files.length <= maxFiles) {
		const id = stream.readUInt16LE(at + 1);
		const length = stream.readUInt32LE(at + 5);
		const data = stream.subarray(at + 9, at + 9 + length);
		if (data.length < length) break;
		if (id === ATTACH_RENDER_DATA) {
			current = { filename: "", contentType: null, bytes: Buffer.alloc(0) };
			files.push(current);
		} else if (current && id === ATTACH_TITLE && current.filename === "") {
			current.filename = plainString(data);
		} else if (current && id === ATTACH_DATA) {
			current.bytes = data;
		} else if (current && id === ATTACH_PROPERTIES) {
			readProperties(data, current);
		}
		at += 9 + length + 2;
	}
	return files;
}

/** The body of a message that is only in its TNEF stream; null if there is none. */
export function tnefBody(stream: Buffer): MessageBody | null {
	if (stream.length < 6 || stream.readUInt32LE(0) !== SIGNATURE) return null;
	let body: MessageBody | null = null;
	for (let at = 6; at + 9 <= stream.length; ) {
		const id = stream.readUInt16LE(at + 1);
		const length = stream.readUInt32LE(at + 5);
		const data = stream.subarray(at + 9, at + 9 + length);
		if (data.length < length) break;
		if (id === MESSAGE_PROPERTIES) body = bodyOf(data) ?? body;
		else if (id === MESSAGE_BODY) body ??= { html: null, text: plainString(data) };
		at += 9 + length + 2;
	}
	return body;
}

/** HTML, otherwise RTF, otherwise text. */
function bodyOf(data: Buffer): MessageBody | null {
	let html: string | null = null;
	let rtf: MessageBody | null = null;
	let text = "";
	for (const { id, type, value } of properties(data)) {
		if (id === BODY_HTML) html = mapiString(value, type);
		else if (id === RTF_COMPRESSED) rtf = readCompressedRtf(value);
		else if (id === BODY_TEXT) text = mapiString(value, type);
	}
	if (html !== null && html !== "") return { html, text };
	if (rtf !== null) return { html: rtf.html, text: text || rtf.text };
	return text === "" ? null : { html: null, text };
}

interface Property {
	id: number;
	type: number;
	value: Buffer;
}

/** The properties of an attribute, up to what is malformed. */
function* properties(data: Buffer): Generator<Property> {
	const reader = { data, at: 4 };
	for (
		let remaining = data.length >= 4 ? data.readUInt32LE(0) : 0;
		remaining > 0 && reader.at + 4 <= data.length;
		remaining--
	) {
		const type = data.readUInt16LE(reader.at);
		const id = data.readUInt16LE(reader.at + 2);
		reader.at += 4;
		if (id >= 0x8000 && !skipName(reader)) return;
		const value = readValue(reader, type);
		if (value === null) return;
		yield { id, type, value };
	}
}

function readProperties(data: Buffer, file: TnefFile): void {
	for (const { id, type, value } of properties(data)) {
		if (id === LONG_FILENAME) file.filename = mapiString(value, type) || file.filename;
		else if (id === MIME_TAG) file.contentType = mapiString(value, type).toLowerCase() || null;
		// Objects begin with the 16 bytes of their interface id.
		else if (id === DATA && file.bytes.length === 0) file.bytes = type === 13 ? value.subarray(16) : value;
	}
}

interface Reader {
	data: Buffer;
	at: number;
}

/** Named properties start with a GUID and a number or name. */
function skipName(reader: Reader): boolean {
	reader.at += 16;
	if (reader.at + 8 > reader.data.length) return false;
	const kind = reader.data.readUInt32LE(reader.at);
	const word = reader.data.readUInt32LE(reader.at + 4);
	reader.at += 8 + (kind === 1 ? padded(word) : 0);
	return reader.at <= reader.data.length;
}

/** Reads one property's value (the last of several) and advances past it; null at the end of the data. */
function readValue(reader: Reader, type: number): Buffer | null {
	const bare = type & 0x0fff;
	const fixed = FIXED_SIZES[bare];
	let count = 1;
	if (type & 0x1000 || fixed === undefined) {
		if (reader.at + 4 > reader.data.length) return null;
		count = reader.data.readUInt32LE(reader.at);
		reader.at += 4;
	}
	let value: Buffer = Buffer.alloc(0);
	for (; count > 0; count--) {
		let length = fixed ?? 0;
		if (fixed === undefined) {
			if (reader.at + 4 > reader.data.length) return null;
			length = reader.data.readUInt32LE(reader.at);
			reader.at += 4;
		}
		if (reader.at + length > reader.data.length) return null;
		value = reader.data.subarray(reader.at, reader.at + length);
		reader.at += padded(length);
	}
	return value;
}

function mapiString(value: Buffer, type: number): string {
	const text = (type & 0x0fff) === 31 ? value.toString("utf16le") : plainString(value);
	return textBefore(text, "\0");
}

function plainString(value: Buffer): string {
	return textBefore(decodeText(value, "").text, "\0");
}

function padded(length: number): number {
	return Math.ceil(length / 4) * 4;
}
