import { SETTABLE_FLAGS } from "#shared/mail/flags.ts";
import type { AccountLock } from "../../platform/locks/account-lock.ts";
import type { MailContext } from "../context/context.ts";
import { applyLocalChange } from "../store/change.ts";
import {
	backward,
	byDelta,
	bytesOf,
	foldersOf,
	forward,
	type Item,
	type ItemKey,
	localChange,
	markItems,
	pendingItems,
} from "./items.ts";
import { countItems, type OperationRow } from "./operation-rows.ts";

/** The local half of a change: our store, in one transaction with the journal. */

export const REASON_CHANGED = "It changed in the meantime, so it was skipped.";
export const REASON_GONE = "It is no longer in the mailbox.";
const REASON_FOLDER = "Its target folder no longer exists.";

export interface LocalBatch {
	/** Pass it as `after` for the next batch; null when nothing is left or the operation was stopped. */
	last: string | null;
	operation: OperationRow;
}

/** Messages per transaction: about 50 ms on the embedded database. */
export function batchSize(ctx: Pick<MailContext, "database">): number {
	return ctx.database.embedded ? 250 : 500;
}

/**
 * Applies the next batch to the store; it is pushed to the provider later. Messages that changed after the list was
 * frozen are skipped and counted.
 */
export async function applyLocalBatch(
	ctx: Pick<MailContext, "database">,
	key: ItemKey,
	{ after, limit }: { after: string; limit: number },
): Promise<LocalBatch> {
	const { database } = ctx;
	const operation = await lockOperation(ctx, key);
	const items = operation.state === "running" ? await pendingItems(database, key, { after, limit }) : [];
	const last = items.at(-1);
	if (last === undefined) return { last: null, operation };
	const changed: string[] = [];
	const failed: string[] = [];
	const folders = await foldersOf(database, key.ownerId, key.accountId);
	for (const [delta, group] of byDelta(items, forward)) {
		const ids = group.map((item) => item.email_id);
		const change = localChange(delta, folders);
		if (change === null) {
			failed.push(...ids);
			continue;
		}
		const revisions = group.map((item) => item.revision);
		const found = await applyLocalChange(
			{ database, ownerId: key.ownerId, accountId: key.accountId },
			ids,
			change,
			revisions,
		);
		changed.push(...found.map((row) => row.id));
	}
	await markItems(database, key, { ids: changed, state: "local" });
	await markItems(database, key, { ids: failed, state: "failed", reason: REASON_FOLDER });
	const handled = new Set([...changed, ...failed]);
	const skipped = await skipItems(
		ctx,
		key,
		items.filter((item) => !handled.has(item.email_id)),
	);
	const done = new Set(changed);
	const bytes = bytesOf(items.filter((item) => done.has(item.email_id)));
	const counts = { applied: changed.length, bytes, failed: failed.length, skipped };
	return {
		last: last.email_id,
		operation: await countItems(database, key, counts),
	};
}

/**
 * Locks the operation's row. Required before changing items, so that batches and a stop of the operation are
 * serialized.
 */
export async function lockOperation(ctx: Pick<MailContext, "database">, key: ItemKey): Promise<OperationRow> {
	const row = await ctx.database.one<OperationRow>(
		"select * from operations where owner_id = $1 and id = $2 for update",
		[key.ownerId, key.operationId],
	);
	if (row === undefined) throw new Error("The operation of these messages is gone");
	return row;
}

/**
 * Marks messages as skipped, with the reason.
 * @returns how many
 */
export async function skipItems(
	ctx: Pick<MailContext, "database">,
	key: ItemKey,
	items: readonly Item[],
): Promise<number> {
	if (items.length === 0) return 0;
	const ids = items.map((item) => item.email_id);
	const rows = await ctx.database.query<{ id: string }>(
		"select id from emails where owner_id = $1 and account_id = $2 and id = any($3::uuid[])",
		[key.ownerId, key.accountId, ids],
	);
	const there = new Set(rows.map((row) => row.id));
	const isThere = (id: string): boolean => there.has(id);
	await markItems(ctx.database, key, { ids: ids.filter(isThere), state: "skipped", reason: REASON_CHANGED });
	await markItems(ctx.database, key, {
		ids: ids.filter((id) => !isThere(id)),
		state: "skipped",
		reason: REASON_GONE,
	});
	return ids.length;
}

/**
 * Reverts in the store what the provider refused, where the message is still in the state the operation set.
 * @param refusal.reason shown to the user
 * @param refusal.verify of the account lock
 * @throws LockLost
 */
export async function revert(
	ctx: Pick<MailContext, "database">,
	key: ItemKey,
	items: readonly Item[],
	{ reason, verify }: { reason: string; verify: AccountLock["verify"] },
): Promise<void> {
	const { database } = ctx;
	await database.transaction(async () => {
		await verify();
		await lockOperation(ctx, key);
		const untouched = new Set(await notChanged(ctx, key, items));
		const folders = await foldersOf(database, key.ownerId, key.accountId);
		for (const [delta, group] of byDelta(
			items.filter((item) => untouched.has(item.email_id)),
			backward,
		)) {
			const change = localChange(delta, folders);
			const ids = group.map((item) => item.email_id);
			if (change !== null)
				await applyLocalChange({ database, ownerId: key.ownerId, accountId: key.accountId }, ids, change);
		}
		await markItems(database, key, { ids: items.map((item) => item.email_id), state: "failed", reason });
		const counts = { applied: -items.length, bytes: -bytesOf(items), failed: items.length };
		await countItems(database, key, counts);
	});
}

/**
 * SQL over `e` (`emails`) and `i` (the journal): the message still has what the operation set. Other changes do not
 * matter: a message read in the trash is still restored from it.
 */
export const UNCHANGED_SINCE = `(i.to_folder_id is null or e.folder_id = i.to_folder_id)
	${SETTABLE_FLAGS.map((flag) => `and (i.to_${flag} is null or e.is_${flag} = i.to_${flag})`).join(" ")}
	and (i.to_labels is null or e.labels @> i.to_labels and e.labels <@ i.to_labels)`;

async function notChanged(ctx: Pick<MailContext, "database">, key: ItemKey, items: readonly Item[]): Promise<string[]> {
	const rows = await ctx.database.query<{ email_id: string }>(
		`select i.email_id from operation_items i
		join emails e on e.owner_id = i.owner_id and e.account_id = i.account_id and e.id = i.email_id
		where i.owner_id = $1 and i.operation_id = $2 and i.account_id = $3 and i.email_id = any($4::uuid[]) and ${UNCHANGED_SINCE}`,
		[key.ownerId, key.operationId, key.accountId, items.map((item) => item.email_id)],
	);
	return rows.map((row) => row.email_id);
}
