import type { Context } from "../../context.ts";
import type { RunningJob } from "../../jobs/jobs.ts";
import { createSorter } from "../categories/sorter.ts";
import { type Attempt, createAttempt } from "./attempt.ts";
import { type Bodies, createBodies } from "./bodies.ts";
import { storeFolders } from "./folders.ts";
import { heldBeside } from "./held.ts";
import { createListing, type Listing } from "./listing.ts";
import { patiently } from "./patience.ts";
import type { OpenSession } from "./session.ts";
import { beginSync, emptyTally, lastAsked, resultOf, type SyncTally, saveTally } from "./status.ts";

/** Bodies that are fetched while the rest of a mailbox is still being listed: of what is on the first screens. */
const FIRST_BODIES = 50;
const LOOK_EVERY_MS = 500;

/**
 * Brings what is stored of an account up to the provider's state: lists what is new, then fetches the bodies of messages
 * that were listed with their header alone.
 * @param opened the account's session, which stays the caller's to close
 * @returns what it did, for the job's result
 */
export async function syncMailbox(
	ctx: Context,
	job: RunningJob<{ accountId: string }>,
	opened: OpenSession,
): Promise<Record<string, unknown>> {
	const { ownerId } = job;
	const { accountId } = job.input;
	// They come up while the mailbox is asked for its folders.
	const parsersStart = ctx.parsePool.parseHeaders([]);
	const begun = await beginSync(ctx.database, ownerId, accountId);
	const fresh = emptyTally(job.id, ctx.now());
	const before = begun.tally === null ? null : { ...fresh, ...begun.tally };
	const isResumed = before?.jobId === job.id;
	// What could not be fetched is tried once more in each attempt.
	const resumed = { ...before, bodiesGone: 0, bodiesFailed: 0 };
	const tally: SyncTally = { ...fresh, ...(isResumed ? resumed : unfinished(before)) };
	const sorter = await createSorter(ctx.database, ownerId, accountId);
	const attempt = createAttempt(ctx, job, opened, tally, sorter);
	try {
		// Remembered before the first page, so that an attempt cut short in it is known to have been this job's.
		if (!isResumed) await saveTally(ctx.database, ownerId, accountId, tally);
		const folders = await patiently(attempt.patience, async () => (await attempt.session()).listFolders());
		const { remote, threadIds } = opened.provider.capabilities;
		attempt.held = await heldBeside(ctx, ownerId, accountId, remote && threadIds);
		attempt.roles = await storeFolders(ctx.database, ownerId, accountId, folders);
		await parsersStart;
		const listing = createListing(attempt, { cursor: begun.cursor, isResumed });
		await listAndFetch(attempt, listing, createBodies(attempt));
		await attempt.upkeep.finish(job.signal);
	} finally {
		await attempt.close();
	}
	return resultOf(attempt.tally, ctx.now());
}

/** What an earlier job has left to be ended by this one. */
function unfinished(before: SyncTally | null): Partial<SyncTally> {
	return before === null ? {} : { relisting: before.relisting, round: before.round };
}

async function listAndFetch(attempt: Attempt, listing: Listing, bodies: Bodies): Promise<void> {
	const { ctx, ownerId, accountId, patience } = attempt;
	const asked = (): Promise<string | null> => lastAsked(ctx.database, ownerId, accountId);
	let listedFor = await asked();
	let goneBefore = attempt.tally.bodiesGone;
	let first: Promise<void> | undefined;
	try {
		await listing.round(() => {
			// Its failure is met again when all bodies are fetched.
			first = bodies.fetch(FIRST_BODIES, patience.signal).catch(() => undefined);
		});
		attempt.phase = "bodies";
		for (;;) {
			const fetchAll = async (signal: AbortSignal): Promise<void> => {
				await first;
				await bodies.fetch(Number.POSITIVE_INFINITY, signal);
			};
			await meanwhile(patience.signal, fetchAll, async () => {
				const now = await asked();
				if (now === listedFor) return;
				listedFor = now;
				await listing.round();
				bodies.startOver();
			});
			const now = await asked();
			const { bodiesGone } = attempt.tally;
			// What was gone when its body was asked for, a listing tells as gone.
			if (now === listedFor && bodiesGone === goneBefore) return;
			goneBefore = bodiesGone;
			listedFor = now;
			await listing.round();
		}
	} finally {
		await first;
	}
}

/** Looks twice a second until the work is over; a failure of either ends both. */
async function meanwhile(
	signal: AbortSignal,
	work: (signal: AbortSignal) => Promise<void>,
	look: () => Promise<void>,
): Promise<void> {
	const stop = new AbortController();
	const working = work(AbortSignal.any([signal, stop.signal]));
	try {
		while (!(await isSettled(working, LOOK_EVERY_MS))) await look();
	} catch (cause) {
		stop.abort(cause);
		await working.catch(() => undefined);
		throw cause;
	}
	await working;
}

async function isSettled(work: Promise<unknown>, withinMs: number): Promise<boolean> {
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
