import { open, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Archive } from "./archive.ts";

/**
 * Files of an archive that grow side by side, one per folder of a mailbox: a tar header needs a file's size before its
 * bytes. One that has grown long enough goes into the archive and the next part begins, so that little disk is taken.
 */

/** Bytes after which a part goes into the archive. */
const PART_BYTES = 64 * 1024 * 1024;
/** Bytes of all parts that wait in memory to be written together. */
const HELD_BYTES = 4 * 1024 * 1024;

/** A growing file, as the checkpoint remembers it. */
export interface Part {
	/** What it holds: a folder's id, or the list of messages. */
	key: string;
	/** Its name in the archive: `<stem>.<ending>`, from the second part on `<stem>-2.<ending>`. */
	stem: string;
	ending: string;
	number: number;
	size: number;
}

export interface Parts {
	/** Where the next bytes for this key will lie. */
	place(key: string, name: { stem: string; ending: string }): { file: string; offset: number };
	append(key: string, pieces: readonly Uint8Array[]): Promise<void>;
	/** Puts long parts, or all, into the archive. */
	flush(archive: Archive, all: boolean, mtime: number, signal: AbortSignal): Promise<void>;
	/** Deletes what has gone into the archive; call it once the checkpoint stands. */
	sweep(): Promise<void>;
	/** Writes what is still held in memory, then tells how things stand: for the checkpoint. */
	settle(): Promise<Part[]>;
	/** Forgets all names: the next mailbox begins. */
	clear(): void;
}

/** @param folder for the growing files. @param known parts of an earlier attempt: what lies behind their size is cut off */
export async function openParts(folder: string, known: readonly Part[]): Promise<Parts> {
	const parts = new Map(known.map((part) => [part.key, { ...part }]));
	/** In the archive, but an interruption before the next checkpoint would need them again. */
	const moved: string[] = [];
	/** Bytes that are counted in a part's size and not in its file yet. */
	const held = new Map<Part, Uint8Array[]>();
	let archivedBytes = 0;
	const fileOf = (part: Part): string => join(folder, `part-${[...parts.keys()].indexOf(part.key)}-${part.number}`);
	const nameOf = ({ stem, ending, number }: Part): string => `${stem}${number === 1 ? "" : `-${number}`}.${ending}`;
	for (const part of parts.values()) {
		const handle = await open(fileOf(part), part.size === 0 ? "w" : "r+", 0o600);
		await handle.truncate(part.size);
		await handle.close();
	}

	/** No two keys under one name, whatever the letters' case. */
	function unused(stem: string, ending: string): string {
		const taken = new Set([...parts.values()].map((part) => `${part.stem}.${part.ending}`.toLowerCase()));
		let free = stem;
		for (let n = 2; taken.has(`${free}.${ending}`.toLowerCase()); n++) free = `${stem}_${n}`;
		return free;
	}

	async function write(): Promise<void> {
		for (const [part, pieces] of held) {
			const bytes = pieces.reduce((sum, piece) => sum + piece.length, 0);
			let at = part.size - bytes;
			const handle = await open(fileOf(part), at === 0 ? "w" : "r+", 0o600);
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
		held.clear();
		archivedBytes = 0;
	}

	return {
		place(key, { stem, ending }) {
			const part = parts.get(key) ?? { key, stem: unused(stem, ending), ending, number: 1, size: 0 };
			parts.set(key, part);
			return { file: nameOf(part), offset: part.size };
		},
		async append(key, pieces) {
			const part = parts.get(key);
			if (part === undefined) throw new Error("A part must have its place before it grows");
			const waiting = held.get(part) ?? [];
			held.set(part, waiting);
			for (const piece of pieces) {
				waiting.push(piece);
				part.size += piece.length;
				archivedBytes += piece.length;
			}
			if (archivedBytes > HELD_BYTES) await write();
		},
		async flush(archive, all, mtime, signal) {
			await write();
			for (const part of parts.values()) {
				if (part.size === 0 || (!all && part.size < PART_BYTES)) continue;
				await archive.addFile(nameOf(part), fileOf(part), mtime, signal);
				moved.push(fileOf(part));
				part.number += 1;
				part.size = 0;
			}
		},
		async sweep() {
			for (const path of moved.splice(0)) await rm(path, { force: true });
		},
		async settle() {
			await write();
			return [...parts.values()].map((part) => ({ ...part }));
		},
		clear: () => parts.clear(),
	};
}
