import type { Database } from "../../db/database.ts";
import type { Logger } from "../../log.ts";
import type { BatchRow, Counts } from "./batch-row.ts";
import type { BatchStore } from "./batches.ts";
import { type EndedItem, endItems } from "./items.ts";
import { type LimitScope, releaseUsage } from "./usage.ts";
import type { BatchKey } from "./work.ts";

/** Items written per transaction. */
const AT_ONCE = 500;
const RETRY_MS = 1_000;

export interface Results {
	add(ended: EndedItem): void;
	/** Whether some are not stored yet. */
	isPending(): boolean;
	/** Items added so far. */
	count(): number;
	/** Stores all. @throws when the database cannot */
	flush(): Promise<void>;
}

/**
 * Stores how items ended, with the counters of the batch and the limits, many per transaction: while one is written,
 * the next ones collect.
 * @param onStored called with the batch after each transaction
 */
export function createResults(
	target: {
		log: Logger;
		database: Database;
		batches: BatchStore;
		key: BatchKey;
		leaseId: string;
		scope: LimitScope | null;
		now(): number;
	},
	onStored: (row: BatchRow) => void,
): Results {
	const { log, database, batches, key, leaseId, scope, now } = target;
	let pending: EndedItem[] = [];
	let writing: Promise<void> | null = null;
	let added = 0;
	let timer: NodeJS.Timeout | undefined;

	async function writeChunk(chunk: readonly EndedItem[]): Promise<void> {
		const row = await database.transaction(async () => {
			const stored = await endItems(database, key, { leaseId, ended: chunk, now: now() });
			const ended = chunk.filter(({ position }) => stored.has(position));
			const keys = ended.map((one) => one.key);
			if (scope !== null) await releaseUsage(database, scope, keys);
			return batches.count(key, countsOf(ended));
		});
		onStored(row);
	}

	async function writeAll(): Promise<void> {
		while (pending.length > 0) {
			const chunk = pending.slice(0, AT_ONCE);
			await writeChunk(chunk);
			pending = pending.slice(chunk.length);
		}
	}

	function write(): Promise<void> {
		writing ??= writeAll().finally(() => {
			writing = null;
		});
		return writing;
	}

	function start(): void {
		clearTimeout(timer);
		// Written again later: until then a crash leaves the items as if they had not ended.
		write().catch((cause: unknown) => {
			log.warn({ event: "work.not_stored", err: cause, batch: key.id }, "Results of work could not be stored yet");
			timer = setTimeout(start, RETRY_MS);
		});
	}

	return {
		add(ended) {
			added++;
			pending.push(ended);
			// Not asked now: what is being written may have looked for more already.
			setImmediate(() => writing === null && pending.length > 0 && start());
		},
		isPending: () => pending.length > 0,
		count: () => added,
		async flush() {
			clearTimeout(timer);
			await writing?.catch(() => undefined);
			await write();
		},
	};
}

function countsOf(ended: readonly EndedItem[]): Counts {
	const counts: Counts = { done: 0, failed: 0, unknown: 0, outcomes: {} };
	for (const { state, outcome } of ended) {
		if (state === "done" || state === "failed" || state === "unknown") counts[state]++;
		if (outcome !== undefined) counts.outcomes[outcome] = (counts.outcomes[outcome] ?? 0) + 1;
	}
	return counts;
}
