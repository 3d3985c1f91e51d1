import type { Database } from "../../db/database.ts";

/** A user whose last request was longer ago is not considered waiting. */
const PRESENT_MS = 5_000;

const lastRead = new WeakMap<Database, number>();

/** Records that a user is listing, searching or reading mail. */
export function recordReader(database: Database): void {
	lastRead.set(database, performance.now());
}

/**
 * Whether long statements would delay a user. Only true on the embedded database, which runs one statement at a time;
 * PostgreSQL serves readers concurrently.
 */
export function hasReaders(database: Database): boolean {
	return database.embedded && performance.now() - (lastRead.get(database) ?? Number.NEGATIVE_INFINITY) < PRESENT_MS;
}
