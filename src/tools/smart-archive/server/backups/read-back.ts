import { createHash, type Hash } from "node:crypto";
import { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import type { Written } from "./write.ts";

/** Parses our mbox file like any reader would, and reports which messages it contains byte for byte. */

const NEWLINE = 10;
const CARRIAGE_RETURN = 13;

interface ReadBack {
	bytes: ReadableStream<Uint8Array>;
	/** In the order in which they were written. */
	written: readonly Written[];
	signal: AbortSignal;
	/** @param done messages read */
	onMessage(done: number): void;
}

/**
 * @returns the ids of the messages in the file. Those before a damaged section are found, those after it as far as the
 * parser can resynchronize.
 */
export async function readBack({ bytes, written, signal, onMessage }: ReadBack): Promise<Set<string>> {
	const verified = new Set<string>();
	let entry: Entry | null = null;
	let next = 0;
	const end = (): void => {
		if (entry?.isComplete() === true) verified.add(entry.expected.id);
	};
	try {
		for await (const line of linesOf(bytes)) {
			signal.throwIfAborted();
			if (!isSeparator(line)) entry?.add(line);
			else {
				end();
				const expected = written[next++];
				entry = expected === undefined ? null : new Entry(expected);
				onMessage(next);
			}
		}
		end();
	} catch (cause) {
		signal.throwIfAborted();
		if (!isDamage(cause)) throw cause;
	}
	return verified;
}

/** One message as it is read. The format adds a blank line, and a line ending to a last line that has none. */
class Entry {
	readonly expected: Written;
	private readonly hash: Hash = createHash("sha256");
	private remaining: number;
	private beyond = "";
	private isBody = false;

	constructor(expected: Written) {
		this.expected = expected;
		this.remaining = expected.sizeBytes;
	}

	/** @param line including its line ending */
	add(line: Buffer): void {
		// In the body, mboxrd adds one ">" to every line that looks quoted.
		const own = this.isBody && isQuoted(line) ? line.subarray(1) : line;
		if (line[0] === NEWLINE || (line[0] === CARRIAGE_RETURN && line[1] === NEWLINE)) this.isBody = true;
		const content = own.subarray(0, this.remaining);
		this.remaining -= content.length;
		this.hash.update(content);
		if (this.beyond.length <= 2) this.beyond += own.subarray(content.length, content.length + 3).toString("latin1");
	}

	isComplete(): boolean {
		const isEnded = this.beyond === "\n" || this.beyond === "\n\n";
		return this.remaining === 0 && isEnded && this.hash.digest("hex") === this.expected.sha256;
	}
}

function isSeparator(line: Buffer): boolean {
	return line.subarray(0, 5).equals(FROM);
}

function isQuoted(line: Buffer): boolean {
	let at = 0;
	while (line[at] === SIGN) at++;
	return at > 0 && line.subarray(at, at + 5).equals(FROM);
}

const FROM = Buffer.from("From ");
const SIGN = ">".charCodeAt(0);

async function* linesOf(bytes: ReadableStream<Uint8Array>): AsyncGenerator<Buffer> {
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

/** The file itself is corrupt; other errors come from the disk or the network. */
function isDamage(cause: unknown): boolean {
	const code = (cause as { code?: string }).code ?? "";
	return code.startsWith("Z_") || code === "ERR_STREAM_PREMATURE_CLOSE";
}
