import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { StringDecoder } from "node:string_decoder";
import { createGunzip } from "node:zlib";
import pg, { type ClientBase } from "pg";
import { DamagedBackup } from "./format.ts";
import { Interrupted } from "./interrupted.ts";
import {
	createLoader,
	type Digest,
	digestOf,
	enableTriggers,
	prepareTables,
	ROW_LIMITS,
	setSequences,
} from "./rows.ts";
import { quoted, type Table } from "./tables.ts";

/** Loads the tables of a new database in one open transaction, all or nothing. */

const LOAD_LIMITS = {
	...ROW_LIMITS,
	/** Bytes decompressed at a time. */
	chunk: 256 * 1024,
};

/** What is loaded into one table. */
export interface Filling extends Digest {
	table: Table;
	columns: readonly string[];
	sequences: Record<string, string>;
}

/** Indexes rebuilt after the rows are loaded, which is much faster. */
export interface Rebuild {
	sql: string[];
}

/** Empties the tables and drops what slows down loading. */
export async function beginLoad(client: ClientBase, tables: readonly Table[]): Promise<Rebuild> {
	await prepareTables(client, tables);
	const { rows } = await client.query<{ name: string; sql: string }>(
		`select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as sql
		from pg_index i join pg_class c on c.oid = i.indrelid
		where c.relname = any($1) and c.relkind = 'r' and not c.relispartition
			and c.relnamespace = current_schema()::regnamespace
			and not exists (select from pg_constraint k where k.conindid = i.indexrelid)`,
		[tables.map(({ name }) => name)],
	);
	for (const { name } of rows) await client.query(`drop index ${name}`);
	return { sql: rows.map((row) => row.sql) };
}

/** Rebuilds what was dropped, and verifies that everything arrived. @throws DamagedBackup */
export async function endLoad(
	client: ClientBase,
	rebuild: Rebuild,
	filled: readonly Filling[],
	onStep: (done: number, total: number) => void,
): Promise<void> {
	const total = rebuild.sql.length + filled.length;
	let done = 0;
	for (const sql of rebuild.sql) {
		await client.query(sql);
		onStep(++done, total);
	}
	for (const { table, rows, sum, sequences } of filled) {
		const found = await digestOf(client, table);
		if (found.rows !== rows || found.sum !== sum)
			throw new DamagedBackup(
				`The table ${table.name} should hold ${rows} rows and holds ${found.rows}, or they are not the same.`,
			);
		await setSequences(client, table, sequences);
		await client.query(`analyze ${quoted(table.name)}`);
		onStep(++done, total);
	}
	await enableTriggers(
		client,
		filled.map(({ table }) => table),
	);
}

/** Loads one compressed file into its table. @throws DamagedBackup when the file is corrupt */
export async function loadFile(
	client: ClientBase,
	{ table, columns }: Pick<Filling, "table" | "columns">,
	{
		file,
		bytes,
		onRow,
	}: { file: { name: string; bytes: number; sha256: string }; bytes: AsyncIterable<Buffer>; onRow: () => void },
	limits = LOAD_LIMITS,
): Promise<void> {
	const hash = createHash("sha256");
	let length = 0;
	async function* counted(): AsyncGenerator<Buffer> {
		for await (const chunk of bytes) {
			hash.update(chunk);
			length += chunk.length;
			yield chunk;
		}
	}
	const loader = createLoader(client, table, columns, limits);
	try {
		await pipeline(
			Readable.from(counted()),
			createGunzip({ chunkSize: limits.chunk }),
			async (chunks: AsyncIterable<Buffer>) => {
				for await (const line of linesOf(chunks)) {
					await loader.add(line);
					onRow();
				}
			},
		);
		await loader.flush();
	} catch (cause) {
		if (isOutside(cause)) throw cause;
		throw new DamagedBackup(`Its file ${file.name} is damaged.`, { cause });
	}
	if (length !== file.bytes || hash.digest("hex") !== file.sha256)
		throw new DamagedBackup(`Its file ${file.name} is not the one that was written.`);
}

/** Lines end with LF only: text may contain other characters that some readers treat as line ends. */
async function* linesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
	const decoder = new StringDecoder("utf8");
	let rest = "";
	for await (const chunk of chunks) {
		const lines = (rest + decoder.write(chunk)).split("\n");
		rest = lines.pop() ?? "";
		yield* lines;
	}
	if (rest !== "") throw new Error("The last line is truncated");
}

/** The database or disk failed, or the command was stopped; the file may be intact. */
function isOutside(cause: unknown): boolean {
	const isOfDisk = (cause as NodeJS.ErrnoException).syscall !== undefined;
	return isOfDisk || [pg.DatabaseError, Interrupted, DamagedBackup].some((known) => cause instanceof known);
}
