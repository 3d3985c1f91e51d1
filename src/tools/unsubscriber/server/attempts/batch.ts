import type { Database } from "#kernel/database.ts";
import type { ListRef } from "../subscription-id.ts";
import { outcome } from "./outcome.ts";
import { ATTEMPT_COLUMNS, type AttemptRow } from "./store.ts";

/** Attempts of a batch. */

const LOST = outcome("requested", "response-lost");

/** The latest attempt of a batch to leave a list; null: it was deleted with its mailbox. */
export async function lastAttempt(
	database: Database,
	ownerId: string,
	batchId: string,
	{ accountId, listKey }: ListRef,
): Promise<AttemptRow | null> {
	const row = await database.one<AttemptRow>(
		`select ${ATTEMPT_COLUMNS}, null as still_sending_since from unsubscribe_attempts a
		where a.owner_id = $1 and a.batch_id = $2 and a.account_id = $3 and a.list_key = $4
		order by a.position desc limit 1`,
		[ownerId, batchId, accountId, listKey],
	);
	return row ?? null;
}

/** A request was in flight when its process died: the response is lost. */
export async function loseResponse(
	database: Database,
	ownerId: string,
	{ id }: AttemptRow,
	now: number,
): Promise<void> {
	await database.exec(
		`update unsubscribe_attempts set state = $3, reason = $4, explanation = $5, responded_at = $6
		where owner_id = $1 and id = $2 and state = 'sending'`,
		[ownerId, id, LOST.state, LOST.reason, LOST.explanation, new Date(now)],
	);
}

/** The batch has ended: attempts that were not sent are deleted, and no more responses are expected. */
export async function closeAttempts(database: Database, ownerId: string, batchId: string, now: number): Promise<void> {
	await database.exec("delete from unsubscribe_attempts where owner_id = $1 and batch_id = $2 and state = 'waiting'", [
		ownerId,
		batchId,
	]);
	await database.exec(
		`update unsubscribe_attempts set state = $3, reason = $4, explanation = $5, responded_at = $6
		where owner_id = $1 and batch_id = $2 and state = 'sending'`,
		[ownerId, batchId, LOST.state, LOST.reason, LOST.explanation, new Date(now)],
	);
}

/** The plan that trashes the mail of the unsubscribed lists of a batch; null: none. */
export async function cleanupOf(database: Database, ownerId: string, batchId: string): Promise<string | null> {
	const row = await database.one<{ cleanup_operation_id: string }>(
		"select cleanup_operation_id from unsubscribe_attempts where owner_id = $1 and batch_id = $2 and cleanup_operation_id is not null limit 1",
		[ownerId, batchId],
	);
	return row?.cleanup_operation_id ?? null;
}
