import { NoProgress } from "../../progress.ts";
import { CursorExpired } from "../provider/errors.ts";
import { ListedDuringPush } from "../store/pending-push.ts";
import type { Attempt } from "./attempt.ts";
import { readSamplePage } from "./from-sample.ts";
import type { PreparedPage } from "./prepare.ts";
import { databaseTime, readAhead } from "./read-ahead.ts";
import { removeUnlisted } from "./remove-missing.ts";
import { ended, type Round, startOf, withCounts } from "./round-stats.ts";
import { advance, countHeld, folderName, type ListingProgress, newProgress } from "./status/listing-progress.ts";
import { saveStats } from "./status/status.ts";
import { commit, type ListingState, storePage } from "./store-page.ts";

/** So often a page is listed again because messages on it were pushed meanwhile. */
const MAX_REPEATS = 3;

export interface Listing {
	/**
	 * Lists changes since the last round, or resumes that round, and stores them page by page. A listing that makes no
	 * progress starts over, once.
	 * @param onFirstPage called when the first page of a mailbox that was never listed is stored
	 * @throws NoProgress, with the folder's name
	 */
	round(onFirstPage?: () => void): Promise<void>;
}

/** @param begun.isResumed an earlier attempt of the same job was interrupted */
export function createListing(attempt: Attempt, begun: { cursor: string | null; isResumed: boolean }): Listing {
	const listing: ListingState = { attempt, cursor: begun.cursor, isFirstPage: begun.isResumed, listedIds: null };
	return {
		async round(onFirstPage) {
			try {
				if (attempt.stats.relisting) return await relist(listing);
				try {
					if (listing.cursor === null) await storeSample(listing);
					await storePages(listing, listing.cursor, onFirstPage);
				} catch (cause) {
					if (cause instanceof NoProgress) await reportNoProgress(attempt, cause);
					else if (!(cause instanceof CursorExpired)) throw cause;
					await relist(listing);
				}
			} catch (cause) {
				throw cause instanceof NoProgress ? await reportNoProgress(attempt, cause) : cause;
			}
		},
	};
}

/** Logs it. @returns it with the folder's name */
async function reportNoProgress(attempt: Attempt, cause: NoProgress): Promise<NoProgress> {
	const { ctx, accountId, provider, stats } = attempt;
	const { message, state } = cause;
	const folder = await folderName(ctx.database, attempt, cause.folder);
	ctx.log.error(
		{
			...{ event: "sync.no_progress", account: accountId, provider: provider.kind, folder, reason: message, state },
			isRelisting: stats.relisting,
		},
		stats.relisting
			? "Listing the mailbox from the beginning makes no progress either; the sync failed"
			: "Listing the mailbox makes no progress; it starts from the beginning",
	);
	return new NoProgress(message, { folder, state });
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
	const { attempt } = listing;
	const pages = readAhead(attempt, from);
	let at = from;
	try {
		for await (const prepared of pages) {
			const { page } = prepared;
			const { progress = null } = attempt.stats;
			if (page.more) attempt.stats = { ...attempt.stats, progress: await progressOf(attempt, prepared, at) };
			at = page.cursor;
			try {
				await storePage(listing, prepared, isStrict);
			} catch (cause) {
				// It is listed again.
				attempt.stats = { ...attempt.stats, progress };
				throw cause;
			}
			onStored(page.cursor);
			// An interrupted relisting would have to start over, so it never yields.
			if (page.more && listing.listedIds === null) await attempt.yieldIfWaiting();
		}
	} finally {
		await pages.return(undefined);
	}
}

/** @param at the cursor that the page was listed with @throws NoProgress */
function progressOf(
	{ ctx, ownerId, accountId, stats }: Attempt,
	{ page, messages, vanished }: PreparedPage,
	at: string | null,
): Promise<ListingProgress> {
	const folderId = messages.at(-1)?.remote.folderId ?? null;
	return advance(stats.progress ?? newProgress(), { at, page, count: messages.length + vanished, folderId }, () =>
		countHeld(ctx.database, { ownerId, accountId }),
	);
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
	attempt.stats = { ...attempt.stats, relisting: true, round, progress: null, postponed: [] };
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
