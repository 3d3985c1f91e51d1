import type pg from "pg";
import type { Logger } from "../../log.ts";
import { type EventTransport, EXPIRE_EVENTS, FORGET_EVERY_MS, type Message } from "./transport.ts";

const POLL_MS = 500;
/** Ids are given out before the rows can be seen: for so long a smaller one may still turn up. */
const LATE = "interval '5 seconds'";
const MOST_AT_ONCE = 1_000;

/** Events through a table that everybody reads, where no connection can listen. */
export async function pollEvents(
	pool: pg.Pool,
	hear: (message: Message) => void,
	log: Logger,
): Promise<EventTransport> {
	const first = await pool.query<{ id: number }>("select coalesce(max(id), 0) as id from passing_events");
	/** Up to here everything has been heard. */
	let low = first.rows[0]?.id ?? 0;
	const seen = new Set<number>();
	let closed = false;

	async function read(): Promise<boolean> {
		const { rows } = await pool.query<{ id: number; message: Message }>(
			`select id, message from passing_events
			where id > $1 and id <> all($2::bigint[]) order by id limit ${MOST_AT_ONCE}`,
			[low, [...seen]],
		);
		for (const { id, message } of rows) {
			seen.add(id);
			hear(message);
		}
		return rows.length === MOST_AT_ONCE;
	}

	/** Moves the mark past what is old enough, so that little has to be remembered. */
	async function settle(): Promise<void> {
		if (seen.size === 0) return;
		const { rows } = await pool.query<{ id: number | null }>(
			`select max(id) as id from passing_events where id > $1 and created_at < now() - ${LATE}`,
			[low],
		);
		low = Math.max(low, rows[0]?.id ?? 0);
		for (const id of seen) if (id <= low) seen.delete(id);
	}

	async function poll(): Promise<void> {
		try {
			while (!closed && (await read()));
			await settle();
		} catch (cause) {
			if (!closed) log.warn({ err: cause }, "events of other processes could not be read");
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
	const forgetting = setInterval(() => {
		pool
			.query(EXPIRE_EVENTS)
			.catch((cause: unknown) => log.warn({ err: cause }, "events that were passed on could not be deleted"));
	}, FORGET_EVERY_MS);
	return {
		async send(messages) {
			await pool.query("insert into passing_events (message) select m::jsonb from unnest($1::text[]) m", [
				messages.map((message) => JSON.stringify(message)),
			]);
		},
		async close() {
			closed = true;
			clearTimeout(timer);
			clearInterval(forgetting);
			await polling;
		},
	};
}
