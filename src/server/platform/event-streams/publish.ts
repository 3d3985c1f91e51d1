import { newId } from "#shared/ids.ts";
import type { Database } from "../../db/database.ts";
import type { EventStream } from "./streams.ts";

/** Called with the owner after a transaction with events has committed. */
type OnPublished = (ownerId: string) => void;

const listeners = new WeakMap<Database, OnPublished>();

/** Sets what this process does after a transaction with events has committed. */
export function onPublished(database: Database, listener: OnPublished): void {
	listeners.set(database, listener);
}

/**
 * Writes an event in the caller's transaction: it is delivered exactly when that commits. Nothing is stored if the
 * stream has no subscriber. An event about many rows of one account is one event with many ids.
 * @param scope.orderingKey events of the same owner and key are delivered in order; by default, all of an owner's
 */
export async function publish<Payload>(
	database: Database,
	stream: EventStream<Payload>,
	scope: { ownerId: string; orderingKey?: string },
	payload: Payload,
): Promise<void> {
	const { ownerId, orderingKey = "" } = scope;
	const rows = await database.query(
		`insert into stream_events (owner_id, id, stream, ordering_key, payload, for_browser)
		select $1, $2, $3, $4, $5, $6 where $6 or exists (select from stream_subscriptions where stream = $3) returning id`,
		[
			ownerId,
			newId(),
			stream.name,
			orderingKey,
			JSON.stringify(stream.payload.parse(payload)),
			stream.forBrowser === true,
		],
	);
	if (rows.length > 0) database.afterCommit(() => listeners.get(database)?.(ownerId));
}
