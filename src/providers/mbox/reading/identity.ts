/** What makes two stored messages the same mail. */

import { createHash } from "node:crypto";
import { setImmediate } from "node:timers/promises";

const LF = 10;
const CR = 13;
const DIGITS = 32;

/** Bytes hashed at a time: other work comes between, since a message may have 100 MB. */
const PIECE = 1024 * 1024;

/**
 * A hash of a message's content. Line ends do not count, and neither do line ends after the text: programs convert the
 * former, and mbox files add the latter.
 * @returns 32 hexadecimal digits
 */
export async function contentHash(raw: Buffer): Promise<string> {
	let end = raw.length;
	while (end > 0 && (raw[end - 1] === LF || raw[end - 1] === CR)) end--;
	const content = raw.subarray(0, end);
	const sum = createHash("sha256");
	for (let at = 0; at < content.length; at += PIECE) {
		if (at > 0) await setImmediate();
		sum.update(withLineFeeds(content, at, Math.min(at + PIECE, content.length)));
	}
	return sum.digest("hex").slice(0, DIGITS);
}

/** A piece with every line end, CRLF and CR, as LF. */
function withLineFeeds(raw: Buffer, from: number, to: number): Buffer {
	const piece = raw.subarray(from, to);
	if (!piece.includes(CR)) return piece;
	const bytes = Buffer.allocUnsafe(piece.length);
	let length = 0;
	for (let at = from; at < to; at++) {
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
