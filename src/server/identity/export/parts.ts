import { open, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Archive } from "./archive.ts";

/**
 * Files of an archive that grow in parallel, one per folder of an account: a tar header needs a file's size before its
 * bytes. A part that is large enough is moved into the archive and the next one starts, which limits disk use.
 */

export const PART_LIMITS = {
	/** Size in bytes at which a part is moved into the archive. */
	part: 64 * 1024 * 1024,
	/** Total bytes of all parts buffered in memory. */
	buffer: 4 * 1024 * 1024,
};

/** A growing file, as saved in the checkpoint. */
export interface Part {
	/** Its content: a folder's id, or the list of messages. */
	key: string;
	/** Its name in the archive: `<stem>.<ending>`, from the second part on `<stem>-2.<ending>`. */
	stem: string;
	ending: string;
	number: number;
	size: number;
}

export interface Parts {
	/** File and offset of the next bytes for this key. */
	locate(key: string, name: { stem: string; ending: string }): { file: string; offset: number };
	append(key: string, pieces: readonly Uint8Array[]): Promise<void>;
	/** Moves large parts, or all, into the archive. */
	flush(archive: Archive, all: boolean, mtime: number, signal: AbortSignal): Promise<void>;
	/** Deletes parts that were moved into the archive; call it after saving the checkpoint. */
	sweep(): Promise<void>;
	/** Writes buffered bytes to disk and returns the state of all parts for the checkpoint. */
	finalize(): Promise<Part[]>;
	/** Resets all names for the next account. */
	clear(): void;
}

/**
 * @param folder for the growing files
 * @param known parts of an earlier attempt: files are truncated to their recorded size
 */
export async function openParts(folder: string, known: readonly Part[], limits = PART_LIMITS): Promise<Parts> {
	const parts = new Map(known.map((part) => [part.key, { ...part }]));
	/** Already in the archive, but still needed if interrupted before the next checkpoint. */
	const moved: string[] = [];
	/** Bytes that are counted in a part's size but not written to its file yet. */
	const buffered = new Map<Part, Uint8Array[]>();
	let bufferedBytes = 0;
	const fileOf = (part: Part): string => join(folder, `part-${[...parts.keys()].indexOf(part.key)}-${part.number}`);
	const nameOf = ({ stem, ending, number }: Part): string => `${stem}${number === 1 ? "" : `-${number}`}.${ending}`;
	for (const part of parts.values()) {
		const handle = await open(fileOf(part), part.size === 0 ? "w" : "r+", 0o600);
		await handle.truncate(part.size);
		await handle.close();
	}

	/** A file name that no other key uses, ignoring case. */
	function unused(stem: string, ending: string): string {
		const used = new Set([...parts.values()].map((part) => `${part.stem}.${part.ending}`.toLowerCase()));
		let free = stem;
		for (let n = 2; used.has(`${free}.${ending}`.toLowerCase()); n++) free = `${stem}_${n}`;
		return free;
	}

	async function write(): Promise<void> {
		for (const [part, pieces] of buffered) {
			const bytes = pieces.reduce((sum, piece) => sum + piece.length, 0);
			await writePieces(fileOf(part), part.size - bytes, pieces);
		}
		buffered.clear();
		bufferedBytes = 0;
	}

	return {
		locate(key, { stem, ending }) {
			const part = parts.get(key) ?? { key, stem: unused(stem, ending), ending, number: 1, size: 0 };
			parts.set(key, part);
			return { file: nameOf(part), offset: part.size };
		},
		async append(key, pieces) {
			const part = parts.get(key);
			if (part === undefined) throw new Error("A part must be located before it grows");
			const waiting = buffered.get(part) ?? [];
			buffered.set(part, waiting);
			for (const piece of pieces) {
				waiting.push(piece);
				part.size += piece.length;
				bufferedBytes += piece.length;
			}
			if (bufferedBytes > limits.buffer) await write();
		},
		async flush(archive, all, mtime, signal) {
			await write();
			for (const part of parts.values()) {
				if (part.size === 0 || (!all && part.size < limits.part)) continue;
				await archive.addFile(nameOf(part), fileOf(part), mtime, signal);
				moved.push(fileOf(part));
				part.number += 1;
				part.size = 0;
			}
		},
		async sweep() {
			for (const path of moved.splice(0)) await rm(path, { force: true });
		},
		async finalize() {
			await write();
			return [...parts.values()].map((part) => ({ ...part }));
		},
		clear: () => parts.clear(),
	};
}

/** Writes at an offset; at zero, the file is created or emptied. */
async function writePieces(file: string, offset: number, pieces: readonly Uint8Array[]): Promise<void> {
	let at = offset;
	const handle = await open(file, at === 0 ? "w" : "r+", 0o600);
	try {
		for (const piece of pieces) {
			for (let done = 0; done < piece.length; ) {
				const { bytesWritten } = await handle.write(piece, done, piece.length - done, at);
				done += bytesWritten;
				at += bytesWritten;
			}
		}
	} finally {
		await handle.close();
	}
}
