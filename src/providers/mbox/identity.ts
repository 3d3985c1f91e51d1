/** What makes two stored messages the same mail. */

import { hash } from "node:crypto";

const LF = 10;
const CR = 13;
const DIGITS = 32;

/**
 * A hash of a message's content. Line ends do not count, and neither do line ends after the text: programs convert the
 * former, and mbox files add the latter.
 * @returns 32 hexadecimal digits
 */
export function contentHash(raw: Buffer): string {
	const bytes = raw.includes(CR) ? withLineFeeds(raw) : raw;
	let end = bytes.length;
	while (end > 0 && bytes[end - 1] === LF) end--;
	return hash("sha256", bytes.subarray(0, end), "hex").slice(0, DIGITS);
}

/** Every line end, CRLF and CR, as LF. */
function withLineFeeds(raw: Buffer): Buffer {
	const bytes = Buffer.allocUnsafe(raw.length);
	let length = 0;
	for (let at = 0; at < raw.length; at++) {
		const byte = raw[at] as number;
		if (byte === CR && raw[at + 1] === LF) continue;
		bytes[length++] = byte === CR ? LF : byte;
	}
	return bytes.subarray(0, length);
}

/** Whether lines end in CR alone, as old Macintosh programs wrote. @param head the first bytes of a file */
export function hasOldMacLines(head: Buffer): boolean {
	return head.includes(CR) && !head.includes(LF);
}

/** The bytes of a file with such lines, with LF in place of every CR, so that all offsets stay the same. */
export function fromOldMacLines(chunk: Buffer): Buffer {
	const bytes = Buffer.from(chunk);
	for (let at = bytes.indexOf(CR); at >= 0; at = bytes.indexOf(CR, at + 1)) bytes[at] = LF;
	return bytes;
}
