import { CursorExpired } from "../provider/errors.ts";
import { ListedDuringPush } from "../store/pending-push.ts";
import type { Attempt } from "./attempt.ts";
import { readSamplePage } from "./from-sample.ts";
import { databaseTime, readAhead } from "./read-ahead.ts";
import { removeUnlisted } from "./remove-missing.ts";
import { ended, type Round, startOf, withCounts } from "./round-stats.ts";
import { saveStats } from "./status.ts";
import { commit, type ListingState, storePage } from "./store-page.ts";

/** So often a page is listed again because messages on it were pushed meanwhile. */
const MAX_REPEATS = 3;

export interface Listing {
	/**
	 * Lists changes since the last round, or resumes that round, and stores them page by page.
	 * @param onFirstPage called when the first page of a mailbox that was never listed is stored
	 */
	round(onFirstPage?: () => void): Promise<void>;
}

/** @param begun.isResumed an earlier attempt of the same job was interrupted */
export function createListing(attempt: Attempt, begun: { cursor: string | null; isResumed: boolean }): Listing {
	const listing: ListingState = { attempt, cursor: begun.cursor, isFirstPage: begun.isResumed, listedIds: null };
	return {
		async round(onFirstPage) {
			if (attempt.stats.relisting) return relist(listing);
			try {
				if (listing.cursor === null) await storeSample(listing);
				await storePages(listing, listing.cursor, onFirstPage);
			} catch (cause) {
				if (!(cause instanceof CursorExpired)) throw cause;
				await relist(listing);
			}
		},
	};
}

async function storeSample(listing: ListingState): Promise<void> {
	const { attempt } = listing;
	const prepared = await readSamplePage(attempt, await databaseTime(attempt.ctx.database));
	if (prepared !== null) await storePage(listing, prepared, false);
}

async function storePages(listing: ListingState, from: string | null, onFirstPage?: () => void): Promise<void> {
	let at = from;
	let repeats = 0;
	const reach = (reached: string): void => {
		at = reached;
		repeats = 0;
		if (from === null && listing.listedIds === null) onFirstPage?.();
		onFirstPage = undefined;
	};
	for (;;) {
		try {
			return await storePagesFrom(listing, at, repeats < MAX_REPEATS, reach);
		} catch (cause) {
			if (!(cause instanceof ListedDuringPush)) throw cause;
			repeats++;
			// Some of its messages may be stored already.
			listing.isFirstPage = true;
		}
	}
}

async function storePagesFrom(
	listing: ListingState,
	from: string | null,
	isStrict: boolean,
	onStored: (cursor: string) => void,
): Promise<void> {
	const pages = readAhead(listing.attempt, from);
	try {
		for await (const prepared of pages) {
			await storePage(listing, prepared, isStrict);
			onStored(prepared.page.cursor);
			// An interrupted relisting would have to start over, so it never yields.
			if (prepared.page.more && listing.listedIds === null) await listing.attempt.yieldIfWaiting();
		}
	} finally {
		await pages.return(undefined);
	}
}

/** Lists the whole mailbox again, and removes what is not in it. */
async function relist(listing: ListingState): Promise<void> {
	const { attempt } = listing;
	const { ctx, ownerId, accountId, retryPolicy, maintenance, roles, classifier } = attempt;
	const { signal } = retryPolicy;
	const { since, listedAt } = attempt.stats.round ?? {
		since: ctx.now(),
		listedAt: (await databaseTime(ctx.database)).toISOString(),
	};
	const round: Round = { since, listedAt, removed: [], isNewMail: false };
	const listedIds = new Set<string>();
	listing.listedIds = listedIds;
	attempt.stats = { ...attempt.stats, relisting: true, round, postponed: [] };
	await storePages(listing, null);
	await removeUnlisted({ ctx, ownerId, accountId, signal }, listedIds, async (removed) => {
		const counts = await commit(attempt, { messages: [], removed, removedIn: startOf(round), roles, classifier });
		// Their new ids may be among those that this listing did not see: only a later one can tell.
		attempt.stats = withCounts(attempt.stats, { ...counts, postponed: [] });
		await maintenance.wrote(counts.removed + counts.changed);
	});
	listing.listedIds = null;
	attempt.stats = { ...ended(attempt.stats, round), relisting: false };
	await saveStats(ctx.database, attempt, attempt.stats);
}
