import { pause } from "#shared/pause.ts";
import type { ParsedItem } from "../parse/pool/pool.ts";
import { type BodyCounts, completeBatch } from "../store/complete.ts";
import type { Attempt } from "./attempt.ts";
import { inBatches } from "./batches.ts";
import { copyFromArchive } from "./copy-from-archive.ts";
import { type FetchedBody, fetchBodies } from "./fetch-bodies.ts";
import { createMissingBodies, type MissingBodies } from "./missing-bodies.ts";
import { parseAndStore } from "./parse-and-store.ts";

/** Groups of up to 8 MB that may wait to be stored while the next one is fetched. */
const READ_AHEAD = 2;
const POLL_MS = 200;

export interface Bodies {
	/**
	 * Fetches missing bodies, inbox first, newest first.
	 * @param limit stops after this many messages
	 * @throws the signal's reason when aborted
	 */
	fetch(limit: number, signal: AbortSignal): Promise<void>;
	/** Restarts from the newest message, because new messages arrived. */
	startOver(): void;
}

/** What the fetches of an attempt share. */
interface Fetching {
	attempt: Attempt;
	missing: MissingBodies;
	/** How many messages had no body when last counted, less those stored since. */
	waiting: number;
}

/**
 * Fetches the bodies of messages stored with their header only. Messages without `raw_sha256` are the work list, so an
 * interrupted fetch resumes; each message is tried once per job attempt.
 */
export function createBodies(attempt: Attempt): Bodies {
	const missing = createMissingBodies(attempt.ctx, attempt.ownerId, attempt.accountId);
	const fetching: Fetching = { attempt, missing, waiting: 0 };
	return {
		fetch: (limit, signal) => fetch(fetching, limit, signal),
		startOver: () => missing.startOver(),
	};
}

async function fetch(fetching: Fetching, limit: number, signal: AbortSignal): Promise<void> {
	const { attempt, missing: queue } = fetching;
	const retryPolicy = { ...attempt.retryPolicy, signal };
	queue.startOver();
	fetching.waiting = await queue.count();
	if (fetching.waiting > 0) report(fetching);
	const delivery = createDelivery(fetching, signal);
	const requested = new Set<string>();
	try {
		for (let remaining = limit; remaining > 0; ) {
			// While the mailbox is relisted, a message may be matched under a new id; it then already has its body.
			while (attempt.stats.relisting) await pause(POLL_MS, signal);
			await attempt.yieldIfWaiting();
			const rows = await queue.next(remaining);
			if (rows.length === 0) break;
			remaining -= rows.length;
			for (const { providerId } of rows) requested.add(providerId);
			const missing = await copyFromArchive(attempt.localArchive, rows, delivery.deliver);
			const { gone, failed } = await fetchBodies(
				attempt.session,
				missing,
				{ retryPolicy, log: attempt.ctx.log },
				delivery.deliver,
			);
			for (const id of [...gone, ...failed]) requested.delete(id);
			const { bodiesGone, bodiesFailed } = attempt.stats;
			attempt.stats = {
				...attempt.stats,
				bodiesGone: bodiesGone + gone.length,
				bodiesFailed: bodiesFailed + failed.length,
			};
		}
		await delivery.stored();
	} finally {
		await delivery.settled();
		// These are stored or still missing; the others are not retried.
		queue.release(requested);
	}
}

/** Parses bodies and stores them in order, while the next ones are fetched. */
function createDelivery(fetching: Fetching, signal: AbortSignal) {
	const { ctx, accountId } = fetching.attempt;
	const writes: Promise<void>[] = [];
	let last: Promise<void> = Promise.resolve();
	return {
		async deliver(bodies: FetchedBody[]): Promise<void> {
			const raws = bodies.map(({ raw }) => raw);
			const parsed = parseAndStore(ctx, accountId, raws, signal);
			last = Promise.all([parsed, last]).then(([items]) => store(fetching, bodies, items, signal));
			last.catch(() => undefined);
			writes.push(last);
			if (writes.length > READ_AHEAD) await writes.shift();
		},
		/** @throws when one could not be stored */
		stored: () => last,
		/** Waits until nothing is being stored. */
		settled: () => Promise.allSettled([...writes, last]),
	};
}

async function store(
	fetching: Fetching,
	bodies: FetchedBody[],
	items: ParsedItem[],
	signal: AbortSignal,
): Promise<void> {
	const { attempt } = fetching;
	const { ctx, ownerId, accountId } = attempt;
	const messages = bodies.map(({ row }, i) => ({ row, content: items[i] as ParsedItem }));
	await inBatches(ctx.database, signal, { messages }, async (batch, { isBulk }) => {
		const { completed } = await completeBatch(ctx.database, ownerId, accountId, {
			bodies: batch.map(({ row, content }) => ({ id: row.id, content })),
			classifier: attempt.classifier,
			isBulk,
			hasThreads: attempt.hasThreads,
			verify: attempt.lock.verify,
			stats: (counts) => {
				attempt.stats = withBodies(attempt, counts);
				return attempt.stats;
			},
		});
		fetching.waiting -= completed;
		attempt.changed();
		await attempt.maintenance.wrote(completed);
		report(fetching);
	});
}

function report({ attempt, waiting }: Fetching): void {
	const { bodies } = attempt.stats;
	const total = bodies + Math.max(0, waiting);
	const note = `Fetching messages: ${bodies.toLocaleString("en-US")} of ${total.toLocaleString("en-US")}`;
	attempt.report("bodies", { done: bodies, total, note });
}

function withBodies({ stats }: Attempt, { completed, damaged }: BodyCounts): Attempt["stats"] {
	return { ...stats, bodies: stats.bodies + completed, damaged: stats.damaged + damaged };
}
