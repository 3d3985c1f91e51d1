/** A uuencoded file inside text: its location and name. */
export interface UuencodedFile {
	/** Of the `begin` line. */
	start: number;
	/** After the `end` line. */
	end: number;
	/** Of the first data line. */
	dataStart: number;
	filename: string;
	/** Whether it has an `end` line. */
	isComplete: boolean;
}

/** As many as the attachments of a message; further ones stay in the text. */
const MAX_FILES = 1_000;
/** Characters read of a `begin` line. */
const MAX_BEGIN_LENGTH = 1_000;

/** Finds uuencoded files (`begin 644 name` … `end`) in a text part. */
export function findUuencoded(body: Buffer, maxFiles = MAX_FILES): UuencodedFile[] {
	const files: UuencodedFile[] = [];
	let at = 0;
	while (files.length < maxFiles) {
		const found = body.indexOf("begin ", at, "latin1");
		if (found < 0) break;
		at = found + 6;
		if (found > 0 && body[found - 1] !== 10) continue;
		const lineEnd = endOfLine(body, found);
		const head = /^begin [0-7]{3,4} (.+)/.exec(
			body.toString("latin1", found, Math.min(lineEnd, found + MAX_BEGIN_LENGTH)),
		);
		const filename = head?.[1]?.trim() ?? "";
		if (filename === "") continue;
		const file = readTo(body, found, lineEnd + 1, filename);
		if (!file) continue;
		files.push(file);
		at = file.end;
	}
	return files;
}

/** Decodes one file found by `findUuencoded`. */
export function decodeUuencode(body: Buffer, file: UuencodedFile): Buffer {
	const out = Buffer.alloc(Math.ceil(((file.end - file.dataStart) * 3) / 4) + 48);
	let length = 0;
	let at = file.dataStart;
	while (at < file.end) {
		const lineEnd = endOfLine(body, at);
		const count = lineLength(body, at, lineEnd);
		if (count <= 0) break;
		const target = length + count;
		for (let i = at + 1; length < target; i += 4) {
			const a = value(body, i, lineEnd);
			const b = value(body, i + 1, lineEnd);
			const c = value(body, i + 2, lineEnd);
			const d = value(body, i + 3, lineEnd);
			out[length++] = (a << 2) | (b >> 4);
			if (length < target) out[length++] = ((b & 15) << 4) | (c >> 2);
			if (length < target) out[length++] = ((c & 3) << 6) | d;
		}
		at = lineEnd + 1;
	}
	return out.subarray(0, length);
}

function readTo(body: Buffer, start: number, dataStart: number, filename: string): UuencodedFile | null {
	let at = dataStart;
	let lines = 0;
	while (at < body.length) {
		const lineEnd = endOfLine(body, at);
		const line = body.toString("latin1", at, Math.min(lineEnd, at + 80)).trimEnd();
		if (line === "end")
			return lines > 0
				? { start, end: Math.min(lineEnd + 1, body.length), dataStart, filename, isComplete: true }
				: null;
		if (line !== "" && lineLength(body, at, lineEnd) < 0) break;
		at = lineEnd + 1;
		lines++;
	}
	return lines > 1 ? { start, end: Math.min(at, body.length), dataStart, filename, isComplete: false } : null;
}

/** Number of bytes encoded in a data line; -1 if it is not one. */
function lineLength(body: Buffer, at: number, lineEnd: number): number {
	const code = body[at] ?? 0;
	if (code < 32 || code > 96) return -1;
	const count = (code - 32) & 63;
	const have = lineEnd - at - 1;
	// Trailing spaces may have been lost in transit, but never most of a line.
	return have > Math.ceil(count / 3) * 4 + 3 || (count > 0 && have < count / 2) ? -1 : count;
}

function value(body: Buffer, at: number, lineEnd: number): number {
	return at < lineEnd ? ((body[at] ?? 32) - 32) & 63 : 0;
}

function endOfLine(body: Buffer, at: number): number {
	const newline = body.indexOf(10, at);
	return newline < 0 ? body.length : newline;
}
