import { pause } from "#shared/pause.ts";
import type { MailContext } from "../context/context.ts";
import type { ParsedItem } from "../parse/pool.ts";
import { type BodyCounts, completeBatch } from "../store/complete.ts";
import type { EmailCursor } from "../store/items.ts";
import type { Attempt } from "./attempt.ts";
import { inBatches } from "./batches.ts";
import { type FetchedBody, fetchBodies, type MessageWithoutBody } from "./fetch-bodies.ts";
import { parseAndStore } from "./parse-and-store.ts";
import { FETCH_BYTES } from "./prepare.ts";

/** Maximum number of messages per request, if they are small. */
const MAX_AT_ONCE = 500;
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

/**
 * Fetches the bodies of messages stored with their header only. Messages without `raw_sha256` are the work list, so an
 * interrupted fetch resumes; each message is tried once per job attempt.
 */
export function createBodies(attempt: Attempt): Bodies {
	const { ctx, ownerId, accountId } = attempt;
	/** Provider ids that are in progress or could not be fetched. */
	const tried = new Set<string>();
	let after: QueuePosition | null = null;
	let waiting = 0;

	/** The next messages, up to 8 MB in total. */
	async function next(limit: number): Promise<MessageWithoutBody[]> {
		const found: MessageWithoutBody[] = [];
		let bytes = 0;
		for (;;) {
			const rows = await listBodiless(ctx, ownerId, accountId, after);
			for (const row of rows) {
				if (found.length >= limit || (found.length > 0 && bytes + row.sizeBytes > FETCH_BYTES)) return found;
				after = row.position;
				if (tried.has(row.providerId)) continue;
				tried.add(row.providerId);
				found.push(row);
				bytes += row.sizeBytes;
			}
			if (found.length > 0 || rows.length === 0) return found;
		}
	}

	async function store(bodies: FetchedBody[], items: ParsedItem[], signal: AbortSignal): Promise<void> {
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
			waiting -= completed;
			attempt.changed();
			await attempt.maintenance.wrote(completed);
			report();
		});
	}

	function report(): void {
		const { bodies } = attempt.stats;
		const total = bodies + Math.max(0, waiting);
		const note = `Fetching messages: ${bodies.toLocaleString("en-US")} of ${total.toLocaleString("en-US")}`;
		attempt.report("bodies", { done: bodies, total, note });
	}

	/** Copies bodies from an uploaded archive. @returns the messages that are not in it */
	async function copyFromArchive(
		rows: MessageWithoutBody[],
		deliver: (bodies: FetchedBody[]) => Promise<void>,
	): Promise<MessageWithoutBody[]> {
		const { localArchive } = attempt;
		if (localArchive === null) return rows;
		const keys = await localArchive.ofRows(rows.map(({ id }) => id));
		const copies = await localArchive.read([...keys.values()]);
		const found = rows.flatMap((row) => {
			const copy = copies.get(keys.get(row.id) ?? "");
			return copy !== undefined && isOfSize(copy.raw.length, row.sizeBytes) ? [{ row, raw: copy.raw }] : [];
		});
		if (found.length === 0) return rows;
		await deliver(found);
		const copied = new Set(found.map(({ row }) => row.id));
		return rows.filter(({ id }) => !copied.has(id));
	}

	async function fetch(limit: number, signal: AbortSignal): Promise<void> {
		const retryPolicy = { ...attempt.retryPolicy, signal };
		after = null;
		waiting = await countBodiless(ctx, ownerId, accountId);
		if (waiting > 0) report();
		const writes: Promise<void>[] = [];
		let last: Promise<void> = Promise.resolve();
		/** Parses bodies and stores them in order, while the next ones are fetched. */
		const deliver = async (bodies: FetchedBody[]): Promise<void> => {
			const raws = bodies.map(({ raw }) => raw);
			const parsed = parseAndStore(ctx, accountId, raws, signal);
			last = Promise.all([parsed, last]).then(([items]) => store(bodies, items, signal));
			last.catch(() => undefined);
			writes.push(last);
			if (writes.length > READ_AHEAD) await writes.shift();
		};
		const requested = new Set<string>();
		try {
			for (let remaining = limit; remaining > 0; ) {
				// While the mailbox is relisted, a message may be matched under a new id; it then already has its body.
				while (attempt.stats.relisting) await pause(POLL_MS, signal);
				await attempt.yieldIfWaiting();
				const rows = await next(Math.min(remaining, MAX_AT_ONCE));
				if (rows.length === 0) break;
				remaining -= rows.length;
				for (const { providerId } of rows) requested.add(providerId);
				const missing = await copyFromArchive(rows, deliver);
				const { gone, failed } = await fetchBodies(attempt.session, missing, { retryPolicy, log: ctx.log }, deliver);
				for (const id of [...gone, ...failed]) requested.delete(id);
				const { bodiesGone, bodiesFailed } = attempt.stats;
				attempt.stats = {
					...attempt.stats,
					bodiesGone: bodiesGone + gone.length,
					bodiesFailed: bodiesFailed + failed.length,
				};
			}
			await last;
		} finally {
			await Promise.allSettled([...writes, last]);
			// These are stored or still missing; the ids left in `tried` are not retried.
			for (const id of requested) tried.delete(id);
		}
	}

	return {
		fetch,
		startOver() {
			after = null;
		},
	};
}

/** Sizes in listings are estimates. */
function isOfSize(bytes: number, estimate: number): boolean {
	return Math.abs(bytes - estimate) <= 4_096 + estimate / 10;
}

function withBodies({ stats }: Attempt, { completed, damaged }: BodyCounts): Attempt["stats"] {
	return { ...stats, bodies: stats.bodies + completed, damaged: stats.damaged + damaged };
}

/** A position in the list of messages without a body. */
interface QueuePosition extends EmailCursor {
	isInbox: boolean;
}

async function listBodiless(
	ctx: Pick<MailContext, "database">,
	ownerId: string,
	accountId: string,
	after: QueuePosition | null,
): Promise<(MessageWithoutBody & { position: QueuePosition })[]> {
	const rows = await ctx.database.query<{
		id: string;
		provider_id: string;
		size_bytes: number;
		is_inbox: boolean;
		received_date: Date;
	}>(
		`select id, provider_id, size_bytes, folder_role = 'inbox' as is_inbox, received_date from emails
		where owner_id = $1 and account_id = $2 and raw_sha256 is null
			and ((folder_role = 'inbox'), received_date, id) < ($3, $4::timestamptz, $5::uuid)
		order by (folder_role = 'inbox') desc, received_date desc, id desc limit ${MAX_AT_ONCE}`,
		after === null
			? [ownerId, accountId, true, "infinity", "ffffffff-ffff-ffff-ffff-ffffffffffff"]
			: [ownerId, accountId, after.isInbox, after.date, after.id],
	);
	return rows.map((row) => ({
		id: row.id,
		providerId: row.provider_id,
		sizeBytes: row.size_bytes,
		position: { isInbox: row.is_inbox, date: row.received_date.toISOString(), id: row.id },
	}));
}

async function countBodiless(ctx: Pick<MailContext, "database">, ownerId: string, accountId: string): Promise<number> {
	const [row] = await ctx.database.query<{ n: number }>(
		"select count(*)::int as n from emails where owner_id = $1 and account_id = $2 and raw_sha256 is null",
		[ownerId, accountId],
	);
	return row?.n ?? 0;
}
