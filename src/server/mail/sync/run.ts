import type { RunningJob } from "../../platform/jobs/jobs.ts";
import type { AccountLock } from "../../platform/locks/account-lock.ts";
import { createClassifier } from "../classify/classifier.ts";
import type { MailContext } from "../context/context.ts";
import { withRetry } from "../provider/retry.ts";
import type { OpenSession } from "../sessions/session.ts";
import { type Attempt, createAttempt } from "./attempt.ts";
import { type Bodies, createBodies } from "./bodies.ts";
import { removeGoneFolders, storeFolders } from "./folders.ts";
import { createListing, type Listing } from "./listing.ts";
import { findLocalArchive } from "./local-archive.ts";
import { beginSync, emptyStats, lastRequested, resultOf, type SyncStats, saveStats } from "./status/status.ts";

/** Bodies fetched while the rest of a mailbox is still being listed: those on the first screens. */
const FIRST_BODIES = 50;
const POLL_MS = 500;

/**
 * Syncs an account with its provider: lists changes, then fetches the bodies of messages that were listed with headers
 * only.
 * @param job with the signal of the lock
 * @param opened the account's session; the caller closes it
 * @param lock the account's sync lock
 * @returns what the sync did, as the job's result, and the request that its last listing answered
 */
export async function syncMailbox(
	ctx: MailContext,
	job: RunningJob<{ accountId: string }>,
	opened: OpenSession,
	lock: AccountLock,
): Promise<{ result: Record<string, unknown>; listedFor: string | null }> {
	const { ownerId } = job;
	const { accountId } = job.input;
	// Start the parser threads while the mailbox lists its folders.
	const parsersStart = ctx.parsePool.parseHeaders([]);
	const begun = await beginSync(ctx.database, ownerId, accountId);
	const fresh = emptyStats(job.id, ctx.now());
	const before = begun.stats === null ? null : { ...fresh, ...begun.stats };
	const isResumed = before?.jobId === job.id;
	// Bodies that could not be fetched are retried once per attempt.
	const resumed = { ...before, bodiesGone: 0, bodiesFailed: 0 };
	const stats: SyncStats = { ...fresh, ...(isResumed ? resumed : unfinished(before)) };
	const classifier = await createClassifier(ctx.database, ownerId, accountId);
	const attempt = createAttempt(ctx, job, { opened, stats, classifier, lock });
	let listedFor: string | null;
	try {
		// Save before the first page, so that an attempt interrupted in it is recognized as this job's.
		if (!isResumed) await saveStats(ctx.database, { ownerId, accountId, lock }, stats);
		const folders = await withRetry(attempt.retryPolicy, async () => (await attempt.session()).reader.listFolders());
		const { remote, threadIds } = opened.provider.capabilities;
		attempt.localArchive = await findLocalArchive(ctx, ownerId, accountId, remote && threadIds);
		attempt.roles = await storeFolders(ctx.database, ownerId, accountId, folders);
		await parsersStart;
		const listing = createListing(attempt, { cursor: begun.cursor, isResumed });
		listedFor = await listAndFetch(attempt, listing, createBodies(attempt));
		await removeGoneFolders(attempt, folders);
		await attempt.maintenance.finish();
	} finally {
		await attempt.close();
	}
	return { result: resultOf(attempt.stats, ctx.now()), listedFor };
}

/** What an earlier job left for this one: a round that it completes, and when the last one began. */
function unfinished(before: SyncStats | null): Partial<SyncStats> {
	if (before === null) return {};
	const { relisting, round, postponed, lastRound = null } = before;
	return { relisting, round, postponed, lastRound };
}

/** @returns the request that the last listing answered */
async function listAndFetch(attempt: Attempt, listing: Listing, bodies: Bodies): Promise<string | null> {
	const { ctx, ownerId, accountId, retryPolicy } = attempt;
	const readRequestedAt = (): Promise<string | null> => lastRequested(ctx.database, ownerId, accountId);
	let listedFor = await readRequestedAt();
	let goneBefore = attempt.stats.bodiesGone;
	let first: Promise<void> | undefined;
	try {
		await listing.round(() => {
			// An error here surfaces again when all bodies are fetched.
			first = bodies.fetch(FIRST_BODIES, retryPolicy.signal).catch(() => undefined);
		});
		attempt.phase = "bodies";
		for (;;) {
			const fetchAll = async (signal: AbortSignal): Promise<void> => {
				await first;
				await bodies.fetch(Number.POSITIVE_INFINITY, signal);
			};
			await meanwhile(retryPolicy.signal, fetchAll, async () => {
				const now = await readRequestedAt();
				if (now === listedFor) return;
				listedFor = now;
				await listing.round();
				bodies.startOver();
			});
			const now = await readRequestedAt();
			const { bodiesGone } = attempt.stats;
			// If bodies were gone when requested, another listing reports them as removed.
			if (now === listedFor && bodiesGone === goneBefore) return listedFor;
			goneBefore = bodiesGone;
			listedFor = now;
			await listing.round();
		}
	} finally {
		await first;
	}
}

/** Polls twice a second until the work is done; a failure of either ends both. */
async function meanwhile(
	signal: AbortSignal,
	work: (signal: AbortSignal) => Promise<void>,
	poll: () => Promise<void>,
): Promise<void> {
	const stop = new AbortController();
	const working = work(AbortSignal.any([signal, stop.signal]));
	try {
		while (!(await isUpToDate(working, POLL_MS))) await poll();
	} catch (cause) {
		stop.abort(cause);
		await working.catch(() => undefined);
		throw cause;
	}
	await working;
}

async function isUpToDate(work: Promise<unknown>, withinMs: number): Promise<boolean> {
	let timer: NodeJS.Timeout | undefined;
	const late = new Promise<false>((resolve) => {
		timer = setTimeout(() => resolve(false), withinMs);
	});
	const settled = work.then(
		() => true,
		() => true,
	);
	try {
		return await Promise.race([settled, late]);
	} finally {
		clearTimeout(timer);
	}
}
