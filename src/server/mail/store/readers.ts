import type { Database } from "../../db/database.ts";

/** Somebody who has not asked for mail for so long is not waiting for it. */
const PRESENT_MS = 5_000;

const lastRead = new WeakMap<Database, number>();

/** Somebody lists, searches or reads mail just now. */
export function recordReader(database: Database): void {
	lastRead.set(database, performance.now());
}

/**
 * Whether long statements would keep somebody waiting. Only on the embedded database, which does one thing at a time:
 * PostgreSQL serves readers beside.
 */
export function hasReaders(database: Database): boolean {
	return database.embedded && performance.now() - (lastRead.get(database) ?? Number.NEGATIVE_INFINITY) < PRESENT_MS;
}
