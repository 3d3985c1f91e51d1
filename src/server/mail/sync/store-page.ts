import { withAccountLock } from "../../platform/locks/account-lock.ts";
import { type Batch, type BatchCounts, insertBatch, noCounts } from "../store/insert.ts";
import type { Attempt } from "./attempt.ts";
import { inBatches } from "./batches.ts";
import { type PreparedPage, requireRoomFor } from "./prepare.ts";
import { addCounts, afterPage, ended, type Round, startOf, withCounts } from "./round-stats.ts";

/** Messages removed in one transaction. */
const MAX_REMOVED = 200;

/** A listing of a mailbox in progress. */
export interface ListingState {
	attempt: Attempt;
	/** After the last page that was stored; null: at the beginning. */
	cursor: string | null;
	/** Messages of the next page may be stored already, by an interrupted attempt. */
	isFirstPage: boolean;
	/** Ids seen while the mailbox is relisted; null when only changes are listed. */
	listedIds: Set<string> | null;
}

/**
 * A change being pushed to the provider may rename messages, so their new ids must not be seen before it is stored.
 */
export function commit({ ctx, ownerId, accountId, retryPolicy, lock }: Attempt, batch: Batch): Promise<BatchCounts> {
	return withAccountLock(ctx, { ownerId, accountId, scope: "ids" }, retryPolicy.signal, (ids) => {
		const verify = async (): Promise<void> => {
			await ids.verify();
			await lock.verify();
		};
		return insertBatch(ctx.database, ownerId, accountId, { ...batch, verify });
	});
}

/**
 * Stores a page: its messages, what was removed, and the position after it.
 * @param isStrict @throws ListedDuringPush when a message on it was pushed meanwhile
 */
export async function storePage(listing: ListingState, prepared: PreparedPage, isStrict: boolean): Promise<void> {
	const { attempt } = listing;
	const { ctx, retryPolicy } = attempt;
	const { page } = prepared;
	await requireRoomFor(attempt, prepared.newBytes);
	const round = currentRound(listing, prepared);
	const listed = new Set(prepared.messages.map(({ remote }) => remote.id));
	const removed = [...round.removed.filter((id) => !listed.has(id)), ...page.removed];
	// While relisting, no cursor is stored, so an interrupted run starts over.
	const next = listing.listedIds === null || !page.more ? page.cursor : null;
	const remaining = page.more ? removed : removed.slice(MAX_REMOVED);
	const pageCounts = noCounts();
	await inBatches(ctx.database, retryPolicy.signal, prepared, async (messages, { isBulk, isLast }) => {
		const pageEnd = {
			removed: page.more ? [] : removed.slice(0, MAX_REMOVED),
			removedIn: startOf(round),
			cursor: next,
			stats: (counts: BatchCounts) => {
				const after = afterPage(attempt.stats, addCounts(pageCounts, counts), prepared);
				attempt.stats = isOver(listing, page, remaining)
					? ended(after, round)
					: { ...after, round: { ...round, removed: remaining } };
				return attempt.stats;
			},
		};
		const counts = await commit(attempt, {
			messages,
			removed: [],
			roles: attempt.roles,
			classifier: attempt.classifier,
			listedAt: prepared.listedAt,
			isStrict,
			isNewMail: round.isNewMail ?? false,
			isBulk,
			...(isLast ? pageEnd : {}),
			...(listing.isFirstPage ? { addedSince: attempt.stats.startedAt } : {}),
		});
		if (!isLast) addCounts(pageCounts, counts);
		await wrote(attempt, counts);
	});
	listing.isFirstPage = false;
	listing.cursor = page.cursor;
	for (const { remote } of prepared.messages) listing.listedIds?.add(remote.id);
	if (!page.more) await removeRest(listing, round, remaining, next);
	const { done, total } = attempt.stats;
	const note = attempt.stats.headers > 0 ? "Listing messages" : null;
	attempt.report("listing", { done, total, note, atLeast: page.secondsLeft });
}

/** The round in progress, or a new one that begins with this page. */
function currentRound({ attempt, cursor }: ListingState, prepared: PreparedPage): Round {
	const round = attempt.stats.round ?? {
		since: attempt.ctx.now(),
		...(typeof attempt.stats.lastRound === "number" && { movedSince: attempt.stats.lastRound }),
		listedAt: prepared.listedAt.toISOString(),
		removed: attempt.stats.postponed,
		isNewMail: cursor !== null && attempt.hasNewMail,
	};
	if (attempt.stats.round === null) attempt.stats = { ...attempt.stats, round, postponed: [] };
	return round;
}

function isOver({ listedIds }: ListingState, page: PreparedPage["page"], remaining: string[]): boolean {
	return !page.more && remaining.length === 0 && listedIds === null;
}

async function wrote(attempt: Attempt, counts: BatchCounts): Promise<void> {
	const rows = Math.abs(counts.added) + counts.changed + counts.removed;
	if (rows > 0) attempt.changed();
	await attempt.maintenance.wrote(rows);
}

/** Removes what did not fit into the last page's transaction. */
async function removeRest(listing: ListingState, round: Round, removed: string[], next: string | null): Promise<void> {
	const { attempt } = listing;
	for (let from = 0; from < removed.length; from += MAX_REMOVED) {
		attempt.retryPolicy.signal.throwIfAborted();
		const remaining = removed.slice(from + MAX_REMOVED);
		const counts = await commit(attempt, {
			messages: [],
			removed: removed.slice(from, from + MAX_REMOVED),
			removedIn: startOf(round),
			roles: attempt.roles,
			classifier: attempt.classifier,
			cursor: next,
			stats: (found) => {
				const after = withCounts(attempt.stats, found);
				const isLast = remaining.length === 0 && listing.listedIds === null;
				attempt.stats = isLast ? ended(after, round) : { ...after, round: { ...round, removed: remaining } };
				return attempt.stats;
			},
		});
		await wrote(attempt, counts);
	}
}
