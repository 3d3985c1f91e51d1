import { createReadStream } from "node:fs";
import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { extract } from "tar-stream";
import { DamagedBackup, END, MANIFEST, readManifest, SECRET } from "./format.ts";

/** One file of a backup. Read it before requesting the next one. */
export interface BackupEntry {
	name: string;
	bytes(): AsyncIterable<Buffer>;
}

/** The files of a backup in the order of `format.ts`. @throws DamagedBackup when there is no backup */
export async function* readBackup(path: string): AsyncGenerator<BackupEntry> {
	const found = await stat(path).catch((cause: unknown) => {
		throw new DamagedBackup("There is no such file or folder.", { cause });
	});
	if (found.isDirectory()) yield* filesOf(path);
	else yield* entriesOf(path);
}

async function* filesOf(folder: string): AsyncGenerator<BackupEntry> {
	const file = (name: string): BackupEntry => ({ name, bytes: () => createReadStream(join(folder, name)) });
	const text = await readFile(join(folder, MANIFEST), "utf8").catch((cause: unknown) => {
		throw new DamagedBackup("It has no manifest: this is no backup, or one that was cut short.", { cause });
	});
	const { tables, hasSecret } = readManifest(text);
	yield file(MANIFEST);
	for (const { name } of tables.flatMap(({ files }) => files)) yield file(name);
	if (hasSecret) yield file(SECRET);
	for (const name of await namesIn(join(folder, "uploads"))) yield file(`uploads/${name}`);
	for (const account of await namesIn(join(folder, "blobs")))
		for (const shelf of await namesIn(join(folder, "blobs", account)))
			for (const name of await namesIn(join(folder, "blobs", account, shelf)))
				yield file(`blobs/${account}/${shelf}/${name}`);
	yield file(END);
}

async function* entriesOf(path: string): AsyncGenerator<BackupEntry> {
	const tar = extract();
	const read = pipeline(createReadStream(path, { highWaterMark: 1024 * 1024 }), tar as unknown as Writable);
	// Errors surface where entries end early.
	read.catch(() => undefined);
	try {
		for await (const entry of tar) {
			yield { name: entry.header.name, bytes: () => checked(entry as unknown as AsyncIterable<Buffer>) };
			entry.resume();
		}
		await read;
	} catch (cause) {
		throw asDamage(cause);
	} finally {
		tar.destroy();
		await read.catch(() => undefined);
	}
}

async function* checked(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
	try {
		yield* bytes;
	} catch (cause) {
		throw asDamage(cause);
	}
}

/** Any error in an archive means it is corrupt, unless the disk fails. */
function asDamage(cause: unknown): unknown {
	const isDisk = (cause as NodeJS.ErrnoException).syscall !== undefined;
	return isDisk ? cause : new DamagedBackup("It is not a complete tar archive.", { cause });
}

async function namesIn(folder: string): Promise<string[]> {
	try {
		return (await readdir(folder)).sort();
	} catch (cause) {
		if ((cause as NodeJS.ErrnoException).code === "ENOENT") return [];
		throw cause;
	}
}

/** Text of a small entry. */
export async function textOf(entry: BackupEntry): Promise<string> {
	return (await bytesOf(entry)).toString("utf8");
}

export async function bytesOf(entry: BackupEntry): Promise<Buffer> {
	const chunks: Buffer[] = [];
	for await (const chunk of entry.bytes()) chunks.push(chunk);
	return Buffer.concat(chunks);
}
