import { createHash } from "node:crypto";
import { EntryText, isSeparator, linesOf } from "./mbox-lines.ts";

/** A message to be read from a backup's file. */
export interface WantedEntry {
	/** Number of the entry in the file, from 0. */
	position: number;
	sizeBytes: number;
	/** Hex. */
	sha256: string;
}

/**
 * Reads messages from an mbox.gz file, byte for byte as they were backed up, in the order of the file. One message at a
 * time is in memory.
 * @returns each message; `raw` is null where the file is damaged
 */
export async function* messagesIn<W extends WantedEntry>(
	bytes: ReadableStream<Uint8Array>,
	wanted: readonly W[],
): AsyncGenerator<{ entry: W; raw: Buffer | null }> {
	const byPosition = new Map(wanted.map((entry) => [entry.position, entry]));
	let position = -1;
	let current: { entry: W; lines: Buffer[]; text: EntryText } | null = null;
	for await (const line of linesOf(bytes)) {
		if (!isSeparator(line)) {
			current?.lines.push(current.text.unquote(line));
			continue;
		}
		if (current !== null) yield finish(current);
		if (byPosition.size === 0) return;
		const entry = byPosition.get(++position);
		byPosition.delete(position);
		current = entry === undefined ? null : { entry, lines: [], text: new EntryText() };
	}
	if (current !== null) yield finish(current);
}

/** The format adds a blank line, and a line ending to a last line that has none. */
function finish<W extends WantedEntry>({ entry, lines }: { entry: W; lines: Buffer[] }) {
	const raw = Buffer.concat(lines).subarray(0, entry.sizeBytes);
	const isIntact = createHash("sha256").update(raw).digest("hex") === entry.sha256;
	return { entry, raw: isIntact ? raw : null };
}
