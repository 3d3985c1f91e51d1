import type { Database } from "../../db/database.ts";
import type { BatchCounts } from "../store/insert.ts";

/** What one sync job has done so far; written in the transaction that stores what it counts. */
export interface SyncTally extends BatchCounts {
	jobId: string;
	/** Epoch milliseconds of the first attempt. */
	startedAt: number;
	/** The whole mailbox is listed again and compared, because the cursor was too old. */
	relisting: boolean;
	/** Entries that could not be read at all: the first ones, and how many in all. */
	skipped: { offset: number; reason: string }[];
	skippedCount: number;
	/** Listed, but gone before they could be fetched. */
	vanished: number;
	/** Messages looked at. */
	seen: number;
	done: number;
	total: number | null;
	unit: "messages" | "bytes";
}

const MOST_SKIPPED = 200;
const MOST_DAMAGED = 1_000;

export function emptyTally(jobId: string, now: number): SyncTally {
	const counts = { added: 0, changed: 0, removed: 0, known: 0, damaged: 0, damagedAt: [] };
	const progress = { seen: 0, done: 0, total: null, unit: "messages" as const };
	return {
		jobId,
		startedAt: now,
		relisting: false,
		...counts,
		skipped: [],
		skippedCount: 0,
		vanished: 0,
		...progress,
	};
}

/** Adds counts, keeping lists short. */
export function addTo(tally: SyncTally, counts: BatchCounts, skipped: SyncTally["skipped"]): void {
	tally.added += counts.added;
	tally.changed += counts.changed;
	tally.removed += counts.removed;
	tally.known += counts.known;
	tally.damaged += counts.damaged;
	tally.damagedAt.push(...counts.damagedAt.slice(0, MOST_DAMAGED - tally.damagedAt.length));
	tally.skipped.push(...skipped.slice(0, MOST_SKIPPED - tally.skipped.length));
	tally.skippedCount += skipped.length;
}

/** What the job shows as its result. */
export function resultOf(tally: SyncTally, now: number): Record<string, unknown> {
	const { added, known, changed, removed, damaged, skipped, skippedCount, damagedAt, vanished } = tally;
	const seconds = Math.round((now - tally.startedAt) / 100) / 10;
	return { added, known, changed, removed, damaged, skipped, skippedCount, damagedAt, vanished, seconds };
}

/** Marks the account as syncing. @returns where to go on, and the tally of an earlier attempt of the same job */
export async function beginSync(
	database: Database,
	ownerId: string,
	accountId: string,
): Promise<{ cursor: string | null; tally: SyncTally | null }> {
	const [row] = await database.query<{ cursor: string | null; tally: SyncTally | null }>(
		`insert into email_sync_status (owner_id, account_id, sync_status) values ($1, $2, 'syncing')
		on conflict (owner_id, account_id) do update set sync_status = 'syncing' returning cursor, tally`,
		[ownerId, accountId],
	);
	return row ?? { cursor: null, tally: null };
}

/** Between batches; batches write theirs themselves. */
export async function saveTally(
	database: Database,
	ownerId: string,
	accountId: string,
	tally: SyncTally,
): Promise<void> {
	await database.query("update email_sync_status set tally = $3 where owner_id = $1 and account_id = $2", [
		ownerId,
		accountId,
		JSON.stringify(tally),
	]);
}

/** @param error in words for the person; null: it went well */
export async function endSync(
	database: Database,
	ownerId: string,
	accountId: string,
	state: "idle" | "failed",
	error: string | null,
): Promise<void> {
	await database.query(
		`update email_sync_status set sync_status = $3, last_error = $4,
			last_sync_at = case when $3 = 'idle' and $4::text is null then now() else last_sync_at end
		where owner_id = $1 and account_id = $2`,
		[ownerId, accountId, state, error],
	);
}
