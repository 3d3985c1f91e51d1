import type { Database } from "../../db/database.ts";

/** The SQL of event streams. */

/** How far a subscriber has read. */
export interface Cursor {
	position: number;
	attempts: number;
	failingSince: Date | null;
	parkedAt: Date | null;
}

/** Identifies a cursor. */
export interface CursorKey {
	ownerId: string;
	subscriber: string;
	orderingKey: string;
}

export interface StoredEvent {
	id: string;
	stream: string;
	payload: unknown;
	position: number;
	publishedAt: Date;
}

/** An event that has got its position. */
export interface Dispatched {
	stream: string;
	orderingKey: string;
	position: number;
	payload: unknown;
	forBrowser: boolean;
}

const valuesOf = ({ ownerId, subscriber, orderingKey }: CursorKey): string[] => [ownerId, subscriber, orderingKey];
const OF_CURSOR = "where owner_id = $1 and subscriber = $2 and ordering_key = $3";

/** Subscriptions that no process has had for this long are deleted. */
const UNSEEN = "interval '3 days'";

/** Records which subscribers this process has; a new one starts with the events published from now on. */
export async function saveSubscriptions(
	database: Database,
	subscriptions: readonly { subscriber: string; stream: string }[],
): Promise<void> {
	await database.exec(
		`insert into stream_subscriptions (subscriber, stream) select * from unnest($1::text[], $2::text[])
		on conflict (subscriber, stream) do update set seen_at = now()`,
		[subscriptions.map((one) => one.subscriber), subscriptions.map((one) => one.stream)],
	);
}

/** Deletes subscriptions that no version in use has, and their cursors. */
export async function deleteUnseenSubscriptions(database: Database): Promise<void> {
	await database.exec(`delete from stream_subscriptions where seen_at < now() - ${UNSEEN}`, []);
	await database.exec(
		`delete from stream_cursors c where not exists (select from stream_subscriptions s where s.subscriber = c.subscriber)`,
		[],
	);
}

/** Serializes dispatches and retries of an owner's events. @returns the owner's last position */
export async function lockHead(database: Database, ownerId: string): Promise<number> {
	const head = await database.one<{ position: number }>(
		`insert into stream_heads as h (owner_id, position) values ($1, 0)
		on conflict (owner_id) do update set position = h.position returning position`,
		[ownerId],
	);
	return head?.position ?? 0;
}

/**
 * Gives positions to an owner's published events. The lock on the owner's head makes the order of positions the order
 * in which they become visible, so that no reader can pass an event that appears later.
 * @returns in order of position
 */
export async function assignPositions(database: Database, ownerId: string, limit: number): Promise<Dispatched[]> {
	const head = await lockHead(database, ownerId);
	// A separate statement: its snapshot sees what was committed before the lock was granted.
	const rows = await database.query<Dispatched>(
		`update stream_events e set position = $2 + n.rank
		from (
			select id, row_number() over (order by number) as rank from stream_events
			where owner_id = $1 and position is null order by number limit $3
		) n where e.owner_id = $1 and e.id = n.id
		returning e.stream, e.ordering_key as "orderingKey", e.position, e.payload, e.for_browser as "forBrowser"`,
		[ownerId, head, limit],
	);
	rows.sort((a, b) => a.position - b.position);
	const last = rows.at(-1);
	if (last !== undefined)
		await database.exec("update stream_heads set position = $2 where owner_id = $1", [ownerId, last.position]);
	return rows;
}

/**
 * Creates the cursors of those who read these events and have none.
 * @returns whom to deliver to: for each ordering key all that do not fail (no `subscriber`), and each one that does
 */
export async function openCursors(
	database: Database,
	ownerId: string,
	events: readonly Dispatched[],
): Promise<{ orderingKey: string; subscriber?: string }[]> {
	const pairs = new Map(events.map((event) => [`${event.stream} ${event.orderingKey}`, event]));
	const rows = await database.query<{ orderingKey: string; subscriber: string | null }>(
		`with wanted as materialized (
			select distinct s.subscriber, e.ordering_key from unnest($2::text[], $3::text[]) as e (stream, ordering_key)
			join stream_subscriptions s using (stream)
		), known as materialized (
			select w.*, c.attempts, c.parked_at, c.owner_id is null as is_new from wanted w left join stream_cursors c
				on c.owner_id = $1 and c.subscriber = w.subscriber and c.ordering_key = w.ordering_key
		), opened as (
			insert into stream_cursors (owner_id, subscriber, ordering_key, position)
			select $1, subscriber, ordering_key, $4 from known where is_new order by 2, 3 on conflict do nothing
		)
		select distinct ordering_key as "orderingKey", case when attempts > 0 then subscriber end as subscriber
		from known where parked_at is null order by 1, 2`,
		[
			ownerId,
			[...pairs.values()].map((event) => event.stream),
			[...pairs.values()].map((event) => event.orderingKey),
			(events[0]?.position ?? 1) - 1,
		],
	);
	return rows.map(({ orderingKey, subscriber }) => ({ orderingKey, ...(subscriber !== null && { subscriber }) }));
}

/** Owners with events that were published some seconds ago and not dispatched: their process may have crashed. */
export async function undispatchedOwners(database: Database, limit: number): Promise<string[]> {
	const rows = await database.query<{ owner: string }>(
		`select distinct owner_id as owner from (
			select owner_id from stream_events where position is null and written_at < now() - interval '2 seconds'
			order by written_at limit $1) first`,
		[limit],
	);
	return rows.map((row) => row.owner);
}

/** What a subscriber has not handled. */
export interface Waiting {
	subscriber: string;
	cursor: Cursor;
	/** In order. */
	events: StoredEvent[];
}

/** The next events of an owner's subscribers that do not fail. @param limit events of each */
export async function readWaiting(
	database: Database,
	{ ownerId, orderingKey }: Omit<CursorKey, "subscriber">,
	limit: number,
): Promise<Waiting[]> {
	const rows = await database.query<{ subscriber: string; cursor: number } & StoredEvent>(
		`select c.subscriber, c.position as cursor, e.* from stream_cursors c cross join lateral (${nextEvents("$3")}) e
		where c.owner_id = $1 and c.ordering_key = $2 and c.attempts = 0 and c.parked_at is null
		order by c.subscriber, e.position`,
		[ownerId, orderingKey, limit],
	);
	return [...Map.groupBy(rows, (row) => row.subscriber)].map(([subscriber, events]) => ({
		subscriber,
		cursor: { position: events[0]?.cursor ?? 0, attempts: 0, failingSince: null, parkedAt: null },
		events,
	}));
}

/** A cursor and its next event. @returns no cursor when nothing was published for the subscriber yet, or it was deleted */
export async function readNext(
	database: Database,
	key: CursorKey,
): Promise<{ cursor: Cursor | null; event: StoredEvent | null }> {
	const row = await database.one<{ cursor: number } & Omit<Cursor, "position"> & (StoredEvent | { id: null })>(
		`select c.position as cursor, c.attempts, c.failing_since as "failingSince", c.parked_at as "parkedAt", e.*
		from stream_cursors c left join lateral (${nextEvents("1")}) e on true
		where c.owner_id = $1 and c.subscriber = $2 and c.ordering_key = $3`,
		valuesOf(key),
	);
	if (row === undefined) return { cursor: null, event: null };
	const { cursor: position, attempts, failingSince, parkedAt } = row;
	return { cursor: { position, attempts, failingSince, parkedAt }, event: row.id === null ? null : row };
}

/** SQL: the events after a cursor `c`, of its subscriber's streams. */
function nextEvents(limit: string): string {
	return `select e.id, e.stream, e.payload, e.position, e.written_at as "publishedAt" from stream_events e
		join stream_subscriptions s on s.subscriber = c.subscriber and s.stream = e.stream and s.created_at <= e.written_at
		where e.owner_id = c.owner_id and e.ordering_key = c.ordering_key and e.position > c.position
		order by e.position limit ${limit}`;
}

/**
 * Moves a cursor forward and clears its failures.
 * @param from the position that was read: another run may have moved the cursor
 * @returns whether it was moved
 */
export async function advance(database: Database, key: CursorKey, from: number, to: number): Promise<boolean> {
	const rows = await database.query(
		`update stream_cursors set position = $5, attempts = 0, failing_since = null, error = null, parked_at = null
		${OF_CURSOR} and position = $4 returning 1`,
		[...valuesOf(key), from, to],
	);
	return rows.length > 0;
}

/** Records a failed delivery. */
export async function recordFailure(
	database: Database,
	key: CursorKey,
	failure: { attempts: number; error: string; isParked: boolean; now: Date },
): Promise<void> {
	await database.exec(
		`update stream_cursors set attempts = $4, error = $5, failing_since = coalesce(failing_since, $7),
			parked_at = case when $6 then $7::timestamptz end ${OF_CURSOR}`,
		[...valuesOf(key), failure.attempts, failure.error, failure.isParked, failure.now],
	);
}

/** Lets a parked or failing subscriber try again. @returns whether it was failing */
export async function resetCursor(database: Database, key: CursorKey): Promise<boolean> {
	const rows = await database.query(
		`update stream_cursors set attempts = 0, parked_at = null ${OF_CURSOR} and failing_since is not null returning 1`,
		valuesOf(key),
	);
	return rows.length > 0;
}

/** A subscriber that fails or is parked. */
export interface FailingCursor extends CursorKey {
	attempts: number;
	error: string;
	failingSince: Date;
	parkedAt: Date | null;
	/** Events that it has not handled. */
	waiting: number;
}

/** Place of a failing subscriber in the list: whether it is still tried, since when it fails (ISO 8601), and its key. */
export type FailingKey = readonly [
	isTried: boolean,
	since: string,
	ownerId: string,
	subscriber: string,
	orderingKey: string,
];

/** Failing subscribers of all owners, parked ones first. For the operator: not filtered by owner. @param after null: from the first */
export async function failingCursors(
	database: Database,
	limit: number,
	after: FailingKey | null = null,
): Promise<FailingCursor[]> {
	return database.query<FailingCursor>(
		`select c.owner_id as "ownerId", c.subscriber, c.ordering_key as "orderingKey", c.attempts, coalesce(c.error, '') as error,
			c.failing_since as "failingSince", c.parked_at as "parkedAt",
			(select count(*)::int from stream_events e
				join stream_subscriptions s on s.subscriber = c.subscriber and s.stream = e.stream and s.created_at <= e.written_at
				where e.owner_id = c.owner_id and e.ordering_key = c.ordering_key and e.position > c.position) as waiting
		from stream_cursors c where c.failing_since is not null and ($2::boolean is null or
			(c.parked_at is null, date_trunc('milliseconds', c.failing_since), c.owner_id, c.subscriber, c.ordering_key)
				> ($2, $3::timestamptz, $4::text, $5::text, $6::text))
		order by c.parked_at is null, date_trunc('milliseconds', c.failing_since), c.owner_id, c.subscriber, c.ordering_key
		limit $1`,
		[limit, ...(after ?? [null, null, null, null, null])],
	);
}

/** Number of failing and of parked cursors of all owners. */
export async function countFailing(
	database: Pick<Database, "one" | "query">,
): Promise<{ failing: number; parked: number }> {
	const row = await database.one<{ failing: number; parked: number }>(
		`select count(*) filter (where parked_at is null)::int as failing, count(*) filter (where parked_at is not null)::int as parked
		from stream_cursors where failing_since is not null`,
		[],
	);
	return row ?? { failing: 0, parked: 0 };
}

/** Deletes a portion of expired events. @returns how many */
export async function deleteExpired(
	database: Database,
	{ before, unreadBefore, limit }: { before: Date; unreadBefore: Date; limit: number },
): Promise<number> {
	const rows = await database.query(
		`with expired as materialized (
			select e.owner_id, e.id from stream_events e where e.written_at < $1 and e.position is not null
				and (e.written_at < $2 or not exists (select from stream_cursors c
					join stream_subscriptions s on s.subscriber = c.subscriber and s.stream = e.stream
					where c.owner_id = e.owner_id and c.ordering_key = e.ordering_key and c.position < e.position
						and c.failing_since is not null))
			order by e.written_at limit $3
		)
		delete from stream_events e using expired x where e.owner_id = x.owner_id and e.id = x.id returning 1`,
		[before, unreadBefore, limit],
	);
	return rows.length;
}
