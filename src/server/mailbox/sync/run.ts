import type { Context } from "../../context.ts";
import type { RunningJob } from "../../jobs/jobs.ts";
import type { ChangePage, ProviderSession } from "../provider.ts";
import { CursorExpired } from "../provider-errors.ts";
import { type BatchCounts, type Incoming, insertBatch } from "../store/insert.ts";
import { hasReaders } from "../store/readers.ts";
import { createUpkeep } from "../store/upkeep.ts";
import { storeFolders } from "./folders.ts";
import { createNotifier } from "./notify.ts";
import { patiently, pause } from "./patience.ts";
import { type PreparedPage, preparePage } from "./prepare.ts";
import { addTo, beginSync, emptyTally, resultOf, type SyncTally, saveTally } from "./status.ts";

/** Messages a page may hold; providers cut pages by bytes as well. */
const PAGE_LIMIT = 500;
/** Pages that are listed and parsed while an earlier one is stored: bounds memory. */
const READ_AHEAD = 2;
/** A batch ends at either: it is one transaction, during which the embedded database serves nobody else. */
interface BatchSize {
	messages: number;
	characters: number;
}

/** While somebody reads mail: short, and with a gap in which the several statements of a request get through. */
const SHORT: BatchSize = { messages: 25, characters: 300_000 };
const GAP_MS = 20;
const LARGE: BatchSize = { messages: 200, characters: 2_400_000 };

/** Brings what is stored of an account up to the provider's state. @returns what it did, for the job's result */
export async function syncMailbox(
	ctx: Context,
	job: RunningJob<{ accountId: string }>,
	session: ProviderSession,
): Promise<Record<string, unknown>> {
	const { ownerId, signal } = job;
	const { accountId } = job.input;
	const begun = await beginSync(ctx.database, ownerId, accountId);
	const isResumed = begun.tally?.jobId === job.id;
	const fresh = { ...emptyTally(job.id, ctx.now()), relisting: begun.tally?.relisting ?? false };
	let tally = isResumed && begun.tally !== null ? begun.tally : fresh;
	// Remembered before the first page, so that an attempt cut short in it is known to have been this job's.
	if (!isResumed) await saveTally(ctx.database, ownerId, accountId, tally);
	const onWait = (seconds: number): void => job.progress({ note: `The mail server asks to wait ${seconds} s` });
	const patience = { signal, onWait };
	const roles = await storeFolders(ctx.database, ownerId, accountId, await session.listFolders());
	const notifier = createNotifier(ctx, ownerId, accountId);
	const upkeep = createUpkeep(ctx.database);
	/** Ids seen while the mailbox is listed anew; null when only changes are listed. */
	let listedIds: Set<string> | null = tally.relisting ? new Set() : null;
	let isFirstPage = isResumed;

	async function storePage(prepared: PreparedPage): Promise<void> {
		const { page } = prepared;
		const isBulk = !hasReaders(ctx.database);
		const batches = cut(prepared.messages, isBulk ? LARGE : SHORT);
		const pageCounts = noCounts();
		for (const [index, messages] of batches.entries()) {
			signal.throwIfAborted();
			const isLast = index === batches.length - 1;
			const closing = {
				// While listing anew, the old cursor's absence makes a run that is cut short begin again.
				cursor: listedIds === null || !page.more ? page.cursor : null,
				tally: (counts: BatchCounts) => {
					tally = { ...tally, ...afterPage(tally, addCounts(pageCounts, counts), prepared) };
					return tally;
				},
			};
			const counts = await insertBatch(ctx.database, ownerId, accountId, {
				messages,
				removed: isLast ? page.removed : [],
				roles,
				isBulk,
				...(isLast ? closing : {}),
				...(isFirstPage ? { addedSince: tally.startedAt } : {}),
			});
			if (!isLast) addCounts(pageCounts, counts);
			if (counts.added + counts.changed + counts.removed > 0) notifier.changed();
			if (!isBulk) await pause(GAP_MS, signal);
			await upkeep.wrote(counts.added + counts.changed + counts.removed);
		}
		isFirstPage = false;
		for (const { remote } of prepared.messages) listedIds?.add(remote.id);
		const { done, total, unit } = tally;
		job.progress({ done, total, unit, note: null, result: resultOf(tally, ctx.now()) });
	}

	async function walk(from: string | null): Promise<void> {
		const pages = readAhead(from);
		try {
			for await (const prepared of pages) await storePage(prepared);
		} finally {
			await pages.return(undefined);
		}
	}

	/** Lists and parses ahead of the store; pages come in order. */
	async function* readAhead(from: string | null): AsyncGenerator<PreparedPage, undefined> {
		const queue: Promise<PreparedPage>[] = [];
		let cursor = from;
		let more = true;
		const list = (): Promise<ChangePage> =>
			patiently(patience, () => session.listChanges(cursor, { limit: PAGE_LIMIT, signal }));
		try {
			while (more || queue.length > 0) {
				if (more && queue.length < READ_AHEAD) {
					const page = await list();
					cursor = page.cursor;
					more = page.more;
					const prepared = preparePage(ctx, ownerId, accountId, session, page, patience);
					// Its failure is met when its turn comes.
					prepared.catch(() => undefined);
					queue.push(prepared);
				} else yield (await queue.shift()) as PreparedPage;
			}
		} finally {
			await Promise.allSettled(queue);
		}
	}

	try {
		try {
			await walk(tally.relisting ? null : begun.cursor);
		} catch (cause) {
			if (!(cause instanceof CursorExpired)) throw cause;
			listedIds = new Set();
			tally = { ...tally, relisting: true };
			await walk(null);
		}
		if (listedIds !== null) {
			await removeUnlisted(ctx, ownerId, accountId, listedIds, signal, (counts) => addTo(tally, counts, []));
			tally = { ...tally, relisting: false };
			await saveTally(ctx.database, ownerId, accountId, tally);
		}
		await upkeep.finish(signal);
	} finally {
		notifier.close();
	}
	return resultOf(tally, ctx.now());
}

function afterPage(tally: SyncTally, counts: BatchCounts, { page, messages, vanished }: PreparedPage): SyncTally {
	const next: SyncTally = { ...tally, skipped: [...tally.skipped], damagedAt: [...tally.damagedAt] };
	addTo(next, counts, page.skipped ?? []);
	next.vanished += vanished;
	next.seen += messages.length;
	next.done = page.done ?? next.seen;
	next.total = page.total ?? (page.done === undefined ? next.total : null);
	next.unit = page.unit ?? next.unit;
	return next;
}

function noCounts(): BatchCounts {
	return { added: 0, changed: 0, removed: 0, known: 0, damaged: 0, damagedAt: [] };
}

/** Adds to the first. @returns it */
function addCounts(sum: BatchCounts, counts: BatchCounts): BatchCounts {
	sum.added += counts.added;
	sum.changed += counts.changed;
	sum.removed += counts.removed;
	sum.known += counts.known;
	sum.damaged += counts.damaged;
	sum.damagedAt.push(...counts.damagedAt);
	return sum;
}

/** At least one batch, so that the cursor of an empty page is stored as well. */
function cut(messages: Incoming[], most: BatchSize): Incoming[][] {
	const batches: Incoming[][] = [[]];
	let characters = 0;
	for (const message of messages) {
		const size = (message.content?.message.text.length ?? 0) + (message.content?.lexemes.length ?? 0);
		const batch = batches.at(-1) as Incoming[];
		if (batch.length > 0 && (batch.length >= most.messages || characters + size > most.characters)) {
			batches.push([message]);
			characters = size;
		} else {
			batch.push(message);
			characters += size;
		}
	}
	return batches;
}

/** After a whole listing: what it did not name is gone. */
async function removeUnlisted(
	ctx: Context,
	ownerId: string,
	accountId: string,
	listed: ReadonlySet<string>,
	signal: AbortSignal,
	onCounts: (counts: BatchCounts) => void,
): Promise<void> {
	for (let after = ""; ; ) {
		signal.throwIfAborted();
		const rows = await ctx.database.query<{ provider_id: string }>(
			`select provider_id from emails where owner_id = $1 and account_id = $2 and provider_id > $3
			order by provider_id limit 1000`,
			[ownerId, accountId, after],
		);
		const gone = rows.map((row) => row.provider_id).filter((id) => !listed.has(id));
		for (let from = 0; from < gone.length; from += 200)
			onCounts(
				await insertBatch(ctx.database, ownerId, accountId, {
					messages: [],
					removed: gone.slice(from, from + 200),
					roles: new Map(),
				}),
			);
		const last = rows.at(-1);
		if (last === undefined) return;
		after = last.provider_id;
	}
}
