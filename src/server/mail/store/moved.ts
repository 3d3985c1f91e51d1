import { firstIdOf } from "#shared/ids.ts";
import type { AccountScope } from "../context/account-scope.ts";
import { destroyRows, type Row, rowColumns, updateRows } from "./change.ts";
import { mergeProviderState, readPendingPush } from "./pending-push.ts";

/** When a round of listing began. */
export interface ListingRound {
	/** Epoch milliseconds: a removed message that appeared elsewhere since then was moved, and keeps its row. */
	since: number;
	/** The same in database time: a removed message that was moved from here since then may be listed in the next round. */
	listedAt: Date;
}

/**
 * Some mail servers report a moved message as one removed and one added. A removed message that reappears with the same
 * Message-ID, size and date keeps its row and its data, and takes over id, folder and flags of the new row, which is
 * deleted.
 * @param removed rows of messages that the provider no longer has
 * @param round that reported them as removed: a match that existed before is a copy, not a move
 * @returns ids of the rows that stay
 */
export async function matchMoved(
	scope: AccountScope,
	removed: readonly Row[],
	{ since }: ListingRound,
): Promise<Set<string>> {
	const { database, ownerId, accountId } = scope;
	const pairs = await findPairs(scope, removed, since);
	if (pairs.length === 0) return new Set();
	const rows = pairs.map(([row]) => row);
	const addedRows = pairs.map(([, added]) => added);
	await destroyRows(scope, addedRows);
	const values = [ownerId, accountId, rows.map((row) => row.id), addedRows.map((added) => added.providerId)];
	await database.exec(
		`update emails e set provider_id = n.provider_id from unnest($3::uuid[], $4::text[]) as n (id, provider_id)
		where e.owner_id = $1 and e.account_id = $2 and e.id = n.id`,
		values,
	);
	// What was pushed to the old id is in the state of the new one, or came too late for the message.
	const pendingPush = await readPendingPush(scope, rows);
	const messageStates = pairs.map(([row, added]) =>
		mergeProviderState({ ...added, id: row.id }, row, pendingPush.get(row.id)),
	);
	await updateRows(scope, rows, messageStates);
	return new Set(rows.map((row) => row.id));
}

/** Each message is in one pair at most. Copies of a message share its thread, which has an index. */
async function findPairs(
	scope: AccountScope,
	removed: readonly Row[],
	since: number,
): Promise<[removed: Row, added: Row][]> {
	const { database, ownerId, accountId } = scope;
	const found = await database.query<Row & { removedId: string }>(
		`select ${rowColumns.select("c")}, g.id as "removedId" from emails g
		join emails c on c.owner_id = g.owner_id and c.account_id = g.account_id and c.thread_id = g.thread_id
			and c.message_id = g.message_id and c.size_bytes = g.size_bytes and c.received_date = g.received_date
		where g.owner_id = $1 and g.account_id = $2 and g.id = any($3::uuid[]) and c.id <> all($3::uuid[]) and c.id >= $4
		order by c.id`,
		[ownerId, accountId, removed.map((row) => row.id), firstIdOf(since)],
	);
	const unmatched = new Map(removed.map((row) => [row.id, row]));
	const matched = new Set<string>();
	const pairs: [Row, Row][] = [];
	for (const { removedId, ...added } of found) {
		const row = unmatched.get(removedId);
		if (row === undefined || matched.has(added.id)) continue;
		unmatched.delete(removedId);
		matched.add(added.id);
		pairs.push([row, added]);
	}
	return pairs;
}
