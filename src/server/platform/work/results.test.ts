import { expect, it } from "vitest";
import type { Database } from "../../db/database.ts";
import { createLogger } from "../../log.ts";
import type { BatchRow } from "./batch-row.ts";
import type { BatchStore } from "./batches.ts";
import type { EndedItem } from "./items.ts";
import { createResults } from "./results.ts";

const ended = (position: number): EndedItem => ({ position, key: "", state: "done", outcome: "sent" });

/** A database that stores every item at once. */
function storing(stored: number[]): Database {
	const database: Pick<Database, "query" | "transaction"> = {
		query: async <R>(_text: string, values: unknown[]) => {
			const positions = values[5] as number[];
			stored.push(...positions);
			return positions.map((position) => ({ position })) as R[];
		},
		transaction: (work) => work(),
	};
	return database as Database;
}

// Whether it is before, during or after the last look for more.
it.each([0, 1, 2, 3, 4, 5, 6, 8])("stores an item that ends %i steps after others were stored", async (steps) => {
	const stored: number[] = [];
	let isFirst = true;
	const results = createResults(
		{
			log: createLogger({ logLevel: "silent" }),
			database: storing(stored),
			batches: { count: async () => ({}) as BatchRow } as unknown as BatchStore,
			key: { ownerId: "owner", id: "batch" },
			leaseId: "lease",
			scope: null,
			now: () => 0,
		},
		() => {
			if (isFirst) void later(steps);
			isFirst = false;
		},
	);
	async function later(count: number): Promise<void> {
		for (let i = 0; i < count; i++) await Promise.resolve();
		results.add(ended(2));
	}
	results.add(ended(1));
	await expect.poll(() => stored, { timeout: 5_000 }).toEqual([1, 2]);
});
