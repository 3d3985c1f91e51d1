import type { Database } from "../../../db/database.ts";
import type { AccountLock } from "../../../platform/locks/account-lock.ts";
import type { AccountKey } from "../../context/account-scope.ts";
import type { SkippedEntry, SkippedKind } from "../../provider/provider.ts";
import { type BatchCounts, noCounts } from "../../store/insert.ts";
import type { ListingProgress } from "./listing-progress.ts";
import { describeExcluded } from "./skipped.ts";

/** What one sync job has done so far; written in the transaction that stores what it counts. */
export interface SyncStats extends BatchCounts {
	jobId: string;
	/** Epoch milliseconds of the first attempt. */
	startedAt: number;
	/** The whole mailbox is being relisted and compared, because the cursor was too old. */
	relisting: boolean;
	/** Skipped entries: the first ones, the total, and the count per kind. */
	skipped: SkippedEntry[];
	skippedCount: number;
	skippedKinds: Partial<Record<SkippedKind, number>>;
	/** Listed, but gone before they could be fetched. */
	vanished: number;
	/**
	 * The unfinished round of listing: when it began (epoch milliseconds, and as ISO 8601 in database time) and which
	 * messages it reported as removed. They are removed at its end, because a moved message may reappear on a later page.
	 * `isNewMail`: what it lists is new mail; false when the mailbox is listed from its beginning. `movedSince`: what was
	 * added since then may be where a removed message was moved to.
	 */
	round: { since: number; movedSince?: number; listedAt: string; removed: string[]; isNewMail?: boolean } | null;
	/**
	 * When the last round of changes began, epoch milliseconds. A message that is moved while folders are listed one by
	 * one may be added by one round and removed by the next.
	 */
	lastRound?: number | null;
	/** Of the unfinished round. */
	progress?: ListingProgress | null;
	/** Removed by the last round, but moved from here after it began: the next one removes them unless it lists them. */
	postponed: string[];
	/** Messages stored with their header only, and messages that got their body. */
	headers: number;
	bodies: number;
	/** Messages whose body could not be fetched: gone meanwhile, or the mail server fails on them. */
	bodiesGone: number;
	bodiesFailed: number;
	/** Messages processed. */
	seen: number;
	done: number;
	total: number | null;
	unit: "messages" | "bytes";
}

/** How many are named; all are counted. */
const NAMED = { skipped: 200, damaged: 1_000 };

export function emptyStats(jobId: string, now: number): SyncStats {
	const progress = { seen: 0, done: 0, total: null, unit: "messages" as const };
	return {
		jobId,
		startedAt: now,
		relisting: false,
		...noCounts(),
		skipped: [],
		skippedCount: 0,
		skippedKinds: {},
		vanished: 0,
		round: null,
		headers: 0,
		bodies: 0,
		bodiesGone: 0,
		bodiesFailed: 0,
		...progress,
	};
}

/** Adds counts; keeps lists short. */
export function addTo(stats: SyncStats, counts: BatchCounts, skipped: SyncStats["skipped"], named = NAMED): void {
	stats.added = Math.max(0, stats.added + counts.added);
	stats.changed += counts.changed;
	stats.removed += counts.removed;
	stats.known += counts.known;
	stats.damaged += counts.damaged;
	stats.postponed.push(...counts.postponed);
	stats.damagedAt.push(...counts.damagedAt.slice(0, named.damaged - stats.damagedAt.length));
	// Always keep the reason why the rest of a file was not read.
	const room = Math.max(0, named.skipped - stats.skipped.length);
	stats.skipped.push(...skipped.filter(({ kind }, index) => index < room || kind === "limit"));
	for (const { kind = "unreadable", count = 1 } of skipped) {
		stats.skippedCount += count;
		stats.skippedKinds[kind] = (stats.skippedKinds[kind] ?? 0) + count;
	}
}

/** The job's result. */
export function resultOf(stats: SyncStats, now: number): Record<string, unknown> {
	const { added, known, changed, removed, damaged, skipped, skippedCount, damagedAt } = stats;
	const { bodies, bodiesFailed } = stats;
	const vanished = stats.vanished + stats.bodiesGone;
	const seconds = Math.round((now - stats.startedAt) / 100) / 10;
	const counts = { added, known, changed, removed, damaged, bodies, bodiesFailed, vanished };
	const { empty = 0, copy = 0, overlap = 0 } = stats.skippedKinds;
	const excluded = { excluded: describeExcluded(stats.skippedKinds, skipped), excludedCount: empty + copy + overlap };
	return { ...counts, skipped, skippedCount, ...excluded, damagedAt, seconds };
}

/** What an attempt starts from. */
export interface SyncBegin {
	/** Cursor to resume from; null: start with the newest message. */
	cursor: string | null;
	/** Stats of the last attempt, of this or another job. */
	stats: SyncStats | null;
}

/** Marks the account as syncing. */
export async function beginSync(database: Database, ownerId: string, accountId: string): Promise<SyncBegin> {
	const row = await database.one<SyncBegin>(
		`insert into email_sync_status (owner_id, account_id, sync_status) values ($1, $2, 'syncing')
		on conflict (owner_id, account_id) do update set sync_status = 'syncing' returning cursor, stats`,
		[ownerId, accountId],
	);
	return row ?? { cursor: null, stats: null };
}

/**
 * Asks a running sync to poll for changes: it may be fetching bodies for hours.
 * @returns the job that began syncing last, null if none did, and whether it still answers requests
 */
export async function requestPoll(
	database: Database,
	ownerId: string,
	accountId: string,
): Promise<{ jobId: string | null; isListening: boolean }> {
	const row = await database.one<{ job_id: string | null; is_syncing: boolean }>(
		`insert into email_sync_status (owner_id, account_id, requested_at) values ($1, $2, clock_timestamp())
		on conflict (owner_id, account_id) do update set requested_at = excluded.requested_at
		returning stats->>'jobId' as job_id, sync_status = 'syncing' as is_syncing`,
		[ownerId, accountId],
	);
	return { jobId: row?.job_id ?? null, isListening: row?.is_syncing === true };
}

/** When a poll was last requested, as an opaque value to compare; null if never. */
export async function lastRequested(database: Database, ownerId: string, accountId: string): Promise<string | null> {
	const row = await database.one<{ requested_at: string | null }>(
		"select requested_at::text from email_sync_status where owner_id = $1 and account_id = $2",
		[ownerId, accountId],
	);
	return row?.requested_at ?? null;
}

/** For use between batches; batches write their own stats. @throws LockLost */
export async function saveStats(
	database: Database,
	{ ownerId, accountId, lock }: { ownerId: string; accountId: string; lock: AccountLock },
	stats: SyncStats,
): Promise<void> {
	await database.transaction(async () => {
		await lock.verify();
		await database.exec("update email_sync_status set stats = $3 where owner_id = $1 and account_id = $2", [
			ownerId,
			accountId,
			JSON.stringify(stats),
		]);
	});
}

/**
 * Marks the account as synced, unless a poll was requested since the last listing.
 * @param listedFor the request that the last listing answered, see `lastRequested`
 * @returns whether it is synced
 */
export async function completeSync(
	database: Database,
	{ ownerId, accountId }: AccountKey,
	listedFor: string | null,
): Promise<boolean> {
	const rows = await database.query(
		`update email_sync_status set sync_status = 'idle', last_error = null, last_sync_at = now()
		where owner_id = $1 and account_id = $2 and requested_at is not distinct from $3::timestamptz returning 1`,
		[ownerId, accountId, listedFor],
	);
	return rows.length > 0;
}

/** @param error why it ended early: a sentence for the user */
export async function endSync(
	database: Database,
	{ ownerId, accountId }: AccountKey,
	{ state, error }: { state: "idle" | "failed"; error: string | null },
): Promise<void> {
	await database.exec(
		"update email_sync_status set sync_status = $3, last_error = $4 where owner_id = $1 and account_id = $2",
		[ownerId, accountId, state, error],
	);
}

/** For use when the user stores other credentials: why the last sync failed no longer applies. */
export async function forgetSyncError(database: Database, { ownerId, accountId }: AccountKey): Promise<void> {
	await database.exec(
		`update email_sync_status set last_error = null,
			sync_status = case when sync_status = 'failed' then 'idle' else sync_status end
		where owner_id = $1 and account_id = $2`,
		[ownerId, accountId],
	);
}
