import { createReadStream, createWriteStream } from "node:fs";
import { copyFile, link, mkdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { pack } from "tar-stream";

/** Destination of a backup: a folder, or a tar archive of the same files. Invisible before `finish`. */
export interface Sink {
	/** Folder for unfinished files. */
	work: string;
	/** Adds the file at `path`. It is hard-linked where possible, so it must not change afterwards. @returns its size */
	addFile(name: string, path: string): Promise<number>;
	add(name: string, bytes: Uint8Array | string): Promise<void>;
	finish(): Promise<void>;
	/** Deletes what was written. */
	abandon(): Promise<void>;
}

/** @param path ends in `.tar` for an archive; leftovers of an interrupted backup to the same path are deleted */
export async function createSink(path: string): Promise<Sink> {
	const partial = `${path}.partial`;
	await rm(partial, { recursive: true, force: true });
	await mkdir(partial, { recursive: true, mode: 0o700 });
	return path.endsWith(".tar") ? tarSink(path, partial) : folderSink(path, partial);
}

function folderSink(path: string, partial: string): Sink {
	const made = new Set<string>();
	async function prepare(name: string): Promise<string> {
		const to = join(partial, name);
		const folder = dirname(to);
		if (!made.has(folder)) await mkdir(folder, { recursive: true, mode: 0o700 });
		made.add(folder);
		return to;
	}
	return {
		work: partial,
		async addFile(name, from) {
			const { size } = await stat(from);
			const to = await prepare(name);
			if (to === from) return size;
			await link(from, to).catch(async (cause: NodeJS.ErrnoException) => {
				if (cause.code === "ENOENT") throw cause;
				await copyFile(from, to);
			});
			return size;
		},
		async add(name, bytes) {
			await writeFile(await prepare(name), bytes, { mode: 0o600 });
		},
		finish: () => rename(partial, path),
		abandon: () => rm(partial, { recursive: true, force: true }),
	};
}

function tarSink(path: string, partial: string): Sink {
	const tar = pack();
	const file = join(partial, "backup.tar");
	const written = pipeline(tar as unknown as Readable, createWriteStream(file, { mode: 0o600, flush: true }));
	// Errors surface in the next add, or in `finish`.
	written.catch(() => undefined);
	const mtime = new Date();

	/** Entries are serialized: an archive is a single stream. */
	let last: Promise<unknown> = Promise.resolve();
	function next<T>(work: () => Promise<T>): Promise<T> {
		const mine = last.then(work);
		last = mine.catch(() => undefined);
		return mine;
	}
	const put = (name: string, size: number, bytes: Readable): Promise<void> =>
		next(async () => {
			// Write to the entry's stream, which applies backpressure.
			const entry = tar.entry({ name, size, mode: 0o600, mtime }) as unknown as NodeJS.WritableStream;
			await Promise.race([pipeline(bytes, entry), written]);
		});

	return {
		work: partial,
		async addFile(name, from) {
			const { size } = await stat(from);
			await put(name, size, createReadStream(from));
			return size;
		},
		async add(name, bytes) {
			const buffer = Buffer.from(bytes as Uint8Array);
			await put(name, buffer.length, Readable.from([buffer]));
		},
		async finish() {
			await last;
			tar.finalize();
			await written;
			await rename(file, path);
			await rm(partial, { recursive: true, force: true });
		},
		async abandon() {
			(tar as unknown as Readable).destroy();
			await written.catch(() => undefined);
			await rm(partial, { recursive: true, force: true });
		},
	};
}
