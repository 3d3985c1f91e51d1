import type { Database, Queryable } from "../../db/database.ts";
import { withAccountLock } from "../../platform/locks/account-lock.ts";
import { CursorExpired } from "../provider/errors.ts";
import type { ChangePage } from "../provider/provider.ts";
import { withRetry } from "../provider/retry.ts";
import { type Batch, type BatchCounts, insertBatch, noCounts } from "../store/insert.ts";
import type { ListingRound } from "../store/moved.ts";
import { ListedDuringPush } from "../store/pending-push.ts";
import type { Attempt } from "./attempt.ts";
import { inBatches } from "./batches.ts";
import { readSamplePage } from "./from-sample.ts";
import { knownIds, type PreparedPage, preparePage, requireRoomFor } from "./prepare.ts";
import { removeUnlisted } from "./remove-missing.ts";
import { addTo, type SyncStats, saveStats } from "./status.ts";

/** Maximum number of messages per page; providers limit pages by bytes as well. */
const PAGE_LIMIT = 500;
/** The first page of a mailbox is small, about two screens, because the user waits for it. */
const FIRST_PAGE_LIMIT = 100;
/** So often a page is listed again because messages on it were pushed meanwhile. */
const MAX_REPEATS = 3;
/** Messages removed in one transaction. */
const MAX_REMOVED = 200;

export interface Listing {
	/**
	 * Lists changes since the last round, or resumes that round, and stores them page by page.
	 * @param onFirstPage called when the first page of a mailbox that was never listed is stored
	 */
	round(onFirstPage?: () => void): Promise<void>;
}

/** @param begun.isResumed an earlier attempt of the same job was interrupted */
export function createListing(attempt: Attempt, begun: { cursor: string | null; isResumed: boolean }): Listing {
	const { ctx, ownerId, accountId, retryPolicy } = attempt;
	const { signal } = retryPolicy;
	let { cursor } = begun;
	let isFirstPage = begun.isResumed;
	/** Ids seen while the mailbox is relisted; null when only changes are listed. */
	let listedIds: Set<string> | null = null;

	/**
	 * A change being pushed to the provider may rename messages, so their new ids must not be seen before it is stored.
	 */
	const commit = (batch: Batch): Promise<BatchCounts> =>
		withAccountLock(ctx, { ownerId, accountId, scope: "ids" }, signal, (ids) => {
			const verify = async (tx: Queryable): Promise<void> => {
				await ids.verify(tx);
				await attempt.lock.verify(tx);
			};
			return insertBatch(ctx.database, ownerId, accountId, { ...batch, verify });
		});

	async function storePage(prepared: PreparedPage, isStrict: boolean): Promise<void> {
		const { page } = prepared;
		await requireRoomFor(attempt, prepared.newBytes);
		const round = attempt.stats.round ?? {
			since: ctx.now(),
			...(typeof attempt.stats.lastRound === "number" && { movedSince: attempt.stats.lastRound }),
			listedAt: prepared.listedAt.toISOString(),
			removed: attempt.stats.postponed,
			isNewMail: cursor !== null && attempt.hasNewMail,
		};
		if (attempt.stats.round === null) attempt.stats = { ...attempt.stats, round, postponed: [] };
		const listed = new Set(prepared.messages.map(({ remote }) => remote.id));
		const removed = [...round.removed.filter((id) => !listed.has(id)), ...page.removed];
		// While relisting, no cursor is stored, so an interrupted run starts over.
		const next = listedIds === null || !page.more ? page.cursor : null;
		const remaining = page.more ? removed : removed.slice(MAX_REMOVED);
		const pageCounts = noCounts();
		await inBatches(ctx.database, signal, prepared, async (messages, { isBulk, isLast }) => {
			const pageEnd = {
				removed: page.more ? [] : removed.slice(0, MAX_REMOVED),
				removedIn: startOf(round),
				cursor: next,
				stats: (counts: BatchCounts) => {
					const after = afterPage(attempt.stats, addCounts(pageCounts, counts), prepared);
					attempt.stats = isOver(page, remaining)
						? ended(after, round)
						: { ...after, round: { ...round, removed: remaining } };
					return attempt.stats;
				},
			};
			const counts = await commit({
				messages,
				removed: [],
				roles: attempt.roles,
				classifier: attempt.classifier,
				listedAt: prepared.listedAt,
				isStrict,
				isNewMail: round.isNewMail ?? false,
				isBulk,
				...(isLast ? pageEnd : {}),
				...(isFirstPage ? { addedSince: attempt.stats.startedAt } : {}),
			});
			if (!isLast) addCounts(pageCounts, counts);
			await wrote(counts);
		});
		isFirstPage = false;
		cursor = page.cursor;
		for (const { remote } of prepared.messages) listedIds?.add(remote.id);
		if (!page.more) await removeRest(round, remaining, next);
		const { done, total } = attempt.stats;
		const note = attempt.stats.headers > 0 ? "Listing messages" : null;
		attempt.report("listing", { done, total, note, atLeast: page.secondsLeft });
	}

	const isOver = (page: PreparedPage["page"], remaining: string[]): boolean =>
		!page.more && remaining.length === 0 && listedIds === null;

	async function wrote(counts: BatchCounts): Promise<void> {
		const rows = Math.abs(counts.added) + counts.changed + counts.removed;
		if (rows > 0) attempt.changed();
		await attempt.maintenance.wrote(rows);
	}

	/** Removes what did not fit into the last page's transaction. */
	async function removeRest(round: Round, removed: string[], next: string | null): Promise<void> {
		for (let from = 0; from < removed.length; from += MAX_REMOVED) {
			signal.throwIfAborted();
			const remaining = removed.slice(from + MAX_REMOVED);
			const counts = await commit({
				messages: [],
				removed: removed.slice(from, from + MAX_REMOVED),
				removedIn: startOf(round),
				roles: attempt.roles,
				classifier: attempt.classifier,
				cursor: next,
				stats: (found) => {
					const after = withCounts(attempt.stats, found);
					const isLast = remaining.length === 0 && listedIds === null;
					attempt.stats = isLast ? ended(after, round) : { ...after, round: { ...round, removed: remaining } };
					return attempt.stats;
				},
			});
			await wrote(counts);
		}
	}

	async function storeSample(): Promise<void> {
		const prepared = await readSamplePage(attempt, await databaseTime(ctx.database));
		if (prepared !== null) await storePage(prepared, false);
	}

	async function storePages(from: string | null, onFirstPage?: () => void): Promise<void> {
		let at = from;
		let repeats = 0;
		const reach = (reached: string): void => {
			at = reached;
			repeats = 0;
			if (from === null && listedIds === null) onFirstPage?.();
			onFirstPage = undefined;
		};
		for (;;) {
			try {
				return await storePagesFrom(at, repeats < MAX_REPEATS, reach);
			} catch (cause) {
				if (!(cause instanceof ListedDuringPush)) throw cause;
				repeats++;
				// Some of its messages may be stored already.
				isFirstPage = true;
			}
		}
	}

	async function storePagesFrom(
		from: string | null,
		isStrict: boolean,
		onStored: (cursor: string) => void,
	): Promise<void> {
		const pages = readAhead(from);
		try {
			for await (const prepared of pages) {
				await storePage(prepared, isStrict);
				onStored(prepared.page.cursor);
				// An interrupted relisting would have to start over, so it never yields.
				if (prepared.page.more && listedIds === null) await attempt.yieldIfWaiting();
			}
		} finally {
			await pages.return(undefined);
		}
	}

	/** Lists and parses the next page while the current one is stored; pages keep their order. */
	async function* readAhead(from: string | null): AsyncGenerator<PreparedPage, undefined> {
		let under: Promise<unknown> = Promise.resolve();
		let upcoming = quiet(listPage(from));
		try {
			for (;;) {
				const { page, prepared } = await upcoming;
				const following = page.more ? quiet(listPage(page.cursor)) : null;
				under = Promise.allSettled([prepared, following]);
				yield await prepared;
				if (following === null) return;
				upcoming = following;
			}
		} finally {
			await under;
		}
	}

	async function listPage(at: string | null): Promise<{ page: ChangePage; prepared: Promise<PreparedPage> }> {
		const limit = at === null ? FIRST_PAGE_LIMIT : PAGE_LIMIT;
		const known = (ids: string[]): Promise<Set<string>> => knownIds(ctx, ownerId, accountId, ids);
		const { localArchive } = attempt;
		const options = { limit, signal, known, ...(localArchive !== null && { archived: localArchive.inThreads }) };
		const { page, listedAt } = await withRetry(retryPolicy, async () => {
			const session = await attempt.session();
			const startedAt = await databaseTime(ctx.database);
			return { page: await session.listChanges(at, options), listedAt: startedAt };
		});
		return { page, prepared: quiet(preparePage(attempt, page, listedAt)) };
	}

	async function relist(): Promise<void> {
		const { since, listedAt } = attempt.stats.round ?? {
			since: ctx.now(),
			listedAt: (await databaseTime(ctx.database)).toISOString(),
		};
		const round: Round = { since, listedAt, removed: [], isNewMail: false };
		listedIds = new Set();
		attempt.stats = { ...attempt.stats, relisting: true, round, postponed: [] };
		await storePages(null);
		const { maintenance, roles, classifier } = attempt;
		await removeUnlisted({ ctx, ownerId, accountId, signal }, listedIds, async (removed) => {
			const counts = await commit({ messages: [], removed, removedIn: startOf(round), roles, classifier });
			// Their new ids may be among those that this listing did not see: only a later one can tell.
			attempt.stats = withCounts(attempt.stats, { ...counts, postponed: [] });
			await maintenance.wrote(counts.removed + counts.changed);
		});
		listedIds = null;
		attempt.stats = { ...ended(attempt.stats, round), relisting: false };
		await saveStats(ctx.database, attempt, attempt.stats);
	}

	return {
		async round(onFirstPage) {
			if (attempt.stats.relisting) return relist();
			try {
				if (cursor === null) await storeSample();
				await storePages(cursor, onFirstPage);
			} catch (cause) {
				if (!(cause instanceof CursorExpired)) throw cause;
				await relist();
			}
		},
	};
}

type Round = NonNullable<SyncStats["round"]>;

function startOf({ since, movedSince = since, listedAt }: Round): ListingRound {
	return { since: movedSince, listedAt: new Date(listedAt) };
}

/** Copies that a mailbox contains when it is listed from its beginning are no moves. */
function ended(stats: SyncStats, { since, isNewMail = false }: Round): SyncStats {
	return { ...stats, round: null, lastRound: isNewMail ? since : null };
}

/** Changes are recorded with the database's clock, by whichever process pushes them. */
async function databaseTime(database: Database): Promise<Date> {
	const [row] = await database.query<{ now: Date }>("select clock_timestamp() as now", []);
	if (row === undefined) throw new Error("The database returned no time");
	return row.now;
}

function afterPage(stats: SyncStats, counts: BatchCounts, { page, messages, vanished }: PreparedPage): SyncStats {
	const next = withCounts(stats, counts, page.skipped ?? []);
	next.vanished += vanished;
	next.headers += messages.filter(({ content }) => content !== null && content.sha256 === null).length;
	next.seen += messages.length;
	next.done = page.done ?? next.seen;
	next.total = page.total ?? (page.done === undefined ? next.total : null);
	next.unit = page.unit ?? next.unit;
	return next;
}

function withCounts(stats: SyncStats, counts: BatchCounts, skipped: SyncStats["skipped"] = []): SyncStats {
	const next: SyncStats = {
		...stats,
		postponed: [...stats.postponed],
		skipped: [...stats.skipped],
		skippedKinds: { ...stats.skippedKinds },
		damagedAt: [...stats.damagedAt],
	};
	addTo(next, counts, skipped);
	return next;
}

/** Prevents an unhandled rejection; the error surfaces when the promise is awaited. */
function quiet<T>(promise: Promise<T>): Promise<T> {
	promise.catch(() => undefined);
	return promise;
}

/** Adds `counts` to `sum`. @returns `sum` */
function addCounts(sum: BatchCounts, counts: BatchCounts): BatchCounts {
	sum.added += counts.added;
	sum.changed += counts.changed;
	sum.removed += counts.removed;
	sum.postponed.push(...counts.postponed);
	sum.known += counts.known;
	sum.damaged += counts.damaged;
	sum.damagedAt.push(...counts.damagedAt);
	return sum;
}
