import type pg from "pg";
import type { Logger } from "../../log.ts";
import { type EventTransport, EXPIRE_EVENTS, EXPIRE_INTERVAL_MS, type Message } from "./transport.ts";

const POLL_MS = 500;
/** Sequence ids are assigned before rows become visible: a smaller id may still appear for this long. */
const LATE_COMMIT = "interval '5 seconds'";
const MAX_PER_POLL = 1_000;

/** Events through a table that every process polls, where LISTEN is not available. */
export async function openPolledTransport(
	pool: pg.Pool,
	onMessage: (message: Message) => void,
	log: Logger,
	maxPerPoll = MAX_PER_POLL,
): Promise<EventTransport> {
	const first = await pool.query<{ id: number }>("select coalesce(max(id), 0) as id from transient_events");
	/** Every id up to this one has been delivered. */
	let low = first.rows[0]?.id ?? 0;
	const seen = new Set<number>();
	let closed = false;

	async function read(): Promise<boolean> {
		const { rows } = await pool.query<{ id: number; message: Message }>(
			`select id, message from transient_events
			where id > $1 and id <> all($2::bigint[]) order by id limit $3`,
			[low, [...seen], maxPerPoll],
		);
		for (const { id, message } of rows) {
			seen.add(id);
			onMessage(message);
		}
		return rows.length === maxPerPoll;
	}

	/** Advances the low-water mark past old rows, so that `seen` stays small. */
	async function advance(): Promise<void> {
		if (seen.size === 0) return;
		const { rows } = await pool.query<{ id: number | null }>(
			`select max(id) as id from transient_events where id > $1 and created_at < now() - ${LATE_COMMIT}`,
			[low],
		);
		low = Math.max(low, rows[0]?.id ?? 0);
		for (const id of seen) if (id <= low) seen.delete(id);
	}

	async function poll(): Promise<void> {
		try {
			while (!closed && (await read()));
			await advance();
		} catch (cause) {
			if (!closed) log.warn({ event: "events.poll_failed", err: cause }, "events of other processes could not be read");
		}
	}

	let polling = Promise.resolve();
	let timer: NodeJS.Timeout | undefined;
	const again = (): void => {
		if (closed) return;
		timer = setTimeout(() => {
			polling = poll().finally(again);
		}, POLL_MS);
	};
	again();
	const expiring = setInterval(() => {
		pool
			.query(EXPIRE_EVENTS)
			.catch((cause: unknown) =>
				log.warn({ event: "events.cleanup_failed", err: cause }, "expired events could not be deleted"),
			);
	}, EXPIRE_INTERVAL_MS);
	return {
		async send(messages) {
			await pool.query("insert into transient_events (message) select m::jsonb from unnest($1::text[]) m", [
				messages.map((message) => JSON.stringify(message)),
			]);
		},
		async close() {
			closed = true;
			clearTimeout(timer);
			clearInterval(expiring);
			await polling;
		},
	};
}
