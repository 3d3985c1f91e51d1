import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { constants, createGzip } from "node:zlib";
import type { ClientBase } from "pg";
import type { BackedUpTable } from "./format.ts";
import { createDigest, ROW_LIMITS, readLines, readSequences } from "./rows.ts";
import { listTables, type Table } from "./tables.ts";

/** Writes tables as compressed lines, in files of limited size. */

const WRITE_LIMITS = {
	...ROW_LIMITS,
	/** Characters after which a new file starts: a tar archive needs a file's length before its bytes. */
	fileLength: 256 * 1024 * 1024,
};

export interface TableFile {
	name: string;
	bytes: number;
	sha256: string;
}

/** @param folder for `tables/<table>-<n>.ndjson.gz` @param onRows receives the total of rows written */
export async function writeTables(
	client: ClientBase,
	folder: string,
	excluded: ReadonlySet<string>,
	onRows: (rows: number) => void,
	limits = WRITE_LIMITS,
): Promise<BackedUpTable[]> {
	const written: BackedUpTable[] = [];
	let rows = 0;
	for (const table of await listTables(client)) {
		if (excluded.has(table.name)) continue;
		const digest = createDigest();
		const files = await writeLines(
			folder,
			readLines(client, table, limits),
			{ table, fileLength: limits.fileLength },
			(line) => {
				digest.add(line);
				if (++rows % 1_000 === 0) onRows(rows);
			},
		);
		written.push({
			name: table.name,
			columns: table.columns.map(({ name }) => name),
			...digest.end(),
			sequences: await readSequences(client, table),
			files,
		});
	}
	onRows(rows);
	return written;
}

async function writeLines(
	folder: string,
	batches: AsyncGenerator<string[]>,
	{ table, fileLength }: { table: Table; fileLength: number },
	onLine: (line: string) => void,
): Promise<TableFile[]> {
	const files: TableFile[] = [];
	for (let isOver = false; !isOver; ) {
		async function* upToLength(): AsyncGenerator<string> {
			for (let length = 0; length < fileLength; ) {
				const { value: lines, done } = await batches.next();
				if (done === true) {
					isOver = true;
					return;
				}
				lines.forEach(onLine);
				const text = `${lines.join("\n")}\n`;
				length += text.length;
				yield text;
			}
		}
		const file = await writeFile(folder, `tables/${table.name}-${files.length + 1}.ndjson.gz`, upToLength());
		if (file !== null) files.push(file);
	}
	return files;
}

/** @returns null when there was nothing to write */
async function writeFile(folder: string, name: string, texts: AsyncGenerator<string>): Promise<TableFile | null> {
	const first = await texts.next();
	if (first.done === true) return null;
	const path = join(folder, name);
	await mkdir(dirname(path), { recursive: true, mode: 0o700 });
	const hash = createHash("sha256");
	let bytes = 0;
	await pipeline(
		Readable.from(
			(async function* () {
				yield first.value;
				yield* texts;
			})(),
		),
		createGzip({ level: constants.Z_BEST_SPEED }),
		async function* (chunks: AsyncIterable<Buffer>) {
			for await (const chunk of chunks) {
				hash.update(chunk);
				bytes += chunk.length;
				yield chunk;
			}
		},
		createWriteStream(path, { mode: 0o600, flush: true }),
	);
	return { name, bytes, sha256: hash.digest("hex") };
}
