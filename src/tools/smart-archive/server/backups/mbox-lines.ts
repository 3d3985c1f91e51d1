import { Readable } from "node:stream";
import { createGunzip } from "node:zlib";

/** The lines of our mbox.gz files. */

const NEWLINE = 10;
const CARRIAGE_RETURN = 13;
const FROM = Buffer.from("From ");
const SIGN = ">".charCodeAt(0);

/** Lines with their line endings. @throws what gunzip throws when the file is damaged */
export async function* linesOf(bytes: ReadableStream<Uint8Array>): AsyncGenerator<Buffer> {
	const unpacked = Readable.fromWeb(bytes as Parameters<typeof Readable.fromWeb>[0]).pipe(createGunzip());
	let begun: Buffer[] = [];
	for await (const chunk of unpacked as AsyncIterable<Buffer>) {
		let from = 0;
		for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, from)) {
			const line = chunk.subarray(from, end + 1);
			yield begun.length === 0 ? line : Buffer.concat([...begun, line]);
			begun = [];
			from = end + 1;
		}
		if (from < chunk.length) begun.push(chunk.subarray(from));
	}
	if (begun.length > 0) yield Buffer.concat(begun);
}

export function isSeparator(line: Buffer): boolean {
	return line.subarray(0, 5).equals(FROM);
}

function isQuoted(line: Buffer): boolean {
	let at = 0;
	while (line[at] === SIGN) at++;
	return at > 0 && line.subarray(at, at + 5).equals(FROM);
}

/** The lines of one entry as its message has them: in the body, mboxrd adds one ">" to every line that looks quoted. */
export class EntryText {
	private isBody = false;

	/** Call it with each line, in order. */
	unquote(line: Buffer): Buffer {
		const own = this.isBody && isQuoted(line) ? line.subarray(1) : line;
		if (line[0] === NEWLINE || (line[0] === CARRIAGE_RETURN && line[1] === NEWLINE)) this.isBody = true;
		return own;
	}
}
