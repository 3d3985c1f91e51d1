import type { Database } from "../../../db/database.ts";
import { follow, NoProgress, newTrail, type Trail } from "../../../progress.ts";
import type { AccountKey } from "../../context/account-scope.ts";
import type { ChangePage } from "../../provider/provider.ts";

/** Proof that a listing makes progress; stored with the statistics, so that interruptions do not reset it. */
export interface ListingProgress {
	trail: Trail;
	/** Messages listed since the round began, each time. */
	listed: number;
	/** Pages in a row without anything. */
	emptyPages: number;
	/** As the last page reported it. */
	done: number | null;
	/** Of the last message. */
	folderId: string | null;
}

export interface ProgressLimits {
	/** Pages in a row without anything. */
	emptyPages: number;
	/** So often a round may list each message of a mailbox: when it was moved, and when it changed meanwhile. */
	timesListed: number;
	/** Messages that a round may list besides. */
	alsoListed: number;
}

export const PROGRESS_LIMITS: ProgressLimits = { emptyPages: 1_000, timesListed: 3, alsoListed: 10_000 };

export const newProgress = (): ListingProgress => ({
	trail: newTrail(),
	listed: 0,
	emptyPages: 0,
	done: null,
	folderId: null,
});

/** A page that is not the last one. */
export interface ListedPage {
	/** The cursor that it was listed with. */
	at: string | null;
	page: Omit<ChangePage, "messages">;
	/** Messages on it. */
	count: number;
	/** Of its last message. */
	folderId: string | null;
}

/**
 * Checks a page that is not the last one.
 * @param countHeld counts the messages that the mailbox holds here
 * @throws NoProgress when the listing stands still, goes round in circles, or lists more than the mailbox holds
 */
export async function advance(
	before: ListingProgress,
	{ at, page, count, ...last }: ListedPage,
	countHeld: () => Promise<number>,
	limits: ProgressLimits = PROGRESS_LIMITS,
): Promise<ListingProgress> {
	const { removed, skipped = [], cursor, done = null } = page;
	const folderId = last.folderId ?? before.folderId;
	const fail = (why: string): never => {
		throw new NoProgress(why, { folder: folderId, state: cursor });
	};
	if (cursor === at) fail("The cursor does not move");
	const trail = follow(before.trail, cursor) ?? fail("The cursor was there before");
	const isEmpty = count + removed.length + skipped.length === 0 && done === before.done;
	const emptyPages = isEmpty ? before.emptyPages + 1 : 0;
	if (emptyPages > limits.emptyPages) fail(`${emptyPages} pages in a row are empty`);
	const listed = before.listed + count;
	if (listed > limits.alsoListed && listed > limits.alsoListed + limits.timesListed * (await countHeld()))
		fail(`${listed} messages were listed, more than the mailbox holds`);
	return { trail, listed, emptyPages, done, folderId };
}

/** Messages stored for an account. */
export async function countHeld(database: Database, { ownerId, accountId }: AccountKey): Promise<number> {
	const row = await database.one<{ total: number }>(
		"select coalesce(sum(total_count), 0)::int as total from email_folders where owner_id = $1 and account_id = $2",
		[ownerId, accountId],
	);
	return row?.total ?? 0;
}

/** The name of a folder; null when it is not known. */
export async function folderName(
	database: Database,
	{ ownerId, accountId }: AccountKey,
	folderId: string | null,
): Promise<string | null> {
	if (folderId === null) return null;
	const row = await database.one<{ folder_name: string }>(
		"select folder_name from email_folders where owner_id = $1 and account_id = $2 and id = $3",
		[ownerId, accountId, folderId],
	);
	return row?.folder_name ?? null;
}
