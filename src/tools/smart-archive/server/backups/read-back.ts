import { createHash, type Hash } from "node:crypto";
import { EntryText, isSeparator, linesOf } from "./mbox-lines.ts";
import type { Written } from "./write.ts";

/** Parses our mbox.gz file like any reader would, and reports which messages it contains byte for byte. */

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
	private readonly text = new EntryText();

	constructor(expected: Written) {
		this.expected = expected;
		this.remaining = expected.sizeBytes;
	}

	/** @param line including its line ending */
	add(line: Buffer): void {
		const own = this.text.unquote(line);
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

/** The file itself is corrupt; other errors come from the disk or the network. */
function isDamage(cause: unknown): boolean {
	const code = (cause as { code?: string }).code ?? "";
	return code.startsWith("Z_") || code === "ERR_STREAM_PREMATURE_CLOSE";
}
