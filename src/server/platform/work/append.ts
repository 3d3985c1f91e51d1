import type { Database } from "../../db/database.ts";
import { conflict } from "../../errors.ts";
import type { BatchRow } from "./batch-row.ts";
import type { BatchStore } from "./batches.ts";
import { insertItems, type NewItem } from "./items.ts";
import { NO_KEY } from "./limits.ts";
import type { BatchKey, WorkDescription } from "./work.ts";

/** Items per transaction: well under 50 ms on the embedded database. */
const CHUNK = 500;

/** Size of a batch at which the planner needs statistics, and again at each multiple. */
const FIRST_ANALYZE = 1_000;
const ANALYZE_FACTOR = 4;

type AnyDescription = WorkDescription<unknown, unknown>;

interface Target {
	database: Database;
	batches: BatchStore;
	kind: AnyDescription;
	key: BatchKey;
	/** Called in the transaction of each chunk. */
	onAppended(row: BatchRow): Promise<void>;
}

/** Stores one chunk. @param from position of its first item; null: at the end */
export async function appendChunk(
	{ database, batches, kind, key, onAppended }: Target,
	items: readonly unknown[],
	from: number | null,
): Promise<void> {
	const { total } = await batches.lockOpen(key);
	const first = from ?? total;
	if (first > total) throw conflict("batch-gap", `The batch has ${total} items; continue with the next one.`);
	const fresh = items.slice(total - first).map((item) => toNewItem(kind, item));
	if (fresh.length === 0) return;
	await insertItems(database, key, { first: total, items: fresh });
	if (hasOutgrown(total, total + fresh.length)) await database.exec("analyze work_items", []);
	const row = await batches.grow(key, fresh.length);
	if (row !== undefined) await onAppended(row);
}

/** Stores items in chunks, each in a transaction. */
export async function appendAll(
	target: Target,
	source: Iterable<unknown> | AsyncIterable<unknown>,
	{ from = null, signal }: { from?: number | null; signal?: AbortSignal | undefined },
): Promise<void> {
	const { database, batches, key } = target;
	let position = from;
	let chunk: unknown[] = [];
	const stored = from === null ? 0 : (await batches.get(key)).total;
	const flush = async (): Promise<void> => {
		signal?.throwIfAborted();
		const items = chunk;
		chunk = [];
		// Chunks that are stored already cost no statement.
		const isStored = position !== null && position + items.length <= stored;
		if (items.length > 0 && !isStored) await database.transaction(() => appendChunk(target, items, position));
		if (position !== null) position += items.length;
	};
	for await (const item of source) {
		chunk.push(item);
		if (chunk.length >= CHUNK) await flush();
	}
	await flush();
}

/**
 * Whether the planner's statistics are out of date: with them it reads a page of items by the index of waiting ones, and
 * without them it may read the whole batch. Autovacuum comes too late, and the embedded database has none.
 */
function hasOutgrown(before: number, after: number): boolean {
	let size = FIRST_ANALYZE;
	while (size <= before) size *= ANALYZE_FACTOR;
	return after >= size;
}

function toNewItem(kind: AnyDescription, given: unknown): NewItem {
	const item = kind.item.parse(given);
	return { key: kind.key?.(item) ?? NO_KEY, item, runAt: kind.runAt?.(item) ?? null };
}
